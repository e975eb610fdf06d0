"""Sheets that are filled in on a screen, and sheets that are printed filled in: read back from the finished PDF."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner, Result
from conftest import PACK, MakePack, pdf_text
from PIL import ImageChops

from generator.cli.main import main
from generator.face.face import Face, Field
from generator.pack import shipped
from generator.press.page import Page, Placement
from generator.press.pdf.fields import Fields, FieldValue, PlacedField, placed_fields
from generator.press.pdf.handwriting import FAMILY, SIGNS, WEIGHT, cross, ring, rotation
from generator.press.pdf.setup import DocumentSetup
from generator.press.pdf.write import write_pdf
from generator.problems import Location, Problems
from generator.type.fonts import Fonts
from generator.units import POINTS_PER_MM, Matrix, Rect

SHEET = """{% extends "common/face.svg.j2" %}{% block face %}
{{ field("player", 5, 5, 50, 8) }}{{ field("bears", 5, 20, 12, 8) }}
{% for n in range(1, 4) %}{{ field("ticks", 5 + 8 * n, 40, 6.5, 6.5, index=n) }}{% endfor %}
{% for n in range(1, 3) %}{{ field("rows", 5 + 12 * n, 60, 10, 8, row=n) }}{% endfor %}
{{ field("total", 40, 75, 15, 8) }}
{% endblock %}"""
SCORE = """
boxes:
  bears: {label: Bears, kind: number, from: 0, to: 99, step: 0.5}
  ticks: {label: Ticks, kind: ticks, count: 3}
  rows: {label: Rows, kind: number, rows: 2, from: 0, to: 99, blank: none}
lines:
  total: {label: Total, is: bears + ticks}
"""
ANNA = "game: testpack\nplayer: Anna\nbears: 11\nticks: 2\nrows: [7, null]\ntotal: 13\n"
NAMES = ["player", "bears", "ticks.1", "ticks.2", "ticks.3", "rows.row1", "rows.row2", "total"]


def run(*arguments: object) -> Result:
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "fault of the program" not in result.output
    return result


@pytest.fixture
def folder(make_pack: MakePack) -> Path:
    pack = PACK.replace("    items: deck\n", "")
    return make_pack({"score.yaml": SCORE, "../anna.yaml": ANNA}, card=SHEET, pack=pack)


def built(folder: Path, *options: object, language: str = "en") -> Path:
    out = folder.parent / "out"
    result = run("build", folder, "-o", out, *options)
    assert result.exit_code == 0, result.output
    return out / folder.name / language / "card.pdf"


def widgets(document: pikepdf.Pdf) -> Iterator[tuple[str, Any]]:
    """Yield the full name of every field on the pages, and its widget."""
    for page in document.pages:
        for widget in page.obj.get("/Annots", ()):
            parts, above = [str(widget.T)], widget
            while "/Parent" in above:
                above = above.Parent
                parts.append(str(above.T))
            yield ".".join(reversed(parts)), widget


def seen(path: Path, number: int = 0) -> Any:
    """Return a page as a viewer shows it that draws fields by their own appearance."""
    with pypdfium2.PdfDocument(path) as document:
        document.init_forms()
        return document[number].render(scale=2, may_draw_forms=True).to_pil().convert("RGB")


def inked(path: Path, rect: Rect, number: int = 0) -> bool:
    """Tell whether anything blue is seen in a rectangle, in mm."""
    picture, mm = seen(path, number), 2 * POINTS_PER_MM
    area = picture.crop((int(rect.x * mm), int(rect.y * mm), int(rect.right * mm), int(rect.bottom * mm)))
    return any(blue > red + 60 for _, (red, _, blue) in area.getcolors(1_000_000) or [])


# ------------------------------------------------------------------ the form


def test_every_field_draws_itself_and_is_printed(folder: Path) -> None:  # O-P11
    path = built(folder, "--fillable", "--filled", folder.parent / "anna.yaml")
    with pikepdf.open(path) as document:
        found = dict(widgets(document))
        assert list(found) == NAMES
        for widget in found.values():
            assert int(widget.F) & 4
            assert "/N" in widget.AP
            assert "/BC" not in widget.MK
            assert "/BG" not in widget.MK
        assert "/NeedAppearances" not in document.Root.AcroForm
        assert {name: str(widget.V) for name, widget in found.items()} == {
            "player": "Anna",
            "bears": "11",
            "ticks.1": "/Yes",
            "ticks.2": "/Yes",
            "ticks.3": "/Off",
            "rows.row1": "7",
            "rows.row2": "",
            "total": "13",
        }
        shown = {str(widget.AS) for name, widget in found.items() if name.startswith("ticks")}
        assert shown == {"/Yes", "/Off"}
        assert [str(found[name].TU) for name in ("bears", "ticks.2", "rows.row2")] == [
            "Bears",
            "Ticks · 2",
            "Rows · 2",
        ]


def test_the_appearances_say_the_values_in_letters(folder: Path) -> None:
    path = built(folder, "--fillable", "--filled", folder.parent / "anna.yaml")
    with pikepdf.open(path) as document:
        found = dict(widgets(document))
        assert said(found["player"].AP.N) == "Anna"
        assert said(found["bears"].AP.N) == "11"
        assert said(found["rows.row2"].AP.N) == ""


def said(stream: Any) -> str:
    """Return the text of an appearance, through the font's own table."""
    text = ""
    for operands, operator in pikepdf.parse_content_stream(stream):
        if str(operator) == "Tf":
            table = stream.Resources.Font[str(operands[0])].ToUnicode.read_bytes().decode()
            meant = dict(
                line.strip("<>").split("> <") for line in table.splitlines() if line.startswith("<") and "> <" in line
            )
        if str(operator) == "TJ":
            codes = b"".join(bytes(part) for part in operands[0] if isinstance(part, pikepdf.String)).hex().upper()
            text += "".join(
                bytes.fromhex(meant[codes[at : at + 4]]).decode("utf-16-be") for at in range(0, len(codes), 4)
            )
    return text


@pytest.mark.parametrize("fillable", [True, False])
def test_what_is_filled_in_is_seen_where_it_belongs(folder: Path, fillable: bool) -> None:
    path = built(folder, "--filled", folder.parent / "anna.yaml", *["--fillable"] * fillable)
    left, top = (210 - 63) / 2, (297 - 88) / 2
    places = {
        "player": (Rect(5, 5, 50, 8), True),
        "bears": (Rect(5, 20, 12, 8), True),
        "tick 2": (Rect(21, 40, 6.5, 6.5), True),
        "tick 3": (Rect(29, 40, 6.5, 6.5), False),
        "row 2": (Rect(29, 60, 10, 8), False),
        "total": (Rect(40, 75, 15, 8), True),
        "elsewhere": (Rect(0, 30, 63, 9), False),
    }
    found = {name: inked(path, Rect(left + x, top + y, w, h)) for name, ((x, y, w, h), _) in places.items()}
    assert found == {name: wanted for name, (_, wanted) in places.items()}


def test_without_a_form_the_values_are_print(folder: Path) -> None:
    path = built(folder, "--filled", folder.parent / "anna.yaml")
    assert {"Anna", "11", "7", "13"} <= set(pdf_text(path).split())
    with pikepdf.open(path) as document:
        assert "/AcroForm" not in document.Root
        assert not list(widgets(document))


def test_an_empty_form_is_empty_and_can_take_any_letter(folder: Path) -> None:
    path = built(folder, "--fillable")
    with pikepdf.open(path) as document:
        assert {str(widget.V) for _, widget in widgets(document)} == {"", "/Off"}
        form = document.Root.AcroForm
        (font,) = form.DR.Font.values()
        table = font.ToUnicode.read_bytes().decode()
        for letter in "AŻóЖўіґ½−":
            assert f"<{letter.encode('utf-16-be').hex().upper()}>" in table
        assert "/FontFile2" in font.DescendantFonts[0].FontDescriptor
        assert all(str(widget.DA).endswith("Tf") for _, widget in widgets(document) if widget.FT == "/Tx")
    stack = Fonts().stack([FAMILY], WEIGHT)
    assert stack.missing(SIGNS) == []


def test_the_normal_file_has_no_form_and_stays_the_same(folder: Path) -> None:
    first = built(folder).read_bytes()
    built(folder, "--fillable")
    assert built(folder).read_bytes() == first
    assert b"AcroForm" not in first
    assert b"Tabs" not in first


@pytest.mark.parametrize(("language", "name"), [("en", "Łukasz Żółć"), ("en", "Ўладзімір"), ("en", "Анна")])
def test_names_in_any_of_our_letters(folder: Path, language: str, name: str) -> None:
    filled = folder.parent / "name.yaml"
    filled.write_text(ANNA.replace("Anna", name), encoding="utf-8")
    with pikepdf.open(built(folder, "--fillable", "--filled", filled, language=language)) as document:
        widget = dict(widgets(document))["player"]
        assert str(widget.V) == name
        assert said(widget.AP.N) == name
    assert name in pdf_text(built(folder, "--filled", filled))


def test_a_letter_that_no_font_has_is_told(folder: Path) -> None:
    filled = folder.parent / "name.yaml"
    filled.write_text(ANNA.replace("Anna", "安娜"), encoding="utf-8")
    result = run("build", folder, "-o", folder.parent / "out", "--filled", filled)
    assert "warning: the character '安'" in result.output


def test_a_long_name_shrinks_to_its_field(folder: Path) -> None:
    filled = folder.parent / "name.yaml"
    filled.write_text(
        ANNA.replace("Anna", "Anna Maria Katarzyna Brzęczyszczykiewicz of Chrząszczyżewoszyce"), encoding="utf-8"
    )
    path = built(folder, "--filled", filled)
    left, top = (210 - 63) / 2, (297 - 88) / 2
    assert inked(path, Rect(left + 5, top + 5, 50, 8))
    assert not inked(path, Rect(left + 55, top + 5, 20, 8))


# ------------------------------------------------------------------ places and names


class Blank:
    """Knows no values."""

    def of(self, face: Face, field: Field, sheet: int) -> FieldValue:  # noqa: ARG002
        return FieldValue("tick" if field.index else "text", field.name)


def face(*fields: Field, component: str = "card") -> Face:
    return Face(component, "a", "en", "<svg/>", 60, 80, Location("x"), fields)


def found(*pages: Page, backs: frozenset[str] = frozenset()) -> list[list[PlacedField]]:
    return placed_fields(pages, Fields(Blank(), True, backs))


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_fields_lie_where_their_face_lies(turn: int) -> None:
    placement = Placement(face(Field("a", Rect(10, 20, 30, 8))), 15, 25, scale=0.5, turn=turn)
    ((spot,),) = found(Page(210, 297, (placement,)))
    corners = [placement.matrix.at(x, y) for x in (10, 40) for y in (20, 28)]
    assert spot.rect.x == pytest.approx(min(x for x, _ in corners))
    assert spot.rect.bottom == pytest.approx(max(y for _, y in corners))
    assert (spot.width, spot.height) == (15, 4)
    a, b, c, d = rotation(turn)
    assert abs(a * spot.width + c * spot.height) == pytest.approx(spot.rect.width)
    assert abs(b * spot.width + d * spot.height) == pytest.approx(spot.rect.height)
    # the face's right is the page's right, bottom, left or top; PDF counts upwards
    right = Matrix(*placement.matrix[:4]).at(1, 0)
    assert (a, -b) == pytest.approx([round(side / 0.5) for side in right])


class Told(Blank):
    """Knows one value for everything."""

    def of(self, face: Face, field: Field, sheet: int) -> FieldValue:  # noqa: ARG002
        return FieldValue("tick" if field.index else "text", field.name, "Łatwo 7")


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_form_shows_what_print_shows_whichever_way_a_sheet_lies(tmp_path: Path, turn: int) -> None:
    made = face(
        Field("a", Rect(5, 10, 50, 10)), Field("b", Rect(5, 40, 20, 9)), Field("c", Rect(40, 60, 8, 8), index=1)
    )
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80"><path d="M0 0h60v80h-60z" fill="#eee"/></svg>'
    page = Page(120, 110, (Placement(made._replace(source=svg), 11, 13, turn=turn),))
    shown = []
    for fillable in (True, False):
        path = tmp_path / f"{fillable}.pdf"
        fields = Fields(Told(), fillable)
        write_pdf([page], path, DocumentSetup("T", "en", Fonts(), Problems()), fields)
        shown.append(seen(path))
    difference = ImageChops.difference(*shown).convert("L")
    changed = sum(count for count, value in difference.getcolors() or [] if value > 90)
    assert changed < 12
    assert sum(count for count, (red, _, blue) in shown[0].getcolors(1_000_000) if blue > red + 60) > 150


def test_what_is_cut_over_pages_has_its_fields_where_they_are_whole() -> None:
    fields = Field("left", Rect(5, 5, 10, 8)), Field("cut", Rect(25, 5, 10, 8)), Field("right", Rect(45, 5, 10, 8))
    pages = [Page(210, 297, (Placement(face(*fields), x, 10, window=Rect(10, 10, 30, 80)),)) for x in (10, -20)]
    assert [[spot.name[-1] for spot in page] for page in found(*pages)] == [["left"], ["right"]]


def test_a_printer_s_correction_moves_fields_too() -> None:
    page = Page(
        210, 297, (Placement(face(Field("a", Rect(10, 20, 30, 8))), 15, 25),), correction=Matrix(1.01, 0, 0, 1, 2, 3)
    )
    ((spot,),) = found(page)
    assert tuple(spot.rect) == pytest.approx((25 * 1.01 + 2, 48, 30.3, 8))


def test_names_tell_sheets_apart_backs_last() -> None:
    front = face(Field("a", Rect(0, 0, 9, 9), index=2))
    back = face(Field("a", Rect(0, 0, 9, 9), index=2), component="other")
    pages = [Page(210, 297, (Placement(back, 0, 0), Placement(front, 0, 0))), Page(210, 297, (Placement(front, 0, 0),))]
    names = [[".".join(spot.name) for spot in page] for page in found(*pages, backs=frozenset(["other"]))]
    assert names == [["sheet3.a.2", "a.2"], ["sheet2.a.2"]]


def test_no_name_is_given_twice_or_to_a_group() -> None:
    box = Rect(0, 0, 9, 9)
    fields = [Field("a", box), Field("a", box), Field("a", box, index=1), Field("b", box, index=1), Field("b", box)]
    ((*all_spots,),) = found(Page(210, 297, (Placement(face(*fields), 0, 0),)))
    names = [spot.name for spot in all_spots]
    assert len(set(names)) == 5
    assert not [name for name in names for other in names if name != other and other[: len(name)] == name]


def test_a_box_round_another_is_ringed() -> None:
    outer, inner = Field("won", Rect(0, 0, 14, 14), index=1), Field("used", Rect(2, 2, 10, 10), index=1)
    ((first, second),) = found(Page(210, 297, (Placement(face(outer, inner), 0, 0),)))
    assert (first.value.kind, second.value.kind) == ("ring", "tick")
    assert cross(20, 20) != ring(20, 20)


@pytest.mark.parametrize("game", shipped.packs())
def test_every_field_of_the_games_becomes_a_form_field_in_every_language(game: str, tmp_path: Path) -> None:
    component = {"cascadia": "score-pad"}.get(game, "player-sheet")
    result = run("build", game, "--component", component, "--fillable", "-o", tmp_path)
    assert result.exit_code == 0, result.output
    amounts = set()
    for path in tmp_path.rglob("*.pdf"):
        with pikepdf.open(path) as document:
            found = list(widgets(document))
            assert all("/N" in widget.AP and int(widget.F) & 4 for _, widget in found)
            assert len(dict(found)) == len(found)
            assert all(str(widget.TU) for _, widget in found)
            assert not document.check_pdf_syntax()
            amounts.add(len(found))
    assert len(amounts) == 1
    assert min(amounts) > 40


# ------------------------------------------------------------------ filled files


def test_a_table_has_a_sheet_for_each_player(folder: Path) -> None:
    filled = folder.parent / "two.yaml"
    filled.write_text("game: testpack\nplayers:\n  - {player: Ann, bears: 1.5}\n  - {player: Ben, bears: 2}\n")
    path = built(folder, "--fillable", "--filled", filled)
    with pikepdf.open(path) as document:
        assert len(document.pages) == 2
        values = {name: str(widget.V) for name, widget in widgets(document)}
    assert [values[name] for name in ("player", "bears", "sheet2.player", "sheet2.bears")] == ["Ann", "1.5", "Ben", "2"]


@pytest.mark.parametrize("duplex", ["long", "short", "fold", "stack"])
def test_forms_of_both_sides_are_whole(tmp_path: Path, duplex: str) -> None:
    options = ["--component", "player-sheet", "--lang", "en", "--duplex", duplex]
    assert run("build", "get-on-board", "--fillable", *options, "-o", tmp_path).exit_code == 0
    (path,) = tmp_path.rglob("*.pdf")
    with pikepdf.open(path) as document:
        found = [name for name, _ in widgets(document)]
    assert len(set(found)) == len(found)
    sheets = {name.split(".")[0] for name in found if name.startswith("sheet")}
    assert len(found) % (len(sheets) + 1) == 0


def test_what_has_no_field_has_no_form(folder: Path) -> None:
    (folder / "templates" / "card.svg.j2").write_text(
        '{% extends "common/face.svg.j2" %}{% block face %}{% endblock %}'
    )
    with pikepdf.open(built(folder, "--fillable")) as document:
        assert "/AcroForm" not in document.Root
    result = run("build", folder, "--filled", folder.parent / "anna.yaml", "-o", folder.parent / "none")
    assert result.exit_code == 1
    assert "card: there is no place to write" in result.output


@pytest.mark.parametrize(("types", "shapes"), [((3, 1), ("C", "A")), ((None, None), ("A", "B")), ((9, 2), ("A", "B"))])
def test_a_player_has_the_sheet_that_the_file_names(
    folder: Path, types: tuple[int | None, ...], shapes: tuple[str, ...]
) -> None:
    pack = (folder / "pack.yaml").read_text()
    (folder / "pack.yaml").write_text(pack + "    items: deck\n    chosen_by: type\n")
    (folder / "deck.yaml").write_text("".join(f"- {{id: {name}}}\n" for name in "ABC"))
    (folder / "score.yaml").write_text(
        SCORE + "settings: {type: {label: T, kind: number, from: 1, to: 9, per: player}}\n"
    )
    card = SHEET.replace("{% endblock", "{{ words(item.id, 3, 30, 9, 9) }}{% endblock")
    (folder / "templates" / "card.svg.j2").write_text(card)
    filled = folder.parent / "two.yaml"
    players = "".join(f"  - {{player: P, type: {'null' if kind is None else kind}}}\n" for kind in types)
    filled.write_text(f"game: testpack\nplayers:\n{players}")
    with pypdfium2.PdfDocument(built(folder, "--filled", filled)) as document:
        words = [page.get_textpage().get_text_bounded().split() for page in document]
    assert [next(word for word in page if word in "ABC") for page in words] == list(shapes)


def test_a_sheet_chosen_by_nothing_that_is_there_is_told(folder: Path) -> None:
    pack = folder / "pack.yaml"
    pack.write_text(pack.read_text() + "    chosen_by: tipe\n")
    (folder / "score.yaml").write_text(SCORE + "settings: {type: {label: T, kind: number, per: player}}\n")
    result = run("build", folder, "--fillable", "-o", folder.parent / "out")
    assert "score.yaml has no setting 'tipe'; allowed: type; did you mean 'type'?" in result.output
    assert result.exit_code == 1


def test_wrong_values_are_warned_of_and_left_out(folder: Path) -> None:
    filled = folder.parent / "wrong.yaml"
    filled.write_text("game: testpack\nbears: many\nbaers: 3\n")
    result = run("build", folder, "-o", folder.parent / "out", "--filled", filled)
    assert result.exit_code == 0
    assert "wrong.yaml:2:8: warning: Bears: many is no number" in result.output
    assert "wrong.yaml:3" in result.output
    assert "unknown name baers: did you mean bears?" in result.output


@pytest.mark.parametrize(
    ("text", "told"), [("game: chess\n", "a sheet of the game 'chess'"), ("- 1\n", "a filled sheet holds keys")]
)
def test_a_file_of_another_game_or_of_none_stops(folder: Path, text: str, told: str) -> None:
    filled = folder.parent / "other.yaml"
    filled.write_text(text)
    result = run("build", folder, "-o", folder.parent / "out", "--filled", filled)
    assert result.exit_code == 1
    assert told in result.output
    assert not (folder.parent / "out").exists()


@pytest.mark.parametrize(
    "options",
    [
        ["--fillable", "--format", "png"],
        ["--fillable", "--for", "shop"],
        ["--filled", "a.yaml", "--format", "tts"],
        ["--filled", "a.yaml", "--for", "shop"],
    ],
)
def test_forms_are_for_pages_on_paper(folder: Path, options: list[str]) -> None:
    assert run("build", folder, *options).exit_code == 2


def test_a_filled_file_is_for_one_game() -> None:
    assert run("build", "--filled", "a.yaml").exit_code == 2
    assert run("build", "cascadia", "get-on-board", "--filled", "a.yaml").exit_code == 2
