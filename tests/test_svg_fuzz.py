"""Whatever is fed to the SVG engine: problems may come out, never a crash, a hang or broken operators.

`PLAYSHEET_FUZZ=20000 pytest tests/test_svg_fuzz.py` tries so many inputs, all different
in every run; without it a few hundred, always the same.
"""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import pytest
from drawing import svg
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from inputs import BYTES, DOCUMENTS, PATHS, VALUES

from generator.problems import Failed, Location, Problems
from generator.svg.compile import compile_svg
from generator.svg.core.paths import PathError, parse
from generator.svg.core.store import Store
from generator.svg.css.cascade import inline
from generator.svg.css.colours import colour
from generator.svg.css.values import Reference, length, numbers, transform, view_box
from generator.svg.xml import Origin
from generator.type.fonts import Fonts

INPUTS = int(os.environ.get("PLAYSHEET_FUZZ", "0"))
SHARES = {"trees": 0.45, "bytes": 0.2, "paths": 0.15, "values": 0.2}
FEW = 400
"""How many inputs are tried in the suite."""

SECONDS = 2.0
"""What takes longer is a hang: of the processor's time, as machines are shared."""

FONTS = Fonts()


def _inputs(kind: str) -> settings:
    count = max(1, round((INPUTS or FEW) * SHARES[kind]))
    return settings(
        max_examples=count,
        deadline=None,
        database=None,
        derandomize=not INPUTS,
        suppress_health_check=list(HealthCheck),
        print_blob=True,
    )


# ------------------------------------------------------------------ what is tried


class Hang(BaseException):
    """Something took too long; no handler of errors may swallow it."""


@contextmanager
def in_time() -> Iterator[None]:
    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise Hang

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


_STRING = re.compile(rb"\((?:\\.|[^\\()])*\)|<[0-9A-Fa-f\s]*>", re.DOTALL)
_NUMBER = re.compile(rb"[-+]?(?:\d+\.?\d*|\.\d+)")
_OTHER = re.compile(rb"/\w+|[A-Za-z*']+|[\[\]]|<<|>>")


def readable(content: bytes) -> bool:
    """Whether all are numbers and operators, states are restored and texts ended."""
    words = re.sub(rb"([\[\]])", rb" \1 ", _STRING.sub(b" ", content)).split()
    right = all(_NUMBER.fullmatch(word) or _OTHER.fullmatch(word) for word in words)
    known = not {b"nan", b"inf", b"None"} & set(words)
    return right and known and words.count(b"q") == words.count(b"Q") and words.count(b"BT") == words.count(b"ET")


def survives(data: str | bytes) -> None:
    """Compile it: every problem has its file, and every operator can be read."""
    problems = Problems()
    store = Store(FONTS, problems, lambda _href: None)
    with in_time():
        try:
            compile_svg(data, 100, 100, store, Origin(Location("art/elk.svg"), "", True), "en")
        except Failed as failure:
            problems.extend(failure.problems)
    assert all(problem.place.file and str(problem) for problem in problems)
    for form in store.forms.values():
        assert readable(form.content), form.content[:2000]


FOUND = {
    "blanks behind an element that text can't hold": "<text font-family='Fira Sans'>AV<rect/>  </text>",
    "a gradient without a centre or a focus": (
        "<radialGradient id='a' cy='' fx='7reflect'><stop/><stop offset='1'/></radialGradient>"
        "<rect width='9' height='9' fill='url(#a)'/>"
    ),
    "a rule without a selector": "<style>}{}{</style><rect width='9' height='9'/>",
}
"""What was found in this way: bodies that once made something break."""


@pytest.mark.parametrize("body", FOUND.values(), ids=FOUND)
def test_what_was_found_stays_mended(body: str) -> None:
    survives(svg(body))


@given(DOCUMENTS)
@_inputs("trees")
def test_any_tree_of_elements(text: str) -> None:
    survives(text)


@given(BYTES)
@_inputs("bytes")
def test_any_bytes(data: bytes) -> None:
    survives(data)


@given(PATHS)
@_inputs("paths")
def test_any_path_data(data: str) -> None:
    with in_time():
        try:
            steps = parse(data)
        except PathError as error:
            assert str(error)
        else:
            assert all(-1e9 < value < 1e9 for step in steps for value in step[1:])


def _length(text: str) -> float:
    return length(text, "x", Reference(100, 100))


READERS: list[Callable[[str], object]] = [colour, numbers, transform, view_box, inline, _length]


@given(st.sampled_from(READERS), VALUES)
@_inputs("values")
def test_any_value(read: Callable[[str], object], text: str) -> None:
    with in_time():
        try:
            read(text)
        except ValueError as error:
            assert str(error)
