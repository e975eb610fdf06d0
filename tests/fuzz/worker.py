"""A worker: a process of its own that runs cases, as one that dies or never ends takes no other with it.

`python -m tests.fuzz.worker KIND SEED FIRST` runs case after case until it is stopped, and writes a line of
JSON when each begins and when it ends.
"""

from __future__ import annotations

import json
import resource
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import NamedTuple

from tests.fuzz.cases import Case, case
from tests.fuzz.running import Fault, run

MIB = 1024**2
SPACE = 2048 * MIB
"""Bytes of address space beyond what stands at the start: less than would stop the machine."""

_STATUS = Path("/proc/self/status")
_RESET = Path("/proc/self/clear_refs")


class Measured(NamedTuple):
    """What a case took: seconds of the processor, MiB at its peak beyond those before it; and its fault, if any."""

    seconds: float
    memory: float
    fault: Fault | None
    problems: tuple[str, ...] = ()


def measured(tried: Case) -> Measured:
    """Run a case and measure it."""
    before = _peak(fresh=True)
    fault, problems = None, ()
    with TemporaryDirectory() as folder:
        begin = process_time()
        try:
            problems = run(tried, Path(folder)).problems
        except Fault as error:
            fault = error
        seconds = process_time() - begin
    return Measured(seconds, (_peak() - before) / MIB, fault, tuple(map(str, problems)))


def _peak(*, fresh: bool = False) -> int:
    """Return the most bytes that this process held since the last `fresh` look, or ever where the system can't say."""
    if not _STATUS.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    if fresh:
        _RESET.write_text("5")
    line = next(line for line in _STATUS.read_text("ascii").splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) * 1024


@contextmanager
def spacious(space: int) -> Iterator[None]:
    """Bound the memory of this process for a while; what asks for more gets a `MemoryError`, and the machine lives."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (space + _held(), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _held() -> int:
    """Return how many bytes of address space this process holds, on Linux."""
    return int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()


def main() -> None:
    """Run cases until the other process has had enough."""
    kind, seed, first = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    warnings.simplefilter("error")  # as in the tests
    with spacious(SPACE):
        for number in count(first):
            print(json.dumps({"begins": number}), flush=True)
            outcome = measured(case(kind, seed, number))
            line: dict[str, object] = {"ends": number, "seconds": outcome.seconds, "memory": outcome.memory}
            if outcome.fault:
                line |= {"what": outcome.fault.what, "place": outcome.fault.place}
            print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
