# SPDX-License-Identifier: MIT
"""Objects of the user as JSON, and JSON of the library as objects."""
from __future__ import annotations

import json

from ._library import encode
from .errors import ArgumentError, FormatError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Union


def dump(value: Any, what: str) -> bytes:
    """The JSON text of an object. TypeError for an object that JSON cannot represent."""
    try:
        text = json.dumps(value)
    except (ValueError, RecursionError) as error:
        raise ArgumentError(f"{what} cannot be written as JSON: {error}") from None
    encoded: bytes = encode(text, what)
    return encoded


def parse(text: Union[str, bytes]) -> Any:
    """The object of a JSON text that the library has checked."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:  # a limit of Python's parser
        raise FormatError(f"Python cannot read the JSON text: {error}") from None
