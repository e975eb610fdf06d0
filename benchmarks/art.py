"""How fast SVG becomes PDF, in one process: `python -m benchmarks.art` prints JSON."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from io import BytesIO, StringIO
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.tiles import SIDE, tile

COUNT = 90
ACROSS, DOWN = 4, 6
"""Tiles on a page."""

FACES = 20
JPEG_BYTES = 70_000
_TITLE = "Tiles"


@dataclass(frozen=True, slots=True)
class Told:
    """What was measured: seconds, bytes and counts; `svglib` is None where it is not installed."""

    tiles: int
    different: float
    equal: float
    svglib: float | None
    bytes: int
    jpeg: int
    pictured: int
    pictures: int


class Drawing:
    """Draws SVG texts into PDF files in a folder, the fonts opened once, as a build does it."""

    def __init__(self, folder: Path) -> None:
        from generator.type.fonts import Fonts

        self.folder = folder
        self.fonts = Fonts()

    def drawn(self, name: str, texts: Sequence[str], pictures: Mapping[str, bytes] | None = None) -> bytes:
        """Return the PDF of these texts, each a square of 48 mm."""
        from generator.press.pdf.setup import DocumentSetup
        from generator.press.pdf.write import write_pdf
        from generator.problems import Problems

        path = self.folder / f"{name}.pdf"
        resolver = (pictures or {}).get
        write_pdf(list(_pages(texts)), path, DocumentSetup(_TITLE, "en", self.fonts, Problems(), resolver))
        return path.read_bytes()


def _pages(texts: Sequence[str]) -> Iterator[object]:
    from generator.face.face import Face
    from generator.press.page import Page, Placement
    from generator.problems import Location

    faces = [Face("tile", str(n), "en", text, SIDE, SIDE, Location("tile.svg")) for n, text in enumerate(texts)]
    for start in range(0, len(faces), ACROSS * DOWN):
        shown = enumerate(faces[start : start + ACROSS * DOWN])
        yield Page(210, 297, tuple(Placement(face, n % ACROSS * SIDE, n // ACROSS * SIDE) for n, face in shown), ())


def by_svglib(texts: Sequence[str], path: Path) -> None:
    """Draw the same tiles with svglib."""
    from reportlab.graphics import renderPDF
    from reportlab.pdfgen.canvas import Canvas
    from svglib.svglib import svg2rlg

    canvas = Canvas(str(path), pageCompression=1)
    for n, text in enumerate(texts):
        drawing = svg2rlg(StringIO(text))
        renderPDF.draw(drawing, canvas, n % ACROSS * SIDE, n // ACROSS % DOWN * SIDE)
        if n % (ACROSS * DOWN) == ACROSS * DOWN - 1:
            canvas.showPage()
    canvas.save()


def photo() -> bytes:
    """Return a JPEG of about 70 kB, the same one in every run."""
    from PIL import Image

    chance = random.Random(1)
    picture = Image.frombytes("RGB", (120, 90), chance.randbytes(120 * 90 * 3)).resize((480, 360))
    found = []
    for quality in range(20, 96, 5):
        stream = BytesIO()
        picture.save(stream, "JPEG", quality=quality)
        found.append(stream.getvalue())
    return min(found, key=lambda data: abs(len(data) - JPEG_BYTES))


def seconds(work: Callable[[], object]) -> float:
    """Return the processor time of some work: machines are shared."""
    start = time.process_time()
    work()
    return time.process_time() - start


def measured(rounds: int = 5) -> Told:
    """Measure everything."""
    texts = [tile(number) for number in range(COUNT)]
    jpeg = photo()
    with TemporaryDirectory() as name:
        folder = Path(name)
        ours = Drawing(folder)
        work: dict[str, Callable[[], object]] = {
            "different": lambda: ours.drawn("different", texts),
            "equal": lambda: ours.drawn("equal", texts[:1] * COUNT),
        }
        if find_spec("svglib"):
            _svglib_fonts()
            work["svglib"] = lambda: by_svglib(texts, folder / "svglib.pdf")
        times = _interleaved(work, rounds)
        pictured = ours.drawn("photo", [with_photo(number) for number in range(FACES)], {"photo.jpg": jpeg})
        size = len(ours.drawn("different", texts))
    return Told(
        COUNT,
        times["different"],
        times["equal"],
        times.get("svglib"),
        size,
        len(jpeg),
        len(pictured),
        pictured.count(b"/Subtype /Image"),
    )


def _interleaved(work: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Return the median seconds of each piece of work, done in turns after a round that isn't counted."""
    found: dict[str, list[float]] = {name: [] for name in work}
    for turn in range(rounds + 1):
        for name, piece in work.items():
            spent = seconds(piece)
            if turn:
                found[name].append(spent)
    return {name: median(spent) for name, spent in found.items()}


def with_photo(number: int) -> str:
    """Return a card with the photo on it."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE:g} {SIDE:g}">'
        f'<image href="photo.jpg" x="2" y="2" width="44" height="33"/>'
        f'<text x="24" y="42" font-family="Fira Sans" font-size="5" text-anchor="middle">Card {number}</text></svg>'
    )


def _svglib_fonts() -> None:
    """Give svglib the same font, or it would ask the host for one."""
    from svglib.fonts import register_font

    from generator.type.fonts import Fonts

    family = Fonts().family("Fira Sans")
    assert family is not None
    for weight, name in ((400, "normal"), (700, "bold")):
        with suppress(KeyError):
            register_font("Fira Sans", str(family.files[weight, False]), weight=name)


def main() -> None:
    print(json.dumps(asdict(measured())))


if __name__ == "__main__":
    main()
