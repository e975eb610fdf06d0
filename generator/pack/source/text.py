"""Text: from bytes to characters, and what no text holds."""

from __future__ import annotations

import re
from unicodedata import normalize

from generator.problems import Location, failed, quoted

LONGEST_VALUE = 100_000
"""How many characters one value may have."""

_ENCODINGS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
"""Byte-order marks and the encodings they stand for."""

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff\ud800-\udfff]")
"""Characters that no text holds: they can't be printed, and XML doesn't allow them."""

_ENCODED = "UTF-8, or UTF-16 with its mark"


class Verbatim(str):
    """A text that is shown as it stands, such as what a player wrote; any other may be translated."""

    __slots__ = ()


def composed(text: str) -> str:
    """Return a text in the one form in which texts are compared: letters and their marks in one (Unicode's NFC)."""
    return text if text.isascii() else normalize("NFC", text)


def decoded(raw: bytes, shown: str) -> str:
    """Return text from bytes by their byte-order mark, UTF-8 without one; letters and their marks are one.

    `Failed`, with the line in the file that messages name `shown`, for bytes that aren't
    text in that encoding, and for control characters.
    """
    encoding = next((name for mark, name in _ENCODINGS.items() if raw.startswith(mark)), "utf-8")
    try:
        return composed(_readable(raw.decode(encoding), shown))
    except UnicodeDecodeError as error:
        place = Location(shown, raw[: error.start].count(b"\n") + 1)
        raise failed(place, f"the text is not {encoding.upper()}", _ENCODED, "save the file as UTF-8") from error


def _readable(text: str, shown: str) -> str:
    control = _CONTROL.search(text)
    if control is None:
        return text
    line = text.count("\n", 0, control.start()) + 1
    start = text.rfind("\n", 0, control.start()) + 1
    raise failed(
        Location(shown, line, control.start() - start + 1),
        _control_character(control[0]),
        f"letters, digits and signs; {_ENCODED}",
        "save the file as UTF-8 text" if control[0] == "\0" else "remove it",
    )


def checked(value: str, place: Location) -> str:
    """Return a text value, its letters and marks in one; `Failed` when it is too long or holds what no text holds."""
    if len(value) > LONGEST_VALUE:
        raise failed(place, f"a text of {len(value)} characters", f"at most {LONGEST_VALUE}", "shorten it")
    if (control := _CONTROL.search(value)) is not None:
        raise failed(place, f"{_control_character(control[0])} in {quoted(value)}", remedy="remove it")
    return composed(value)


def _control_character(character: str) -> str:
    return f"a control character (U+{ord(character):04X})"
