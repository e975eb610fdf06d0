"""Forms that were merged, copied and saved again are read as they are meant, or told; never mixed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from conftest import PACK, MakePack
from test_fillable import SCORE, SHEET, run, widgets
from test_readback import typed

ANN = {"player": "Ann", "bears": "4", "ticks.1": True, "total": "5"}
BOB = {"player": "Bob", "bears": "7", "ticks.1": True, "ticks.2": True, "total": "9"}


@pytest.fixture
def forms(make_pack: MakePack) -> tuple[Path, Path, Path]:
    """The folder of a small game, and the forms of two of its players."""
    folder = make_pack({"score.yaml": SCORE}, card=SHEET, pack=PACK.replace("    items: deck\n", ""))
    assert run("build", folder, "--fillable", "-o", folder.parent / "out").exit_code == 0
    empty = folder.parent / "out" / "testpack" / "en" / "card.pdf"
    saved = []
    for name, values in (("ann", ANN), ("bob", BOB)):
        saved.append(typed(empty, values).rename(empty.with_name(f"{name}.pdf")))
    return folder, saved[0], saved[1]


def players(path: Path, folder: Path) -> list[tuple[str, Any, Any]]:
    """Return each player's name, written total and right total."""
    result = run("score", path, "--pack", folder, "--json")
    (sheet,) = json.loads(result.output)["sheets"]
    return [(p["name"], p["lines"][0]["written"], p["lines"][0]["right"]) for p in sheet["players"]]


def joined(first: Path, *others: Path, renamed: bool) -> Path:
    """Put forms into one file, as programs do that rename fields, and as those do that don't."""
    path = first.with_name("joined.pdf")
    if renamed:
        pikepdf.Job(["pikepdf", "--empty", "--pages", *map(str, (first, *others)), "--", str(path)]).run()
        return path
    with pikepdf.open(first) as document:
        for other in others:
            with pikepdf.open(other) as further:
                for page in further.pages:
                    kept = document.copy_foreign(page.obj)
                    document.pages.append(pikepdf.Page(kept))
                    document.Root.AcroForm.Fields.extend(roots(document.pages[-1].Annots))
        document.save(path)
    return path


def roots(annotations: Any) -> list[Any]:
    """Return the fields at the top of which these are parts, each once."""
    tops = {}
    for annotation in annotations:
        top = annotation
        while "/Parent" in top:
            top = top.Parent
        tops[top.objgen] = top
    return list(tops.values())


@pytest.mark.parametrize("renamed", [True, False])
def test_two_forms_in_one_file_are_two_players(forms: tuple[Path, Path, Path], renamed: bool) -> None:
    folder, ann, bob = forms
    assert players(joined(ann, bob, renamed=renamed), folder) == [("Ann", 5, 5), ("Bob", 9, 9)]
    assert players(joined(bob, ann, bob, renamed=renamed), folder) == [("Bob", 9, 9), ("Ann", 5, 5), ("Bob", 9, 9)]


def test_one_form_twice_is_one_player(forms: tuple[Path, Path, Path]) -> None:
    folder, ann, _ = forms
    assert players(joined(ann, ann, renamed=False), folder) == [("Ann", 5, 5)]


def told(path: Path, folder: Path) -> str:
    result = run("score", path, "--pack", folder)
    assert result.exit_code == 1
    assert "Total:" not in result.output
    return result.output


def changed(form: Path, name: str, **keys: Any) -> Path:
    """Return a form with keys of one field replaced."""
    path = form.with_name("changed.pdf")
    with pikepdf.open(form) as document:
        for full, widget in widgets(document):
            if full == name:
                for key, value in keys.items():
                    widget[f"/{key}"] = value
        document.save(path)
    return path


def test_one_field_twice_with_different_values_is_told(forms: tuple[Path, Path, Path]) -> None:
    folder, ann, _ = forms
    with pikepdf.open(ann) as document:
        (bears,) = [widget for name, widget in widgets(document) if name == "bears"]
        again = document.make_indirect(pikepdf.Dictionary(bears))
        again.V = pikepdf.String("8")
        document.pages[0].Annots.append(again)
        document.Root.AcroForm.Fields.append(again)
        document.save(ann.with_name("twice.pdf"))
    assert "stand there twice and say different things: bears" in told(ann.with_name("twice.pdf"), folder)


@pytest.mark.parametrize(("value", "state"), [("/Yes", "/Off"), ("/Off", "/Yes")])
def test_a_tick_that_is_not_shown_as_it_is_set_is_told(forms: tuple[Path, Path, Path], value: str, state: str) -> None:
    folder, ann, _ = forms
    form = changed(ann, "ticks.3", V=pikepdf.Name(value), AS=pikepdf.Name(state))
    assert "fields whose tick is set but not shown, or shown but not set: ticks.3" in told(form, folder)


def test_a_text_that_is_too_long_is_told(forms: tuple[Path, Path, Path]) -> None:
    folder, ann, _ = forms
    form = changed(ann, "player", V=pikepdf.String("x" * 1_001))
    assert "the field 'player' holds 1001 characters; allowed: at most 1000" in told(form, folder)


def test_a_form_that_lost_its_game_is_told_to_be_named(forms: tuple[Path, Path, Path]) -> None:
    folder, ann, _ = forms
    with pikepdf.open(ann) as document:
        del document.trailer["/Info"]
        document.save(ann.with_name("untitled.pdf"))
    result = run("score", ann.with_name("untitled.pdf"))
    assert "the form doesn't say which game it is" in result.output
    assert "--pack" in result.output
    assert "begin it with" not in result.output
    assert players(ann.with_name("untitled.pdf"), folder) == [("Ann", 5, 5)]


def test_forms_that_do_not_fit_together_are_refused(forms: tuple[Path, Path, Path]) -> None:
    folder, ann, bob = forms
    both = joined(ann, bob, renamed=True)
    with pikepdf.open(both) as document:
        document.pages[1].Annots = pikepdf.Array(
            [widget for name, widget in widgets(document) if name.startswith(("total+", "bears+"))]
        )
        document.save(both.with_name("part.pdf"))
    assert "check each by itself" in told(both.with_name("part.pdf"), folder)


def test_filled_fields_of_others_are_warned_of(forms: tuple[Path, Path, Path]) -> None:
    folder, ann, _ = forms
    result = run("score", changed(ann, "bears", T=pikepdf.String("a.total")), "--pack", folder)
    assert "fields that no sheet has are filled in, and left out here: a.total" in result.output
