"""How much of the machine a run may take, and what stops it."""

from __future__ import annotations

import signal

MEMORY = 4 * 1024**3
"""Bytes of address space a run may take: files come from strangers."""

SECONDS = 600
"""How long the processor may work for a run: what nothing else bounds ends here."""

TOO_LONG = f"more than {SECONDS} s of work"
SIMPLER = "print less at once, or simplify the files"

_STOPPING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)]

_LAST_WORDS = 30
"""Seconds that are left to say so."""


class Stopped(BaseException):
    """Somebody doesn't want to wait any longer; `status` is what the process ends with."""

    def __init__(self, number: int = signal.SIGINT) -> None:
        super().__init__()
        self.status = 128 + number


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


def end_when_stopped() -> None:
    """Let Ctrl-C, a polite kill and a terminal that is closed raise `Stopped` from now on."""
    for number in _STOPPING:
        if signal.getsignal(number) != signal.SIG_IGN:  # nohup
            signal.signal(number, _stopped)


def end_undisturbed() -> None:
    """Let nothing interrupt the end: what is to be cleared away is on its way."""
    for number in _STOPPING:
        signal.signal(number, signal.SIG_IGN)


def _too_long(*_: object) -> None:
    raise TooLong


def _stopped(number: int, _frame: object) -> None:
    raise Stopped(number)
