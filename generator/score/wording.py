"""A report in a player's language: as text for people, as plain data for programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Protocol

from generator.problems import Location, one_line
from generator.score.formula.numbers import Number, whole
from generator.score.report import Broken, LineResult, Message, Need, PlayerReport, Report, Status, Unchecked, Why
from generator.score.route import differences, game

MOST_SHOWN = 100
"""How many elements of a list a message shows."""

LONGEST_SHOWN = 300
"""How many characters of a text a message shows."""


class Words(Protocol):
    """The words and number format of one language."""

    language: str

    @property
    def entries(self) -> Mapping[str, str]:
        """Every translated text by its English."""

    def translate(self, text: str) -> str:
        """Return an English text in this language."""

    def number(self, value: int | float | Fraction) -> str:
        """Return a number as this language writes it."""


MESSAGES = (
    "{line}: {right}",
    "{label}: {right}, from the route",
    "{line}: wrote {written}, right is {right}",
    "{line}: not written, it is {right}",
    "{line}: can't be worked out, missing: {missing}",
    "{line}: wrote {written}, can't be checked, missing: {missing}",
    "{line}: can't be worked out",
    "{label}, row {row}",
    "Warning: {message}",
    "Rule {rule} can't be checked, missing: {missing}",
    "Rules {rules} can't be checked, missing: {missing}",
    "Player",
    "Player {number}",
    "Total: {total}",
    "Total: {total}, by the numbers written",
    "Total: not known",
    "Table",
    "Ranking",
    "Winner: {names}",
    "Shared victory: {names}",
    "The sheet holds.",
    "Nothing is wrong so far; some lines aren't written yet.",
    "The sheet doesn't hold.",
    "The sheet holds as far as it is filled in; something is missing.",
    "yes",
    "no",
    "Write behind each colon what stands on the sheet; what is empty there stays empty.",
    "What stands in brackets is a list, with commas between its values; null is an empty place.",
    "What isn't printed on the sheet",
    "What is written in the boxes",
    "What is added up",
    "{label}: {written} is no list; write {most} values in brackets, with commas between them",
    "{label}: a list of {written}, allowed are {most}",
    "{label}: {written} is no number; write figures only, such as 12",
    "{label}: {written}, only whole numbers are allowed",
    "{label}: {written}, allowed are steps of {step}",
    "{label}: {written}, allowed is {least} or more",
    "{label}: {written}, allowed is {most} or less",
    "{label}: {written}, allowed is {least} to {most}",
    "{label}: {written} is no number of ticks; allowed is {least} to {most}",
    "{label}: {written} is no row of ticks; allowed is {least} to {most}",
    "{label}: box {gap} is empty, and a later one is ticked",
    "{label}: {written} is not allowed; allowed: {choices}",
    "{label}: {written} stands twice",
    "{label}: {written}, allowed: yes, no",
    "{label}: {written} is no text of up to {most} letters",
    "{name} belongs to a player: write it under players",
    "{name} belongs to the table: write it at the top of the file",
    "unknown name {name}: did you mean {meant}?",
    "unknown name {name}",
    *game.MESSAGES,
    *differences.MESSAGES,
)
"""Every text of a report that isn't the pack's own; the catalogues are checked against it."""


def text(report: Report, words: Words) -> str:
    """Return a report as text in the language of `words`, without a line break at its end."""
    return "\n".join(_Text(words, report).report(report))


def as_json(report: Report, words: Words) -> dict[str, Any]:
    """Return a report as plain data; numbers are int, float where that is exact, else text like "1/3"."""
    return _Json(words, report).report(report)


class _Wording:
    """Puts words and numbers of one language into messages."""

    def __init__(self, words: Words, report: Report) -> None:
        self.words = words
        self.players = report.players

    def say(self, says: str, **values: Any) -> str:
        """Return a message with its values put in."""
        return self.filled(self.words.translate(says), values)

    def filled(self, template: str, values: Mapping[str, Any]) -> str:
        """Fill {placeholders} in, whatever formula stands in them."""
        made, rest = "", template
        while (start := rest.find("{")) >= 0 and (end := rest.find("}", start)) >= 0:
            inner = rest[start + 1 : end].strip()
            made += rest[:start] + (self.value(values[inner]) if inner in values else rest[start : end + 1])
            rest = rest[end + 1 :]
        return made + rest

    def value(self, value: Any) -> str:
        """Return a value as players read it."""
        if value is None:
            return "–"
        if isinstance(value, bool):
            return self.words.translate("yes" if value else "no")
        if isinstance(value, (int, Fraction)):
            return self.words.number(whole(value))
        if isinstance(value, (list, tuple)):
            more = ", …" if len(value) > MOST_SHOWN else ""
            return ", ".join(self.value(item) for item in value[:MOST_SHOWN]) + more or "–"
        found = str(value)
        return self.words.entries.get(found) or one_line(found, LONGEST_SHOWN)

    def label(self, label: str, row: int) -> str:
        """Return a box's or line's label, with its row."""
        translated = self.words.translate(label)
        return self.say("{label}, row {row}", label=translated, row=row) if row else translated

    def why(self, why: Why | None) -> str:
        """Return an explanation, "" for none."""
        if why is None:
            return ""
        if isinstance(why, Message):
            return self.filled(self.words.translate(why.says), why.values)
        return "".join(piece if isinstance(piece, str) else self.words.number(piece) for piece in why)

    def needs(self, needs: Iterable[Need]) -> list[str]:
        """Return the labels of boxes that aren't filled."""
        return [self.need(need) for need in needs]

    def need(self, need: Need) -> str:
        """Return the label of a box that isn't filled, with the player's name when it is another's."""
        label = self.label(need.label, need.row)
        return f"{self.name(self.players[need.player - 1])}: {label}" if need.player else label

    def message(self, broken: Broken) -> str:
        """Return what a broken rule says."""
        values = dict(broken.message.values)
        if broken.label:
            values["label"] = self.label(broken.label, broken.row)
        return self.filled(self.words.translate(broken.message.says), values)

    def name(self, player: PlayerReport) -> str:
        """Return a player's name."""
        return one_line(player.name or "", LONGEST_SHOWN) or self.say("Player {number}", number=player.number)


MOST_NEEDS = 5
"""How many missing boxes the text of a report names at one place."""

_MARKS = {Status.OK: "✓", Status.WRONG: "✗", Status.UNWRITTEN: "·", Status.MISSING: "?"}


class _Text(_Wording):
    """Writes a report as lines of text."""

    def report(self, report: Report) -> Iterator[str]:
        for label, value in report.settings:
            yield f"{self.words.translate(label)}: {self.value(value)}"
        for player in report.players:
            yield from self.player(player)
        yield from self.table(report)
        yield ""
        yield self.verdict(report)

    def player(self, player: PlayerReport) -> Iterator[str]:
        yield ""
        yield self.name(player)
        for box in player.filled:
            yield "  → " + self.say("{label}: {right}, from the route", label=self.label(box.label, 0), right=box.value)
        for line in player.lines:
            yield f"  {_MARKS[line.status]} {self.line(line)}"
        yield from map(self.broken, player.broken)
        yield from self.unchecked(player.unchecked)
        yield "  " + self.total(player)

    def line(self, line: LineResult) -> str:
        values = {
            "line": self.label(line.label, line.row),
            "written": line.written,
            "right": line.right,
            "missing": self.few(line.missing),
        }
        said = self.say(_line_message(line), **values)
        why = self.why(line.why)
        code = f" [{line.breaks}]" if line.breaks and line.status is Status.WRONG else ""
        return said + (f" = {why}" if why else "") + code

    def broken(self, broken: Broken) -> str:
        code = f"{broken.id}: " if broken.id else ""
        place = f" ({broken.place})" if broken.place.line else ""
        if broken.level == "warning":
            return f"  ! {code}{self.say('Warning: {message}', message=self.message(broken))}{place}"
        return f"  ✗ {code}{self.message(broken)}{place}"

    def unchecked(self, rules: tuple[Unchecked, ...]) -> Iterator[str]:
        by_need: dict[tuple[Need, ...], list[str]] = {}
        for rule in rules:
            by_need.setdefault(rule.missing, []).append(rule.id)
        for missing, ids in by_need.items():
            needs = self.few(missing)
            different = list(dict.fromkeys(ids))
            if len(different) == 1:
                yield "  ? " + self.say(
                    "Rule {rule} can't be checked, missing: {missing}", rule=different[0], missing=needs
                )
            else:
                yield "  ? " + self.say(
                    "Rules {rules} can't be checked, missing: {missing}", rules=different, missing=needs
                )

    def few(self, needs: tuple[Need, ...]) -> list[str]:
        """Return the labels of at most `MOST_NEEDS` boxes, and how many there are when that isn't all."""
        labels = self.needs(needs)
        return labels if len(labels) <= MOST_NEEDS else [*labels[:MOST_NEEDS], f"… ({len(labels)})"]

    def total(self, player: PlayerReport) -> str:
        if player.total is None:
            return self.say("Total: not known")
        says = "Total: {total}, by the numbers written" if player.by_hand else "Total: {total}"
        return self.say(says, total=player.total)

    def table(self, report: Report) -> Iterator[str]:
        if report.broken or report.unchecked:
            yield ""
            yield self.say("Table")
            yield from map(self.broken, report.broken)
            yield from self.unchecked(report.unchecked)
        if len(report.players) > 1 and report.standings:
            yield ""
            yield self.say("Ranking")
            for standing in report.standings:
                name = self.name(report.players[standing.player - 1])
                yield f"  {standing.place}. {name}: {self.value(standing.total)}"
            names = [self.name(report.players[number - 1]) for number in report.winners]
            yield "  " + self.say("Winner: {names}" if len(names) == 1 else "Shared victory: {names}", names=names)

    def verdict(self, report: Report) -> str:
        if report.holds:
            return self.say(
                "The sheet holds." if report.written else "Nothing is wrong so far; some lines aren't written yet."
            )
        if report.incomplete:
            return self.say("The sheet holds as far as it is filled in; something is missing.")
        return self.say("The sheet doesn't hold.")


def _line_message(line: LineResult) -> str:
    if line.status is Status.OK:
        return "{line}: {right}"
    if line.status is Status.WRONG:
        return "{line}: wrote {written}, right is {right}"
    if line.status is Status.UNWRITTEN:
        return "{line}: not written, it is {right}"
    if not line.missing:
        return "{line}: can't be worked out"
    if line.written is not None:
        return "{line}: wrote {written}, can't be checked, missing: {missing}"
    return "{line}: can't be worked out, missing: {missing}"


class _Json(_Wording):
    """Writes a report as plain data."""

    def report(self, report: Report) -> dict[str, Any]:
        return {
            "game": report.game,
            "holds": report.holds,
            "settings": {label: _plain(value) for label, value in report.settings},
            "players": [self.player(player) for player in report.players],
            "table": {"broken": [self.rule(b) for b in report.broken], "unchecked": self.unchecked(report.unchecked)},
            "ranking": [{"place": s.place, "player": s.player, "total": _plain(s.total)} for s in report.standings],
            "winners": list(report.winners),
            "problems": [str(problem) for problem in report.problems],
        }

    def player(self, player: PlayerReport) -> dict[str, Any]:
        return {
            "number": player.number,
            "name": self.name(player),
            "holds": player.holds,
            "total": _plain(player.total),
            "by_hand": player.by_hand,
            "filled": [
                {"name": b.name, "label": self.label(b.label, 0), "value": _plain(b.value)} for b in player.filled
            ],
            "lines": [self.line(line) for line in player.lines],
            "broken": [self.rule(broken) for broken in player.broken],
            "unchecked": self.unchecked(player.unchecked),
            "missing": self.needs(player.missing),
        }

    def line(self, line: LineResult) -> dict[str, Any]:
        return {
            "name": line.name,
            "label": self.label(line.label, line.row),
            "row": line.row or None,
            "written": _plain(line.written),
            "right": _plain(line.right),
            "status": line.status.value,
            "why": self.why(line.why) or None,
            "missing": self.needs(line.missing),
            "rule": line.breaks or None,
            "place": _place(line.place),
        }

    def rule(self, broken: Broken) -> dict[str, Any]:
        place = _place(broken.place)
        return {"rule": broken.id or None, "level": broken.level, "message": self.message(broken), "place": place}

    def unchecked(self, rules: tuple[Unchecked, ...]) -> list[dict[str, Any]]:
        return [{"rule": rule.id, "level": rule.level, "missing": self.needs(rule.missing)} for rule in rules]


def _place(place: Location) -> dict[str, Any]:
    return {"file": place.file, "line": place.line, "column": place.column}


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return _plain_number(value)
    return [_plain(item) for item in value] if isinstance(value, (list, tuple)) else value


def _plain_number(value: Number) -> int | float | str:
    found = whole(value)
    if isinstance(found, int):
        return found
    return float(found) if Fraction(float(found)) == found else str(found)
