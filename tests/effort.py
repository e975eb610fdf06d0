"""How much work something is, counted: a clock would tell of the machine, not of the program."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import count
from typing import Any


def calls(work: Callable[[], Any]) -> int:
    """Do some work and return how many functions it entered and left."""
    counter = count()

    def note(*_event: object) -> None:
        next(counter)

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return next(counter)
