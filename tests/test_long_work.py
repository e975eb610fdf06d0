"""Long work says how far it is on a terminal and nothing in a pipe, can be stopped, and asks before it is absurd."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conftest import PACK, MakePack

from generator.cli.main import main
from generator.exports.ink import SAMPLE, spread
from generator.face.face import Face
from generator.press.page import Page, Placement
from generator.problems import Location
from generator.progress import Step
from generator.stories import build
from generator.stories.options import BuildOptions

if os.name != "posix":
    pytest.skip("terminals are tried where there are pseudo terminals", allow_module_level=True)

ROOT = Path(__file__).resolve().parent.parent
GRID = PACK.replace("    layout: page\n", "")
SOLID = '{% extends "common/face.svg.j2" %}{% block face %}<rect width="63" height="88"/>{% endblock %}'


def cards(number: int) -> dict[str, str]:
    return {"deck.csv": "id,text\n" + "".join(f"c{n},Card number {n}\n" for n in range(number))}


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "generator", *map(str, arguments)]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, list(map(str, arguments)))


class Terminal:
    """A process at a terminal of its own."""

    def __init__(self, *arguments: str | Path, typed: bytes = b"") -> None:
        import pty

        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            command(*arguments), cwd=ROOT, env=environment(), stdin=slave, stdout=slave, stderr=slave
        )
        os.close(slave)
        if typed:
            os.write(self.master, typed)
        self.said = ""

    def read(self) -> Iterator[str]:
        """Yield all that was said so far, whenever there is more."""
        while True:
            try:
                data = os.read(self.master, 4096)
            except OSError:  # the process is over
                return
            if not data:
                return
            self.said += data.decode(errors="replace")
            yield self.said

    def end(self) -> int:
        for _ in self.read():
            pass
        os.close(self.master)
        return self.process.wait(60)


# ------------------------------------------------------------------ progress


@pytest.mark.parametrize(
    ("step", "seconds", "told"),
    [
        (Step("deck en"), 5, "deck en"),
        (Step("deck en", 0, 120), 5, "deck en: 0 of 120"),
        (Step("deck en", 30, 120), 0.5, "deck en: 30 of 120"),
        (Step("deck en", 30, 120), 10, "deck en: 30 of 120, 30 s left"),
        (Step("deck en", 119, 120), 10, "deck en: 119 of 120, 1 s left"),
        (Step("deck en", 1, 121), 10, "deck en: 1 of 121, 20 min left"),
        (Step("deck en", 120, 120), 10, "deck en: 120 of 120"),
        (Step("deck en", stage="write"), 5, "deck en, write"),
        (Step("deck en", 30, 120, "draw"), 10, "deck en, draw: 30 of 120, 30 s left"),
    ],
)
def test_a_step_tells_what_how_far_and_how_long(step: Step, seconds: float, told: str) -> None:
    assert step.told(seconds) == told


def test_a_build_tells_its_stages_and_every_page(make_pack: MakePack, tmp_path: Path) -> None:
    from generator.problems import Problems

    steps: list[Step] = []
    folder = make_pack(cards(3))
    build.build(BuildOptions(str(folder), out=tmp_path), Problems(), steps.append)
    assert steps == [
        Step(folder.name, stage="load and check"),
        Step("testpack en", stage="localise"),
        Step("testpack en", stage="templates"),
        Step("testpack en card", stage="faces"),
        Step("testpack en card", stage="impose"),
        *(Step("testpack en card", n, 3, "draw") for n in (1, 2, 3)),
        Step("testpack en card", stage="write"),
    ]


def test_a_terminal_shows_progress_and_the_outcome_alone_stays(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack(cards(300), pack=GRID)
    terminal = Terminal("build", folder, "-o", tmp_path / "out")
    assert terminal.end() == 0
    assert "\r\x1b[Ktestpack en card" in terminal.said
    assert " of 34" in terminal.said
    kept = terminal.said.replace("\r\n", "\n").split("\x1b[K")[-1]
    assert kept == f"{tmp_path / 'out/testpack/en/card.pdf'}  34 pages\n"


def test_a_pipe_gets_the_outcome_only(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack(cards(300), pack=GRID)
    done = subprocess.run(
        command("build", folder, "-o", tmp_path / "out"),
        check=False,
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{tmp_path / 'out/testpack/en/card.pdf'}  34 pages\n"


# ------------------------------------------------------------------ Ctrl-C


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 128 + signal.SIGTERM), (signal.SIGHUP, 129)]
)
def test_a_long_build_that_is_stopped_ends_with_nothing_half_written(
    make_pack: MakePack, tmp_path: Path, number: int, status: int
) -> None:
    folder, out = make_pack(cards(4000), pack=GRID), tmp_path / "out"
    old = out / "testpack/en/card.pdf"
    old.parent.mkdir(parents=True)
    old.write_bytes(b"the old one")
    terminal = Terminal("build", folder, "-o", out)
    for said in terminal.read():
        if " of 445" in said:
            terminal.process.send_signal(number)
            break
    assert terminal.end() == status
    assert terminal.said.endswith("\r\x1b[Kstopped\r\n")
    assert "Traceback" not in terminal.said
    assert [path.name for path in out.rglob("*") if path.is_file()] == ["card.pdf"]
    assert old.read_bytes() == b"the old one"


INTERRUPTED = """
import os, signal, sys
moment, *sys.argv = sys.argv[1:]
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == moment:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
from generator.__main__ import run
run()
"""
"""Presses Ctrl-C when a module is about to be loaded."""


@pytest.mark.parametrize(
    ("moment", "status"),
    [
        ("generator.cli.main", -signal.SIGINT),
        ("click", -signal.SIGINT),
        ("generator.stories.build", 130),
        ("yaml", 130),
        ("generator.press.pdf.write", 130),
        ("reportlab.pdfbase.pdfdoc", 130),
    ],
)
def test_ctrl_c_at_any_moment_is_no_traceback(make_pack: MakePack, tmp_path: Path, moment: str, status: int) -> None:
    folder, out = make_pack(cards(1)), tmp_path / "out"
    arguments = ["playsheet", "build", str(folder), "-o", str(out)]
    process = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, moment, *arguments],
        check=False,
        cwd=ROOT,
        env=environment(),
        capture_output=True,
    )
    # a shell says 130 in both cases: ended by the signal itself, or by the command
    assert process.returncode == status
    assert process.stdout == b""
    assert process.stderr == (b"stopped\n" if status == 130 else b"")
    assert not [path for path in out.rglob("*") if path.is_file()]


def test_nothing_is_left_when_the_writing_itself_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from generator.cli.limits import Stopped
    from generator.press.files import put

    put(tmp_path / "a.pdf", b"old")

    def stopped(_self: Path, _target: Path) -> Path:
        raise Stopped

    monkeypatch.setattr(Path, "replace", stopped)
    with pytest.raises(Stopped):
        put(tmp_path / "a.pdf", b"new")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a.pdf", b"old")]


KILLED = """
import os, signal, sys
from pathlib import Path
number, *sys.argv = sys.argv[1:]
place, replace = Path(sys.argv.pop()), Path.replace
def killed(part, target):
    if target.is_relative_to(place):
        os.kill(os.getpid(), int(number))
    return replace(part, target)
Path.replace = killed
from generator.__main__ import run
run()
"""
"""Ends the process in the moment when a file that is written is to be put in its place in a folder."""


@pytest.mark.parametrize(("format_", "folder"), [("pdf", ""), ("png", "card"), ("tts", "")])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_what_a_killed_run_left_is_cleared_by_the_next_one(
    make_pack: MakePack, tmp_path: Path, format_: str, folder: str, number: int
) -> None:
    pack, out = make_pack(cards(1)), tmp_path / "out"
    arguments = ["playsheet", "build", str(pack), "-o", str(out), "--format", format_]
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, str(number), *arguments, str(out)],
        check=False,
        cwd=ROOT,
        env=environment(),
        capture_output=True,
    )
    assert killed.returncode == (-number if number == signal.SIGKILL else 128 + number)
    assert bool(list(out.rglob("*.part"))) == (number == signal.SIGKILL)
    theirs = out / "testpack/en" / folder
    theirs.mkdir(parents=True, exist_ok=True)
    stays = [theirs / name for name in (f".a.{os.getpid()}.part", "a.123.part", ".a.part", ".a.12x.part", "b.part")]
    for path in stays:
        path.write_bytes(b"")
    assert run(*arguments[1:]).exit_code == 0
    assert sorted(out.rglob("*.part")) == sorted(stays)


@pytest.mark.parametrize("command", ["check", "build"])
def test_what_a_killed_run_left_elsewhere_is_cleared_too(make_pack: MakePack, tmp_path: Path, command: str) -> None:
    pack, elsewhere = make_pack(cards(1)), tmp_path / "elsewhere"
    elsewhere.mkdir()
    arguments = ["playsheet", command, str(pack), *(["--format=png", f"-o{tmp_path / 'out'}"] * (command == "build"))]
    for killing in (True, False):
        how = [KILLED, str(int(signal.SIGKILL)), *arguments, str(elsewhere if killing else tmp_path / "nowhere")]
        done = subprocess.run(
            [sys.executable, "-c", *how],
            check=False,
            cwd=ROOT,
            env={**environment(), "TMPDIR": str(elsewhere)},
            capture_output=True,
        )
        assert done.returncode == (-signal.SIGKILL if killing else 0)
        assert bool(list(elsewhere.iterdir())) == killing


def test_a_dry_run_clears_nothing(make_pack: MakePack, tmp_path: Path) -> None:
    litter = tmp_path / "out/testpack/en/.card.pdf.4194305.part"
    litter.parent.mkdir(parents=True)
    litter.write_bytes(b"")
    assert run("build", make_pack(cards(1)), "-o", tmp_path / "out", "--dry-run").exit_code == 0
    assert litter.exists()


def test_the_longest_name_can_be_written(tmp_path: Path) -> None:
    from generator.press.files import put

    path = tmp_path / ("ż" * 125 + ".svg")
    put(path, b"x")
    assert [(found.name, found.read_bytes()) for found in tmp_path.iterdir()] == [(path.name, b"x")]


# ------------------------------------------------------------------ asking


def test_very_many_pages_are_refused_where_nobody_can_be_asked(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack(cards(2), card=SOLID)
    result = run("build", folder, "--copies", 400, "-o", tmp_path / "out")
    assert result.exit_code == 1
    assert "card: 800 pages of A4 are asked for; allowed: at most 500 without asking" in result.output
    assert "--yes" in result.output
    assert not (tmp_path / "out").exists()


def test_yes_prints_very_many_pages(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack(cards(2), card=SOLID)
    result = run("build", folder, "--copies", 400, "-o", tmp_path / "out", "--yes")
    assert result.exit_code == 0, result.output
    assert "card.pdf  800 pages" in result.output


@pytest.mark.parametrize(("typed", "status"), [(b"y\n", 0), (b"n\n", 1), (b"\n", 1)])
def test_a_terminal_is_asked(make_pack: MakePack, tmp_path: Path, typed: bytes, status: int) -> None:
    folder, out = make_pack(cards(2), card=SOLID), tmp_path / "out"
    terminal = Terminal("build", folder, "--copies", "300", "-o", out, typed=typed)
    assert terminal.end() == status
    assert "card: 600 pages of A4. Print them? [y/N]" in terminal.said
    assert bool(list(out.rglob("*.pdf"))) == (status == 0)


def test_ids_are_not_copies(make_pack: MakePack, tmp_path: Path) -> None:  # O-D10
    deck = "id,text\n412044,Harbour\n375123,Castle\n375000,Mill\n"
    result = run("build", make_pack({"deck.csv": deck}, pack=GRID), "-o", tmp_path / "out", "--dry-run")
    assert "card.pdf  1 page on 1 sheet of A4, 3 faces" in result.output


def test_copies_beyond_all_sense_are_no_question(make_pack: MakePack, tmp_path: Path) -> None:
    deck = "id,text,copies\na,x,412044\nb,y,1\n"
    result = run("build", make_pack({"deck.csv": deck}), "-o", tmp_path / "out", "--yes")
    assert result.exit_code == 1
    assert "412045 pieces are asked for; allowed: at most 20000" in result.output


# ------------------------------------------------------------------ --dry-run


def test_a_dry_run_says_what_printing_takes_and_writes_nothing(make_pack: MakePack, tmp_path: Path) -> None:
    back = "    back: back\n    foot: true\n"
    pack = GRID.replace("    items: deck\n", f"    items: deck\n{back}") + (
        "  back: {title: Back, template: card.svg.j2, size: [63, 88]}\n"
    )
    folder = make_pack(cards(20), pack=pack, card=SOLID)
    before = sorted(tmp_path.rglob("*"))
    result = run("build", folder, "-o", tmp_path / "out", "--dry-run")
    assert result.exit_code == 0, result.output
    assert "card.pdf  6 pages on 3 sheets of A4, 40 faces, ink on about " in result.output
    assert "print on both sides, flip on the long edge" in result.output
    assert result.output.endswith("nothing was written (--dry-run)\n")
    assert sorted(tmp_path.rglob("*")) == before
    fronts = run("build", folder, "-o", tmp_path / "out", "--dry-run", "--duplex", "fronts")
    assert "3 pages on 3 sheets of A4, 20 faces" in fronts.output


@pytest.mark.parametrize(
    ("fill", "share"), [("#000000", 1), ("#ff0000", 1), ("#ffffff", 0), ("#808080", 0.498), ("#ffff99", 0.4)]
)
def test_ink_is_what_covers_the_paper(make_pack: MakePack, tmp_path: Path, fill: str, share: float) -> None:
    import json

    card = SOLID.replace("<rect", f'<rect fill="{fill}"')
    folder = make_pack(cards(4), pack=GRID.replace("    items", "    marks: false\n    items"), card=card)
    result = run("build", folder, "-o", tmp_path / "out", "--dry-run", "--json")
    (made,) = json.loads(result.output)["files"]
    assert made["ink"] == pytest.approx(share * 4 * 63 * 88 / (210 * 297), abs=0.004)
    assert {key: made[key] for key in ("pages", "sheets", "faces", "paper")} == {
        "pages": 1,
        "sheets": 1,
        "faces": 4,
        "paper": "A4",
    }


def test_ink_is_guessed_from_a_few_pages_spread_over_all() -> None:
    face = Face("card", "a", "en", "", 63, 88, Location("x"))
    pages = [Page(210, 297, (Placement(face, n, 0),)) for n in range(1000)]
    found = [page.placements[0].x for page in spread(pages)]
    assert len(found) == SAMPLE
    assert (found[0], found[-1]) == (0, 999)
    assert max(b - a for a, b in pairwise(found)) < 50
    assert spread(pages[:5]) == pages[:5]


def test_a_dry_run_finds_mistakes_too(make_pack: MakePack, tmp_path: Path) -> None:
    folder = make_pack(cards(1), card=SOLID.replace("<rect", "<blink/><rect"))
    result = run("build", folder, "-o", tmp_path / "out", "--dry-run")
    assert result.exit_code == 1
    assert "<blink>" in result.output
    assert "sheet of" not in result.output
