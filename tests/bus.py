"""A bus that drives: an independent account of what a route does to a player's sheet, for the tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar


class Bus:
    """A player's sheet while the route grows: the effects of the crossings it passes, one after the other.

    `worth` says what a parked row is worth by kind and ticks. Written apart from score.yaml, so that
    each checks the other. A star marks a named building.
    """

    ROWS = ("tourists", "businessmen")
    TRACKS = ("old_ladies", "students", "internships", "schools", "arches", "sights")
    TICKED: ClassVar = {
        "old_lady": "old_ladies",
        "student": "students",
        "school": "schools",
        "light": "arches",
        "dark": "sights",
    }
    NAMED: ClassVar = {
        "school*": "named_school",
        "light*": "named_arch",
        "dark*": "named_sight",
        "office*": "named_office",
    }

    def __init__(self, worth: Mapping[str, list[int]]) -> None:
        self.worth = worth
        self.ticks = {kind: [0, 0, 0] for kind in self.ROWS}
        self.parked: dict[str, list[int | None]] = {kind: [None, None, None] for kind in self.ROWS}
        self.tracks = dict.fromkeys(self.TRACKS, 0)
        self.most = {"old_ladies": 8, "students": 6, "internships": 3, "schools": 4, "arches": 3, "sights": 3}
        self.named: dict[str, int] = {}
        self.offices = 0

    def drive(self, route: list[str]) -> dict[str, Any]:
        """Pass the crossings of a route; return the sheet, its parked rows written."""
        for symbol in route:
            self.reach(symbol)
        values = {"tourist_values": self.parked["tourists"], "businessmen_values": self.parked["businessmen"]}
        return {**self.tracks, **self.ticks, **values, **self.named, "offices": self.offices}

    def reach(self, symbol: str) -> None:
        kind = symbol.removesuffix("*")
        if kind in self.TICKED:
            self.tick(self.TICKED[kind])
        if kind in ("tourist", "businessman"):
            self.board("tourists" if kind == "tourist" else "businessmen")
        if kind in ("light", "dark"):
            self.park("tourists")
        if kind == "office":
            self.offices += 1
            self.park("businessmen")
        if symbol in self.NAMED:
            self.named[self.NAMED[symbol]] = self.aboard(kind)

    def tick(self, track: str) -> None:
        self.tracks[track] = min(self.tracks[track] + 1, self.most[track])

    def board(self, kind: str) -> None:
        row = self.row(kind)
        if row is not None and self.ticks[kind][row] < len(self.worth[kind]):
            self.ticks[kind][row] += 1

    def row(self, kind: str) -> int | None:
        return next((n for n, value in enumerate(self.parked[kind]) if value is None), None)

    def park(self, kind: str) -> None:
        row = self.row(kind)
        if row is None or not self.ticks[kind][row]:
            return
        value = self.worth[kind][self.ticks[kind][row] - 1]
        self.parked[kind][row] = value
        if kind == "businessmen":
            self.give(value)

    def give(self, value: int) -> None:
        if value == 2:
            self.tick("old_ladies")
        elif value == 4:
            self.board("tourists")
        else:
            self.tick("internships")

    def aboard(self, kind: str) -> int:
        if kind == "school":
            return self.tracks["students"] + self.tracks["internships"]
        return sum(self.ticks["businessmen" if kind == "office" else "tourists"])
