"""What belongs into the fields of a game's sheets: the kind of each, its label, and what a filled file says."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.face.face import Face, Field
from generator.pack.model import Pack
from generator.pack.scoremodel import Kind
from generator.pack.words.localise import Words
from generator.press.pdf.fields import FieldKind, Fields, FieldValue
from generator.press.run import PrintRun
from generator.problems import Problems, listed, near, quoted
from generator.score.formula.program import Blank
from generator.score.sheet.sheet import NAME_BOX, Slot
from generator.stories import score

if TYPE_CHECKING:
    from generator.score.scoring import Scorer
    from generator.score.sheet.answers import Answers, Fault, TableAnswers

_TICKED = frozenset([Kind.TICKS, Kind.MARKS, Kind.CHOICE])


class Sheets(NamedTuple):
    """The slots of a game's boxes and lines, and one player's answers after another."""

    pack: Pack
    slots: Mapping[str, Slot]
    players: tuple[Answers, ...]
    fillable: bool

    def fields(self, words: Words) -> Fields:
        """Return what is written on sheets in one language."""
        mark = f"playsheet game={self.pack.id} language={words.language}"
        return Fields(_FieldValues(self, words), self.fillable, self.pack.backs, mark)

    def needed(self, run: PrintRun) -> PrintRun:
        """Return a run with as many sheets as the players need; all of it when no file is printed."""
        if not self.players:
            return run
        seats = max((field.player for face in run.faces for field in face.fields), default=0) or 1
        first = self.players[::seats]
        faces = tuple(run.faces[self._item(run, number, who) % len(run.faces)] for number, who in enumerate(first))
        return run._replace(faces=faces, copies=(1,) * len(faces))

    def _item(self, run: PrintRun, number: int, player: Answers) -> int:
        """Return which item, from 0, is a player's sheet: the one that they name, else the next one."""
        named = player.values.get(run.component.chosen_by or "")
        return named - 1 if isinstance(named, int) and 0 < named <= len(run.faces) else number


def sheets(pack: Pack, file: Path | None, fillable: bool, problems: Problems) -> Sheets:
    """Return what is written on a game's sheets; what a file says wrongly is warned of.

    `Failed` when the game's score.yaml has errors, or the file can't be read.
    """
    scorer = score.compiled(pack, problems)
    problems.stop_on_errors()
    if scorer is None:
        return Sheets(pack, {}, (), fillable)
    _check_settings(pack, scorer, problems)
    slots = {NAME_BOX.name: NAME_BOX, **scorer.form.slots, **scorer.form.lines}
    players = _players(pack, scorer, file, problems) if file else ()
    return Sheets(pack, slots, players, fillable)


def _check_settings(pack: Pack, scorer: Scorer, problems: Problems) -> None:
    """Note what chooses a player's sheet and is no setting."""
    settings = scorer.file.settings
    for name, component in pack.file.components.items():
        setting = component.chosen_by
        if setting is not None and setting not in settings:
            place = pack.source.place(("components", name, "chosen_by"))
            problems.error(
                place, f"score.yaml has no setting {quoted(setting)}", listed(settings), near(setting, settings)
            )
    problems.stop_on_errors()


def _players(pack: Pack, scorer: Scorer, file: Path, problems: Problems) -> tuple[Answers, ...]:
    filled = score.sheets(file, scorer, problems)
    language = filled.data.get("language") if isinstance(filled.data, dict) else None
    table: TableAnswers = scorer.read(filled, score.spelling(pack, language if isinstance(language, str) else None))
    for faults in (table.faults, *(answers.faults for answers in table.players)):
        for fault in faults:
            problems.warning(fault.place, _message(fault), remedy=f"see playsheet score {file}")
    return tuple(table.players)


def _message(fault: Fault) -> str:
    message = fault.says
    for key, value in {**fault.values, "label": fault.label}.items():
        message = message.replace("{" + key + "}", str(value))
    return message


class _FieldValues(NamedTuple):
    """Knows the fields of a game's sheets in one language."""

    sheets: Sheets
    words: Words

    def of(self, face: Face, field: Field, sheet: int) -> FieldValue:
        """Return what belongs into a field of a sheet."""
        slot = self.sheets.slots.get(field.name)
        if slot is None:
            return FieldValue("tick" if field.index else "text", field.name)
        label = self.words.translate(slot.label)
        player = self._player(face, field, sheet)
        value = _in_row(player, field) if player else None
        kind = _kind(slot, field)
        if kind in ("tick", "ring"):
            return FieldValue(kind, label, "x" if value is not None and _ticked(slot, field, value) else "")
        return FieldValue(kind, label, self._shown(slot, value))

    def _player(self, face: Face, field: Field, sheet: int) -> Answers | None:
        """Return whose answers stand in a field, None for nobody's."""
        seats = max((other.player for other in face.fields), default=0) or 1
        number = (sheet - 1) * seats + max(field.player, 1) - 1
        return self.sheets.players[number] if number < len(self.sheets.players) else None

    def _shown(self, slot: Slot, value: Any) -> str:
        if value is None or isinstance(value, Blank):
            return ""
        if isinstance(value, (list, tuple)):
            return " ".join(self._shown(slot, one) for one in value)
        label = (slot.labels or {}).get(value)
        if label is not None:
            return self.words.translate(label)
        return value if isinstance(value, str) else self.words.number(value)


def _kind(slot: Slot, field: Field) -> FieldKind:
    if slot.kind is Kind.FLAG or (field.index and slot.kind in _TICKED):
        return "ring" if slot.kind is Kind.CHOICE else "tick"  # one chooses what stays readable
    words = slot.kind is Kind.TEXT or any(isinstance(choice, str) for choice in slot.choices)
    return "text" if words else "number"


def _in_row(answers: Answers, field: Field) -> Any:
    """Return what stands in a field's row, or in all of its box."""
    value = answers.values.get(field.name, answers.written.get(field.name))
    if field.row and isinstance(value, list):
        return value[field.row - 1] if field.row <= len(value) else None
    return value


def _ticked(slot: Slot, field: Field, value: Any) -> bool:
    if isinstance(value, Blank):
        return False
    if slot.kind is Kind.TICKS:
        return isinstance(value, int) and field.index <= value
    if slot.kind is Kind.FLAG:
        return bool(value)
    if not 0 < field.index <= len(slot.choices):
        return False
    choice = slot.choices[field.index - 1]
    return choice in value if slot.kind is Kind.MARKS else bool(choice == value)
