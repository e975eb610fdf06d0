"""Fuzz end to end: `python -m tests.fuzz [--kind KIND] [--cases N] [--seed S]`, or one case with `--case N`."""

from __future__ import annotations

import argparse
import json
import os
import select
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from time import monotonic
from typing import IO, Any

from tests.fuzz.cases import KINDS, Case, case
from tests.fuzz.shrinking import shrunk
from tests.fuzz.worker import SPACE, Measured, measured, spacious

SECONDS = 2.0
"""What takes the processor longer is told."""

MEMORY = 300.0
"""What takes more MiB is told."""

PATIENCE = 30.0
"""Seconds after which a case is ended."""


def main() -> None:
    """Run cases of all kinds, or one alone."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Try files that nobody would write.")
    parser.add_argument("--kind", choices=KINDS, action="append", help="only cases of this kind [all]")
    parser.add_argument("--cases", type=int, help="how many cases of each kind [until Ctrl-C]")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other cases [1]")
    parser.add_argument("--first", type=int, default=0, help="the number of the first case [0]")
    parser.add_argument("--case", type=int, help="run this case alone and show what comes of it")
    parser.add_argument("--write", type=Path, help="with --case: write its files into this folder, and don't run it")
    parser.add_argument("--whole", action="store_true", help="don't look for the least files that show a fault")
    options = parser.parse_args()
    kinds = options.kind or list(KINDS)
    if options.case is not None:
        sys.exit(_alone(case(kinds[0], options.seed, options.case), options.write, options.whole))
    fuzz = Fuzz(options.seed, options.whole)
    try:
        for start in count(options.first, 500):
            done = start - options.first
            if options.cases is not None and done >= options.cases:
                break
            some = 500 if options.cases is None else min(500, options.cases - done)
            for kind in kinds:
                fuzz.run(kind, start, some)
    except KeyboardInterrupt:
        print()
    fuzz.summary()
    sys.exit(int(bool(fuzz.told)))


# ------------------------------------------------------------------ one case


def _alone(tried: Case, folder: Path | None, whole: bool) -> int:
    if folder:
        _write(tried, folder)
        return 0
    with spacious(SPACE):
        outcome = measured(tried)
    print(f"{outcome.seconds:.2f} s, {outcome.memory:.0f} MiB")
    for problem in outcome.problems:
        print(problem)
    if outcome.fault is None:
        return int(outcome.seconds > SECONDS or outcome.memory > MEMORY)
    print(outcome.fault.trace or outcome.fault)
    _show(tried if whole else _shrunk(tried, outcome))
    return 1


def _write(tried: Case, folder: Path) -> None:
    for path, content in tried.files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def _shrunk(tried: Case, outcome: Measured) -> Case:
    def fails(smaller: Case) -> bool:
        with spacious(SPACE):
            fault = measured(smaller).fault
        return fault is not None and outcome.fault is not None and fault.signature == outcome.fault.signature

    return shrunk(tried, fails)


def _show(tried: Case) -> None:
    for path, content in tried.files.items():
        print(f"--- {path}\n{content.decode('utf-8', 'backslashreplace')[:3000]}")


# ------------------------------------------------------------------ many cases


@dataclass
class Fuzz:
    """A run over many cases; each fault is told once, and how often it came is told at the end."""

    seed: int
    whole: bool = False
    told: Counter[tuple[str, ...]] = field(default_factory=Counter)
    cases: Counter[str] = field(default_factory=Counter)

    def run(self, kind: str, first: int, some: int) -> None:
        """Run so many cases of a kind, in a process of its own, and in another when it dies."""
        end = first + some
        while first < end:
            first = self._batch(kind, first, end)

    def _batch(self, kind: str, first: int, end: int) -> int:
        """Run cases until one ends the process, and return the number of the next one."""
        command = [sys.executable, "-m", "tests.fuzz.worker", kind, str(self.seed), str(first)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as worker:
            assert worker.stdout
            number = first - 1
            try:
                for line in _lines(worker.stdout):
                    if line is None:
                        self._tell(kind, number, ("endless", kind, str(number)), f"not over after {PATIENCE:.0f} s")
                        return number + 1
                    number = int(line.get("begins", number))
                    if number >= end:
                        return end
                    if "ends" in line:
                        self._look_at(kind, line)
                        self._progress(kind, number)
            finally:
                worker.kill()
                stderr = worker.stderr.read().decode("utf-8", "replace") if worker.stderr else ""
        last = " ".join(stderr.strip().splitlines()[-1:])
        self._tell(kind, number, ("died", kind, last.split(":")[0]), f"the process died: {last} ({worker.returncode})")
        return number + 1

    def _look_at(self, kind: str, line: dict[str, Any]) -> None:
        self.cases[kind] += 1
        number = int(line["ends"])
        if "what" in line:
            self._tell(
                kind,
                number,
                (kind, line["what"].split(":")[0], line["place"]),
                f"{line['what']} at {line['place']}",
                True,
            )
        if line["seconds"] > SECONDS:
            self._tell(kind, number, ("slow", kind, str(number)), f"{line['seconds']:.1f} s")
        if line["memory"] > MEMORY:
            self._tell(kind, number, ("large", kind, str(number)), f"{line['memory']:.0f} MiB")

    def _tell(self, kind: str, number: int, key: tuple[str, ...], what: str, fault: bool = False) -> None:
        self.told[key] += 1
        if self.told[key] > 1:
            return
        command = f"python -m tests.fuzz --kind {kind} --seed {self.seed} --case {number}"
        print(f"\r{' ' * 78}\r{what}\n    {command}", flush=True)
        if fault and not self.whole:
            shown = subprocess.run([sys.executable, *command.split()[1:]], capture_output=True, text=True, check=False)
            _, mark, least = shown.stdout.partition("--- ")
            print("    " + (mark + least).replace("\n", "\n    "), flush=True)

    def _progress(self, kind: str, number: int) -> None:
        if sys.stderr.isatty():
            print(
                f"\r{kind} {number}, {sum(self.cases.values())} cases, {len(self.told)} told ",
                end="",
                file=sys.stderr,
                flush=True,
            )

    def summary(self) -> None:
        """Print how many cases of each kind were tried, and how often each fault came."""
        print(", ".join(f"{number} {kind}" for kind, number in self.cases.items()) or "no case")
        for key, number in self.told.most_common():
            print(f"{number:6} {' '.join(key)}")


def _lines(stream: IO[bytes]) -> Iterator[dict[str, Any] | None]:
    """Yield what a worker writes, and None when it writes nothing for too long."""
    rest, last = b"", monotonic()
    while True:
        if not select.select([stream], [], [], max(0.0, PATIENCE + last - monotonic()))[0]:
            yield None
            return
        piece = os.read(stream.fileno(), 65536)
        if not piece:
            return
        last = monotonic()
        *lines, rest = (rest + piece).split(b"\n")
        yield from map(json.loads, lines)


if __name__ == "__main__":
    main()
