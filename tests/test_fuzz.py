"""20,000 files that nobody would write go through the stories: problems may come out, never a fault of the program.

The cases are always the same; `make fuzz` tries others as long as one likes, and looks at time and memory too.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

import pytest

from tests.fuzz import basis, packs
from tests.fuzz.cases import KINDS, Case, case, encoded
from tests.fuzz.running import Fault, run
from tests.fuzz.shrinking import shrunk
from tests.fuzz.worker import SPACE, spacious

SEED = 9
CHUNK = 500
SHARES = {
    "packs": 3000,
    "templates": 4500,
    "art": 3000,
    "numbers": 2500,
    "catalogues": 1200,
    "sheets": 3000,
    "formulas": 2700,
    "pdfs": 100,
}
"""How many cases of each kind are tried in the suite."""

ENDLESS = 60
"""Seconds of the processor after which a case is taken for endless, so that the suite ends; none comes near."""

KNOWN: frozenset[tuple[str, str]] = frozenset()
"""Faults that are being mended: the exception's type and the function that raises it. It should be empty."""


@contextmanager
def ended() -> Iterator[None]:
    """End what would never end."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise Endless

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, ENDLESS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


class Endless(BaseException):
    """A case went on for ever; no handler of errors may swallow it."""


CHUNKS = [(kind, first, min(CHUNK, some - first)) for kind, some in SHARES.items() for first in range(0, some, CHUNK)]


def test_the_suite_tries_so_many() -> None:
    assert set(SHARES) == set(KINDS)
    assert sum(number for _, _, number in CHUNKS) == 20_000


@pytest.mark.parametrize(("kind", "first", "number"), CHUNKS, ids=[f"{kind}-{first}" for kind, first, _ in CHUNKS])
def test_no_file_is_a_fault_of_the_program(kind: str, first: int, number: int) -> None:
    faults = []
    with spacious(SPACE), TemporaryDirectory() as folder:
        for tried in range(first, first + number):
            with ended():
                try:
                    run(case(kind, SEED, tried), Path(folder) / str(tried))
                except Fault as fault:
                    if fault.signature not in KNOWN:
                        faults.append(f"{fault}: python -m tests.fuzz --kind {kind} --seed {SEED} --case {tried}")
    assert not faults, "\n".join(faults)


# ------------------------------------------------------------------ the fuzz itself


@pytest.mark.parametrize("kind", KINDS)
def test_a_case_is_always_the_same(kind: str) -> None:
    assert [case(kind, 3, n) for n in range(20)] == [case(kind, 3, n) for n in range(20)]
    assert len({str(case(kind, 3, n).files) for n in range(20)}) > 15
    assert case(kind, 3, 1) != case(kind, 4, 1)


def test_what_cases_are_made_from_is_right(tmp_path: Path) -> None:
    """Whatever stands wrong in the basis would hide what comes after it."""
    for number, files in enumerate(
        [{}, packs.full(), {"score.yaml": basis.SCORE, "templates/card.svg.j2": basis.FORM}]
    ):
        around = {"pack.yaml": basis.PACK, "deck.yaml": basis.DECK, "templates/card.svg.j2": basis.CARD}
        outcome = run(Case("basis", 0, 0, "check", encoded({**around, **files})), tmp_path / str(number))
        assert [str(problem) for problem in outcome.problems if problem.severity == "error"] == []


def test_the_least_files_that_show_a_fault_are_looked_for() -> None:
    tried = Case("packs", 1, 2, "check", {"a": b"one\ntwo\nthree!\nfour", "b": b"five\nsix"})
    least = shrunk(tried, lambda smaller: b"!" in smaller.files["a"] and b"x" in smaller.files["b"])
    assert least.files == {"a": b"!", "b": b"x"}
