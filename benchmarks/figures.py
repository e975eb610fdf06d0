"""The figures that a run gives, each with its target."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks import commands
from benchmarks.art import Told
from benchmarks.measure import Cost, interleaved

TIMES_FLOOR = 2.5
BYTES_FLOOR = 1.2
TEN_TIMES_AS_MANY = 5.0
BACKED_MIB = 60.0
THOUSANDS = 10_000
THOUSANDS_MIB = 300.0
HOSTILE_SECONDS = 2.0
HELP_MS = 60.0
SHEETS_A_SECOND = 5000.0
ROUTES_A_SECOND = 2000.0
TILES_A_SECOND = 500.0
TIMES_SVGLIB = 10.0
EQUAL_TILES_MS = 20.0
TILES_KIB = 170.0
PICTURED = 1.4
"""The most that a file with a JPEG on 20 faces may have of the JPEG's bytes."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured figure; `target` is the most (or, with `at_least`, the least) it should be, None for information."""

    what: str
    base: str
    ours: str
    value: float
    target: float | None = None
    at_least: bool = False

    @property
    def result(self) -> str:
        """PASS, MISS, or nothing when there is no target."""
        if self.target is None:
            return ""
        reached = self.value >= self.target if self.at_least else self.value <= self.target
        return "PASS" if reached else "MISS"


def pages(name: str, title: str, out: Path, rounds: int) -> Iterator[Figure]:
    """Yield time, memory and bytes of one benchmark pack against its floor, and against Typst where there is one."""
    made = {"ours": commands.ours(name, out), "floor": commands.floor(name, out)}
    typst = commands.typst(name, out)
    if typst:
        made["typst"] = typst
    costs = interleaved({key: one.command for key, one in made.items()}, rounds)
    sizes = {key: one.file.stat().st_size for key, one in made.items()}
    ours, base = costs["ours"], costs["floor"]
    yield _time(f"{title}: time", base, ours, TIMES_FLOOR)
    yield Figure(
        f"{title}: processor time",
        f"{base.processor * 1000:.0f} ms",
        f"{ours.processor * 1000:.0f} ms",
        ours.processor / base.processor,
    )
    yield _bytes(f"{title}: bytes", sizes["floor"], sizes["ours"], BYTES_FLOOR)
    yield Figure(f"{title}: memory", f"{base.mib:.0f} MiB", f"{ours.mib:.0f} MiB", ours.mib / base.mib)
    if typst:
        yield _time(f"{title}: time against Typst", costs["typst"], ours)
        yield _bytes(f"{title}: bytes against Typst", sizes["typst"], sizes["ours"])


def growth(out: Path, rounds: int) -> Iterator[Figure]:
    """Yield what ten times as many different cards cost."""
    few, many = (commands.built(commands.many(times, out), "cards", out) for times in (1, 10))
    costs = interleaved({"few": few.command, "many": many.command}, rounds)
    yield _time("540 cards against 54: time", costs["few"], costs["many"], TEN_TIMES_AS_MANY)
    few_mib, many_mib = costs["few"].mib, costs["many"].mib
    yield Figure("540 cards against 54: memory", f"{few_mib:.0f} MiB", f"{many_mib:.0f} MiB", many_mib / few_mib)
    pack = commands.many(10, out, backed=True)
    backed, floor = commands.built(pack, "fronts", out), commands.floor_of(pack, out)
    costs = interleaved({"ours": backed.command, "floor": floor.command}, rounds)
    yield _time("540 cards with backs: time", costs["floor"], costs["ours"], TIMES_FLOOR)
    yield _memory("540 cards with backs: MiB", costs["ours"], BACKED_MIB)
    thousands = commands.built(commands.many(THOUSANDS // 54 + 1, out), "cards", out)
    yield _memory("10,000 cards: MiB", interleaved({"ours": thousands.command}, rounds)["ours"], THOUSANDS_MIB)


def hostile(name: str, seconds: float) -> Iterator[Figure]:
    """Yield how long the slowest hostile file takes until it is refused."""
    yield Figure(f'slowest hostile file, "{name}": s', "", f"{seconds:.2f} s", seconds, HOSTILE_SECONDS)


def start(rounds: int) -> Iterator[Figure]:
    """Yield how much longer --help takes than Python itself, in ms."""
    costs = interleaved({"bare": commands.bare(), "help": commands.program("--help")}, rounds)
    more = costs["help"].seconds - costs["bare"].seconds
    yield Figure(
        "--help: ms more than Python",
        f"{costs['bare'].seconds * 1000:.0f} ms",
        f"{costs['help'].seconds * 1000:.0f} ms",
        more * 1000,
        HELP_MS,
    )


def sheets(scored: float, with_reading: float, routed: float) -> Iterator[Figure]:
    """Yield how many Get on Board sheets are scored in a second, in process."""
    yield Figure("Get on Board sheets a second, read once", "", f"{scored:.0f}", scored, SHEETS_A_SECOND, at_least=True)
    what = "Get on Board sheets with their routes a second, read once"
    yield Figure(what, "", f"{routed:.0f}", routed, ROUTES_A_SECOND, at_least=True)
    yield Figure("Get on Board sheets a second, each read from YAML", "", f"{with_reading:.0f}", with_reading)


def art(told: Told) -> Iterator[Figure]:
    """Yield how fast SVG becomes PDF in process, and how large it gets."""
    rate = told.tiles / told.different
    yield Figure("90 different tiles: tiles a second", "", f"{rate:.0f}", rate, TILES_A_SECOND, at_least=True)
    if told.svglib:
        base, ours = f"{told.svglib * 1000:.0f} ms", f"{told.different * 1000:.0f} ms"
        yield Figure("… times svglib's", base, ours, told.svglib / told.different, TIMES_SVGLIB, at_least=True)
    equal = told.equal * 1000
    yield Figure("90 equal tiles: ms", "", f"{equal:.1f} ms", equal, EQUAL_TILES_MS)
    size = told.bytes / 1024
    yield Figure("90 different tiles: KiB", "", f"{size:.1f} KiB", size, TILES_KIB)
    yield Figure("a JPEG on 20 faces: stored times", "", f"{told.pictures}", told.pictures, 1.0)
    yield _bytes("a JPEG on 20 faces: bytes of the file", told.jpeg, told.pictured, PICTURED)


def _time(what: str, base: Cost, ours: Cost, target: float | None = None) -> Figure:
    return Figure(
        what, f"{base.seconds * 1000:.0f} ms", f"{ours.seconds * 1000:.0f} ms", ours.seconds / base.seconds, target
    )


def _memory(what: str, ours: Cost, target: float) -> Figure:
    return Figure(what, "", f"{ours.mib:.0f} MiB", ours.mib, target)


def _bytes(what: str, base: int, ours: int, target: float | None = None) -> Figure:
    return Figure(what, f"{base / 1024:.1f} KiB", f"{ours / 1024:.1f} KiB", ours / base, target)
