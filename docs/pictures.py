"""Make the pictures of the documentation from pages that the program prints: `python docs/pictures.py`.

It builds the packs below into a temporary folder, renders a page of each PDF and writes
it to docs/images/ with few colours, so that the files stay small.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from PIL import Image

from generator.pack import shipped
from generator.press.duplex import Duplex
from generator.problems import Problems
from generator.stories.build import build
from generator.stories.options import BuildOptions

IMAGES = Path(__file__).resolve().parent / "images"
COLOURS = 224
GAP = 10
"""Pixels between two pages side by side."""
BETWEEN = "#8A949C"


class Picture(NamedTuple):
    """Page `page` (from 0) of the document of one component, `width` pixels wide, under the name `name`.

    `duplex` says how backs are printed; `beside` is another page to the right of it; `lower` is the
    share of the page's height that is shown, from its lower edge.
    """

    name: str
    pack: str
    document: str
    page: int
    width: int
    duplex: Duplex = "long"
    beside: int | None = None
    lower: float = 1.0


PICTURES = (
    Picture("quadrata-canada.png", "quadrata-canada", "player-sheet", 0, 1000),
    Picture("cards.png", str(shipped.templates() / "starter"), "cards", 0, 480),
    Picture("cutting.png", "get-on-board", "cards", 2, 640),
    Picture("fold.png", str(shipped.templates() / "starter"), "cards", 0, 640, "fold"),
    Picture("duplex.png", "get-on-board", "cards", 2, 640, beside=3),
    Picture("glueing.png", "get-on-board", "board-ny", 0, 640),
    Picture("ruler.png", str(shipped.templates() / "starter"), "cards", 0, 640, lower=0.07),
    Picture("calibration.png", str(shipped.calibration()), "A4", 0, 620),
    Picture("get-on-board-sheets.png", "get-on-board", "player-sheet", 0, 640),
    Picture("get-on-board-quick-rules.png", "get-on-board", "quick-rules", 0, 640),
    Picture("get-on-board-scoring.png", "get-on-board", "quick-rules", 1, 640),
    Picture("get-on-board-tickets.png", "get-on-board", "cards", 0, 480),
    Picture("get-on-board-objectives.png", "get-on-board", "cards", 2, 480),
    Picture("get-on-board-backs.png", "get-on-board", "cards", 3, 480),
    Picture("get-on-board-pieces.png", "get-on-board", "pieces", 0, 480),
    Picture("get-on-board-new-york.png", "get-on-board", "board-ny-small", 0, 640),
    Picture("get-on-board-london.png", "get-on-board", "board-london-small", 0, 800),
)


def rendered(picture: Picture, folder: Path) -> Image.Image:
    """Print a document in English to `folder` and return the picture of its page."""
    import pypdfium2

    order = BuildOptions(picture.pack, language="en", components=(picture.document,), out=folder, duplex=picture.duplex)
    files = build(order, Problems(), lambda _: None)
    document = pypdfium2.PdfDocument(files[0].path)
    numbers = [picture.page] if picture.beside is None else [picture.page, picture.beside]
    width = (picture.width - GAP * (len(numbers) - 1)) // len(numbers)
    try:
        pages = [document[number] for number in numbers]
        shown = [page.render(scale=width / page.get_width()).to_pil() for page in pages]
    finally:
        document.close()
    return _lower(_side_by_side(shown), picture.lower)


def _side_by_side(images: list[Image.Image]) -> Image.Image:
    if len(images) == 1:
        return images[0]
    width = sum(image.width for image in images) + GAP * (len(images) - 1)
    whole = Image.new("RGB", (width, images[0].height), BETWEEN)
    for number, image in enumerate(images):
        whole.paste(image, (number * (image.width + GAP), 0))
    return whole


def _lower(image: Image.Image, share: float) -> Image.Image:
    return image.crop((0, round(image.height * (1 - share)), image.width, image.height))


def main() -> None:
    """Write every picture."""
    IMAGES.mkdir(exist_ok=True)
    for picture in PICTURES:
        with TemporaryDirectory() as folder:
            image = rendered(picture, Path(folder))
        image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(IMAGES / picture.name, optimize=True)


if __name__ == "__main__":
    main()
