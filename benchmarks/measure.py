"""Whole processes, measured: wall time and peak memory, in turns, medians."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent

Command = Sequence[str]

CACHING = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""Where compiled modules aren't kept, compiling would be all that is measured."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a process cost: wall clock and processor seconds, peak memory in MiB."""

    seconds: float
    processor: float
    mib: float


def run(command: Command) -> Cost:
    """Run a command from the repository's root to its end; `RuntimeError` with what it said when it fails."""
    with subprocess.Popen(command, cwd=ROOT, env=CACHING, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        start = time.perf_counter()
        assert process.stderr is not None
        said = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}:\n{said.decode()}")
    return Cost(
        seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / (2**20 if sys.platform == "darwin" else 1024)
    )


def interleaved(commands: Mapping[str, Command], rounds: int) -> dict[str, Cost]:
    """Run all commands in turns, so that a busy moment hits all alike; return each one's medians.

    A first round isn't counted: it fills the caches of files and compiled modules.
    """
    for command in commands.values():
        run(command)
    costs: dict[str, list[Cost]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            costs[name].append(run(command))
    return {name: _median(found) for name, found in costs.items()}


def _median(costs: Sequence[Cost]) -> Cost:
    return Cost(median(c.seconds for c in costs), median(c.processor for c in costs), median(c.mib for c in costs))
