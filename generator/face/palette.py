"""Mixing of palette colours."""

from __future__ import annotations

import re
from functools import lru_cache

_HEX = re.compile(r"#([0-9A-Fa-f]{2})([0-9A-Fa-f]{2})([0-9A-Fa-f]{2})")


@lru_cache(1024)
def mix(first: str, second: str, share: float) -> str:
    """Return `first` with `share` (0 to 1) of `second`, both "#rrggbb"; `ValueError` for anything else."""
    if not 0 <= share <= 1:
        raise ValueError(f"a share of {share} to mix; allowed: 0 to 1")
    pairs = zip(_parts(first), _parts(second), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


def _parts(colour: str) -> tuple[int, int, int]:
    match = _HEX.fullmatch(colour)
    if match is None:
        raise ValueError(f"{colour!r} is not a colour like #1B2530")
    return int(match[1], 16), int(match[2], 16), int(match[3], 16)
