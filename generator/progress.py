"""How far a long piece of work has come."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Step(NamedTuple):
    """What is being worked on, and in which `stage`; `n` of its `m` parts are done, when it has parts."""

    what: str
    n: int = 0
    m: int = 0
    stage: str = ""

    def told(self, seconds: float) -> str:
        """Return it in words, with the time left when so many seconds went by since it was begun."""
        subject = f"{self.what}, {self.stage}" if self.stage else self.what
        parts = f": {self.n} of {self.m}" if self.m else ""
        if not (self.m and 0 < self.n < self.m and seconds >= 1):
            return f"{subject}{parts}"
        return f"{subject}{parts}, {_time(seconds / self.n * (self.m - self.n))} left"


def _time(seconds: float) -> str:
    whole = max(1, round(seconds))
    return f"{whole} s" if whole < 100 else f"{round(whole / 60)} min"


Progress = Callable[[Step], None]
