"""Words with all that they do in one file each: whatever file is here is part of the language."""
