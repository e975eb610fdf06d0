"""PDFs: forms that the program made, with bytes and objects changed."""

from __future__ import annotations

import io
import warnings
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from tests.fuzz import basis
from tests.fuzz.cases import Draft, encoded
from tests.fuzz.dice import Dice
from tests.fuzz.mutation import spoiled

_PACK = basis.PACK.replace("    items: deck\n", "")
_FILES = {"score.yaml": basis.SCORE, "templates/card.svg.j2": basis.FORM, "pack.yaml": _PACK, "deck.yaml": basis.DECK}
_NAMES = (
    "oaks",
    "oaks+1",
    "berries.1",
    "berries.9",
    "days.row1",
    "day_points.row2",
    "total",
    "x",
    "sheet2.oaks",
    "oaks.player2",
    "",
    "." * 9,
)


@cache
def _form() -> bytes:
    """Return the form of the basis, made by the program."""
    from generator.problems import Problems
    from generator.stories.build import build
    from generator.stories.options import BuildOptions

    with TemporaryDirectory() as folder:
        pack = Path(folder) / "testpack"
        for path, content in encoded(_FILES).items():
            (pack / path).parent.mkdir(parents=True, exist_ok=True)
            (pack / path).write_bytes(content)
        filled = Path(folder) / "sheet.yaml"
        filled.write_text(yaml.safe_dump(basis.SHEET), "utf-8")
        options = BuildOptions(str(pack), out=Path(folder) / "out", fillable=True, filled=filled)
        (written,) = build(options, Problems(), lambda _: None)
        return written.path.read_bytes()


def draft(dice: Dice) -> Draft:
    """Return a form that was saved wrongly, merged with another, or damaged on its way."""
    content = spoiled(_form(), dice, 6) if dice.chance(0.5) else _rewritten(dice)
    return Draft("score", {**_FILES, "filled/form.pdf": content}, "filled/form.pdf")


def _rewritten(dice: Dice) -> bytes:
    """Return the form with objects changed, as a PDF that is well formed otherwise."""
    import pikepdf

    with warnings.catch_warnings(), pikepdf.open(io.BytesIO(_form())) as document:
        warnings.simplefilter("ignore")
        for _ in range(dice.randint(1, 4)):
            _change(document, dice)
        target = io.BytesIO()
        document.save(target, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.disable)
    content = target.getvalue()
    return spoiled(content, dice, 2) if dice.chance(0.15) else content


def _change(document: Any, dice: Dice) -> None:
    import pikepdf

    root, form = document.Root, document.Root.AcroForm
    annotations = list(document.pages[0].obj.Annots)
    field = dice.choice(annotations) if annotations else root
    other = dice.choice(annotations) if annotations else root
    roll = dice.randrange(12)
    if roll < 4:
        field.V = dice.choice(
            [pikepdf.String(_typed(dice)), pikepdf.Name("/Yes"), pikepdf.Name("/Off"), 5, other, pikepdf.Array([1])]
        )
        field.AS = dice.choice([pikepdf.Name("/Yes"), pikepdf.Name("/Off"), pikepdf.Name("/Nobody")])
    elif roll == 4:
        field.T = pikepdf.String(dice.choice([*_NAMES, dice.text()]))
    elif roll == 5:
        field.Parent = dice.choice([field, other, root])
    elif roll == 6:
        field.Kids = pikepdf.Array([dice.choice([field, other])] * dice.randint(1, 3))
    elif roll == 7:
        document.pages[0].obj.Annots = pikepdf.Array(annotations * dice.randint(0, 30))
    elif roll == 8:
        root.Pages.Kids = pikepdf.Array([*root.Pages.Kids, dice.choice([root.Pages, document.pages[0].obj, field])])
    elif roll == 9:
        form.Fields = pikepdf.Array([field] * dice.randint(0, 3))
    elif roll == 10:
        field.FT = dice.choice(
            [pikepdf.Name("/Ch"), pikepdf.Name("/Tx"), pikepdf.Name("/Btn"), pikepdf.Name("/Sig"), 1]
        )
        field.Opt = pikepdf.Array([pikepdf.String("x")] * dice.choice([1, 5, 3000]))
    else:
        document.docinfo.Keywords = dice.choice(
            ["", "playsheet game=x language=en", "playsheet game=testpack language=" + "e" * 99, dice.text()]
        )


def _typed(dice: Dice) -> str:
    return dice.one(dice.text, dice.edge, lambda: "9" * dice.choice([1, 999, 1001, 70_000]), lambda: "2")
