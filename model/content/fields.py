"""The kinds of fields that content files of every game share. Imported only when content is loaded.

The description of a field says what is allowed there; problems quote it.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

Id = Annotated[
    str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", description="lower-case words joined by hyphens")
]
Name = Annotated[str, Field(min_length=1, description="a text")]
Text = Annotated[str, Field(description="a text")]
Texts = Annotated[list[str], Field(description="a list of texts")]
Entries = Annotated[list[Any], Field(description="a list of entries")]
Flag = Annotated[bool, Field(description="true or false")]
