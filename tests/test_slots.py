"""Sheets of labels and punched parts: faces lie in the slots that a table gives, and wrong tables are told."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import MakePack
from reading import Read, read
from test_duplex import over

from generator.problems import Failed, Problems
from generator.stories.build import build
from generator.stories.document import Written
from generator.stories.list import listing
from generator.stories.options import BuildOptions
from generator.units import Rect

PACK = """\
title: Test
version: "1"
players: {from: 1, to: 4}
languages: [en]
palette: {ink: "#1B2530", muted: "#55616C"}
components:
  label:
    title: Label
    template: card.svg.j2
    size: [63.5, 38.1]
    items: deck
    layout: slots
    slots: labels
    back: back
  back: {title: Back, template: back.svg.j2, size: [63.5, 38.1], items: deck}
"""
LABELS = """\
paper: A4
size: [63.5, 38.1]
slots:
  - {x: 7.2, y: 15.15, columns: 3, rows: 7, across: 66.04}
"""
FACE = """{% extends "common/face.svg.j2" %}{% block face %}
<rect width="{{ component.width }}" height="{{ component.height }}" fill="rgb(255, {{ item.n }}, 0)"/>{% endblock %}"""


def make(make_pack: MakePack, number: int = 3, labels: str = LABELS, pack: str = PACK) -> Path:
    deck = "".join(f"- {{id: c{n}, n: {n}}}\n" for n in range(1, number + 1))
    files = {"deck.yaml": deck, "labels.yaml": labels, "templates/back.svg.j2": FACE.replace("255", "0")}
    return make_pack(files, pack=pack, card=FACE)


def printed(folder: Path, out: Path, paper: str | None = None, duplex: str = "long", scale: float = 1) -> Written:
    problems = Problems()
    order = BuildOptions(str(folder), out=out, paper=paper, duplex=duplex, scale=scale)  # type: ignore[arg-type]
    (made,) = build(order, problems, lambda _: None)
    assert [str(problem) for problem in problems] == []
    return made


def wrong(folder: Path, out: Path, **order: object) -> list[str]:
    with pytest.raises(Failed) as failure:
        build(BuildOptions(str(folder), out=out, **order), Problems(), lambda _: None)  # type: ignore[arg-type]
    return [str(problem).split("testpack/")[-1] for problem in failure.value.problems]


def named(page: Read, red: int) -> dict[int, Rect]:
    """What was filled with so much red, by its number."""
    return {round(one.colour[1] * 255): one.rect for one in page.filled if round(one.colour[0] * 255) == red}


def test_faces_lie_in_the_slots_row_by_row(make_pack: MakePack, tmp_path: Path) -> None:
    full, rest = read(printed(make(make_pack, 23), tmp_path, duplex="fronts").path)
    assert (full.width, full.height) == pytest.approx((210, 297), abs=0.01)
    for n, rect in named(full, 255).items():
        row, column = divmod(n - 1, 3)
        assert tuple(rect) == pytest.approx((7.2 + column * 66.04, 15.15 + row * 38.1, 63.5, 38.1), abs=0.01)
    assert (len(named(full, 255)), list(named(rest, 255))) == (21, [22, 23])
    assert not full.lines  # the slots are cut already


@pytest.mark.parametrize("edge", ["long", "short"])
@pytest.mark.parametrize("lying", ["true", "false"])
def test_backs_register_in_slots(make_pack: MakePack, tmp_path: Path, edge: str, lying: str) -> None:
    labels = LABELS.replace("paper: A4", f"paper: Letter\nlying: {lying}").replace("rows: 7", "rows: 5")
    for number in (1, 2, 15, 40):
        pages = read(printed(make(make_pack, number, labels), tmp_path, duplex=edge).path)
        seen = 0
        for front, back in zip(pages[::2], pages[1::2], strict=True):
            assert (front.width > front.height) is (lying == "true")
            book = (front.height > front.width) == (edge == "long")
            faces, backs = named(front, 255), named(back, 0)
            assert faces.keys() == backs.keys()
            seen += len(faces)
            for n, rect in faces.items():
                assert tuple(backs[n]) == pytest.approx(tuple(over(rect, front, book)), abs=0.01)
        assert seen == number


def test_a_smaller_face_lies_in_the_middle_of_its_slot(make_pack: MakePack, tmp_path: Path) -> None:
    (page,) = read(printed(make(make_pack, 1), tmp_path, duplex="fronts", scale=0.5).path)
    assert tuple(named(page, 255)[1]) == pytest.approx((7.2 + 15.875, 15.15 + 9.525, 31.75, 19.05), abs=0.01)


def test_slots_fill_with_copies(make_pack: MakePack, tmp_path: Path) -> None:
    pack = PACK.replace("    items: deck\n    layout", "    copies: fill\n    layout").replace("    back: back\n", "")
    folder = make(make_pack, 1, pack=pack)
    (folder / "templates/card.svg.j2").write_text(FACE.replace("item.n", "n"))
    problems = Problems()
    (made, _) = build(BuildOptions(str(folder), out=tmp_path), problems, lambda _: None)
    (page,) = read(made.path)
    assert len([one for one in page.filled if one.colour[0] == 1]) == 21


def test_a_sheet_of_different_parts(make_pack: MakePack, tmp_path: Path) -> None:
    pack = (
        PACK.replace("    back: back\n", "    group: punch\n")
        .replace("  back: {title", "  coin: {title")
        .replace(
            "size: [63.5, 38.1], items: deck}",
            "size: [25, 25], items: deck, layout: slots, slots: labels, group: punch}",
        )
    )
    labels = (
        "paper: A5\nsize: [25, 25]\nslots:\n  - {x: 10, y: 10, rows: 2, columns: 4, down: 30, across: 30, for: coin}\n"
    )
    labels += "  - {x: 10, y: 80, w: 70, h: 40, for: label}\n"
    pages = read(printed(make(make_pack, 9, labels, pack), tmp_path).path)
    assert [len(named(page, 0)) for page in pages] == [8, 1, *[0] * 7]
    assert [list(named(page, 255)) for page in pages] == [[n] for n in range(1, 10)]
    assert tuple(named(pages[8], 255)[9]) == pytest.approx((13.25, 80.95, 63.5, 38.1), abs=0.01)
    assert tuple(named(pages[0], 0)[6]) == pytest.approx((40, 40, 25, 25), abs=0.01)


def test_slots_are_on_one_paper(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make(make_pack)
    assert wrong(folder, tmp_path, paper="Letter") == [
        "pack.yaml:8:5: error: label isn't made for Letter; allowed: A4; choose one of these with --paper, "
        "or leave --paper out"
    ]
    (found,) = listing([str(folder)], Problems())
    assert found.papers["label"] == ("A4",)


def test_slots_are_not_folded(make_pack: MakePack, tmp_path: Path) -> None:
    assert wrong(make(make_pack), tmp_path, duplex="fold") == [
        "pack.yaml:8:5: error: label lies in slots, which aren't folded; choose another --duplex"
    ]


def test_enlarged_faces_that_leave_their_slots_are_told(make_pack: MakePack, tmp_path: Path) -> None:
    assert wrong(make(make_pack), tmp_path, scale=1.1) == [
        "pack.yaml:8:5: error: label doesn't fit its slots when it is 69.85 × 41.91 mm; lower --scale"
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "y: 15.15",
            "y: 31",
            "labels.yaml:4:5: error: slot 1 ends at 202.78, 297.7 mm; allowed: up to 210, 297 mm on A4; "
            "correct x, y or the steps, or name the right paper",
        ),
        (
            "paper: A4",
            "paper: A4\nlying: true",
            "labels.yaml:5:5: error: slot 1 ends at 202.78, 281.85 mm; allowed: up to 297, 210 mm on A4 lying; "
            "correct x, y or the steps, or name the right paper",
        ),
        (
            "across: 66.04",
            "across: 60",
            "labels.yaml:4:5: error: the columns or rows of slot 1 lie on one another; "
            "allowed: across from 63.5, down from 38.1 mm; correct across or down",
        ),
        (
            "across: 66.04}",
            "across: 66.04}\n  - {x: 100, y: 20}",
            "labels.yaml:5:5: error: slot 2 at 100, 20 mm lies on slot 1; "
            "allowed: beyond 136.74, 53.25 mm, where that ends; correct x or y",
        ),
        (
            "size: [63.5, 38.1]",
            "size: [60, 38.1]",
            "labels.yaml:4:5: error: slot 1 of 60 × 38.1 mm is smaller than label; allowed: at least 63.5 × 38.1 mm; "
            "correct the slot, or the size of label",
        ),
        ("paper: A4", "paper: A44", "labels.yaml:1:8: error: there is no paper 'A44'; allowed: "),
        ("x: 7.2", "x: -7.2", "labels.yaml:4:9: error: slots.0.x: -7.2 won't do; allowed: a number from 0"),
        ("across: 66.04", "step: 66.04", "labels.yaml:4:45: error: unknown key 'step'"),
        (
            "columns: 3, rows: 7",
            "columns: 200, rows: 200",
            "labels.yaml:4:3: error: 40000 slots; allowed: at most 1000 on a sheet; correct columns and rows",
        ),
        (
            "slots:\n",
            "slots:\n" + "  - {x: 0, y: 0, columns: 200, rows: 200}\n" * 999,  # told without walking through them
            "labels.yaml:4:3: error: 39960021 slots; allowed: at most 1000 on a sheet",
        ),
        (
            "across: 66.04",
            "across: 66.04, for: back",
            "labels.yaml:4:3: error: no slot is for label; add one with for: label",
        ),
        (
            "across: 66.04",
            "across: 66.04, for: lable",
            "labels.yaml:4:65: error: no component lable lies in these slots; allowed: label; did you mean 'label'?",
        ),
    ],
)
def test_a_wrong_table_is_told_at_its_place(
    make_pack: MakePack, tmp_path: Path, old: str, new: str, message: str
) -> None:
    problems = wrong(make(make_pack, labels=LABELS.replace(old, new)), tmp_path)
    assert any(problem.startswith(message) for problem in problems), problems
    assert len(problems) <= 2


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("    slots: labels\n", "", "pack.yaml:12:13: error: layout: slots without slots; add slots:"),
        (
            "slots: labels",
            "slots: lables",
            "pack.yaml:13:12: error: there is no table 'lables'; allowed: deck, labels; did",
        ),
        ("layout: slots", "layout: grid", "pack.yaml:13:12: error: slots are for layout: slots"),
        (
            "slots: labels",
            "slots: labels\n    papers: [A4]",
            "pack.yaml:14:13: error: papers: the slots of labels lie on a paper of their own; take papers out",
        ),
        ("slots: labels", "slots: deck", "deck.yaml:1:1: error: the file must hold keys and values"),
        (
            "slots: labels",
            "slots: labels\n    foot: true",
            "labels.yaml:4:5: error: slot 1 ends at 202.78, 286.7 mm; allowed: up to 210, 282.2 mm on A4, above",
        ),
    ],
)
def test_a_wrong_component_is_told_at_its_place(
    make_pack: MakePack, tmp_path: Path, old: str, new: str, message: str
) -> None:
    labels = LABELS.replace("y: 15.15", "y: 20") if "foot" in new else LABELS
    problems = wrong(make(make_pack, labels=labels, pack=PACK.replace(old, new)), tmp_path)
    assert problems[0].startswith(message), problems


def test_keys_and_formats_that_say_nothing_of_slots_are_refused(make_pack: MakePack, tmp_path: Path) -> None:
    with pytest.raises(Failed, match=r"pack.yaml:14:10: error: gap is not for layout: slots; allowed: grid, mixed"):
        printed(make(make_pack, pack=PACK.replace("    back: back\n", "    gap: 5\n    back: back\n")), tmp_path)
    order = BuildOptions(str(make(make_pack)), out=tmp_path / "out", format="cut-svg")
    with pytest.raises(Failed, match="label has no piece to cut out of a page: slots are cut already"):
        build(order, Problems(), lambda _: None)
