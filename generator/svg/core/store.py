"""Everything that a document shares: forms, states, shadings, fonts, images, each kept once.

Nothing here knows the PDF writer: a form is its operators, its box and the names of what
it uses; the press turns them into objects. Names are unique in the document, so equal
operators mean the same drawing wherever they stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from generator.problems import Problems, Subject
from generator.svg.core.fontuse import FontUse
from generator.svg.core.geometry import Shape, shaped
from generator.svg.core.images import Picture, read_picture
from generator.svg.core.paths import PathError, parse
from generator.svg.core.resolution import Resolution
from generator.svg.css.cascade import Styles
from generator.svg.css.style import Style
from generator.svg.css.stylesheet import Sheet
from generator.svg.drawntext import DrawnText
from generator.type.font import Font
from generator.type.fonts import GENERIC, Fonts, FontStack
from generator.units import Bounds

if TYPE_CHECKING:
    from generator.svg.core.separation import Separation

Kind = Literal["XObject", "ExtGState", "Font", "Pattern", "Shading", "ColorSpace", "Properties"]
Space = Literal["", "DeviceRGB", "DeviceGray", "DeviceCMYK"]
Resolver = Callable[[str], bytes | None]
"""Returns the bytes of a picture named by an href, None when there is none."""

EVERYWHERE = Bounds(-100_000.0, -100_000.0, 100_000.0, 100_000.0)
"""The box of a form that isn't cut off, in its own units."""


class Resource(NamedTuple):
    """Something that operators use by name."""

    kind: Kind
    name: str


class Form(NamedTuple):
    """A drawing that is placed by name; a group is composed first and then laid on what is below.

    `group` is a group's colour space; `weight` counts the elements that a viewer draws for it.
    """

    name: str
    content: bytes
    box: Bounds
    uses: tuple[Resource, ...]
    group: Space
    weight: int


class Entry(NamedTuple):
    """A PDF dictionary as text, in which a `Resource` stands for a reference to it."""

    resource: Resource
    parts: tuple[str | Resource, ...]


class Image(NamedTuple):
    """A picture as the document keeps it; `mask` is the name of the image with its alpha."""

    name: str
    picture: Picture
    mask: str = ""


class Store:
    """What the faces of one document share; `process` writes colours in inks, for a print shop.

    `resolution` says how many pixels an inch pictures need; None asks for nothing.
    """

    def __init__(
        self,
        fonts: Fonts,
        problems: Problems,
        resolver: Resolver | None = None,
        process: Separation | None = None,
        resolution: Resolution | None = None,
    ) -> None:
        self.process = process
        self.resolution = resolution
        self.blurred: set[tuple[str, int]] = set()
        self.fonts = fonts
        self.problems = problems
        self.resolver = resolver
        self.styles = Styles()
        self.forms: dict[str, Form] = {}
        self.texts: dict[str, tuple[DrawnText, ...]] = {}
        self.entries: dict[str, Entry] = {}
        self.images: dict[str, Image] = {}
        self.font_uses: dict[Font, FontUse] = {}
        self._stacks: dict[tuple[Style, str], FontStack] = {}
        self.sheets: dict[tuple[str, str], Sheet] = {}
        self.symbols: dict[tuple[object, ...], Any] = {}
        self.closed: dict[bytes, bool] = {}
        self.plans: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}
        self._once: dict[tuple[object, ...], str] = {}
        self._drawn_for: dict[tuple[object, ...], Subject] = {}
        self._names: dict[tuple[object, ...], str] = {}
        self._made = 0
        self.paths: dict[str, tuple[Shape, str]] = {}

    def form(
        self,
        content: bytes,
        box: Bounds,
        uses: Iterable[Resource],
        weight: int,
        group: Space = "",
    ) -> Form:
        """Keep a form; the same operators in the same box give the same form."""
        key = ("X", content, box, group)
        name = self._names.get(key)
        if name is None:
            self._made += 1
            name = self._names[key] = f"X{self._made}"
            self.forms[name] = Form(name, content, box, tuple(uses), group, weight)
        return self.forms[name]

    def once(self, key: tuple[object, ...], draw: Callable[[], Form]) -> Form:
        """Return the form that `draw` draws, drawn once for equal keys, and again when it was released."""
        name = self._once.get(key)
        if name is None or name not in self.forms:
            name = self._once[key] = draw().name
        return self.forms[name]

    def tell_of(self, key: tuple[object, ...], subject: Subject | None) -> None:
        """Tell what is wrong with a drawing of each subject that it is drawn for: it is compiled for the first."""
        if subject and (first := self._drawn_for.setdefault(key, subject)) != subject:
            self.problems.also(first, subject)

    def release(self, form: Form) -> None:
        """Forget a form that nothing places by its name: its operators were written out."""
        del self._names["X", form.content, form.box, form.group]
        del self.forms[form.name]

    @property
    def latest(self) -> str:
        """The name of the form that was made last."""
        return f"X{self._made}"

    def entry(self, kind: Kind, letter: str, *parts: str | Resource) -> Resource:
        """Keep a dictionary under a name that begins with `letter`."""
        key = (kind, parts)
        name = self._names.get(key)
        if name is None:
            name = self._names[key] = f"{letter}{len(self.entries) + 1}"
            self.entries[name] = Entry(Resource(kind, name), parts)
        return Resource(kind, name)

    def stack(self, style: Style, language: str) -> FontStack:
        """Return the fonts that a style asks for, which are drawn in a language."""
        key = (style, language)
        stack = self._stacks.get(key)
        if stack is None:
            names = [name for name in style.font_family if name.lower() not in GENERIC]
            italic = style.font_style != "normal"
            stack = self.fonts.stack(names, style.font_weight, italic, style.font_stretch, language)
            self._stacks[key] = stack
        return stack

    def font_use(self, font: Font) -> FontUse:
        """Return the document's use of a font."""
        use = self.font_uses.get(font)
        if use is None:
            use = self.font_uses[font] = FontUse(f"F{len(self.font_uses) + 1}", font)
        return use

    def path(self, data: str) -> tuple[Shape, str]:
        """Return the shape of path data, up to where it is wrong, and what is wrong."""
        reading = self.paths.get(data)
        if reading is None:
            try:
                reading = shaped(parse(data)), ""
            except PathError as error:
                reading = shaped(error.steps), str(error)
            self.paths[data] = reading
        return reading

    def image(self, data: bytes, sharp: bool = False) -> Image:
        """Keep a picture; the same bytes are kept once. `ValueError` when they are no picture.

        A `sharp` one shows its pixels.
        """
        key = ("I", data, sharp)
        name = self._names.get(key)
        if name is None:
            name = self._names[key] = self._keep(
                self.process.picture(data, sharp) if self.process else read_picture(data, sharp)
            )
        return self.images[name]

    def _keep(self, picture: Picture) -> str:
        mask = self._keep(picture.alpha) if picture.alpha else ""
        name = f"I{len(self.images) + 1}"
        self.images[name] = Image(name, picture, mask)
        return name
