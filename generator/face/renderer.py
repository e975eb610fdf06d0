"""Templates to faces: what a template may say, and the faces that come of it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import isfinite
from pathlib import Path
from traceback import extract_tb
from typing import Any, NamedTuple

import jinja2
from markupsafe import Markup, escape

from generator.face import shapes
from generator.face.art import Art
from generator.face.die import Die, die_of
from generator.face.face import Face, Field, Hint
from generator.face.palette import mix
from generator.face.safety import MARK, Kept, spoiled
from generator.face.streets import street_places, street_plots
from generator.face.template_cache import Compiled
from generator.face.template_errors import reason
from generator.pack import shipped
from generator.pack.localise import Words, own_name
from generator.pack.model import Component, Pack
from generator.pack.source import decoded, read_bytes
from generator.problems import Failed, Location, Problems, failed, near, quoted
from generator.sandbox.budget import single
from generator.sandbox.environment import Sandbox
from generator.svg.core.symbol import Symbol
from generator.svg.css.fontproperties import families
from generator.type import casing
from generator.type.bidi import right_to_left
from generator.type.clusters import code_points
from generator.type.fonts import Fonts, FontStack
from generator.type.typeset import Anchor, Valign, fit, place
from generator.units import MM_PER_POINT, Rect, Size

_MACROS = "common/sheet.svg.j2"
LEAST_POINTS = 6.0
LONGEST_WORDS = 10_000
"""How many characters one box of words may be given."""

_LONGEST_NAME = 200
_NEUTRALS = {"ink": "#1B2530", "muted": "#55616C"}
"""The colours of feet, for a palette without them."""
LONGEST_TEMPLATE = 200_000
"""How many characters one template file may have: a longer one takes too long to compile."""
CONDENSED = "Fira Sans Condensed"
_ANY_FONT = Location("fonts")
"""Where a font is missing that the pack doesn't bring: the line that asks for it is meant."""
FOOT = 8.8
"""Height of the foot of a page in mm."""
_ROOT = re.compile(r"<svg\b[^>]*>")


_SHAPES = {
    made.__name__: made
    for made in (
        shapes.corners,
        shapes.dots,
        shapes.half_hexagon,
        shapes.hexagon,
        shapes.link,
        shapes.polygon,
        shapes.rounded,
        shapes.route_map,
        street_places,
        street_plots,
        shapes.symbol,
        shapes.track,
        shapes.visible,
    )
}
"""The parametric shapes that templates see as `shape.<name>`."""


class Loader(jinja2.BaseLoader):
    """Finds templates in the pack before the shipped ones, and nowhere else."""

    def __init__(self, roots: tuple[Path, ...], shown: Callable[[str], str]) -> None:
        self.roots = roots
        self.shown = shown
        self._found: dict[str, Path | None] = {}

    def get_source(self, environment: jinja2.Environment, template: str) -> tuple[str, str, None]:  # noqa: ARG002 - Jinja's signature
        """Return a template's text and the path it is named by in messages."""
        path = self.find(template)
        if path is None:
            raise jinja2.TemplateNotFound(template)
        return self._text(path, self.shown(str(path))), str(path), None

    def find(self, template: str) -> Path | None:
        """Return the file of a template, None when there is none."""
        if template not in self._found:
            self._found[template] = self._find(template)
        return self._found[template]

    def _find(self, template: str) -> Path | None:
        for root in self.roots:
            path = root / template[:_LONGEST_NAME]
            if path.is_file() and (real := path.resolve()).is_relative_to(root.resolve()):
                return real
        return None

    def _text(self, path: Path, shown: str) -> str:
        text = decoded(read_bytes(path, shown), shown).lstrip("\ufeff")
        if len(text) > LONGEST_TEMPLATE:
            what = f"a template of {len(text)} characters"
            raise failed(Location(shown), what, f"at most {LONGEST_TEMPLATE}", "import a part of it from another file")
        return text

    def list_templates(self) -> list[str]:
        """Return the names of all templates, for suggestions."""
        found = {path.relative_to(root).as_posix() for root in self.roots for path in root.rglob("*.j2")}
        return sorted(found)


@dataclass(slots=True)
class Sheet:
    """The face being written: who it is, and the fields and art it has used so far."""

    component: str
    item: str
    number: int
    total: int
    place: Location
    scale: float = 1.0
    hints: tuple[Hint, ...] = ()
    fields: list[Field] = field(default_factory=list)
    symbols: dict[str, Symbol] = field(default_factory=dict)
    safe: float = 0.0
    kept: list[Kept] = field(default_factory=list)
    said: list[Kept] = field(default_factory=list)


class Printing(NamedTuple):
    """How faces are printed: `scale` times as large as they are, and what every foot says about it."""

    scale: float = 1.0
    hints: tuple[Hint, ...] = ()


AS_IS = Printing()


class TemplateRenderer:
    """Writes the faces of one pack in one language; its functions are the templates' vocabulary."""

    def __init__(
        self,
        pack: Pack,
        words: Words,
        fonts: Fonts,
        problems: Problems,
        compiled: Compiled | None = None,
        printing: Printing = AS_IS,
    ) -> None:
        self.pack = pack
        self.printing = printing
        self.vocabulary = words
        self.fonts = fonts
        self.problems = problems
        self.art = Art(pack.folder / "art", f"{pack.shown}/art")
        self.labels = _labels(pack)
        self.sheet = Sheet("", "", 0, 0, Location(""))
        self._named: dict[str, str] = {}
        self._too_long: set[tuple[Location, str, str]] = set()
        self.loader = Loader(pack.template_roots, self._shown)
        self.environment = Sandbox(self.loader, compiled=compiled)
        self.environment.globals.update(self._names())
        for name, change in casing.filters(words.language).items():
            self.environment.filters[name] = self._charged(change)

    def _charged(self, change: Callable[[str], str]) -> Callable[[object], str]:
        """Return a filter that is charged by the length of its text."""
        grown = self.environment.budget.grown
        return lambda text: str(grown(change(str(grown(single(text))))))

    # -------------------------------------------------------------- faces

    def face(self, component: str, item: Mapping[str, Any], number: int, total: int) -> Face | None:
        """Return the face of one item, or None when its template stopped (the problem is noted)."""
        made = self.pack.file.components[component]
        place = Location(made.template)
        self.sheet = Sheet(component, str(item["id"]), number, total, place, *self.printing, safe=made.safe)
        values = {"item": item, "n": number, "m": total, "component": self._component(component, made)}
        written = self._written(made.template, values)
        if written is None:
            return None
        svg, where = written
        symbols = tuple(self.sheet.symbols.values())
        width, height = made.size
        fields, language, die = tuple(self.sheet.fields), self.vocabulary.language, die_of(made)
        if made.safe:
            self._check_safe(svg, Size(width, height), die)
        return Face(component, self.sheet.item, language, svg, width, height, where, fields, die=die, symbols=symbols)

    def _check_safe(self, svg: str, size: Size, die: Die) -> None:
        """Note every text and field of the face that lies outside its safe zone."""
        sheet = self.sheet
        for kept, distance in spoiled(svg, size, die, sheet.safe, sheet.kept, sheet.said):
            where = f"{distance:.1f} mm from the cut" if distance > 0 else f"{-distance:.1f} mm beyond the cut"
            self.problems.error(
                kept.place,
                f"{sheet.component} {quoted(sheet.item)} in {self.vocabulary.language}: {kept.what} lies {where}",
                f"{_short(sheet.safe)} mm or more",
                "move it inwards, shorten it, or lower safe in pack.yaml",
            )

    def later(self, component: str, item: Mapping[str, Any], number: int, total: int) -> Face:
        """Return the face of one item, which is written each time that its SVG is asked for."""
        made = self.pack.file.components[component]
        path = self.loader.find(made.template)
        place = Location(self._shown(str(path)) if path else made.template)
        write = partial(self._face_or_stop, component, item, number, total)
        return Face(component, str(item["id"]), self.vocabulary.language, write, *made.size, place, die=die_of(made))

    def _face_or_stop(self, component: str, item: Mapping[str, Any], number: int, total: int) -> Face:
        face = self.face(component, item, number, total)
        if face is None:
            raise Failed(self.problems.errors)
        return face

    def foot(
        self, components: Sequence[str], width: float, number: int, total: int, hints: Sequence[Hint] = ()
    ) -> Face | None:
        """Return the foot line of a page that these components lie on: `width` × 8.8 mm, page `number` of `total`.

        `hints` are what it says beside how all is printed.
        """
        self._begin(components[0], "common/foot.svg.j2", number, total, hints)
        values = {"width": width, "height": FOOT, "what": self._titles(components)}
        return self._furniture(self._written("common/foot.svg.j2", values), Size(width, FOOT))

    def guide(
        self, components: Sequence[str], values: Mapping[str, Any], number: int, total: int, hints: Sequence[Hint] = ()
    ) -> Face | None:
        """Return what a page of a poster says, as large as the page: its name, its neighbours, a map and the foot."""
        self._begin(components[0], "common/poster.svg.j2", number, total, hints)
        written = self._written("common/poster.svg.j2", {**values, "what": self._titles(components)})
        return self._furniture(written, Size(values["width"], values["height"]))

    def fold(self, components: Sequence[str], values: Mapping[str, Any]) -> Face | None:
        """Return the line on which a page is folded, and the word on it, as large as the page."""
        self._begin(components[0], "common/fold.svg.j2", 0, 0, ())
        written = self._written("common/fold.svg.j2", dict(values))
        return self._furniture(written, Size(*values["size"]))

    def _begin(self, component: str, template: str, number: int, total: int, hints: Sequence[Hint]) -> None:
        said = (*self.printing.hints, *hints)
        self.sheet = Sheet(component, "foot", number, total, Location(template), hints=said)

    def _furniture(self, written: tuple[str, Location] | None, size: Size) -> Face | None:
        if written is None:
            return None
        title = f"{self.pack.file.components[self.sheet.component].title}, foot"
        symbols = tuple(self.sheet.symbols.values())
        return Face(title, "foot", self.vocabulary.language, written[0], *size, written[1], symbols=symbols)

    def _titles(self, components: Sequence[str]) -> str:
        return ", ".join(self.translate(self.pack.file.components[name].title) for name in components)

    def _written(self, template: str, values: dict[str, Any]) -> tuple[str, Location] | None:
        try:
            if path := self.loader.find(template):
                self.sheet.place = Location(self._shown(str(path)))
            found = self.environment.get_template(template)
            self.sheet.place = Location(self._shown(str(found.filename)))
            text = self.environment.bounded(found.generate(values))
        except (
            jinja2.TemplateError,
            TypeError,
            ValueError,
            ArithmeticError,
            LookupError,
            RecursionError,
            MemoryError,
            OSError,
        ) as error:
            self._note(error, template)
            return None
        except Failed as failure:
            here = self._line(failure)
            self.problems.extend(p._replace(place=here) if p.place == _ANY_FONT else p for p in failure.problems)
            return None
        where = self.sheet.place
        if _ROOT.search(text) is None:
            self.problems.error(
                where, "the template writes no <svg> element", remedy='begin with {% extends "common/face.svg.j2" %}'
            )
            return None
        return text, where

    def _note(self, error: BaseException, template: str) -> None:
        """Note what stopped a template at the line where it stopped."""
        remedy = ""
        if isinstance(error, jinja2.TemplateNotFound):
            place = self._line(error)
            if error.name == template:
                place = self.pack.source.place(("components", self.sheet.component, "template"))
            what = f"there is no template {quoted(error.name)}"
            remedy = near(str(error.name), self.loader.list_templates()) or "put it into the pack's templates/ folder"
        elif isinstance(error, jinja2.TemplateSyntaxError):
            place = Location(self._shown(error.filename or template), error.lineno)
            what = error.message or "not a template"
        else:
            place = self._line(error)
            what, remedy = reason(error, self.environment.globals)
        who = f"{self.sheet.component} {quoted(self.sheet.item)}: " if self.sheet.item else ""
        self.problems.error(place, f"{who}{what}", remedy=remedy)

    def _line(self, error: BaseException) -> Location:
        """Return the line of a template where it stopped."""
        frames = [frame for frame in reversed(extract_tb(error.__traceback__)) if frame.filename.endswith(".j2")]
        frames.sort(key=lambda frame: frame.filename.endswith(f"/{_MACROS}"))  # the caller of a shared macro is meant
        return Location(self._shown(frames[0].filename), frames[0].lineno or 0) if frames else self.sheet.place

    def _shown(self, filename: str) -> str:
        """Name a template file as people find it: by the pack's own folder, or from templates/ on."""
        if filename not in self._named:
            self._named[filename] = self._found(filename)
        return self._named[filename]

    def _found(self, filename: str) -> str:
        path = Path(filename)
        own = self.pack.folder / "templates"
        if path.is_relative_to(own.resolve()):
            return f"{self.pack.shown}/templates/{path.relative_to(own.resolve()).as_posix()}"
        if path.is_relative_to(shipped.root()):
            return path.relative_to(shipped.root()).as_posix()
        return filename

    def _here(self) -> Location:
        """Return the line of the template that is calling, for problems that don't stop it."""
        frame = inspect.currentframe()
        while frame is not None:
            template = frame.f_globals.get("__jinja_template__")
            if template is not None and template.name != _MACROS:  # the caller of a shared macro is meant
                return Location(self._shown(str(template.filename)), template.get_corresponding_lineno(frame.f_lineno))
            frame = frame.f_back
        return self.sheet.place

    # -------------------------------------------------------------- the vocabulary

    def _names(self) -> dict[str, Any]:
        file = self.pack.file
        return {
            "pack": {
                "id": self.pack.id,
                "title": file.title,
                "version": file.version,
                "languages": file.languages,
                "reconstructed": [fact.label for fact in file.facts.values() if fact.source == "reconstructed"],
            },
            "data": self.pack.data,
            "colour": {**_NEUTRALS, **file.palette},
            "lang": self.vocabulary.language,
            "language": own_name(self.vocabulary.language),
            "_": self.translate,
            "plural": self.plural,
            "label": self.label,
            "field": self.field,
            "icon": self.icon,
            "picture": self.picture,
            "words": self.words,
            "baseline": self.baseline,
            "width": self.width,
            "number": self.vocabulary.number,
            "mix": mix,
            "foot_text": self.foot_text,
            "on_paper": self.on_paper,
            "shape": _SHAPES,
        }

    def _component(self, name: str, made: Component) -> dict[str, Any]:
        return {"id": name, "title": made.title, "width": made.size[0], "height": made.size[1]}

    def translate(self, text: object, **values: object) -> str:
        """Give a text in the sheet's language; each `{key}` in it is filled with the value named key."""
        return self._filled(self.vocabulary.translate(str(single(text))), values)

    def plural(self, one: object, many: object, n: int | float, **values: object) -> str:
        """Give a counted text, `"{n} point", "{n} points"`, in the form that the sheet's language has for `n`."""
        counted = self.vocabulary.plural(str(single(one)), str(single(many)), n)
        return self._filled(counted, {"n": self.vocabulary.number(n), **values})

    def _filled(self, text: str, values: Mapping[str, object]) -> str:
        for key, value in values.items():
            given = str(single(value))
            self.environment.budget.room(len(text) + text.count("{" + key + "}") * len(given))
            text = text.replace("{" + key + "}", given)
        return text

    def label(self, name: str) -> str:
        """Give the label of a box or line of score.yaml in the sheet's language."""
        if name not in self.labels:
            hint = near(name, self.labels)
            raise ValueError(f"score.yaml has no box or line {name!r}{f'; {hint}' if hint else ''}")
        return self.translate(self.labels[name])

    def field(
        self, name: str, x: float, y: float, w: float, h: float, row: int = 0, index: int = 0, player: int = 0
    ) -> str:
        """Record that here a person writes the box or line `name` of score.yaml; draws nothing.

        x, y, w, h are mm from the face's corner; row is the row of a box with rows, index the
        tick of a track, player the column of a sheet for a whole table: each from 1, or 0.
        """
        if not isinstance(name, str) or not isfinite(x + y + w + h + row + index + player):
            raise ValueError("field() takes a name and numbers")
        self.sheet.fields.append(Field(name, Rect(x, y, w, h), row, index, player))
        if self.sheet.safe:
            self.sheet.kept.append(Kept(f"field {quoted(name)}", Rect(x, y, w, h), self._here()))
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
        paints = {"tone": tone, "ink": ink, "paper": paper, "halo": halo}
        try:
            symbol = self.art.symbol("" if name is None else str(name), paints)
        except ValueError as error:
            raise self._with_row(error) from None
        self.sheet.symbols.setdefault(symbol.id, symbol)
        faded = "" if opacity == 1 else f' opacity="{_short(opacity)}"'
        place = f'x="{_short(x)}" y="{_short(y)}" width="{_short(size)}" height="{_short(size)}"'
        return Markup(f'<use href="#{symbol.id}" {place}{faded}/>')  # noqa: S704 - numbers and an id made here

    def picture(self, name: str, x: float, y: float, w: float, h: float) -> Markup:
        """Draw the picture art/<name> (PNG or JPEG, with its ending), whole, in the middle of a box (mm)."""
        try:
            self.art.file("" if name is None else str(name))
        except ValueError as error:
            raise self._with_row(error) from None
        return Markup(
            '<image href="art/{}" x="{}" y="{}" width="{}" height="{}" preserveAspectRatio="xMidYMid meet"/>'
        ).format(name, _short(x), _short(y), _short(w), _short(h))

    def _with_row(self, error: ValueError) -> ValueError:
        """Return what is wrong with a name, and where the item stands that may have given it."""
        row = self.pack.row(self.sheet.component, self.sheet.item)
        return ValueError(f"{error}; the item stands in {row}") if row else error

    def words(
        self,
        text: object,
        x: float,
        y: float,
        w: float,
        h: float,
        size: float = 7.5,
        least: float | None = None,
        weight: int = 500,
        family: str = CONDENSED,
        fill: str | None = None,
        anchor: Anchor = "start",
        valign: Valign = "middle",
        lines: int = 1,
        leading: float = 1.2,
        name: str | None = None,
    ) -> Markup:
        """Set `text` in a box (mm): it wraps, then shrinks from `size` to `least` pt; what doesn't fit is a problem."""
        if anchor not in ("start", "middle", "end") or valign not in ("top", "middle", "bottom"):
            raise ValueError(
                f"words: anchor={anchor!r}, valign={valign!r}; allowed: start, middle, end; top, middle, bottom"
            )
        font = self._fonts(family, weight)
        floor = max(LEAST_POINTS, min(size, least or size))
        given = _words(text)
        setting = fit(given, font, w, h, size, floor, lines, leading)
        if not setting.fits:
            self._overflow(given, name, w, h, floor, max(setting.widths) - w)
        self._check_letters("".join(setting.lines), font)
        placed = place(setting, Rect(x, y, w, h), anchor, valign, font)
        texts = (
            self._text(line, at_x, at_y, setting.size, weight, family, fill, anchor) for at_x, at_y, line in placed
        )
        return Markup("".join(texts))  # noqa: S704 - escaped where they were made

    def _overflow(self, text: str, name: str | None, w: float, h: float, floor: float, wider: float) -> None:
        sheet, place = self.sheet, self._here()
        if not self.vocabulary.is_source:  # one translation stands on many faces
            if (place, text, name or "") in self._too_long:
                return
            self._too_long.add((place, text, name or ""))
        self.problems.error(
            place,
            f"{sheet.component} {quoted(sheet.item)} in {self.vocabulary.language}: {quoted(text)} doesn't fit its box"
            f"{f' {quoted(name)}' if name else ''} of {_short(w)} × {_short(h)} mm at {_short(floor)} pt"
            f"{f': it is {wider:.1f} mm too wide' if wider >= 0.05 else ''}",
            remedy=f"shorten {self._origin()}, or give the box more room in the template",
        )

    def _origin(self) -> str:
        """Say where the words of the face come from: the item's row, or the catalogue."""
        if not self.vocabulary.is_source:
            return f"the translation in {self.pack.shown}/locale/{self.vocabulary.language}.po"
        row = self.pack.row(self.sheet.component, self.sheet.item)
        return f"the text, {row}" if row else "the text"

    def _fonts(self, family: str, weight: int) -> FontStack:
        """Return the fonts of one family or a list of them; a template that asks for what isn't there stops."""
        stack = self.fonts.stack(families(str(family)), weight, language=self.vocabulary.language)
        for lack in stack.lacking:
            raise failed(self._here(), lack.what, lack.allowed, lack.remedy)
        return stack

    def _check_letters(self, text: str, stack: FontStack) -> None:
        """Note every character that no font has, at the template's line: none is dropped in silence."""
        for cluster in stack.missing(text):
            sheet = self.sheet
            self.problems.error(
                self._here(),
                f"{sheet.component} {quoted(sheet.item)} in {self.vocabulary.language}: {stack.named} "
                f"{'lack' if stack.several else 'lacks'} {cluster!r} ({code_points(cluster)}) of {quoted(text)}",
                remedy=f"change {self._origin()}, choose another font, or draw the sign as art",
            )

    def baseline(
        self,
        text: object,
        x: float,
        y: float,
        size: float = 7.5,
        weight: int = 500,
        family: str = CONDENSED,
        fill: str | None = None,
        anchor: str = "start",
    ) -> Markup:
        """Write one line of `size` pt at a base line, for numbers and signs; its width isn't checked."""
        given = _words(text)
        self._check_letters(given, self._fonts(family, weight))
        return self._text(given, x, y, size, weight, family, fill, anchor)

    def _text(
        self, line: str, x: float, y: float, size: float, weight: int, family: str, fill: str | None, anchor: str
    ) -> Markup:
        colour = fill or self.pack.file.palette.get("ink", "#1B2530")
        told = self._told(line, x, y, size, self._fonts(family, weight), anchor) if self.sheet.safe else ""
        turned = right_to_left(self.vocabulary.language)
        if turned:  # the start of such a line is at its right
            anchor = {"start": "end", "end": "start"}.get(anchor, anchor)
        anchored = "" if anchor == "start" else f' text-anchor="{escape(anchor)}"'
        directed = ' direction="rtl"' if turned else ""
        return Markup(  # noqa: S704 - numbers, and texts escaped here
            f'<text x="{_short(x)}" y="{_short(y)}" font-family="{escape(family)}" '
            f'font-size="{_short(size * MM_PER_POINT)}" font-weight="{escape(weight)}" fill="{escape(colour)}"'
            f"{anchored}{directed}{told}>{escape(line)}</text>"
        )

    def _told(self, line: str, x: float, y: float, size: float, font: FontStack, anchor: str) -> str:
        """Record where a line of text lies, from its base line to the height of capitals; return its number's mark."""
        width, height = (length * size * MM_PER_POINT for length in (font.width(line), font.cap_height))
        left = x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}.get(anchor, 0.0)
        self.sheet.said.append(Kept(quoted(line), Rect(left, y - height, width, height), self._here()))
        return f' {MARK}="{len(self.sheet.said) - 1}"'

    def width(self, text: object, size: float = 7.5, weight: int = 500, family: str = CONDENSED) -> float:
        """Give how wide a line of text of `size` pt is, in mm."""
        return self._fonts(family, weight).width(_words(text)) * size * MM_PER_POINT

    def on_paper(self, length: float) -> float:
        """Give how long a line on the face must be to be `length` mm long on paper, when it is printed with --scale."""
        return length / self.sheet.scale

    def foot_text(self, what: str | None = None) -> str:
        """Give the foot line: pack, component (or `what`), language, version, page, scale, what is reconstructed."""
        sheet, file = self.sheet, self.pack.file
        title = file.components[sheet.component].title
        parts = [
            self.translate(file.title),
            what or self.translate(title),
            own_name(self.vocabulary.language),
            self.translate("version {version}", version=file.version),
            *self._count(),
            self.translate("print at 100 %"),
            *(self.translate(hint.text, **dict(hint.values)) for hint in sheet.hints),
        ]
        made_up = [self.translate(fact.label) for fact in file.facts.values() if fact.source == "reconstructed"]
        if made_up:
            parts.append(self.translate("reconstructed: {what}", what=", ".join(made_up)))
        return " · ".join(parts)

    def _count(self) -> tuple[str, ...]:
        """Say which of several this is; one alone isn't counted, least of all where it is cut over counted pages."""
        sheet = self.sheet
        return (self.translate("p. {n} of {m}", n=sheet.number, m=sheet.total),) if sheet.total > 1 else ()


def _words(text: object) -> str:
    """Return what is to be set as text."""
    words = str(single(text))
    if len(words) > LONGEST_WORDS:
        raise ValueError(f"a text of {len(words)} characters in one place; allowed: up to {LONGEST_WORDS}")
    return words


def _short(value: float) -> str:
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _labels(pack: Pack) -> dict[str, str]:
    """Return the labels of all boxes and lines that score.yaml declares."""
    data = pack.score.data if pack.score and isinstance(pack.score.data, dict) else {}
    return {
        str(name): str(entry.get("label", name))
        for part in ("boxes", "lines")
        for name, entry in (data.get(part) or {}).items()
        if isinstance(entry, dict)
    }
