"""Dice: what a case is drawn with, the same for the same kind, seed and number on every machine."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


def words(text: str) -> tuple[str, ...]:
    """Return the words of a text."""
    return tuple(text.split())


EDGES = words(
    "0 -0 -0.0 0.5 .5 1. 1 -1 2 7 1e-300 -1e-300 5e-324 1e-30 1e-17 1e-12 1e-9 -1e-9 1e-7 1e-6 1e-5 0.0001 0.001 "
    "99 1000 65536 1e5 1e6 9999999 1e7 1e9 -1e9 1e12 1e17 1e30 1e150 1e154 1e160 1e300 -1e300 "
    "1.7976931348623157e308 1e309 -1e309 nan inf -inf NaN Infinity .nan .inf -.inf 2147483647 2147483648 "
    "-2147483648 -2147483649 4294967296 9223372036854775807 9223372036854775808 -9223372036854775809 "
    "18446744073709551616 0x10 0o17 1_000 1,5 +3 1e - 1/3 1:30 30% 5mm ٣ ½ −3"
)
"""Numbers near the edges of what numbers can be, and a few that are none."""

HUGE = "9" * 400
"""A whole number that no float holds."""

NUMBER = re.compile(r"(?<![\w#.&-])-?\d+(?:\.\d+)?(?:e-?\d+)?(?![\w-])")
"""A number as it stands in a file."""

TEXTS = (
    "", " ", "  a  ", "a", "One", "elk", "berry", "null", "true", "no", "~", "None", "é", "e\u0301", "Жук", "о",
    "ﬁ", "İ",
    "ß", "ǅ", "\u0627\u0644\u0639", "\u05d0\u05d1 12 abc", "👩‍👩‍👧", "\U0001f3f4\U000e0067", "\u200d", "\ufeff",
    "\u00ad",
    "\u2028", "\u202e", "\u0085", "\u3000", "\x00", "\x1b[31m", "\t", "\n", "\r\n", "a\nb", "&", "<", "<b>", "\"",
    "'", "\\",
    "{", "}", "{n}", "{{", "{% endblock %}", "{# ", "%", "%s", "%(a)s", "$1", "#REF!", "=1+1", "-", "---", "- a",
    "a: b",
    "*a", "&a", "!!python/object:x", "../x", "/etc/passwd", "CON", "a/b", ".", "..", "a" * 300, "ab " * 400,
    "\U0010ffff",
    "1,000", "1.000", "12,5", "½", "2½", "x x x", "|", "yes", "да", "1 2 3", "1:2", "2024-01-01", "1e400", "0x1F",
    "\ud83d\ude00",
)  # fmt: skip
"""Texts with something odd about them."""


class Dice(random.Random):
    """Random choices of one case."""

    def __init__(self, kind: str, seed: int, number: int) -> None:
        super().__init__(f"{kind} {seed} {number}")

    def one(self, *ways: Callable[[], T]) -> T:
        """Return what one of several ways gives."""
        return self.choice(ways)()

    def chance(self, share: float) -> bool:
        """Return true in this share of all cases."""
        return self.random() < share

    def some(self, things: Sequence[T], most: int) -> list[T]:
        """Return up to `most` of the things, in any order, perhaps one of them twice."""
        return [self.choice(things) for _ in range(self.randint(0, most))] if things else []

    def edge(self) -> str:
        """Return a number as it is written, near an edge mostly."""
        roll = self.random()
        if roll < 0.02:
            return HUGE
        if roll < 0.25:
            return str(self.randint(-20, 120))
        if roll < 0.35:
            return f"{self.uniform(-1000, 1000):.3g}"
        if roll < 0.45:
            return f"{self.choice('-+ ').strip()}{self.randint(1, 9)}e{self.randint(-308, 308)}"
        return self.choice(EDGES)

    def number(self) -> int | float:
        """Return a number as data, near an edge mostly."""
        text = self.edge()
        try:
            return int(text)
        except ValueError:
            pass
        try:
            return float(text)
        except ValueError:
            return self.choice([0, 1, -1, 2**31, 2**63, 0.1])

    def text(self) -> str:
        """Return a text with something odd about it."""
        if self.chance(0.1):
            return "".join(chr(self.choice([self.randint(32, 126), self.randint(160, 0x2FFF)])) for _ in range(9))
        return self.choice(TEXTS).encode("utf-8", "replace").decode("utf-8")

    def value(self, depth: int = 2) -> Any:
        """Return plain data of any shape."""
        roll = self.random()
        if roll < 0.25:
            return self.text()
        if roll < 0.55:
            return self.number()
        if roll < 0.7 or depth == 0:
            return self.choice([None, True, False, [], {}, ""])
        if roll < 0.85:
            return [self.value(depth - 1) for _ in range(self.randint(0, 4))]
        return {self.text(): self.value(depth - 1) for _ in range(self.randint(0, 3))}

    def renumbered(self, text: str, most: int = 3) -> str:
        """Return a text with up to `most` of its numbers, one at least, put near the edges."""
        places = list(NUMBER.finditer(text))
        chosen = sorted(self.sample(places, min(len(places), self.randint(1, most))), key=lambda m: -m.start())
        for place in chosen:
            text = f"{text[: place.start()]}{self.edge()}{text[place.end() :]}"
        return text
