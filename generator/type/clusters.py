"""What a reader takes for one character: a letter with its marks, an emoji with all its parts."""

from __future__ import annotations

from unicodedata import category

JOINER = "\u200d"
_SKIN = ("\U0001f3fb", "\U0001f3ff")
_TAGS = ("\U000e0020", "\U000e007f")
_JAMO = ("\u1160", "\u11ff")
_FLAGS = ("\U0001f1e6", "\U0001f1ff")


def clusters(text: str) -> list[str]:
    """Split text into characters as readers count them; no mark stands without its letter."""
    if text.isascii():
        return list(text)
    parts: list[str] = []
    for character in text:
        if parts and _belongs(parts[-1], character):
            parts[-1] += character
        else:
            parts.append(character)
    return parts


def _belongs(before: str, character: str) -> bool:
    if character < "\u0300":
        return False
    if before[-1] == JOINER and len(before) > 1:
        return True
    if _FLAGS[0] <= character <= _FLAGS[1]:
        return len(before) == 1 and _FLAGS[0] <= before <= _FLAGS[1]
    return extends(character)


def extends(character: str) -> bool:
    """Whether a character is a mark on the one before it."""
    if character == JOINER or category(character)[0] == "M":
        return True
    return any(low <= character <= high for low, high in (_SKIN, _TAGS, _JAMO))


def code_points(text: str) -> str:
    """Name the code points of a text: U+2764 U+FE0F."""
    return " ".join(f"U+{ord(character):04X}" for character in text)
