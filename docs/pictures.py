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
from generator.pipeline import Order, build
from generator.press.duplex import Duplex
from generator.problems import Problems

IMAGES = Path(__file__).resolve().parent / "images"
COLOURS = 224


class Picture(NamedTuple):
    """Page `page` (from 0) of the document of one component, `width` pixels wide, under the name `name`.

    `duplex` says how backs are printed.
    """

    name: str
    pack: str
    document: str
    page: int
    width: int
    duplex: Duplex = "long"


PICTURES = (
    Picture("quadrata-canada.png", "quadrata-canada", "player-sheet", 0, 1000),
    Picture("cards.png", str(shipped.templates() / "starter"), "cards", 0, 480),
    Picture("cutting.png", "get-on-board", "cards", 2, 640),
    Picture("fold.png", str(shipped.templates() / "starter"), "cards", 0, 640, "fold"),
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

    order = Order(picture.pack, language="en", component=picture.document, out=folder, duplex=picture.duplex)
    files = build(order, Problems(), lambda _: None)
    document = pypdfium2.PdfDocument(files[0].path)
    try:
        page = document[picture.page]
        image: Image.Image = page.render(scale=picture.width / page.get_width()).to_pil()
    finally:
        document.close()
    return image


def main() -> None:
    """Write every picture."""
    IMAGES.mkdir(exist_ok=True)
    for picture in PICTURES:
        with TemporaryDirectory() as folder:
            image = rendered(picture, Path(folder))
        image.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(IMAGES / picture.name, optimize=True)


if __name__ == "__main__":
    main()
