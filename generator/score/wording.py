"""A report in a player's language: as text for people, as plain data for programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Protocol

from generator.pack.source.text import Verbatim
from generator.problems import Location, one_line
from generator.score.formula.numbers import Number, whole
from generator.score.report import (
    BrokenRule,
    LineResult,
    Message,
    Need,
    PlayerReport,
    Report,
    Standing,
    Status,
    UncheckedRule,
    Why,
)

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


RIGHT = "{line}: {right}"
FROM_ROUTE = "{label}: {right}, from the route"
WRONG = "{line}: wrote {written}, right is {right}"
UNWRITTEN = "{line}: not written, it is {right}"
FOLLOWS = "follows from {lines}"
MISSING = "{line}: can't be worked out, missing: {missing}"
UNCHECKED = "{line}: wrote {written}, can't be checked, missing: {missing}"
UNKNOWN = "{line}: can't be worked out"
ROW = "{label}, row {row}"
WARNING = "Warning: {message}"
RULE = "Rule {rule} can't be checked, missing: {missing}"
RULES = "Rules {rules} can't be checked, missing: {missing}"
PLAYER = "Player {number}"
TOTAL = "Total: {total}"
TOTAL_BY_HAND = "Total: {total}, by the numbers written"
NO_TOTAL = "Total: not known"
TABLE = "Table"
RANKING = "Ranking"
WINNER = "Winner: {names}"
NO_RANKING = "No ranking yet: the total isn't known of {names}"
NO_TIE_BREAK = "No ranking yet: what decides between equal totals isn't known of everybody"
WINNER_BY = "Winner: {names}; the totals are equal, and this decides: {ties}"
WINNERS = "Shared victory: {names}"
HOLDS = "The sheet holds."
HOLDS_SO_FAR = "Nothing is wrong so far; some lines aren't written yet."
HOLDS_NOT = "The sheet doesn't hold."
INCOMPLETE = "The sheet holds as far as it is filled in; something is missing."
YES = "yes"
NO = "no"

MESSAGES = (
    RIGHT,
    FROM_ROUTE,
    WRONG,
    UNWRITTEN,
    FOLLOWS,
    MISSING,
    UNCHECKED,
    UNKNOWN,
    ROW,
    WARNING,
    RULE,
    RULES,
    PLAYER,
    TOTAL,
    TOTAL_BY_HAND,
    NO_TOTAL,
    TABLE,
    RANKING,
    WINNER,
    WINNER_BY,
    WINNERS,
    NO_RANKING,
    NO_TIE_BREAK,
    HOLDS,
    HOLDS_SO_FAR,
    HOLDS_NOT,
    INCOMPLETE,
    YES,
    NO,
)


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

    def say(self, says: str, **values: Any) -> Verbatim:
        """Return a message with its values put in."""
        return Verbatim(self.fill(self.words.translate(says), values))

    def fill(self, template: str, values: Mapping[str, Any]) -> str:
        """Fill {placeholders} in, whatever formula stands in them."""
        text, rest = "", template
        while (start := rest.find("{")) >= 0 and (end := rest.find("}", start)) >= 0:
            inner = rest[start + 1 : end].strip()
            text += rest[:start] + (self.value(values[inner]) if inner in values else rest[start : end + 1])
            rest = rest[end + 1 :]
        return text + rest

    def value(self, value: Any) -> str:
        """Return a value as players read it."""
        if value is None:
            return "–"
        if isinstance(value, bool):
            return self.words.translate(YES if value else NO)
        if isinstance(value, (int, Fraction)):
            return self.words.number(whole(value))
        if isinstance(value, (list, tuple)):
            more = ", …" if len(value) > MOST_SHOWN else ""
            return ", ".join(self.value(item) for item in value[:MOST_SHOWN]) + more or "–"
        text = str(value)
        translation = None if isinstance(value, Verbatim) else self.words.entries.get(text)
        return translation or one_line(text, LONGEST_SHOWN)

    def label(self, label: str, row: int) -> Verbatim:
        """Return a box's or line's label, with its row."""
        translated = Verbatim(self.words.translate(label))
        return self.say(ROW, label=translated, row=row) if row else translated

    def tie(self, label: str) -> Verbatim:
        """Return what a tie-break counts; a formula stays as it is."""
        return label if isinstance(label, Verbatim) else self.label(label, 0)

    def why(self, why: Why | None) -> str:
        """Return an explanation, "" for none."""
        if why is None:
            return ""
        if isinstance(why, Message):
            return self.fill(self.words.translate(why.says), why.values)
        return "".join(piece if isinstance(piece, str) else self.words.number(piece) for piece in why)

    def needs(self, needs: Iterable[Need]) -> list[Verbatim]:
        """Return the labels of boxes that aren't filled."""
        return [self.need(need) for need in needs]

    def need(self, need: Need) -> Verbatim:
        """Return the label of a box that isn't filled, with the player's name when it is another's."""
        label = self.label(need.label, need.row)
        return Verbatim(f"{self.name(self.players[need.player - 1])}: {label}") if need.player else label

    def message(self, broken: BrokenRule) -> str:
        """Return what a broken rule says."""
        values = dict(broken.message.values)
        if broken.label:
            values["label"] = self.label(broken.label, broken.row)
        return self.fill(self.words.translate(broken.message.says), values)

    def name(self, player: PlayerReport) -> Verbatim:
        """Return a player's name, which is in no language."""
        return Verbatim(one_line(player.name or "", LONGEST_SHOWN)) or self.say(PLAYER, number=player.number)


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
            yield "  → " + self.say(FROM_ROUTE, label=self.label(box.label, 0), right=box.value)
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
        message = self.say(_line_message(line), **values)
        why = self.why(line.why)
        code = f" [{line.breaks}]" if line.breaks and line.status is Status.WRONG else ""
        follows = f"; {self.say(FOLLOWS, lines=self.needs(line.follows))}" if line.follows else ""
        return message + (f" = {why}" if why else "") + follows + code

    def broken(self, broken: BrokenRule) -> str:
        code = f"{broken.id}: " if broken.id else ""
        place = f" ({broken.place})" if broken.place.line else ""
        if broken.level == "warning":
            return f"  ! {code}{self.say(WARNING, message=self.message(broken))}{place}"
        return f"  ✗ {code}{self.message(broken)}{place}"

    def unchecked(self, rules: tuple[UncheckedRule, ...]) -> Iterator[str]:
        by_need: dict[tuple[Need, ...], list[str]] = {}
        for rule in rules:
            by_need.setdefault(rule.missing, []).append(rule.id)
        for missing, ids in by_need.items():
            needs = self.few(missing)
            different = list(dict.fromkeys(ids))
            if len(different) == 1:
                yield "  ? " + self.say(RULE, rule=different[0], missing=needs)
            else:
                yield "  ? " + self.say(RULES, rules=different, missing=needs)

    def few(self, needs: tuple[Need, ...]) -> list[str]:
        """Return the labels of at most `MOST_NEEDS` boxes, and how many there are when that isn't all."""
        labels = self.needs(needs)
        return [*labels] if len(labels) <= MOST_NEEDS else [*labels[:MOST_NEEDS], f"… ({len(labels)})"]

    def total(self, player: PlayerReport) -> str:
        if player.total is None:
            return self.say(NO_TOTAL)
        says = TOTAL_BY_HAND if player.by_hand else TOTAL
        return self.say(says, total=player.total)

    def table(self, report: Report) -> Iterator[str]:
        if report.broken or report.unchecked:
            yield ""
            yield self.say(TABLE)
            yield from map(self.broken, report.broken)
            yield from self.unchecked(report.unchecked)
        if len(report.players) > 1:
            yield ""
            yield from self.ranking(report)

    def ranking(self, report: Report) -> Iterator[str]:
        """Yield the ranking of several players, or what stands in its way."""
        unknown = [self.name(player) for player in report.players if player.total is None]
        if report.standings:
            yield self.say(RANKING)
            for standing in report.standings:
                name = self.name(report.players[standing.player - 1])
                yield f"  {standing.place}. {name}: {self.value(standing.total)}{self.ties(standing)}"
            yield "  " + self.winners(report)
        elif unknown:
            yield self.say(NO_RANKING, names=unknown)
        else:
            yield self.say(NO_TIE_BREAK)

    def ties(self, standing: Standing) -> str:
        """Return the tie-breaks of a standing in brackets, "" where no total is equal."""
        counts = [f"{self.tie(label)}: {self.value(number)}" for label, number in standing.ties]
        return f" ({', '.join(counts)})" if counts else ""

    def winners(self, report: Report) -> str:
        names = [self.name(report.players[number - 1]) for number in report.winners]
        says = WINNERS if len(names) > 1 else WINNER_BY if report.decided else WINNER
        return self.say(says, names=names, ties=[self.tie(label) for label in report.decided])

    def verdict(self, report: Report) -> str:
        if report.holds:
            return self.say(HOLDS if report.written else HOLDS_SO_FAR)
        if report.incomplete:
            return self.say(INCOMPLETE)
        return self.say(HOLDS_NOT)


def _line_message(line: LineResult) -> str:
    if line.status is Status.OK:
        return RIGHT
    if line.status is Status.WRONG:
        return WRONG
    if line.status is Status.UNWRITTEN:
        return UNWRITTEN
    if not line.missing:
        return UNKNOWN
    if line.written is not None:
        return UNCHECKED
    return MISSING


class _Json(_Wording):
    """Writes a report as plain data."""

    def report(self, report: Report) -> dict[str, Any]:
        return {
            "game": report.game,
            "holds": report.holds,
            "settings": {label: _plain(value) for label, value in report.settings},
            "players": [self.player(player) for player in report.players],
            "table": {"broken": [self.rule(b) for b in report.broken], "unchecked": self.unchecked(report.unchecked)},
            "ranking": [self.standing(standing) for standing in report.standings],
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

    def standing(self, standing: Standing) -> dict[str, Any]:
        ties = [{"label": self.tie(label), "value": _plain(number)} for label, number in standing.ties]
        plain = {"place": standing.place, "player": standing.player, "total": _plain(standing.total)}
        return {**plain, "ties": ties} if ties else plain

    def line(self, line: LineResult) -> dict[str, Any]:
        return {
            "name": line.name,
            "label": self.label(line.label, line.row),
            "row": line.row or None,
            "written": _plain(line.written),
            "right": _plain(line.right),
            "status": line.status.value,
            "why": self.why(line.why) or None,
            **({"follows": self.needs(line.follows)} if line.follows else {}),
            "missing": self.needs(line.missing),
            "rule": line.breaks or None,
            "place": _place(line.place),
        }

    def rule(self, broken: BrokenRule) -> dict[str, Any]:
        place = _place(broken.place)
        return {"rule": broken.id or None, "level": broken.level, "message": self.message(broken), "place": place}

    def unchecked(self, rules: tuple[UncheckedRule, ...]) -> list[dict[str, Any]]:
        return [{"rule": rule.id, "level": rule.level, "missing": self.needs(rule.missing)} for rule in rules]


def _place(place: Location) -> dict[str, Any]:
    return {"file": place.file, "line": place.line, "column": place.column}


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return _plain_number(value)
    return [_plain(item) for item in value] if isinstance(value, (list, tuple)) else value


def _plain_number(value: Number) -> int | float | str:
    exact = whole(value)
    if isinstance(exact, int):
        return exact
    return float(exact) if Fraction(float(exact)) == exact else str(exact)
