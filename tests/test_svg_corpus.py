"""Every file in tests/svg/, drawn by us and by renderers that no one here wrote: resvg and poppler.

`pytest tests/test_svg_corpus.py -rP -k table` prints how each file fared.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest
from drawing import share_off
from PIL import Image

from benchmarks.tiles import ELEMENTS, SIDE, tile
from generator.problems import Location
from generator.svg.xml import Origin, parse

pytest.importorskip("resvg_py")
import corpus

MOST_OFF = 0.004
"""The share of pixels that may differ by more than 40 after a blur of 3 × 3."""

NEAR = 0.02
"""A file that is off by more fails altogether."""

MOST_OFF_OF_A_TILE = 0.001

LARGEST_FILE = 4096

EXPECT_ALL = "PLAYSHEET_EXPECT_ALL_TOOLS"
"""Set by CI: a missing tool is then a failure."""

RESVG_IS_WRONG = {
    "colour-syntaxes-of-css-4": "resvg reads no colours with blanks and slashes, no hwb() and no rebeccapurple",
    "css-important-twice": "resvg ranks the first !important above a later one and above that of style=''",
    "css-initial-and-unset": "resvg doesn't know initial and unset",
    "css-selectors-of-css-4": "resvg doesn't know ~, :not() and :nth-child()",
    "current-color-in-small-letters": "resvg doesn't know currentcolor in small letters",
    "gradient-transform-inherited": "resvg applies an inherited gradientTransform twice",
    "marker-on-a-closed-path": "resvg turns the markers of a closed path as if it were open",
    "non-scaling-stroke": "resvg doesn't know vector-effect",
    "pattern-href-twice": "resvg inherits the patternTransform of the next pattern only",
    "radial-gradient-focus-outside": "resvg draws a cone; browsers and SVG 1.1 bring the focus back to the circle",
    "text-fallback-by-letter": "resvg sets a whole run in the fallback when one letter needs it",
    "text-length-anchored": "resvg counts a gap behind the last letter to textLength",
    "text-letter-spacing-anchored": "resvg leaves the last letter's spacing out where text is anchored",
    "text-ligatures-apart": "resvg keeps ligatures in spaced letters and in spite of font-variant-ligatures",
    "text-on-a-path": "resvg measures curves roughly",
    "text-on-a-path-offset": "resvg measures paths roughly",
    "text-relative-weights": "resvg gets lighter than bold wrong",
    "text-right-to-left": "resvg doesn't turn anchors round where direction is rtl",
    "text-shifts-anchored": "resvg leaves dx out where text is anchored",
    "text-tspan-with-leading-blank": "resvg drops the blank at the beginning of a tspan",
    "text-white-space": "resvg doesn't know white-space",
}
"""What resvg draws wrong; these files must look like their namesake in spelled-out/."""

VIEWERS_ARE_COARSE = {
    "linear-gradient-repeat": (0.01, "pdfium works out 256 colours along a gradient: jumps between them are not sharp"),
}
"""Files that may be off by more, and why."""

POPPLER_DIFFERS = {
    "image-aspect": (0.02, "poppler smooths enlarged pictures by another rule"),
    "image-jpeg": (0.02, "poppler smooths enlarged pictures by another rule"),
    "image-opacity-and-clip": (0.01, "poppler smooths enlarged pictures by another rule"),
    "image-png-kinds": (0.16, "poppler smooths enlarged pictures by another rule"),
    "image-png-with-alpha": (0.14, "poppler smooths enlarged pictures by another rule"),
    "image-without-size": (0.02, "poppler smooths enlarged pictures by another rule"),
    "linear-gradient-repeat": (0.01, "pdfium is coarse"),
}
"""Files that poppler draws unlike pdfium: the share, and why."""


class Result(NamedTuple):
    """How a file fared: the share of pixels that are off, None when it isn't drawn without a problem."""

    name: str
    off: float | None

    @property
    def word(self) -> str:
        most = VIEWERS_ARE_COARSE.get(self.name, (MOST_OFF, ""))[0]
        if self.off is None or self.off > NEAR:
            return "fail"
        return "pass" if self.off <= most else "near"

    def __str__(self) -> str:
        off = "not drawn" if self.off is None else f"{self.off:.2%}"
        reason = RESVG_IS_WRONG.get(self.name) or VIEWERS_ARE_COARSE.get(self.name, (0, ""))[1]
        return f"{self.name:36} {self.word} {off:>9}  {reason}".rstrip()


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> corpus.Document:
    """One document of all files without problems: they share fonts, forms and states, and none touches another."""
    whole = {name: corpus.source(name) for name in corpus.DRAWN if not corpus.wrong_with(name)}
    return corpus.document(tmp_path_factory.mktemp("corpus") / "corpus.pdf", whole)


@pytest.fixture(scope="module")
def pictures(printed: corpus.Document) -> dict[str, Image.Image]:
    """Return each page as pdfium draws it."""
    return {name: printed.pdfium(name) for name in printed.pages}


@pytest.fixture(scope="module")
def results(pictures: dict[str, Image.Image]) -> dict[str, Result]:
    return {name: _result(name, pictures.get(name)) for name in corpus.DRAWN}


def _result(name: str, ours: Image.Image | None) -> Result:
    if ours is None:
        return Result(name, None)
    reference = f"spelled-out/{name}" if name in RESVG_IS_WRONG else name
    return Result(name, share_off(ours, corpus.resvg(corpus.source(reference))))


# ------------------------------------------------------------------ against resvg


@pytest.mark.parametrize("name", corpus.DRAWN)
def test_drawn_without_a_problem(name: str) -> None:
    assert not corpus.wrong_with(name)


@pytest.mark.parametrize("name", corpus.DRAWN)
def test_drawn_as_resvg_draws_it(name: str, results: dict[str, Result]) -> None:
    assert results[name].word == "pass", results[name]


def test_table_of_all_files(results: dict[str, Result]) -> None:
    print(*results.values(), sep="\n")
    count = {word: sum(result.word == word for result in results.values()) for word in ("pass", "near", "fail")}
    print(", ".join(f"{number} {word}" for word, number in count.items()), f"of {len(results)}")
    assert count["pass"] >= 0.9 * len(results)
    assert not count["fail"]


@pytest.mark.parametrize("name", RESVG_IS_WRONG)
def test_resvg_is_still_wrong(name: str) -> None:
    """An exception ends when resvg gets it right."""
    assert share_off(corpus.resvg(corpus.source(name)), corpus.resvg(corpus.source(f"spelled-out/{name}"))) > MOST_OFF


@pytest.mark.parametrize("number", range(3))
def test_a_realistic_tile(number: int, tmp_path: Path) -> None:
    text = tile(number)
    assert sum(1 for _ in parse(text, Origin(Location("tile.svg"))).iter()) == ELEMENTS
    made = corpus.document(tmp_path / "tile.pdf", {"tile": text}, SIDE)
    ours = corpus.raster(made.path, corpus.FINER * corpus.WIDTH / SIDE).reduce(corpus.FINER)
    assert share_off(ours, corpus.resvg(text)) <= MOST_OFF_OF_A_TILE


# ------------------------------------------------------------------ against poppler and qpdf


def _needed(tool: str, package: str) -> None:
    """Skip the test where a tool is not installed; fail where it must be."""
    if shutil.which(tool) is None:
        missing = f"{tool} is not installed (Debian package {package})"
        if os.environ.get(EXPECT_ALL):
            pytest.fail(missing)
        pytest.skip(missing)


def test_poppler_draws_the_same(printed: corpus.Document, pictures: dict[str, Image.Image]) -> None:
    _needed("pdftoppm", "poppler-utils")
    found = {name: share_off(printed.poppler(name), ours) for name, ours in pictures.items()}
    worse = [f"{name} {off:.2%}" for name, off in found.items() if off > POPPLER_DIFFERS.get(name, (MOST_OFF, ""))[0]]
    assert not worse
    better = [name for name in POPPLER_DIFFERS if found.get(name, 1.0) <= MOST_OFF]
    assert not better, "no exception any more"


def test_qpdf_finds_nothing_wrong(printed: corpus.Document) -> None:
    _needed("qpdf", "qpdf")
    run = subprocess.run(
        ["qpdf", "--check", str(printed.path)], capture_output=True, text=True, timeout=120, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr


# ------------------------------------------------------------------ what is not drawn


OUTSIDE_SAYS = {
    "animation": "<animate>",
    "css-media-and-import": "<style>",
    "css-variable": "var(",
    "figma-drop-shadow": "filter",
    "filter-blur": "filter",
    "filter-colour-matrix": "filter",
    "filter-drop-shadow": "filter",
    "filter-in-css": "filter",
    "foreign-object": "<foreignObject>",
    "image-from-the-network": "https://example.org/elk.png",
    "mesh-gradient": "<meshgradient>",
    "missing-family": "No Such Face",
    "missing-glyph": "U+2605",
    "paint-of-another-file": "another file",
    "script": "<script>",
    "unknown-element": "<hexagon>",
    "use-of-another-file": "symbols.svg#leaf",
    "vertical-text": "writing-mode",
}
"""What a problem of each file in outside/ says."""


@pytest.mark.parametrize("name", corpus.OUTSIDE)
def test_what_is_not_drawn_is_said_with_file_line_and_element(name: str) -> None:
    problems = corpus.wrong_with(name)
    assert any(OUTSIDE_SAYS[Path(name).name] in problem.what for problem in problems), problems
    assert all(
        problem.place.file == "art/elk.svg" and problem.place.line and "<" in problem.what for problem in problems
    )


# ------------------------------------------------------------------ the files


def test_there_are_enough_small_files() -> None:
    features, tools = corpus.names("."), corpus.names("tools")
    assert len(features) >= 90
    assert len(tools) >= 10
    assert all(path.stat().st_size <= LARGEST_FILE for path in corpus.SVG.rglob("*.svg"))


def test_every_exception_has_its_file() -> None:
    assert sorted(RESVG_IS_WRONG) == corpus.SPELLED_OUT
    assert {*RESVG_IS_WRONG, *VIEWERS_ARE_COARSE, *POPPLER_DIFFERS} <= {*corpus.DRAWN}
    assert sorted(OUTSIDE_SAYS) == [Path(name).name for name in corpus.OUTSIDE]
