"""How long the slowest of the hostile SVG files takes until it is refused: `python -m benchmarks.hostile` prints JSON.

The files are those of the tests. Seconds are the processor's, so that other work on the
machine doesn't count.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping
from statistics import median

from benchmarks.measure import ROOT


def files() -> Mapping[str, str]:
    """Return the hostile files of the tests by name."""
    sys.path.insert(0, str(ROOT / "tests"))
    import test_draw

    return {name: text for name, (text, _) in test_draw.HOSTILE.items()}


def seconds(text: str, rounds: int = 3) -> float:
    """Return how long a file takes: a median."""
    from drawing import problems_of

    found = []
    for _ in range(rounds):
        start = time.process_time()
        problems_of(text)
        found.append(time.process_time() - start)
    return median(found)


def main() -> None:
    """Find the slowest file."""
    found = {name: seconds(text) for name, text in files().items()}
    slowest = max(found, key=lambda name: found[name])
    print(json.dumps({"name": slowest, "seconds": found[slowest], "files": len(found)}))


if __name__ == "__main__":
    main()
