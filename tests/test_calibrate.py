"""The calibration page measures; what is measured is stored; later pages come out true on that printer."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner, Result
from conftest import PACK, MakePack, pdf_text
from reading import Filled, Line, Read, preferences, read

from generator.cli.main import main
from generator.pack import shipped
from generator.press.page import Page
from generator.press.printer import Habit, Printer
from generator.problems import Failed, Problems
from generator.stories import calibrate
from generator.stories.build import build
from generator.stories.check import check
from generator.stories.options import BuildOptions
from generator.units import Rect

CARDS = PACK.replace("layout: page", "back: back\n    foot: true") + (
    "  back: {title: Back, template: back.svg.j2, size: [63, 88], items: deck}\n"
)
FACE = """{% extends "common/face.svg.j2" %}{% block face %}
<rect width="63" height="88" fill="rgb(255, {{ item.n }}, 0)"/>{% endblock %}"""
OFFICE = Printer("office", Habit(0.992, 0.997, 0.6, -0.4), Habit(0.997, 0.992, -0.3, 0.8))
MEASURES = ("--width", "179.4", "--height", "249.1")


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["calibrate", *map(str, arguments)], terminal_width=200)


def stored() -> str:
    return calibrate.place().read_text(encoding="utf-8")


def printed(folder: Path, out: Path, duplex: str = "long", printer: Printer | None = None) -> Path:
    order = BuildOptions(str(folder), out=out, duplex=duplex, printer=printer)  # type: ignore[arg-type]
    (made,) = build(order, Problems(), lambda _: None)
    return made.path


def by_the_printer(rect: Rect, page: Read, habit: Habit, back: bool, turned: bool) -> Rect:
    """Where a printer of that habit puts a rectangle: by hand, from what the calibration page says."""
    middle_x, middle_y = page.width / 2, page.height / 2
    way = (-1 if turned else 1) * back
    return Rect(
        middle_x + habit.across * (rect.x - middle_x) - way * habit.right,
        middle_y + habit.down * (rect.y - middle_y) - way * habit.below,
        rect.width * habit.across,
        rect.height * habit.down,
    )


def cards(page: Read) -> dict[int, Filled]:
    numbers = {round(found.colour[1] * 255): found for found in page.filled if found.colour[0] in (0, 1)}
    return {number: found for number, found in numbers.items() if number in (1, 2)}


@pytest.mark.parametrize("duplex", ["long", "short"])
@pytest.mark.parametrize("size", ["[63, 88]", "[88, 63]"])
def test_what_the_printer_makes_of_corrected_pages_is_exact(
    make_pack: MakePack, tmp_path: Path, duplex: str, size: str
) -> None:
    face = FACE if size == "[63, 88]" else FACE.replace('width="63" height="88"', 'width="88" height="63"')
    back = face.replace("rgb(255", "rgb(0")
    files = {"templates/back.svg.j2": back, "deck.yaml": "- {id: a, n: 1}\n- {id: b, n: 2}\n"}
    folder = make_pack(files, pack=CARDS.replace("[63, 88]", size), card=face)
    exact = read(printed(folder, tmp_path / "exact", duplex))
    pages = read(printed(folder, tmp_path / "office", duplex, OFFICE))
    habit = OFFICE.lying if pages[0].width > pages[0].height else OFFICE.upright
    assert habit is not None
    for number, (page, wanted) in enumerate(zip(pages, exact, strict=True)):
        assert (page.width, page.height) == (wanted.width, wanted.height)
        assert cards(page).keys() == cards(wanted).keys() == {1, 2}
        for card, found in cards(page).items():
            out = by_the_printer(found.rect, page, habit, number == 1, found.turned)
            assert out == pytest.approx(cards(wanted)[card].rect, abs=0.01)
            assert found.rect != pytest.approx(cards(wanted)[card].rect, abs=0.05)


def test_corrected_pages_say_so_and_keep_their_boxes(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.yaml": "- {id: a, text: One}\n"}, pack=PACK.replace("layout: page", "foot: true"))
    order = BuildOptions(str(folder), out=tmp_path / "office", printer=OFFICE)
    (made,) = build(order, Problems(), lambda _: None)
    assert made.notes == ("corrected for the printer office",)
    assert "corrected for the printer office" in " ".join(pdf_text(made.path).split())
    assert preferences(made.path)["/PrintScaling"] == "/None"
    with pikepdf.open(made.path) as document:
        for box in ("/MediaBox", "/TrimBox"):
            sides = [float(side) for side in document.pages[0][box]]
            assert sides == pytest.approx([0, 0, 595.2756, 841.8898], abs=1e-3)
    (plain,) = build(order._replace(printer=None, out=tmp_path / "plain"), Problems(), lambda _: None)
    assert plain.notes == ()
    assert "corrected" not in pdf_text(plain.path)


def test_a_printer_measured_on_upright_paper_has_its_lengths_turned_for_lying_paper() -> None:
    known = Printer("office", Habit(0.992, 0.997, 0.6, -0.4))
    lying = Page(297, 210, (), back=True)
    assert known.habit(lying) == Habit(0.997, 0.992)
    assert known.notes([lying])[1] == "backs of lying pages aren't moved: measure that with playsheet calibrate --lying"
    assert known.notes([Page(297, 210, ()), Page(210, 297, (), back=True)]) == ("corrected for the printer office",)


# ------------------------------------------------------------------ the page


def lengths(lines: list[Line]) -> set[tuple[float, float]]:
    return {(round(abs(line.x2 - line.x1), 2), round(abs(line.y2 - line.y1), 2)) for line in lines}


@pytest.mark.parametrize(
    ("options", "size", "rulers"),
    [
        ((), (210, 297), {(180, 0), (0, 250)}),
        (("--paper", "letter"), (215.9, 279.4), {(180, 0), (0, 250)}),
        (("--lying",), (297, 210), {(250, 0), (0, 180)}),
        (("--paper", "Letter", "--lying"), (279.4, 215.9), {(250, 0), (0, 180)}),
    ],
)
def test_the_page_has_two_sides_and_exact_rulers(
    tmp_path: Path, options: tuple[str, ...], size: tuple[float, float], rulers: set[tuple[float, float]]
) -> None:
    result = run("-o", tmp_path, *options)
    assert result.exit_code == 0, result.output
    (path,) = tmp_path.rglob("*.pdf")
    front, back = read(path)
    for page in (front, back):
        assert (page.width, page.height) == pytest.approx(size, abs=0.01)
    assert rulers <= lengths(front.lines)
    assert not rulers & lengths(back.lines)
    assert preferences(path)["/Duplex"] == "/DuplexFlipLongEdge"


def test_the_cross_of_the_front_lies_on_the_zero_of_the_other_side(tmp_path: Path) -> None:
    run("-o", tmp_path)
    (path,) = tmp_path.rglob("*.pdf")
    with pikepdf.open(path) as document:
        streams = [page.Contents.read_bytes().decode("latin-1") for page in document.pages]
    assert "91 148.5 m" in streams[0]  # arms of 14 mm around the middle of an A4, 105, 148.5
    assert "105 134.5 m" in streams[0]
    assert "105 140.5 m" in streams[1]  # the lines of zero begin 8 mm before it
    assert "97 148.5 m" in streams[1]


@pytest.mark.parametrize("language", ["en", "ru", "pl", "be-tarask"])
def test_the_page_says_what_to_measure_and_what_to_type(tmp_path: Path, language: str) -> None:
    run("-o", tmp_path, "--lang", language)
    (path,) = tmp_path.rglob("*.pdf")
    text = " ".join(pdf_text(path).split())
    assert "playsheet calibrate --name office --width 179.4 --height 249.1 --shift-x 0.6 --shift-y -0.4" in text
    assert ("from line A to line B" in text) == (language == "en")


def test_the_page_has_no_mistake_in_any_language() -> None:
    problems = Problems()
    check(str(shipped.calibration()), problems, lambda _: None)
    assert [str(problem) for problem in problems] == []
    assert "calibration" not in shipped.packs()


def test_the_command_on_the_page_is_understood() -> None:
    result = run("--name", "office", *MEASURES, "--shift-x", "0.6", "--shift-y", "-0.4")
    assert result.exit_code == 0, result.output
    assert "office: prints 99.67 % across and 99.64 % down" in result.output
    assert "backs are moved 0.6 mm right and 0.4 mm up" in result.output
    assert calibrate.printer("office") == Printer("office", Habit(179.4 / 180, 249.1 / 250, 0.6, -0.4))


# ------------------------------------------------------------------ the store


def test_lengths_may_be_typed_as_people_write_them() -> None:
    run("--name", "Büro 2", "--width", "179,4", "--height", "249.1 mm", "--shift-x", "−0,5")
    assert calibrate.printer("Büro 2") == Printer("Büro 2", Habit(179.4 / 180, 249.1 / 250, -0.5, 0.0))


def test_both_kinds_of_paper_and_other_printers_are_kept() -> None:
    run("--name", "office", *MEASURES)
    run("--name", "home", "--width", "180", "--height", "250")
    run("--name", "office", "--lying", "--width", "249", "--height", "179")
    office = calibrate.printer("office")
    assert office is not None
    assert office.upright == Habit(179.4 / 180, 249.1 / 250)
    assert office.lying == Habit(249 / 250, 179 / 180)
    assert calibrate.printer("home") is not None


def test_a_usual_printer_is_taken_unless_told_otherwise(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.yaml": "- {id: a, text: One}\n"})
    run("--name", "office", *MEASURES, "--default")
    run("--name", "home", *MEASURES)
    for options, said in (((), "office"), (("--profile", "home"), "home"), (("--profile", "none"), "")):
        made = CliRunner().invoke(main, ["build", str(folder), "-o", str(tmp_path / "out"), *options])
        assert made.exit_code == 0, made.output
        assert ("corrected for the printer" in made.output) == bool(said)
        assert said in made.output
    # the calibration page itself is never corrected in silence
    assert "corrected" not in run("-o", tmp_path / "page").output
    assert "corrected for the printer office" in run("-o", tmp_path / "page", "--profile", "office").output


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--width", "148", "--height", "250"), "--width: error: 148 mm for a ruler of 180 mm; allowed: 171 to 189"),
        (("--width", "180", "--height", "nan"), "--height: error: nan mm for a ruler of 250 mm; allowed: 237.5 to"),
        (("--width", "180", "--height", "inf"), "--height: error: inf mm"),
        (("--width", "180", "--height", "180"), 'print it at 100 %, "actual size"'),
        ((*MEASURES, "--shift-y", "9"), "--shift-y: error: a shift of 9 mm; allowed: -6 to 6"),
        ((*MEASURES, "--lying"), "--width: error: 179.4 mm for a ruler of 250 mm"),
        ((*MEASURES, "--name", "none"), "--name: error: 'none' is no name for a printer"),
        ((*MEASURES, "--name", " "), "is no name for a printer"),
        ((*MEASURES, "--name", "a\nb"), "is no name for a printer"),
        ((*MEASURES, "--name", "x" * 41), "is no name for a printer"),
    ],
)
def test_absurd_values_are_refused_and_nothing_is_stored(options: tuple[str, ...], said: str) -> None:
    result = run("--name", "office", *options)
    assert result.exit_code == 1
    assert said in result.output
    assert not calibrate.place().exists()


def test_every_wrong_value_is_told_at_once() -> None:
    result = run("--name", "none", "--width", "1", "--height", "2", "--shift-x", "70", "--shift-y", "-70")
    told = [line.split(":")[0] for line in result.output.splitlines()]
    assert told == ["--height", "--name", "--shift-x", "--shift-y", "--width"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--width", "180"), "--width needs the printer's --name too"),
        (("--default",), "--default needs the printer's --name too"),
        (("--name", "office"), "give both --width and --height"),
        (("--name", "office", "--width", "180"), "give both --width and --height"),
        (("--name", "office", "--width", "wide", "--height", "1"), "'wide' is no length in mm, such as 179.4"),
        (("--paper", "A3"), "'A3' is not one of"),
        (("--name", "office", *MEASURES, "--profile", "office"), "measure a page that was printed without it"),
        (("--name", "office", *MEASURES, "--lang", "ru"), "--lang is for printing the page"),
        (("--name", "office", *MEASURES, "--out", "x"), "--out is for printing the page"),
    ],
)
def test_wrong_usage(options: tuple[str, ...], said: str) -> None:
    result = run(*options)
    assert result.exit_code == 2
    assert said in result.output


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("printers: {office: {upright: {width: 100, height: 250}}}", "1:38: error: printers.office.upright.width: 100"),
        ("printers:\n  office: {uprihgt: {}}\n", "2:12: error: unknown key 'uprihgt'"),
        ("printers: [\n", "error: "),
        ("printers: {office: {lying: {width: 250, height: .nan}}}", "height"),
        ("default: home\nprinters: {office: {}}\n", ":1:10: error: there is no printer 'home'; allowed: office, none"),
        ("just a text", "must hold keys and values"),
    ],
)
def test_a_broken_file_is_told_with_its_place_and_never_overwritten(
    make_pack: MakePack, tmp_path: Path, text: str, said: str
) -> None:
    calibrate.place().parent.mkdir(parents=True)
    calibrate.place().write_text(text, encoding="utf-8")
    folder = make_pack({"deck.yaml": "- {id: a, text: One}\n"})
    result = CliRunner().invoke(main, ["build", str(folder), "-o", str(tmp_path / "out")])
    assert result.exit_code == 1
    assert "printers.yaml" in result.output
    assert said in result.output
    assert not list(tmp_path.rglob("*.pdf"))
    if "default" not in text:  # that one is well formed
        assert run("--name", "office", *MEASURES).exit_code == 1
        assert stored() == text


def test_what_no_printer_prints_needs_no_file_of_printers(make_pack: MakePack, tmp_path: Path) -> None:
    calibrate.place().parent.mkdir(parents=True)
    calibrate.place().write_text("printers: [", encoding="utf-8")
    folder = make_pack({"deck.yaml": "- {id: a, text: One}\n"})
    for options in (("--format", "svg"), ("--for", "shop"), ("--profile", "none")):
        result = CliRunner().invoke(main, ["build", str(folder), "-o", str(tmp_path / "out"), *options])
        assert result.exit_code == 0, result.output


def test_a_link_to_the_file_stays_a_link(tmp_path: Path) -> None:
    link = calibrate.place()
    link.parent.mkdir(parents=True)
    link.symlink_to(tmp_path / "mine.yaml")
    assert run("--name", "office", *MEASURES).exit_code == 0
    assert link.is_symlink()
    assert "office" in (tmp_path / "mine.yaml").read_text(encoding="utf-8")


def test_a_link_to_itself_is_told_and_stays(make_pack: MakePack, tmp_path: Path) -> None:
    link = calibrate.place()
    link.parent.mkdir(parents=True)
    link.symlink_to(link)
    folder = make_pack({"deck.yaml": "- {id: a, text: One}\n"})
    built = CliRunner().invoke(main, ["build", str(folder), "-o", str(tmp_path / "out")])
    for result in (built, run("--name", "office", *MEASURES)):
        assert result.exit_code == 1
        assert "printers.yaml: error: " in result.output
    assert link.is_symlink()


def test_an_unknown_printer_is_told() -> None:
    run("--name", "office", *MEASURES)
    with pytest.raises(Failed, match="there is no printer 'offce'; allowed: office, none; did you mean 'office'"):
        calibrate.printer("offce")


def test_the_file_is_written_whole_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    run("--name", "office", *MEASURES)
    before = stored()

    def full(_self: Path, _data: bytes) -> int:
        raise OSError("no space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", full)
        result = run("--name", "home", *MEASURES)
    assert result.exit_code == 1
    assert "can't be written: no space left on device" in result.output
    assert stored() == before
    assert [path.name for path in calibrate.place().parent.iterdir()] == ["printers.yaml"]


def test_the_file_lies_where_settings_lie(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "own"))
    assert calibrate.place() == tmp_path / "own/playsheet/printers.yaml"
    monkeypatch.setenv("HOME", str(tmp_path))
    for elsewhere in ("", "relative/folder"):  # the standard takes no other folders than absolute ones
        monkeypatch.setenv("XDG_CONFIG_HOME", elsewhere)
        assert calibrate.place() == tmp_path / ".config/playsheet/printers.yaml"


def test_a_user_without_a_home_prints_without_a_profile(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("no home")

    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert calibrate.printer(None) is None
    with pytest.raises(Failed, match="there is no home folder; set XDG_CONFIG_HOME"):
        calibrate.printer("office")
