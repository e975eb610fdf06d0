"""The command as people use it: what it prints, where, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NoReturn

import pytest
from click.testing import CliRunner, Result
from conftest import PACK, MakePack

from generator.cli import build, calibrate, limits
from generator.cli.main import main
from generator.face.face import Face
from generator.score.formula.work import Work
from generator.stories.options import BuildOptions

DECK = "items:\n  - {id: a, text: One}\n"
SCORE = """\
boxes:
  bears: {label: Bear pairs, kind: number, from: 0, to: 4}
lines:
  bear_points: {label: Bears, is: "[0, 4, 11, 19, 27][bears]"}
total: bear_points
"""


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


@pytest.mark.parametrize("command", [[], ["list"], ["build"], ["check"], ["score"], ["new"], ["schema"]])
def test_help_shows_examples(command: list[str]) -> None:
    result = run(*command, "--help")
    assert result.exit_code == 0
    assert "Examples:\n    playsheet " in result.output


def test_list_shows_packs_components_languages_papers() -> None:
    result = run("list")
    assert result.exit_code == 0
    assert "quadrata-canada  Quadrata Canada, version 0.1\n  languages: en, be-tarask\n" in result.output
    assert "  player-sheet: Player sheet (A4, A3, Legal, Tabloid)" in result.output
    packs = json.loads(run("list", "--json").output)["packs"]
    assert [pack["id"] for pack in packs] == ["cascadia", "get-on-board", "quadrata-canada"]
    assert packs[0]["languages"] == ["en", "pl"]


def test_list_says_which_components_share_a_document_and_leaves_backs_to_their_faces() -> None:
    lines = run("list", "get-on-board").output.splitlines()
    assert any(line.startswith("  tickets: Ticket cards, in cards (A4") for line in lines)
    assert not any("ticket-backs" in line for line in lines)
    (pack,) = json.loads(run("list", "get-on-board", "--json").output)["packs"]
    assert pack["documents"]["tickets"] == "cards"
    assert pack["documents"]["pieces"] == "pieces"
    assert set(pack["components"]) - set(pack["documents"]) >= {"ticket-backs", "player-sheet-backs"}


def test_an_empty_sheet_for_more_than_can_play_is_warned_of_and_written() -> None:
    result = run("score", "--blank", "get-on-board", "--players", "6")
    assert result.exit_code == 0
    assert result.stdout.count("- player:") == 6
    assert "--players: warning: a table of 6, and get-on-board is for 5 players at most" in result.stderr


def test_without_packs_those_are_built_that_have_the_language(tmp_path: Path) -> None:
    result = run("build", "--lang", "pl", "--component", "score-pad", "-o", tmp_path)
    assert "quadrata-canada" not in result.output
    assert (tmp_path / "cascadia" / "pl" / "score-pad.pdf").is_file()
    for name in ("cascadia", "get-on-board", "quadrata-canada"):
        assert f"{name} has no language 'xx'" in run("build", "--lang", "xx", "-o", tmp_path).stderr


@pytest.mark.parametrize("scale", ["0.5", "0,5", "50%", "50.0%"])
def test_a_scale_is_written_as_people_do(make_pack: MakePack, tmp_path: Path, scale: str) -> None:
    made = run("build", make_pack({"deck.yaml": DECK}), "--scale", scale, "-o", tmp_path / "out")
    assert made.exit_code == 0
    wrong = run("build", make_pack({"deck.yaml": DECK}), "--scale", f"{scale}x", "-o", tmp_path / "out")
    assert wrong.exit_code == 2
    assert f"'{scale}x' is no scale; write it as 0.94 or 94%." in wrong.stderr


def test_build_writes_and_says_what(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.yaml": DECK})
    result = run("build", folder, "-o", tmp_path / "out")
    assert result.exit_code == 0
    assert result.stdout == f"{tmp_path}/out/testpack/en/card.pdf  1 page\n"
    assert result.stderr == ""
    made = json.loads(run("build", folder, "-o", tmp_path / "out", "--format", "svg", "--json").stdout)
    assert made == {"files": [{"path": f"{tmp_path}/out/testpack/en/card", "pages": 1, "notes": []}], "problems": []}


def test_build_without_an_output_folder_writes_to_output(
    make_pack: MakePack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("build", make_pack({"deck.yaml": DECK}).name).stdout == "output/testpack/en/card.pdf  1 page\n"


def test_problems_go_to_standard_error_and_end_with_1(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.yaml": "- {id: a, txet: One}\n"})
    result = run("build", folder, "-o", tmp_path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "unknown field 'text' (did you mean 'txet'?)" in result.stderr
    problems = json.loads(run("build", folder, "-o", tmp_path, "--json").stdout)["problems"]
    assert [(p["severity"], p["line"]) for p in problems] == [("error", 2)]


def test_warnings_end_with_0_unless_strict(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.csv": b"id,text\na,1/2\nb,02-Jan\n"})
    result = run("build", folder, "-o", tmp_path)
    assert result.exit_code == 0
    assert "warning: text: 02-Jan looks like a date" in result.stderr
    assert run("build", folder, "-o", tmp_path, "--strict").exit_code == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["build", "cascadai"], "there is no pack 'cascadai'"),
        (["build", "quadrata-canada", "--paper", "A44"], "there is no paper 'A44'; allowed: A3, A4"),
        (["build", "quadrata-canada", "--paper", "0x0"], "no paper measures '0x0'; allowed: sides from 40 to 2000 mm"),
        (["build", "quadrata-canada", "--lang", "xx"], "quadrata-canada has no language 'xx'; allowed: en, be-tarask"),
        (["build", "quadrata-canada", "--component", "sheet"], "has no component 'sheet'; allowed: player-sheet"),
        (["check", "nothing"], "there is no pack 'nothing'"),
        (["score", "nothing.yaml"], "nothing.yaml: error: can't be read: No such file or directory"),
        (["list", "nothing"], "there is no pack 'nothing'"),
    ],
)
def test_what_cant_be_done_says_what_can(arguments: list[str], message: str, tmp_path: Path) -> None:
    extra = ["-o", str(tmp_path)] if arguments[0] == "build" else []
    result = run(*arguments, *extra)
    assert result.exit_code == 1
    assert message in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    "arguments",
    [
        ["score"],
        ["build", "--format", "gif"],
        ["build", "--dpi", "300"],
        ["build", "--format", "png", "--dpi", "9"],
        ["nonsense"],
        ["build", "--copies", "0"],
        ["new"],
        ["score", "--players", "3", "x.yaml"],
        ["score", "--blank", "cascadia", "--pack", "cascadia"],
        ["score", "--blank", "cascadia", "--json"],
    ],
)
def test_wrong_usage_ends_with_2(arguments: list[str]) -> None:
    assert run(*arguments).exit_code == 2


def test_a_face_larger_than_its_paper_is_cut_over_pages(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.yaml": DECK}, pack=PACK.replace("[63, 88]", "[400, 300]"))
    result = run("build", folder, "-o", tmp_path)
    assert result.stdout.endswith(
        "card.pdf  4 pages\n  card: cut over 4 pages of A4; --scale 0.66 prints it on one\n"
    ), result.output


def test_check_finds_what_loading_alone_does_not(make_pack: MakePack) -> None:
    folder = make_pack({"deck.yaml": DECK, "score.yaml": SCORE, "locale/pl.po": 'msgid "Unused"\nmsgstr "X"\n'})
    (folder / "pack.yaml").write_text(PACK.replace("[en]", "[en, pl]"), encoding="utf-8")
    result = run("check", folder)
    assert result.exit_code == 1
    assert "no sheet prints 'bears'; print it with field(\"bears\", …), or say on_sheet: false" in result.stderr
    assert "no sheet prints 'bear_points'" in result.stderr
    assert "warning: no translation of 'Card'; add it to the pl catalogue" in result.stderr
    assert "a translation of 'Unused', which nothing uses" in result.stderr


def test_check_compares_examples(make_pack: MakePack) -> None:
    score = SCORE.replace("to: 4}", "to: 4, on_sheet: false}").replace('[bears]"}', '[bears]", on_sheet: false}')
    files = {
        "deck.yaml": DECK,
        "score.yaml": score,
        "example/right.yaml": "bears: 2\nbear_points: 11\n",
        "example/wrong.yaml": "bears: 2\nbear_points: 12\n",
        "example/other.yaml": "bears: 3\nbear_points: 19\n",
        "example/expect.yaml": "- {file: other.yaml, totals: [11]}\n- {file: gone.yaml}\n",
    }
    errors = [line for line in run("check", make_pack(files)).stderr.splitlines() if ": error: " in line]
    assert [line.split(": error: ")[1] for line in errors] == [
        f"{errors[0].split('/example')[0]}/example/other.yaml gives totals [19]; allowed: [11]",
        "there is no example 'gone.yaml'; allowed: other.yaml, right.yaml, wrong.yaml",
        "this example doesn't hold; correct it, or say in expect.yaml what it must give",
    ]


@pytest.mark.parametrize(
    ("expected", "message"),
    [
        (
            "- {file: right.yaml, tоtals: [11]}\n",
            "expect.yaml:1:22: error: unknown key 'tоtals'; allowed: file, totals",
        ),
        ("- {file: right.yaml, Codes: []}\n", "did you mean 'codes'?"),
        ("- {totals: [11]}\n", "expect.yaml:1:3: error: not an expectation; allowed: file, totals"),
        ("file: right.yaml\n", "expect.yaml:1:1: error: no list of expectations; write it as - {file: …"),
        ("- {file: rigt.yaml}\n", "there is no example 'rigt.yaml'; allowed: right.yaml; did you mean 'right'?"),
    ],
)
def test_slips_in_what_examples_must_give_are_told(make_pack: MakePack, expected: str, message: str) -> None:
    score = SCORE.replace("to: 4}", "to: 4, on_sheet: false}").replace('[bears]"}', '[bears]", on_sheet: false}')
    example = {"example/right.yaml": "bears: 2\nbear_points: 11\n", "example/expect.yaml": expected}
    assert message in run("check", make_pack({"deck.yaml": DECK, "score.yaml": score, **example})).stderr


def test_score_ends_with_0_when_it_holds_and_1_when_not(tmp_path: Path) -> None:
    folder = tmp_path / "mygame"
    assert run("new", folder).exit_code == 0
    good, wrong = run("score", folder / "example/legal.yaml"), run("score", folder / "example/wrong.yaml")
    assert good.exit_code == 0
    assert "The sheet holds." in good.stdout
    assert wrong.exit_code == 1
    assert "wrote 10, right is 9 = 6 + 0 + 3" in wrong.stdout
    assert "Who has no oak can't have most of them." in wrong.stdout
    data = json.loads(run("score", folder / "example/wrong.yaml", "--json").stdout)
    assert data["sheets"][0]["holds"] is False


def test_an_empty_sheet_scores_as_missing(tmp_path: Path) -> None:
    result = run("score", "--blank", "get-on-board", "--lang", "ru")
    assert result.exit_code == 0
    path = tmp_path / "empty.yaml"
    path.write_text(result.stdout, encoding="utf-8")
    assert "Traceback" not in run("score", path).output


def test_an_empty_sheet_for_a_table(tmp_path: Path) -> None:
    path = tmp_path / "table.yaml"
    path.write_text(run("score", "--blank", "cascadia", "--players", "3", "--lang", "pl").stdout, encoding="utf-8")
    assert len(json.loads(run("score", path, "--json").stdout)["sheets"][0]["players"]) == 3


def test_a_sheet_must_say_its_game(tmp_path: Path) -> None:
    path = tmp_path / "sheet.yaml"
    path.write_text("turns: 1\n", encoding="utf-8")
    assert (
        "the file doesn't say which game it is; begin it with game: <pack>, or use --pack" in run("score", path).stderr
    )
    assert run("score", path, "--pack", "get-on-board").exit_code in (0, 1)


def test_new_starts_a_pack_that_builds_checks_and_scores(tmp_path: Path) -> None:
    folder = tmp_path / "forest-walk"
    assert run("new", folder).exit_code == 0
    assert 'title: "Forest walk"' in (folder / "pack.yaml").read_text(encoding="utf-8")
    result = run("check", folder, "--strict")
    assert result.exit_code == 0, result.stderr
    assert run("build", folder, "-o", tmp_path / "out").exit_code == 0
    again = run("new", folder)
    assert again.exit_code == 1
    assert "this folder is there already; choose another name" in again.stderr
    assert run("new", tmp_path / "bad name").exit_code == 1


def test_schema_fits_the_shipped_packs() -> None:
    for kind in ("pack", "score"):
        schema = json.loads(run("schema", kind).stdout)
        assert schema["$schema"].startswith("https://json-schema.org/")
        assert "description" in str(schema["properties"])
    assert "anyOf" in json.loads(run("schema").stdout)


def test_a_broken_pack_doesnt_keep_the_next_from_being_built(make_pack: MakePack, tmp_path: Path) -> None:
    good = make_pack({"deck.yaml": DECK}, name="good")
    bad = make_pack({"deck.yaml": "- {text: One}\n"}, name="bad")
    result = run("build", bad, good, "-o", tmp_path / "out")
    assert result.exit_code == 1
    assert result.stdout == f"{tmp_path}/out/good/en/card.pdf  1 page\n"
    assert "an item without an id" in result.stderr
    checked = run("check", bad, good)
    assert "good: 1 face in en; 0 examples\n1 error, 0 warnings\n" in checked.stdout


def test_the_version_is_told() -> None:
    assert run("--version").output.startswith("playsheet")


def test_a_path_as_game_is_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "sheet.yaml"
    path.write_text("game: ./mygame\n", encoding="utf-8")
    assert (
        "game: ./mygame is a path; allowed: a pack's id; name the pack's folder with --pack"
        in run("score", path).stderr
    )


def test_no_colour_in_a_pipe(make_pack: MakePack, tmp_path: Path) -> None:
    result = run("build", make_pack({"deck.yaml": "- {id: a}\n"}), "-o", tmp_path)
    assert "\x1b" not in result.stderr


def test_a_formula_that_cant_be_worked_out_is_told_by_check_and_score(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack(
        {
            "deck.yaml": DECK,
            "score.yaml": "boxes: {a: {label: A, from: 0, on_sheet: false}}\n"
            "lines: {total: {label: Total, is: 'a / 0', on_sheet: false}}\n",
            "example/one.yaml": "a: 3\ntotal: 3\n",
            "example/expect.yaml": "- {file: one.yaml, codes: []}\n",
        }
    )
    for command in ("check", "score"):
        result = run(command, folder if command == "check" else folder / "example" / "one.yaml")
        assert result.exit_code == 1
        assert "score.yaml:2:35: error: formula 'a / 0'" in result.stderr


def test_options_are_handed_on_by_the_names_of_fields() -> None:
    of_build = {option.name for option in build.command.params}
    of_command = {"packs", "profile", "yes", "strict", "as_json"}
    assert of_build ^ set(BuildOptions._fields) == {*of_command, "pack", "printer"}
    assert {option.name for option in calibrate.command.params} == set(calibrate.Calibration._fields)


@pytest.mark.parametrize(
    ("command", "of", "work"), [("check", Work, "items"), ("score", Work, "items"), ("build", Face, "_replace")]
)
def test_a_run_that_takes_too_long_ends_wherever_it_is(
    make_pack: MakePack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, of: type, work: str
) -> None:
    folder = make_pack(
        {
            "deck.yaml": DECK,
            "score.yaml": "boxes: {a: {label: A, from: 0, on_sheet: false}}\n"
            "lines: {total: {label: Total, is: 'sum([a, 1])', on_sheet: false}}\n",
            "example/one.yaml": "a: 3\ntotal: 4\n",
            "example/expect.yaml": "- {file: one.yaml, codes: []}\n",
        }
    )
    assert run("check", folder).exit_code == 0

    def too_long(*_: object, **_values: object) -> NoReturn:
        raise limits.TooLong

    monkeypatch.setattr(of, work, too_long)
    out = ["--out", tmp_path / "out"] if command == "build" else []
    result = run(command, folder / "example/one.yaml" if command == "score" else folder, *out)
    assert result.exit_code == 1
    assert result.stderr == ("playsheet: error: more than 600 s of work; print less at once, or simplify the files\n")
    assert "total" not in result.stdout


def test_the_time_of_a_run_is_taken_for_no_mistake_of_a_file() -> None:
    assert not issubclass(limits.TooLong, Exception)


def test_a_game_and_a_language_that_nobody_knows_are_told_where_they_are_named(tmp_path: Path) -> None:
    path = tmp_path / "sheet.yaml"
    path.write_text("player: Ann\ngame: kascadia\n", encoding="utf-8")
    result = run("score", path)
    assert f"{path}:2:7: error: there is no pack 'kascadia'; allowed: " in result.stderr
    path.write_text("game: cascadia\nlanguage: polski\n", encoding="utf-8")
    assert f"{path}:2:11: warning: cascadia has no language 'polski', so its words" in run("score", path).stderr
    assert "warning: cascadia has no language 'fr'" in run("score", "--blank", "cascadia", "--lang", "fr").stderr
    assert "Wildlife" not in run("score", path, "--lang", "PL").stdout


def test_an_empty_cell_of_copies_is_no_number_and_the_pack_decides(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack({"deck.csv": "id,text,copies\na,A,\nb,B,2\n"})
    result = run("build", folder, "-o", tmp_path / "out")
    assert result.stdout.endswith("card.pdf  3 pages\n"), result.output


def test_a_catalogue_that_nothing_reads_is_told(make_pack: MakePack) -> None:
    folder = make_pack({"deck.yaml": DECK, "locale/pl.po": 'msgid "A"\nmsgstr "B"\n'})
    result = run("check", folder)
    assert "locale/pl.po: warning: a catalogue that nothing reads; add pl under languages in pack.yaml" in result.stderr


@pytest.mark.parametrize(("name", "proposed"), [("My Game 2", "My-Game-2"), ("Spiel-Äpfel", "Spiel-Apfel")])
def test_a_name_that_wont_do_is_answered_with_one_that_will(tmp_path: Path, name: str, proposed: str) -> None:
    result = run("new", tmp_path / name)
    assert "can't name a pack; allowed: the letters a to z, digits, - and _" in result.stderr
    assert f"take {proposed}, say" in result.stderr


def test_a_renamed_starter_still_holds(tmp_path: Path) -> None:
    run("new", tmp_path / "one")
    (tmp_path / "one").rename(tmp_path / "two")
    assert "0 errors" in run("check", tmp_path / "two").stdout
