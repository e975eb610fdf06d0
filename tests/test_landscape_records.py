"""Landscapes as people write them: rows, drawings, and what can't lie there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.pack.landscapemodel import Landscape
from generator.pack.source.read import read
from generator.score.landscape.catalogue import Catalogue, Faulty, Reader, catalogue
from generator.score.landscape.grid import HEX
from generator.score.landscape.survey import Survey, Surveyor
from generator.score.sheet.record import record
from generator.score.sheet.spelling import Spelling

LANDS = {"M": "mountain", "F": "forest", "P": "prairie", "W": "wetland", "R": "river"}
DECLARED = Landscape.model_validate(
    {
        "label": "Landscape",
        "how": "a row a tile",
        "example": "0,0 BD07 bear",
        "lands": LANDS,
        "kinds": "wildlife",
        "tiles": [
            {"table": "tiles", "kinds": "wildlife"},
            {"table": "starters", "kinds": "wildlife", "parts": "hexes"},
        ],
        "markers": {"landmark": "Landmark"},
        "patterns": "wildlife_cards",
        "boxes": {},
    }
)


def table(name: str) -> Any:
    return read(Path(__file__).parent.parent / f"data/cascadia/{name}.yaml", name).data


def whole() -> Catalogue:
    return catalogue(DECLARED, HEX, {name: table(name) for name in ("wildlife", "tiles", "starters")})


def survey(written: Any, *translations: dict[str, str]) -> Survey:
    made = whole()
    return Surveyor("Landscape", "0,0 BD07 bear", made, HEX).survey(
        record(written, ("landscape",), hexes=True), Reader(made, HEX, Spelling(translations))
    )


def told(written: Any) -> list[str]:
    return [misfit.says.format(**misfit.values) for misfit in survey(written).misfits]


def test_rows_lists_and_mappings_say_the_same() -> None:
    rows = ["0,0 PRRRPP", "1,0 PPPFFF bear"]
    lists = [[0, 0, "PRRRPP", None], [1, 0, "PPPFFF", "bear"]]
    mapping = {"0,0": "PRRRPP", "1,0": "PPPFFF bear"}
    keys = [{"place": "0,0", "tile": "PRRRPP"}, {"place": [1, 0], "tile": "PPPFFF", "token": "bear"}]
    for written in (rows, "\n".join(rows), lists, mapping, keys):
        lies = survey(written)
        assert not lies.misfits
        assert lies.terrain.cells[:2] == [(0, 0), (1, 0)] and lies.told()["kinds"] == {"bear": 1}


def test_starter_lies_with_its_three_hexes_in_any_turn() -> None:
    lies = survey(["0,0 BS1 1", "0,0 bear"])
    # one turn clockwise leads the hex to the lower right (0, 1) to the lower left (-1, 1)
    assert set(lies.terrain.cells[:3]) == {(0, 0), (-1, 0), (-1, 1)}
    assert not lies.misfits


def test_drawing_shifts_every_second_row() -> None:
    lies = survey(" B e\n s - h\n .  f")
    assert lies.terrain.cells[: len(lies.spots)] == [(0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (0, 2)]
    inner = survey("  b\n e e")
    assert inner.terrain.cells[: len(inner.spots)] == [(0, 0), (-1, 1), (0, 1)]
    assert inner.terrain.connected(1, inner.terrain.tiles) == 0b111


def test_words_of_the_sheets_language_are_read() -> None:
    lies = survey("n ł", {"Bear": "Niedźwiedź", "Salmon": "Łosoś"})
    assert [spot.token for spot in lies.spots] == ["bear", "salmon"]


@pytest.mark.parametrize(
    ("written", "says"),
    [
        (["0,0 PRRRPP", "0,0 PPPFFF"], "Landscape: two tiles lie at 0,0"),
        (["0,0 PRRRPP bear", "0,0 elk"], "Landscape: two tokens stand at 0,0"),
        (["0,0 PRRRPP", "3,0 PPPFFF"], "Landscape: 3,0 doesn't hang together with the first tile"),
        (["0,0 BD01", "1,0 BD01"], "Landscape: there is one tile BD01, and here it lies at 1,0 and at 0,0"),
        (["0,0 PRPRPR"], "Landscape, 0,0: there is no tile with the edges PRPRPR"),
        (["0,0 BK01 fox"], "Landscape, 0,0: fox can't stand on this tile; it takes ['bear']"),
        (["0,0 BK01 bear landmark"], "Landscape: landmark stands at 0,0 together with bear"),
        (["here bear"], "Landscape: here bear can't be read; write it as 0,0 BD07 bear"),
        (7, "Landscape: 7 can't be read; write it as 0,0 BD07 bear"),
        ("b wolf", "Landscape, 1:2: wolf is no tile and no token; tokens are ['bear', 'elk', 'salmon', 'hawk', 'fox']"),
    ],
)
def test_what_cannot_be_is_told(written: Any, says: str) -> None:
    assert says in told(written)


def test_tables_that_make_no_landscape_are_refused() -> None:
    tables = {"wildlife": table("wildlife"), "tiles": [{"id": "A", "edges": "MMM"}], "starters": []}
    with pytest.raises(Faulty, match="edges 'MMM'; allowed: 6 letters of MFPWR"):
        catalogue(DECLARED, HEX, tables)
