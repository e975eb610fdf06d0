"""The vocabulary: what templates may call, and the values that they see. Lengths are mm, letters' sizes pt."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from jinja2 import Undefined
from markupsafe import Markup

from generator.face.art import Art
from generator.face.face import FaceDraft, Field, Lettering
from generator.face.loader import Loader
from generator.face.maps.check import MapCheck
from generator.face.palette import mix
from generator.face.safety import MARK
from generator.face.streets import shapes_for
from generator.pack.model import Pack
from generator.pack.words import localise
from generator.pack.words.localise import Words, own_name
from generator.pack.words.placeholders import filled
from generator.problems import Location, Problems, Subject, failed, near, quoted
from generator.sandbox import limits
from generator.sandbox.limits import short
from generator.sandbox.numeral import Numeral, number_of
from generator.sandbox.templates import Templates
from generator.svg.css.fontproperties import families
from generator.type import casing
from generator.type.bidi import right_to_left
from generator.type.clusters import code_points
from generator.type.fonts import Fonts, FontStack
from generator.type.typeset import Anchor, Valign, fit, height, place
from generator.units import MM_PER_POINT, Rect

LEAST_POINTS = 6.0
"""No letters on a face are set smaller than this (pt)."""

MEDIUM = 500
"""The weight of words that ask for none, where their family has it."""

CONDENSED = "Fira Sans Condensed"
"""The family of words that ask for none."""

INK = "#1B2530"
"""The colour of words that ask for none, for a palette without ink."""

_NEUTRALS = {"ink": INK, "muted": "#55616C"}
"""The colours of feet, for a palette without them."""

ANY_FONT = Location("fonts")
"""Where a font is missing that the pack doesn't bring: the line that asks for it is meant."""


class Vocabulary:
    """The functions and values of templates; what the functions record goes into the draft that is being written."""

    def __init__(
        self, pack: Pack, words: Words, fonts: Fonts, art: Art, problems: Problems, loader: Loader, sandbox: Templates
    ) -> None:
        self._pack = pack
        self._words = words
        self._fonts = fonts
        self._art = art
        self._problems = problems
        self._loader = loader
        self._budget, self._written = sandbox.budget, sandbox.text
        self._labels = pack.score_labels
        self.draft = FaceDraft("", "", 0, 0, Location(""))
        self._too_long: set[tuple[Location, str, str]] = set()

    @contextmanager
    def writing(self, draft: FaceDraft) -> Iterator[None]:
        """Let the functions record into this draft, while its template runs."""
        before, self.draft = self.draft, draft
        try:
            yield
        finally:
            self.draft = before

    def names(self) -> dict[str, Any]:
        """Return all that templates see of a pack in its language, by the names that they call it."""
        file, language = self._pack.file, self._words.language
        return {
            "pack": {
                "id": self._pack.id,
                "title": file.title,
                "version": file.version,
                "languages": file.languages,
                "reconstructed": self._pack.reconstructed,
            },
            "data": self._pack.data,
            "colour": {**_NEUTRALS, **file.palette},
            "lang": language,
            "language": own_name(language),
            "_": self.translate,
            "plural": self.plural,
            "label": self.label,
            "field": self.field,
            "icon": self.icon,
            "picture": self.picture,
            "words": self.words,
            "baseline": self.baseline,
            "width": self.width,
            "height": self.height,
            "number": self.number,
            "mix": mix,
            "foot_text": self.foot_text,
            "on_paper": self.on_paper,
            "shape": shapes_for(self._budget),
            "check_map": MapCheck(self._pack, self._problems).check_map,
        }

    def filters(self) -> dict[str, Callable[[object], str]]:
        """Return the filters that change the case of a text by the rules of its language, charged by its length."""
        return limits.changes_for(casing.filters(self._words.language), self._budget, self._written)

    # -------------------------------------------------------------- wording

    def translate(self, text: object, **values: object) -> str:
        """Give a text in the sheet's language; each `{key}` in it is filled with the value named key."""
        return self._filled(self._words.translate(str(self._written(text))), values)

    def plural(self, one: object, many: object, n: int | float, **values: object) -> str:
        """Give a counted text, `"{n} point", "{n} points"`, in the form that the sheet's language has for `n`."""
        singular, plural = str(self._written(one)), str(self._written(many))
        self._problems.extend(localise.uncounted(self._pack, self._words, singular, plural))
        counted = self._words.plural(singular, plural, number_of(n, "plural"))
        return self._filled(counted, {"n": self.number(n), **values})

    def _filled(self, text: str, values: Mapping[str, object]) -> str:
        return filled(text, {key: str(self._written(value)) for key, value in values.items()}, self._budget.room)

    def number(self, value: object) -> str:
        """Give a number, or the one that a text is, as the sheet's language writes it; one can count on with it."""
        if value is None or isinstance(value, (Undefined, bool)):
            return str(self._written(value))
        exact = number_of(value)
        return Numeral.of(self._words.number(exact), exact)

    def label(self, name: str) -> str:
        """Give the label of a box or line of score.yaml in the sheet's language."""
        if not isinstance(name, str):
            raise ValueError(f"label() takes the name of a box or line, not {quoted(name)}")
        if name not in self._labels:
            hint = near(name, self._labels)
            raise ValueError(f"score.yaml has no box or line {name!r}{f'; {hint}' if hint else ''}")
        return self.translate(self._labels[name])

    def foot_text(self, what: str | None = None) -> str:
        """Give the foot line: pack, component (or `what`), language, version, page, scale, what is reconstructed."""
        draft, file = self.draft, self._pack.file
        parts = [
            self.translate(file.title),
            what or self.translate(file.components[draft.component].title),
            own_name(self._words.language),
            self.translate("version {version}", version=file.version),
            *self._count(),
            self.translate("print at 100 %"),
            *(self.translate(hint.text, **dict(hint.values)) for hint in draft.hints),
        ]
        reconstructed = ", ".join(map(self.translate, self._pack.reconstructed))
        if reconstructed:
            parts.append(self.translate("reconstructed: {what}", what=reconstructed))
        return " · ".join(parts)

    def _count(self) -> tuple[str, ...]:
        """Say which of several this is; one alone isn't counted, least of all where it is cut over counted pages."""
        draft = self.draft
        return (self.translate("p. {n} of {m}", n=draft.number, m=draft.total),) if draft.total > 1 else ()

    # -------------------------------------------------------------- fields and art

    def field(
        self, name: str, x: float, y: float, w: float, h: float, row: int = 0, index: int = 0, player: int = 0
    ) -> str:
        """Record that here a person writes the box or line `name` of score.yaml; draws nothing.

        x, y, w, h are mm from the face's corner; row is the row of a box with rows, index the
        tick of a track, player the column of a sheet for a whole table: each from 1, or 0.
        """
        numbers = (x, y, w, h, row, index, player)
        if not isinstance(name, str) or not all(isinstance(number, limits.NUMBER) for number in numbers):
            raise ValueError("field() takes a name and numbers")
        limits.check_lengths("field", *numbers)
        if min(w, h) <= 0 or min(row, index, player) < 0:
            raise ValueError(f"field {quoted(name)}: w and h are above 0; row, index and player count from 1")
        if len(self.draft.fields) >= limits.MOST_FIELDS:
            raise ValueError(f"more than {limits.MOST_FIELDS} fields on one face")
        self.draft.fields.append(Field(name, Rect(x, y, w, h), row, index, player))
        self.draft.places.append(self._line())
        return ""

    def icon(
        self,
        name: str,
        x: float,
        y: float,
        size: float,
        tone: str | None = None,
        ink: str | None = None,
        paper: str | None = None,
        halo: str | None = None,
        opacity: float = 1,
    ) -> Markup:
        """Draw art/<name>.svg, `size` mm wide and high, with up to four of its paints replaced; opacity is 0 to 1."""
        limits.check_lengths("icon", x, y, size, opacity)
        paints = {"tone": tone, "ink": ink, "paper": paper, "halo": halo}
        try:
            symbol = self._art.symbol("" if name is None else str(name), paints)
        except ValueError as error:
            raise self._with_row(error) from None
        self.draft.symbols.setdefault(symbol.id, symbol)
        fading = "" if opacity == 1 else f' opacity="{short(opacity)}"'
        place = f'x="{short(x)}" y="{short(y)}" width="{short(size)}" height="{short(size)}"'
        return Markup(f'<use href="#{symbol.id}" {place}{fading}/>')  # noqa: S704 - numbers and an id made here

    def picture(self, name: str, x: float, y: float, w: float, h: float) -> Markup:
        """Draw the picture art/<name> (PNG or JPEG, with its ending), whole, in the middle of a box (mm)."""
        limits.check_lengths("picture", x, y, w, h)
        try:
            self._art.file("" if name is None else str(name))
        except ValueError as error:
            raise self._with_row(error) from None
        return Markup(
            '<image href="art/{}" x="{}" y="{}" width="{}" height="{}" preserveAspectRatio="xMidYMid meet"/>'
        ).format(name, short(x), short(y), short(w), short(h))

    def _with_row(self, error: ValueError) -> ValueError:
        """Return what is wrong with a name, and where the item stands that may have given it."""
        row = self._row()
        return ValueError(f"{error}; the item stands in {row}") if row else error

    # -------------------------------------------------------------- text

    def words(
        self,
        text: object,
        x: float,
        y: float,
        w: float,
        h: float,
        size: float = 7.5,
        least: float | None = None,
        weight: int | None = None,
        family: str = CONDENSED,
        fill: str | None = None,
        anchor: Anchor = "start",
        valign: Valign = "middle",
        lines: int = 1,
        leading: float = 1.2,
        name: str | None = None,
    ) -> Markup:
        """Set `text` in a box (mm): it wraps, then shrinks from `size` to `least` pt; what doesn't fit is told."""
        if anchor not in ("start", "middle", "end") or valign not in ("top", "middle", "bottom"):
            raise ValueError(
                f"words: anchor={anchor!r}, valign={valign!r}; allowed: start, middle, end; top, middle, bottom"
            )
        limits.check_letters("words", size, x, y, w, h, least, lines, leading)
        weight = self._weight(family) if weight is None else weight
        stack = self._stack(family, weight)
        floor = max(LEAST_POINTS, min(size, least or size))
        content = self._content(text, "\n" if lines > 1 else " ")
        setting = fit(content, stack, w, h, size, floor, lines, leading)
        if not setting.fits:
            box = f"{f' {quoted(name)}' if name else ''} of {short(w)} × {short(h)} mm at {short(floor)} pt"
            self._overflow(content, name, box, max(setting.widths) - w)
        self._check_letters("".join(setting.lines), stack)
        lettering = Lettering(family, weight, setting.size, fill, anchor)
        base_lines = place(setting, Rect(x, y, w, h), anchor, valign, stack)
        texts = (self._text(line, line_x, line_y, lettering) for line_x, line_y, line in base_lines)
        return Markup("".join(texts))  # noqa: S704 - escaped where they were made

    def baseline(
        self,
        text: object,
        x: float,
        y: float,
        size: float = 7.5,
        weight: int | None = None,
        family: str = CONDENSED,
        fill: str | None = None,
        anchor: str = "start",
    ) -> Markup:
        """Write one line of `size` pt at a base line, for numbers and signs, however wide it comes."""
        limits.check_letters("baseline", size, x, y)
        content = self._content(text)
        weight = self._weight(family) if weight is None else weight
        self._check_letters(content, self._stack(family, weight))
        return self._text(content, x, y, Lettering(family, weight, size, fill, anchor))

    def width(self, text: object, size: float = 7.5, weight: int | None = None, family: str = CONDENSED) -> float:
        """Give how wide a line of text of `size` pt is, in mm."""
        limits.check_letters("width", size)
        return self._stack(family, weight).width(self._content(text)) * size * MM_PER_POINT

    def height(
        self,
        text: object,
        w: float,
        size: float = 7.5,
        weight: int | None = None,
        family: str = CONDENSED,
        lines: int = 40,
        leading: float = 1.2,
    ) -> float:
        """Give how tall a text is in lines `w` mm wide: from its first capitals to its last base line, in mm."""
        limits.check_letters("height", size, w, lines, leading)
        stack = self._stack(family, weight)
        return height(self._content(text, "\n"), stack, w, size, lines, leading)

    def on_paper(self, length: float) -> float:
        """Give how long a line on the face must be to be `length` mm long on paper, when it is printed with --scale."""
        return length / self.draft.scale

    def _content(self, text: object, line_break: str = " ") -> str:
        """Return what is to be set as text; Unicode's separators of lines are line breaks, or spaces in one line."""
        content = short(text) if isinstance(text, float) else str(self._written(text))
        content = content.replace("\u2028", line_break).replace("\u2029", line_break)
        if len(content) > limits.LONGEST_WORDS:
            raise ValueError(f"a text of {len(content)} characters in one place; allowed: up to {limits.LONGEST_WORDS}")
        return content

    def _weight(self, family: str) -> int:
        """Return the weight of words that ask for none: medium, or what the first of their families has next to it."""
        return self._fonts.nearest_weight(families(str(family)), MEDIUM)

    def _stack(self, family: str, weight: int | None) -> FontStack:
        """Return the fonts of one family or a list of them; a template that asks for what isn't there stops."""
        weight = self._weight(family) if weight is None else weight
        stack = self._fonts.stack(families(str(family)), weight, language=self._words.language)
        for lack in stack.lacking:
            raise failed(self._line(), lack.what, lack.allowed, lack.remedy)
        return stack

    def _text(self, line: str, x: float, y: float, lettering: Lettering) -> Markup:
        """Return one line as an element, at x on a base line at y (mm)."""
        colour = lettering.fill or self._pack.file.palette.get("ink", INK)
        mark = self._mark() if self.draft.safe else ""
        return lettering._replace(fill=colour).line(line, x, y, right_to_left(self._words.language), mark)

    def _mark(self) -> str:
        """Return the mark of a text, by which its line in the template is found when it is drawn."""
        calls = self.draft.calls
        calls.append(self._line())
        return f' {MARK}="{len(calls) - 1}"'

    # -------------------------------------------------------------- what is wrong with a text

    def _overflow(self, text: str, name: str | None, box: str, excess: float) -> None:
        """Note that a text doesn't fit its `box`, by how many mm it is too wide at most."""
        place = self._line()
        if not self._words.is_source:  # one translation stands on many faces
            if (place, text, name or "") in self._too_long:
                return
            self._too_long.add((place, text, name or ""))
        self._problems.error(
            place,
            f"{quoted(text)} doesn't fit its box{box}{f': it is {excess:.1f} mm too wide' if excess >= 0.05 else ''}",
            remedy=f"shorten {self._origin(text)}, or give the box more room in the template",
            subject=self._subject(),
        )

    def _check_letters(self, text: str, stack: FontStack) -> None:
        """Note every character that no font has, at the template's line: none is dropped in silence."""
        for cluster in stack.missing(text):
            self._problems.error(
                self._line(),
                f"{stack.named} {'lack' if stack.several else 'lacks'} {cluster!r}"
                f" ({code_points(cluster)}) of {quoted(text)}",
                remedy=f"change {self._origin(text)}, choose another font, or draw the sign as art",
                subject=self._subject(),
            )

    def _subject(self) -> Subject:
        return self.draft.subject(f"in {self._words.language}")

    def _origin(self, text: str) -> str:
        """Say where a text of the face comes from: the item's row, the catalogue, or else the template."""
        if not self._words.is_source:
            return f"the translation in {self._pack.catalogue(self._words.language)}"
        row = self._row()
        cells = [str(value) for value in self.draft.row.values() if value not in (None, "")]
        return f"the text, {row}" if row and any(cell in text or text in cell for cell in cells) else "the text"

    def _row(self) -> Location | None:
        return self._pack.row(self.draft.component, self.draft.item)

    def _line(self) -> Location:
        """Return the line of the template that is calling."""
        return self._loader.line_of_call(self.draft.place)


def _named(name: str | None) -> str:
    return f" {quoted(name)}" if name else ""
