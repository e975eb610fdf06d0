"""How many Get on Board sheets are scored in a second, in one process: `python -m benchmarks.scoring` prints JSON.

Seconds are the processor's, so that other work on the machine doesn't count.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from statistics import median

from benchmarks.measure import ROOT

EXAMPLES = ROOT / "data" / "get-on-board" / "example"
SHEET = EXAMPLES / "example-1.yaml"
ROUTED = EXAMPLES / "example-2.yaml"
"""A sheet with the route of a whole game."""


def rate(work: Callable[[], object], players: int, seconds: float = 0.5, rounds: int = 5) -> float:
    """Return how many sheets `work`, which scores `players` of them, gets through in a second: a median."""
    found = []
    for _ in range(rounds):
        start = time.process_time()
        turns = 0
        while time.process_time() - start < seconds:
            work()
            turns += 1
        found.append(turns * players / (time.process_time() - start))
    return median(found)


def main() -> None:
    """Score a sheet that was read once, and one that is read from its YAML each time."""
    from generator.pack.load import load
    from generator.pack.source.read import read
    from generator.problems import Problems
    from generator.stories.score import compiled

    problems = Problems()
    scorer = compiled(load("get-on-board", problems), problems)
    problems.stop_on_errors()
    assert scorer is not None
    source = read(SHEET, SHEET.name)
    answers = scorer.read(source)
    players = len(source.data.get("players", [source.data]))
    report = scorer.score(answers)
    routed = scorer.read(read(ROUTED, ROUTED.name))
    assert report.holds and scorer.score(routed).holds and routed.players[0].route is not None
    print(
        json.dumps(
            {
                "players": players,
                "scored": rate(lambda: scorer.score(answers), players),
                "routed": rate(lambda: scorer.score(routed), 1),
                "with_reading": rate(lambda: scorer.score(scorer.read(read(SHEET, SHEET.name))), players),
            }
        )
    )


if __name__ == "__main__":
    main()
