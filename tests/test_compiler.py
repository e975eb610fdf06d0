"""Faces are written and compiled one after the other, and what was drawn isn't kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import MakePack
from drawing import face, one_page, pixel, printed, raster

from generator.face.face import Face
from generator.press.page import Page, Placement
from generator.press.pdf.compiler import Compiler
from generator.problems import Failed, Location, Problems, failed
from generator.stories.build import build
from generator.stories.options import BuildOptions
from generator.svg.core.store import Store
from generator.type.fonts import Fonts

RED, BLUE = '<rect width="20" height="20" fill="red"/>', '<rect width="20" height="20" fill="blue"/>'


def later(source: Callable[[], Face], item: str = "elk-1", component: str = "card") -> Face:
    return face("", item=item)._replace(source=source, component=component)


class Writing:
    """Writes the same face each time, and counts how often."""

    def __init__(self, body: str) -> None:
        self.face = face(body)
        self.times = 0

    def __call__(self) -> Face:
        self.times += 1
        return self.face


def test_a_face_is_written_when_it_is_drawn_and_once_however_often_it_is_placed(tmp_path: Path) -> None:
    once, often = Writing(RED), Writing(BLUE)
    single, repeated = later(once), later(often, "fox-1")
    first = Page(210, 297, (Placement(single, 0, 0), *(Placement(repeated, 0, 30 * n) for n in range(1, 5))))
    assert (once.times, often.times) == (0, 0)
    path = printed(tmp_path / "a.pdf", first, one_page(repeated))
    assert (once.times, often.times) == (1, 1)
    assert path.read_bytes().count(b"/Subtype /Form") == 1
    picture = raster(path)
    assert [pixel(picture, 10, y)[2] for y in (10, 40, 70, 130)] == [0, 255, 255, 255]


def test_what_is_drawn_into_its_page_is_not_kept() -> None:
    pages = [one_page(face(RED + f'<circle r="{n}"/>', item=f"elk-{n}")) for n in range(1, 30)]
    compiler = Compiler(store := Store(Fonts(), Problems()), pages)
    for page in pages:
        (placed,) = compiler.forms_on(page)
        assert placed.inside
        assert b" re" in placed.form.content
        assert not store.forms
        assert not compiler.forms


def test_different_items_that_look_the_same_are_stored_twice_at_most(tmp_path: Path) -> None:
    pages = [one_page(later(Writing(RED), f"elk-{n}")) for n in range(20)]
    store = Store(Fonts(), Problems())
    compiler = Compiler(store, pages)
    inside = [placed.inside for page in pages for placed in compiler.forms_on(page)]
    assert inside == [True, *[False] * 19]
    assert len(store.forms) == 1
    path = printed(tmp_path / "a.pdf", *pages)
    assert pixel(raster(path), 10, 10) == (255, 0, 0)


def test_what_looks_like_a_part_of_another_face_stays_what_the_other_uses(tmp_path: Path) -> None:
    """The symbol's form has the operators and the box of the face that comes next."""
    symbol = f'<symbol id="s" viewBox="0 0 100 100">{RED}</symbol>'
    using = face(f'{symbol}<use href="#s" width="100" height="100"/><use href="#s" x="50" width="50" height="50"/>')
    path = printed(tmp_path / "a.pdf", one_page(using), one_page(face(RED)), one_page(using))
    for number in range(3):
        assert pixel(raster(path, page=number), 10, 10) == (255, 0, 0)
    assert pixel(raster(path, page=2), 55, 5) == (255, 0, 0)


def test_a_kind_that_stops_is_tried_once_and_the_others_go_on() -> None:
    tried: list[str] = []

    def stops() -> Face:
        tried.append("card")
        raise failed(Location("card.svg.j2", 2), "it stops")

    cards = [later(stops, f"elk-{n}") for n in range(5)]
    tiles = [later(Writing(f"<blink id='{n}'/>"), f"tile-{n}", "tile") for n in range(2)]
    problems = Problems()
    pages = [one_page(made) for made in (*cards, *tiles)]
    compiler = Compiler(Store(Fonts(), problems), pages)
    assert [compiler.forms_on(page) for page in pages][:5] == [[]] * 5
    assert tried == ["card"]
    said = "\n".join(map(str, problems))
    assert said.count("it stops") == 1
    assert "tile-0" in said
    assert "and on 1 more" in said, "tile-1"


def test_every_component_is_tried_when_one_stops(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack(
        {"deck.yaml": "- {id: a, text: One}\n- {id: b, text: Two}\n"},
        card='{% extends "common/face.svg.j2" %}{% block face %}{{ item.nmae if n == 2 else 1 }}{% endblock %}',
    )
    settings = folder / "pack.yaml"
    lines = settings.read_text(encoding="utf-8")
    card = lines[lines.index("  card:") :]
    settings.write_text(lines + card.replace("  card:", "  other:").replace("card.svg.j2", "other.svg.j2"), "utf-8")
    (folder / "templates/other.svg.j2").write_text("<svg>{{ colour.inc }}</svg>", "utf-8")
    with pytest.raises(Failed) as caught:
        build(BuildOptions(str(folder), out=tmp_path / "out"), Problems(), lambda _: None)
    said = str(caught.value)
    assert "card 'b': unknown field 'nmae'" in said
    assert "other 'a': unknown field 'inc'" in said
    assert not list(tmp_path.rglob("*.pdf"))
