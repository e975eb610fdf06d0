"""Pieces with their backs, for makers of games and for tables on screens: a writer each, loaded when it writes."""

from __future__ import annotations

from generator.exports.job import Exported, Job


def tts(job: Job) -> list[Exported]:
    """Write the pieces of a document as objects of Tabletop Simulator."""
    from generator.exports.makers import tts

    return tts.export(job)


def game_crafter(job: Job) -> list[Exported]:
    """Write pictures of faces and backs as The Game Crafter wants them."""
    from generator.exports.makers import gamecrafter

    return gamecrafter.export(job)


def screentop(job: Job) -> list[Exported]:
    """Write sheets of faces and backs for Screentop."""
    from generator.exports.makers import screentop

    return screentop.export(job)
