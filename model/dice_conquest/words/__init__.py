"""The words of what cards say, one a file: whatever file is here is part of the language."""
