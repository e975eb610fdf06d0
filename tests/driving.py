"""Games that drive themselves: whole tables of legal play, an account apart from the program's replay.

Every player's sheet is kept by a `Bus`; this module knows roads, shapes, jams, goals and who is out.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from tests.bus import Bus

SHORT = {"monument_light": "light", "monument_dark": "dark"}
CARDS = ("old_ladies", "students", "tourists", "businessmen", "arches", "sights")


@dataclass
class Driver:
    """One player: the sheet, the way driven so far, and what it looked like after each round."""

    seat: int
    sheet_type: int
    start: int
    card: int
    bus: Bus
    here: str
    been: set[str]
    roads: set[frozenset[str]] = field(default_factory=set)
    lines: list[str] = field(default_factory=list)
    turns: int = 0
    jams: int = 0
    extra: int = 0
    letters: set[str] = field(default_factory=set)
    goals: list[int | None] = field(default_factory=lambda: [None, None])
    out: bool = False
    tickets: list[int] = field(default_factory=list)
    history: list[dict[str, Any]] = field(default_factory=list)


class Table:
    """A game of so many players on a board of the pack's data."""

    def __init__(self, data: dict[str, Any], board: str, players: int, dice: random.Random) -> None:
        self.data, self.board, self.dice = data, board, dice
        self.graph = data["boards"]["by_id"][board]
        self.at = {row["id"]: row for row in self.graph["crossings"]}
        self.beside: dict[str, list[str]] = {name: [] for name in self.at}
        for one, other in self.graph["roads"]:
            self.beside[one].append(other)
            self.beside[other].append(one)
        self.slow = {frozenset(pair) for pair in self.graph["dark"]} if "dark" in self.graph else set()
        self.markers: Counter[frozenset[str]] = Counter()
        self.goals = dice.sample(CARDS, 2)
        self.first = dice.randint(1, players)
        worth = {kind: data["sheet"][kind]["points"] for kind in Bus.ROWS}
        starts = {row["start"]: name for name, row in self.at.items() if "start" in row}
        numbers = dice.sample(sorted(starts), players)
        types, cards = dice.sample(range(1, 6), players), dice.sample(range(1, 6), players)
        self.drivers = [
            Driver(seat, types[seat], numbers[seat], cards[seat], Bus(worth), starts[numbers[seat]],
                   {starts[numbers[seat]]})
            for seat in range(players)
        ]  # fmt: skip

    def play(self, rounds: int = 12) -> None:
        """Play so many rounds."""
        deck = self.dice.sample(range(1, 13), 12)
        leader = self.first - 1
        taken: list[bool] = [False, False]
        for ticket in deck[:rounds]:
            order = [*self.drivers[leader:], *self.drivers[:leader]]
            active = [driver for driver in order if not driver.out]
            for driver in active:
                self._drive(driver, ticket)
            self._reward(active, taken)
            for driver in active:
                driver.history.append(self.sheet(driver))
            leader = self._next(leader)

    def _next(self, leader: int) -> int:
        seats = [(leader + step) % len(self.drivers) for step in range(1, len(self.drivers) + 1)]
        return next((seat for seat in seats if not self.drivers[seat].out), leader)

    def _reward(self, active: list[Driver], taken: list[bool]) -> None:
        for number, card in enumerate(self.goals):
            need = next(row["need"] for row in self.data["common_objectives"] if row["id"] == card)
            fresh = [d for d in active if not d.out and d.goals[number] is None and self._has(d.bus, card) >= need]
            for driver in fresh:
                driver.goals[number] = 6 if taken[number] else 10
            taken[number] = taken[number] or bool(fresh)

    @staticmethod
    def _has(bus: Bus, card: str) -> int:
        if card == "students":
            return bus.tracks["students"] + bus.tracks["internships"]
        return sum(bus.ticks[card]) if card in bus.ticks else bus.tracks[card]

    # -------------------------------------------------------------- driving

    def _drive(self, driver: Driver, ticket: int) -> None:
        driver.tickets.append(ticket)
        name = self.data["sheets"][driver.sheet_type - 1]["shapes"][(ticket - 1) % 6]
        shape = self.data["shapes"]["by_id"][name]
        whole = [way for way in self._ways(driver, shape, (driver.here,)) if len(way) > shape["markers"]]
        again = [p for p in self.beside[driver.here] if p in driver.been]
        again = [p for p in again if frozenset((driver.here, p)) not in driver.roads]
        # now and then somebody drives in a circle
        if again and (not whole or self.dice.random() < 0.01):
            driver.lines.append(f"{ticket}: {again[0]}")
            self._jam(driver, again[0])
            driver.out = True
            return
        way = self._chosen(driver, whole, shape) if whole else self._as_far_as_possible(driver, shape)
        driver.turns += self._cost(way, shape)
        for place in way[1:]:
            self._reach(driver, place)
        line = f"{ticket}: {' '.join(way[1:])}"
        driver.lines.append(line + self._beyond(driver) if whole else line)

    def _beyond(self, driver: Driver) -> str:
        """Drive one further after a green light, mostly, and return how that is written."""
        green = "green_light" in self.at[driver.here]["symbols"]
        free = self._free(driver, driver.here) if green else []
        if not free or self.dice.random() < 0.2:
            return ""
        place = self.dice.choice(free)
        self._reach(driver, place)
        driver.extra += 1
        return self.dice.choice([f" [{place}]", f" {place}"])

    def _free(self, driver: Driver, here: str) -> list[str]:
        return [p for p in self.beside[here] if p not in driver.been and frozenset((here, p)) not in driver.roads]

    def _ways(self, driver: Driver, shape: dict[str, Any], way: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        """Yield every way that the shape and the turns left allow, the shorter ones on the way to them too."""
        if self._cost(way, shape) + driver.turns > 5:
            return
        yield way
        if len(way) <= shape["markers"]:
            for place in self._free(driver, way[-1]):
                if place not in way:
                    yield from self._ways(driver, shape, (*way, place))

    def _chosen(self, driver: Driver, ways: list[tuple[str, ...]], shape: dict[str, Any]) -> tuple[str, ...]:
        most = max(self._room(driver, way) for way in ways)
        ways = [way for way in ways if self._room(driver, way) == most]
        cheap = [way for way in ways if not self._cost(way, shape)]
        return self.dice.choice(cheap if cheap and self.dice.random() < 0.85 else ways)

    def _room(self, driver: Driver, way: tuple[str, ...]) -> bool:
        """Return whether the way ends where three more markers could lie."""
        steps: list[tuple[str, ...]] = [way]
        for _ in range(3):
            steps = [(*w, p) for w in steps for p in self._free(driver, w[-1]) if p not in w]
        return bool(steps)

    def _as_far_as_possible(self, driver: Driver, shape: dict[str, Any]) -> tuple[str, ...]:
        """Return a way that ends where nothing leads on."""
        ways = list(self._ways(driver, shape, (driver.here,)))
        return next(way for way in ways if not any(other[:-1] == way for other in ways))

    def _cost(self, way: tuple[str, ...], shape: dict[str, Any]) -> int:
        """Return how many joints of the way are not as the shape has them: each joint one box."""
        points = [(self.at[name]["row"], self.at[name]["column"]) for name in way]
        flat = [one[0] == other[0] for one, other in pairwise(points)]
        bent = sum(one != other for one, other in pairwise(flat))
        if shape["turns"] == [0, 1]:
            return 0
        return bent if shape["turns"] == [0] else max(len(flat) - 1, 0) - bent

    def _jam(self, driver: Driver, place: str) -> None:
        road = frozenset((driver.here, place))
        driver.jams = min(19, driver.jams + self.markers[road] + (road in self.slow))
        self.markers[road] += 1
        driver.roads.add(road)

    def _reach(self, driver: Driver, place: str) -> None:
        self._jam(driver, place)
        driver.here = place
        driver.been.add(place)
        row = self.at[place]
        if "letter" in row:
            driver.letters.add(row["letter"])
        for symbol in row["symbols"]:
            driver.bus.reach(SHORT.get(symbol, symbol) + ("*" if "name" in row else ""))

    # -------------------------------------------------------------- the sheet

    def sheet(self, driver: Driver) -> dict[str, Any]:
        """Return the boxes as they stand now."""
        boxes: dict[str, Any] = driver.bus.drive([])
        cards = self.data["personal_objectives"]
        wanted = next(c["letters"] for c in cards if (c["board"], c["card"]) == (self.board, driver.card))
        return {
            **{name: list(value) if isinstance(value, list) else value for name, value in boxes.items()},
            "turns": driver.turns,
            "traffic": driver.jams,
            "extra_markers": driver.extra,
            "tickets": sorted(driver.tickets),
            "common_objectives": list(driver.goals),
            "personal": 10 if set(wanted) <= driver.letters else 0,
            "eliminated": driver.out,
        }

    def filled(self, over: bool = True) -> dict[str, Any]:
        """Return the filled file of the table."""
        players = []
        for driver in self.drivers:
            boxes = self.sheet(driver)
            if over and not driver.out:
                self._count_halves(boxes)
            players.append(
                {"player": f"P{driver.seat + 1}", "sheet_type": driver.sheet_type, "start": driver.start,
                 "personal_card": driver.card, "route": list(driver.lines), **boxes}
            )  # fmt: skip
        return {"game": "get-on-board", "map": self.board, "card_1": self.goals[0], "card_2": self.goals[1],
                "first_player": self.first, "players": players}  # fmt: skip

    def _count_halves(self, boxes: dict[str, Any]) -> None:
        for kind, values in (("tourists", "tourist_values"), ("businessmen", "businessmen_values")):
            for row, ticks in enumerate(boxes[kind]):
                if ticks and boxes[values][row] is None:
                    boxes[values][row] = self.data["sheet"][kind]["points"][ticks - 1] // 2

    def total(self, driver: Driver) -> int:
        """Return the score, added up by hand."""
        if driver.out:
            return 0
        boxes = self.sheet(driver)
        self._count_halves(boxes)
        plus = sum([1, 1, 1, 2, 2, 2, 3, 3][: boxes["old_ladies"]])
        plus += (boxes["students"] + boxes["internships"]) * boxes["schools"] + boxes.get("named_school", 0)
        plus += max(boxes.get("named_arch", 0), boxes.get("named_sight", 0)) + boxes.get("named_office", 0)
        plus += sum(value or 0 for name in ("tourist_values", "businessmen_values") for value in boxes[name])
        plus += sum(value or 0 for value in boxes["common_objectives"]) + boxes["personal"]
        jams = boxes["traffic"]
        return plus - [0, 1, 3, 5, 7, 10][boxes["turns"]] - (jams // 2 if jams <= 6 else jams - 3)
