"""Every text of the program's own that a report or an empty file may say; the catalogues are checked against it."""

from __future__ import annotations

from generator.score import blank, codes, wording
from generator.score.route import differences, game
from generator.score.sheet import answers, entries
from generator.score.sheet.sheet import NAME_BOX

MESSAGES = (
    *wording.MESSAGES,
    *blank.MESSAGES,
    *codes.MESSAGES,
    NAME_BOX.label,
    *entries.MESSAGES,
    *answers.MESSAGES,
    *differences.MESSAGES,
    *game.MESSAGES,
)
"""English texts, each the key of its translation in data/common/locale."""
