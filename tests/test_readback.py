"""Forms that were filled in are read, checked and scored as the sheet on paper would be."""

from __future__ import annotations

import json
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
