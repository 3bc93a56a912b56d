"""How large, long and many what is read from files may be; `dicelaw.oracle.limits` has all limits."""

from __future__ import annotations

DIGITS = 15
"""The most digits of a whole number in text."""
DOCUMENT_BYTES = 2**20
"""The largest YAML file: content, a scenario, a team, a mapping, rulings."""
TEXT_LENGTH = 5_000
"""The most characters of one name or text in a YAML file."""
DEPTH = 20
"""How deeply values in a YAML file may be nested: content needs less, and a parser has its limits."""
JSON_DEPTH = 64
"""How deeply values in JSON may be nested."""
CONTENT_FILES = 200
"""The most content files in one folder."""
RECORD_BYTES = 2**26
"""The largest file of JSON lines or JSON that is read whole: a trace, vectors, a manifest of evidence."""
LOG_BYTES = 2**36
"""The largest log that is audited; a log is read line by line."""
LINE_LENGTH = 1_000_000
"""The most characters of a line of a log, and of what is typed in a play."""
GROUPS = 100
"""The most groups of a pattern in a mapping."""
MAPPED = 2_000
"""The most entries of one list or table in a mapping."""
FAULTS = 20
"""How many of the faults of one file are told; the others are counted."""
QUOTED = 60
"""The most characters of what was read that an error quotes at once."""
ERROR_LENGTH = 1_000
"""The most characters of one line of an error."""
