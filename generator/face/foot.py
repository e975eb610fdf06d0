"""The foot of a page: its measures, which layouts keep free and templates draw by."""

from __future__ import annotations

from typing import NamedTuple


class FootMeasures(NamedTuple):
    """Measures in mm.

    `height` is that of a foot: three lines of words; words and ruler may `reach` so far above its lower end. It has
    room beside its 50 mm ruler on a `least_page` of that width. No foot is narrower than `least_width` for the
    sake of standing below its faces only: a narrower one has `lines` of words in place of two.
    What stands in a lower corner of a page is `lifted` by so much where there is a foot.

    A `guide` is as high as a foot and the name of the page to glue there. Below pages narrower than `two_rows` it
    has a second `row`.
    """

    height: float = 8.8
    reach: float = 9.2
    least_page: float = 130.0
    least_width: float = 160.0
    lines: int = 3
    lifted: float = 12.0
    guide: float = 11.8
    two_rows: float = 200.0
    row: float = 6.6

    def of_poster(self, width: float) -> float:
        """Return the height kept below a page of a poster on paper of that width."""
        return self.guide + (self.row if width < self.two_rows else 0.0)


FOOT = FootMeasures()
