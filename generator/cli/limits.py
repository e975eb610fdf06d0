"""How much of the machine a run may take, and what stops it."""

from __future__ import annotations

import signal

MEMORY = 4 * 1024**3
"""Bytes of address space a run may take: files come from strangers."""

SECONDS = 600
"""How long the processor may work for a run: what nothing else bounds ends here."""

TOO_LONG = f"more than {SECONDS} s of work"
SIMPLER = "print less at once, or simplify the files"

_LAST_WORDS = 30
"""Seconds that are left to say so."""


class Stopped(BaseException):
    """Somebody doesn't want to wait any longer."""


class TooLong(BaseException):
    """A run takes longer than anybody waits for; no `Exception`, so that no work on the way takes it for its own."""


def limit_memory() -> None:
    """Bound the memory of this process, unless that is done already or can't be on this system."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if soft == resource.RLIM_INFINITY:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, hard))


def limit_time() -> None:
    """Bound the time of this process: it is then ended by `TooLong`, and soon after by the system."""
    try:
        import resource
    except ImportError:
        return
    if resource.getrlimit(resource.RLIMIT_CPU)[0] == resource.RLIM_INFINITY:
        signal.signal(signal.SIGXCPU, _too_long)
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + _LAST_WORDS))


def end_on_ctrl_c() -> None:
    """Let Ctrl-C raise `Stopped` from now on."""
    signal.signal(signal.SIGINT, _stopped)


def _too_long(*_: object) -> None:
    raise TooLong


def _stopped(*_: object) -> None:
    raise Stopped
