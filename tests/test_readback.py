"""Forms that were filled in are read, checked and scored as the sheet on paper would be."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from click.testing import CliRunner, Result
from conftest import PACK, MakePack
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_fillable import SCORE, SHEET, widgets

from generator import readback
from generator.cli.main import main
from generator.pack import shipped
from generator.problems import Failed

WRITTEN = ["cascadia/five", "get-on-board/example-1", "get-on-board/example-4", "quadrata-canada/legal"]


def run(*arguments: object) -> Result:
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "fault of the program" not in result.output
    return result


def lines(sheet: Path) -> list[list[tuple[str, Any, Any]]]:
    """Return what each player wrote on the lines of a sheet, and what is right."""
    result = run("score", sheet, "--json")
    players = json.loads(result.output)["sheets"][0]["players"]
    return [[(line["name"], line["written"], line["right"]) for line in player["lines"]] for player in players]


@pytest.mark.parametrize("example", WRITTEN)
def test_what_is_printed_into_a_form_is_read_out_of_it_again(example: str, tmp_path: Path) -> None:
    game, name = example.split("/")
    filled = shipped.data() / game / "example" / f"{name}.yaml"
    assert run("build", game, "--lang", "en", "--fillable", "--filled", filled, "-o", tmp_path).exit_code == 0
    (form,) = tmp_path.rglob("*.pdf")
    assert lines(form) == lines(filled)


@pytest.fixture
def form(make_pack: MakePack) -> Path:
    """An empty form of a small game."""
    folder = make_pack({"score.yaml": SCORE}, card=SHEET, pack=PACK.replace("    items: deck\n", ""))
    assert run("build", folder, "--fillable", "-o", folder.parent / "out").exit_code == 0
    return folder.parent / "out" / "testpack" / "en" / "card.pdf"


def typed(form: Path, values: dict[str, str | bool]) -> Path:
    """Fill a form in as a viewer does: values and states alone, a text's appearance taken away."""
    saved = form.with_name("saved.pdf")
    with pikepdf.open(form) as document:
        for name, widget in widgets(document):
            if name not in values:
                continue
            value = values[name]
            if isinstance(value, bool):
                widget.V = widget.AS = pikepdf.Name("/Yes" if value else "/Off")
            else:
                widget.V = pikepdf.String(value)
                del widget.AP
        document.save(saved)
    return saved


def test_what_a_person_types_and_ticks_is_scored(form: Path) -> None:
    saved = typed(
        form, {"player": "Żółw", "bears": "1½", "ticks.1": True, "ticks.2": True, "rows.row2": "7", "total": "3,5"}
    )
    result = run("score", saved, "--pack", form.parents[3] / "testpack")
    assert "Żółw" in result.output
    assert "Total: 3.5" in result.output
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"bears": "11", "ticks.2": True, "total": "12"}, "box 1 is empty, and a later one is ticked"),
        ({"bears": "lots"}, "Bears: lots is no number"),
        ({"bears": "11", "total": "12"}, "wrote 12, right is 11"),
    ],
)
def test_what_is_wrong_in_a_form_is_told(form: Path, values: dict[str, str | bool], told: str) -> None:
    result = run("score", typed(form, values), "--pack", form.parents[3] / "testpack")
    assert told in result.output
    assert result.exit_code == 1


def test_an_empty_form_is_told(form: Path) -> None:
    result = run("score", form, "--pack", form.parents[3] / "testpack")
    assert "nothing is filled in" in result.output
    assert result.exit_code == 1


def test_a_form_says_which_game_it_is(form: Path) -> None:
    assert readback.filled_form(form)[:2] == ("testpack", "en")
    result = run("score", typed(form, {"bears": "1"}))
    assert "testpack" in result.output
    assert result.exit_code == 1


def test_a_form_can_be_printed_again_filled_in(form: Path) -> None:
    saved, pack = typed(form, {"bears": "9"}), form.parents[3] / "testpack"
    out = form.parents[3] / "again"
    assert run("build", pack, "--fillable", "--filled", saved, "-o", out).exit_code == 0
    (again,) = out.rglob("*.pdf")
    assert [field.value for field in readback.filled_form(again).fields if field.name == "bears"] == ["9"]


# ------------------------------------------------------------------ files from strangers


def test_other_pdfs_are_told(form: Path, tmp_path: Path) -> None:
    plain = tmp_path / "plain.pdf"
    with pikepdf.new() as document:
        document.add_blank_page()
        document.save(plain)
    with pytest.raises(Failed, match="the PDF has no field of a sheet"):
        readback.filled_form(plain)
    locked = tmp_path / "locked.pdf"
    with pikepdf.open(form) as document:
        document.save(locked, encryption=pikepdf.Encryption(owner="a", user="b"))
    with pytest.raises(Failed, match="this is no PDF that can be read"):
        readback.filled_form(locked)


def test_fields_without_end_are_refused(form: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readback, "MOST_FIELDS", 3)
    with pytest.raises(Failed, match="more than 3 fields"):
        readback.filled_form(form)
    monkeypatch.setattr(readback, "MOST_PAGES", 0)
    with pytest.raises(Failed, match="1 pages; allowed: at most 0"):
        readback.filled_form(form)


def test_a_novel_in_a_field_is_not_read(form: Path) -> None:
    saved = typed(form, {"player": "x" * 5_000, "bears": "2"})
    assert {field.name: field.value for field in readback.filled_form(saved).fields}["player"] == ""


def test_names_of_others_are_left_alone(form: Path) -> None:
    with pikepdf.open(form) as document:
        for name, widget in widgets(document):
            if name == "bears":
                widget.T = pikepdf.String("../../etc/passwd")
            if name == "total":
                widget.T = pikepdf.String("unheard_of")
        document.save(form.with_name("odd.pdf"))
    saved = typed(form.with_name("odd.pdf"), {"unheard_of": "3", "player": "A"})
    names = {field.name for field in readback.filled_form(saved).fields}
    assert "unheard_of" in names
    assert not any("etc" in name for name in names)
    result = run("score", saved, "--pack", form.parents[3] / "testpack")
    assert "unknown name unheard_of" in result.output


CATALOGUE = b"<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [%s] >> >>"
PAGES = b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>"
PAGE = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Annots [%s] >>"
WIDGET = b"<< /Type /Annot /Subtype /Widget /Rect [0 0 9 9] /FT /%s /T (%s) %s >>"


def raw_pdf(*objects: bytes) -> bytes:
    """Return a PDF of these objects, numbered from 1; the first is its catalogue."""
    data, offsets = b"%PDF-1.7\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    tail = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(data))
    return data + head + table + tail


def with_fields(*fields: bytes, others: tuple[bytes, ...] = ()) -> bytes:
    """Return a PDF of one page with these fields, numbered from 4, and other objects behind them."""
    references = b" ".join(b"%d 0 R" % number for number in range(4, 4 + len(fields)))
    return raw_pdf(CATALOGUE % references, PAGES, PAGE % references, *fields, *others)


def bomb() -> bytes:
    """Return 33 million fields, as each is two of the next one."""
    fields = (b"<< /T (a) /Kids [%d 0 R %d 0 R] >>" % (number, number) for number in range(5, 30))
    return raw_pdf(CATALOGUE % b"4 0 R", PAGES, PAGE % b"", *fields, WIDGET % (b"Tx", b"z", b"/V (1)"))


def inflated() -> bytes:
    """Return a value of a gigabyte in a few hundred bytes."""
    packed = zlib.compress(zlib.compress(bytes(400_000_000), 9), 9)
    stream = b"<< /Length %d /Filter [/FlateDecode /FlateDecode] >>\nstream\n%s\nendstream" % (len(packed), packed)
    return with_fields(WIDGET % (b"Tx", b"bears", b"/V 5 0 R"), others=(stream,))


KIN = b"/Kids [4 0 R] /Parent 4 0 R"
TANGLED = {
    "a field that is its own child": lambda: with_fields(WIDGET % (b"Tx", b"a", KIN)),
    "two fields that are each other's": lambda: with_fields(
        WIDGET % (b"Tx", b"a", b"/Kids [5 0 R] /Parent 5 0 R"), WIDGET % (b"Tx", b"b", KIN)
    ),
    "pages that hold themselves": lambda: raw_pdf(CATALOGUE % b"", b"<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 9 >>"),
    "endless pages": lambda: raw_pdf(CATALOGUE % b"", PAGES, b"<< /Type /Pages /Kids [3 0 R 3 0 R] /Count 999999 >>"),
    "fields shared by fields": bomb,
    "a value that grows": inflated,
    "many choices": lambda: with_fields(WIDGET % (b"Ch", b"a", b"/V (z) /Opt [" + b"(a)" * 100_000 + b"]")),
    "many fields of one name": lambda: with_fields(*[WIDGET % (b"Tx", b"total", b"/V (1)")] * 20_000),
    "many fields": lambda: with_fields(*(WIDGET % (b"Tx", b"t%d" % number, b"/V (1)") for number in range(20_000))),
    "arrays in arrays": lambda: raw_pdf(CATALOGUE % b"4 0 R", PAGES, PAGE % (b"[" * 200_000)),
}


@pytest.mark.parametrize("kind", TANGLED)
def test_a_tangled_form_is_told_and_harms_nobody(kind: str, tmp_path: Path) -> None:
    tangled = tmp_path / "tangled.pdf"
    tangled.write_bytes(TANGLED[kind]())
    result = run("score", tangled, "--pack", "cascadia")
    assert result.exit_code == 1
    (told,) = result.stderr.splitlines()
    assert told.startswith(f"{tangled}: error: ")


def test_what_ends_the_reading_is_a_problem_of_the_file(form: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = "the PDF is damaged, or so large or tangled that it can't be read"
    for bound, tight in (("MEMORY", 1024**2), ("SECONDS", 0.001), ("PATIENCE", 0.001)):
        with monkeypatch.context() as patch:
            patch.setattr(readback, bound, tight)
            with pytest.raises(Failed, match=told):
                readback.filled_form(form)


def test_each_place_of_a_form_tells_what_itself_says(tmp_path: Path) -> None:
    path = tmp_path / "form.pdf"
    path.write_bytes(
        with_fields(
            WIDGET % (b"Tx", b"bears", b"/V (11) /MaxLen 3"),
            WIDGET % (b"Tx", b"bears", b"/V (12)"),
            WIDGET % (b"Btn", b"ticks.1", b"/V /Yes /AS /Off"),
            WIDGET % (b"Btn", b"ticks.2", b"/V /Yes /AS /Yes"),
            WIDGET % (b"Tx", b"total", b"/V (%s)" % (b"x" * 1_500)),
            WIDGET % (b"Tx", b"total+1", b"/V (7)"),
            WIDGET % (b"Ch", b"animal", b"/V (Fox) /Opt [(Fox) (Elk)]"),
        )
    )
    read = readback.filled_form(path)
    widgets = [field.widget for field in read.fields]
    assert [(w.name, w.kind, w.written, w.length, w.state, w.most, w.again) for w in widgets] == [
        ("bears", "text", "11", 2, "", 3, True),
        ("bears", "text", "12", 2, "", 0, True),
        ("ticks.1", "tick", "Yes", 3, "Off", 0, False),
        ("ticks.2", "tick", "Yes", 3, "Yes", 0, False),
        ("total", "text", "", 1_500, "", 0, False),
    ]
    assert {widget.page for widget in widgets} == {1}
    assert [(w.name, w.kind, w.written) for w in read.others] == [("total+1", "text", "7"), ("animal", "choice", "Fox")]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_damaged_forms_are_read_or_told(form: Path, data: st.DataObject) -> None:
    raw = bytearray(form.read_bytes())
    for _ in range(data.draw(st.integers(1, 12))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(raw)))
    broken = form.with_name("broken.pdf")
    broken.write_bytes(raw[: cut or None])
    assert run("score", broken, "--pack", form.parents[3] / "testpack").exit_code in (0, 1)
