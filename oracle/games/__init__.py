"""The games as those who ask see them: ports, descriptions, sessions and decisions."""
