"""Art through both doors: icon() draws what an image draws, pixel by pixel, and pasted art looks the same too."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from drawing import NAMESPACES, PLACE, printed, raster, svg
from PIL import Image

from generator.face.face import Face
from generator.press.page import Page, Placement
from generator.problems import Failed
from generator.svg.core.symbol import Symbol, read_symbol

CORPUS = Path(__file__).parent / "svg"
FILES = {str(path.relative_to(CORPUS)): path.read_text(encoding="utf-8") for path in sorted(CORPUS.rglob("*.svg"))}

SQUARE = f'<svg {NAMESPACES} viewBox="0 0 10 10"'
ODD = {
    "root by id": f'{SQUARE} id="root"><style>#root rect {{ fill: red }}</style><rect width="5" height="5"/></svg>',
    "id as an attribute": f"""{SQUARE}><style>[id="a"] {{ fill: red }} [id^=b] {{ fill: blue }}</style>
        <rect id="a" width="5" height="5"/><rect id="b1" x="5" width="5" height="5"/></svg>""",
    "root by its size": f'{SQUARE} width="10" height="10"><style>[width="10"] > rect {{ fill: red }}</style>'
    '<rect width="5" height="5"/></svg>',
    "root": f"{SQUARE}><style>:root {{ fill: red }} svg > circle {{ fill: lime }}</style>"
    '<rect width="5" height="5"/><circle cx="7" cy="7" r="2"/></svg>',
    "class of the root": f"""{SQUARE} class="k"><style>.k > rect, .k rect:last-child {{ fill: red }}</style>
        <rect width="5" height="5"/><g><rect x="5" width="5" height="5"/></g></svg>""",
    "clip on the root": f"""{SQUARE} clip-path="url(#c)"><clipPath id="c"><circle cx="5" cy="5" r="4"/></clipPath>
        <rect width="10" height="10" fill="red"/></svg>""",
    "mask on the root": f"""{SQUARE} mask="url(#c)"><mask id="c"><circle cx="5" cy="5" r="4" fill="#fff"/></mask>
        <rect width="10" height="10" fill="red"/></svg>""",
    "transform on the root": f'{SQUARE} transform="rotate(20 5 5)"><rect x="2" y="2" width="6" height="6"/></svg>',
    "style on the root": f'{SQUARE} style="fill:red;opacity:.5"><rect width="5" height="5"/></svg>',
    "paints of the root": f'{SQUARE} fill="none" stroke="#f00" stroke-width="2"><circle cx="5" cy="5" r="3"/></svg>',
    "beside an oblong page": f'<svg {NAMESPACES} viewBox="0 0 10 4"><circle cx="5" cy="2" r="5" fill="red"/></svg>',
    "beside a page that lets see": f"""<svg {NAMESPACES} viewBox="0 0 10 4" overflow="visible">
        <circle cx="5" cy="2" r="5" fill="red"/></svg>""",
    "stretched": f'<svg {NAMESPACES} viewBox="0 0 10 4" preserveAspectRatio="none"><circle cx="5" cy="2" r="2"/></svg>',
    "sliced": f"""<svg {NAMESPACES} viewBox="0 0 10 4" preserveAspectRatio="xMinYMid slice">
        <circle cx="2" cy="2" r="2"/><rect x="6" width="4" height="4" fill="red"/></svg>""",
    "a page of its own size": f'<svg {NAMESPACES} width="20mm" height="10mm"><rect width="50%" height="50%"/></svg>',
    "a page elsewhere": f'<svg {NAMESPACES} viewBox="-5 -5 10 10"><circle r="4" fill="red"/></svg>',
    "two styles of one name": f"""{SQUARE}>
        <svg width="5" height="10"><style>.cls-1 {{ fill: red }}</style><rect class="cls-1" width="5" height="9"/></svg>
        <svg x="5" width="5" height="10"><style>.cls-1 {{ fill: blue }}</style>
        <rect class="cls-1" width="5" height="9"/></svg></svg>""",
}
"""Art whose root or page matters."""

ART = {**FILES, **ODD}
BOX = 'x="10" y="10" width="80" height="80"'
AROUND = '<g fill="#0a0" stroke="#00a" stroke-width="3" font-size="40" text-anchor="end">{}</g>'


def face(body: str, *symbols: Symbol) -> Face:
    return Face("card", "elk-1", "en", svg(AROUND.format(body)), 100, 100, PLACE, symbols=symbols)


def both(name: str) -> tuple[Face, Face]:
    """Return two faces that draw a file, as an icon and as a picture; `Failed` when it says no size."""
    mark = f"s{list(ART).index(name)}"
    symbol = Symbol(mark, read_symbol("art", "art/art.svg", ART[name]))
    return face(f'<use href="#{mark}" {BOX}/>', symbol), face(f'<image href="{name}" {BOX}/>')


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Image.Image, Image.Image]]:
    """Return each file as an icon and as a picture; those without a size of their own are no icons."""
    faces = {}
    for name in ART:
        try:
            faces[name] = both(name)
        except Failed:
            continue
    pages = [Page(100, 100, (Placement(one, 0, 0),)) for pair in faces.values() for one in pair]
    encoded = {name: text.encode() for name, text in ART.items()}
    path = printed(tmp_path_factory.mktemp("icons") / "icons.pdf", *pages, resolver=encoded.get)
    return {name: (raster(path, 2, 2 * at), raster(path, 2, 2 * at + 1)) for at, name in enumerate(faces)}


def test_an_icon_is_what_an_image_is_pixel_by_pixel(pairs: dict[str, tuple[Image.Image, Image.Image]]) -> None:
    unlike = [name for name, (icon, image) in pairs.items() if icon.tobytes() != image.tobytes()]
    assert unlike == []
    blank = [name for name, (icon, _) in pairs.items() if icon.getextrema() == ((255, 255),) * 3]
    assert not set(blank) & set(ODD)
    assert len(pairs) > 150


@pytest.mark.parametrize("name", ODD)
def test_pasted_art_looks_as_art_that_is_referred_to(tmp_path: Path, name: str) -> None:
    symbol = Symbol("s", read_symbol("art", "art/art.svg", ODD[name]))
    referring = Face("card", "elk-1", "en", svg(f'<use href="#s" {BOX}/>'), 100, 100, PLACE, symbols=(symbol,))
    alone = referring._replace(source=referring.svg, symbols=())
    paths = [
        printed(tmp_path / f"{number}.pdf", Page(100, 100, (Placement(one, 0, 0),)))
        for number, one in enumerate((referring, alone))
    ]
    one, other = (np.asarray(raster(path, 2)).astype(int) for path in paths)
    assert (np.abs(one - other).max(axis=2) > 2).mean() < 0.01
    assert one.min() < 255
