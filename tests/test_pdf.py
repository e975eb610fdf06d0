"""The PDF as a file: boxes, bytes, whole or not at all."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pypdfium2
import pytest
from drawing import FAMILY, face, one_page, pixel, printed, raster
from reading import of_colour, read

from generator.press.layout.cut import Mark
from generator.press.page import Page, Placement
from generator.press.pdf.setup import DocumentSetup
from generator.press.pdf.write import write_pdf
from generator.problems import Failed, Location, Problems
from generator.type.fonts import Fonts
from generator.units import Edges

BODY = f'<rect width="20" height="20" fill="red"/><text {FAMILY} font-size="8" y="40">Zażółć</text>'


@pytest.mark.parametrize("size", [(210, 297), (297, 210), (215.9, 279.4), (63, 88)])
def test_page_boxes_are_exact(tmp_path: Path, size: tuple[float, float]) -> None:
    path = printed(tmp_path / "a.pdf", Page(*size, (Placement(face(BODY), 5, 5),)))
    page = pypdfium2.PdfDocument(path)[0]
    for box in (page.get_mediabox(), page.get_trimbox()):
        assert [value * 25.4 / 72 for value in box] == pytest.approx([0, 0, *size], abs=0.005)


def test_faces_and_marks_lie_where_they_are_placed(tmp_path: Path) -> None:
    placements = (Placement(face(BODY), 10, 20), Placement(face(BODY), 120, 150))
    page = Page(210, 297, placements, (Mark(100, 10, 100, 15), Mark(0, 280, 50, 280)))
    picture = raster(printed(tmp_path / "a.pdf", page), 10)
    at = {(x, y): pixel(picture, x, y, 10) for x, y in [(11, 21), (29, 39), (31, 21), (9, 21), (121, 151), (119, 151)]}
    red = {place for place, colour in at.items() if colour == (255, 0, 0)}
    assert red == {(11, 21), (29, 39), (121, 151)}
    assert min(pixel(picture, 100 + shift, 12, 10)[0] for shift in (-0.1, 0, 0.1)) < 160
    assert min(pixel(picture, 25, 280 + shift, 10)[0] for shift in (-0.1, 0, 0.1)) < 160
    assert pixel(picture, 100, 16, 10) == (255, 255, 255)


def test_nothing_is_drawn_outside_its_face(tmp_path: Path) -> None:
    made = face('<rect x="-50" width="300" height="10"/>', (50, 50))
    picture = raster(printed(tmp_path / "a.pdf", Page(100, 100, (Placement(made, 20, 20),))))
    assert [pixel(picture, x, 25)[0] for x in (15, 25, 65, 75)] == [255, 0, 0, 255]


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_turned_face_lies_in_its_place_and_bleeds_as_the_page_says(tmp_path: Path, turn: int) -> None:
    body = '<rect x="-9" y="-9" width="58" height="98" fill="#0000ff"/><rect width="10" height="5" fill="#ff0000"/>'
    made = face(body, (40, 80))._replace(bleed=9)
    placed = Placement(made, 100, 50, 0.5, turn=turn, bleed=Edges(1, 2, 3, 4))
    (page,) = read(printed(tmp_path / "a.pdf", Page(210, 297, (placed,))))
    width, height = (40, 20) if turn % 180 else (20, 40)
    assert tuple(placed.rect) == (100, 50, width, height)
    (ground,), (corner,) = of_colour(page, "#0000ff"), of_colour(page, "#ff0000")
    assert tuple(ground.seen) == pytest.approx((99, 48, width + 4, height + 6), abs=0.01)
    corners = {0: (100, 50, 5, 2.5), 90: (137.5, 50, 2.5, 5), 180: (115, 87.5, 5, 2.5), 270: (100, 65, 2.5, 5)}
    assert tuple(corner.rect) == pytest.approx(corners[turn], abs=0.01)


def test_two_builds_give_the_same_bytes(tmp_path: Path) -> None:
    one, two = (printed(tmp_path / name, one_page(face(BODY))) for name in ("a.pdf", "b.pdf"))
    assert one.read_bytes() == two.read_bytes()


def test_other_processes_and_hash_seeds_give_the_same_bytes(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from drawing import face, one_page, printed; from test_pdf import BODY\n"
        'printed(Path(sys.argv[1]), one_page(face(BODY), face(BODY + \'<circle r="9" opacity=".5"/>\')))'
    )
    files = []
    for seed in ("1", "2"):
        files.append(tmp_path / f"{seed}.pdf")
        paths = os.pathsep.join([str(Path(__file__).parent), *sys.path])
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": paths}
        subprocess.run([sys.executable, "-c", script, str(files[-1])], check=True, env=environment)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_files_of_different_content_have_different_ids(tmp_path: Path) -> None:
    ids = set()
    for index, body in enumerate((BODY, "<rect width='1' height='1'/>")):
        data = printed(tmp_path / f"{index}.pdf", one_page(face(body), *[face(body)] * index)).read_bytes()
        ids.update(re.findall(rb"\[<(\w+)>", data))
    assert len(ids) == 2


def test_what_a_viewer_and_a_screen_reader_are_told(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    write_pdf([one_page(face(BODY))], path, DocumentSetup("Łoś", "pl", Fonts(), Problems()))
    document = pypdfium2.PdfDocument(path)
    assert document.get_metadata_value("Title") == "Łoś"
    assert document.get_metadata_value("Creator") == "playsheet"
    assert b"/PrintScaling /None" in path.read_bytes()
    assert b"/Lang (pl)" in path.read_bytes()


def test_no_font_is_named_that_is_not_embedded(tmp_path: Path) -> None:
    data = printed(tmp_path / "a.pdf", one_page(face(BODY))).read_bytes()
    assert b"Helvetica" not in data
    assert b"ASCII85" not in data


def test_equal_faces_are_drawn_once_and_placed_often(tmp_path: Path) -> None:
    pages = [Page(210, 297, tuple(Placement(face(BODY), x, y) for x in range(5) for y in range(5))) for _ in range(4)]
    data = printed(tmp_path / "a.pdf", *pages).read_bytes()
    assert data.count(b"/Subtype /Form") == 1


def test_a_failed_build_leaves_the_old_file(tmp_path: Path) -> None:
    path = printed(tmp_path / "a.pdf", one_page(face(BODY)))
    before = path.read_bytes()
    with pytest.raises(Failed, match="<blink>"):
        printed(path, one_page(face("<blink/>")))
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["a.pdf"]


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = printed(tmp_path / "a.pdf", one_page(face(BODY)))
    before = path.read_bytes()

    def full(_self: Path, _data: bytes) -> int:
        raise OSError("no space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(Failed, match=r"a\.pdf: error: can't be written: no space"):
        printed(path, one_page(face("<circle r='1'/>")))
    monkeypatch.undo()
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["a.pdf"]


def test_earlier_errors_stop_the_file_too(tmp_path: Path) -> None:
    problems = Problems()
    problems.error(Location("pack.yaml"), "something")
    with pytest.raises(Failed, match="something"):
        write_pdf([one_page(face(BODY))], tmp_path / "a.pdf", DocumentSetup("", "en", Fonts(), problems))
    assert not (tmp_path / "a.pdf").exists()


def test_every_problem_of_every_face_is_told_at_once(tmp_path: Path) -> None:
    faces = [face("<blink/>", item="elk-1"), face("<svg", item="elk-2"), face("<rect bend='1'/>", item="elk-3")]
    with pytest.raises(Failed) as failure:
        printed(tmp_path / "a.pdf", *(one_page(made) for made in faces))
    assert [item for item in ("elk-1", "elk-2", "elk-3") if item in str(failure.value)] == ["elk-1", "elk-2", "elk-3"]
