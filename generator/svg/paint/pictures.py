"""Pictures on a face: PNG, JPEG and SVG files, fitted into their boxes."""

from __future__ import annotations

from typing import NamedTuple

from generator.problems import Failed, Location, Subject
from generator.svg.core.context import Context, reference
from generator.svg.core.frames import SVG_ATTRIBUTES, fitted, natural_box
from generator.svg.core.geometry import NOTHING, Shape, shaped
from generator.svg.core.images import data_uri
from generator.svg.core.resolution import dpi, printed
from generator.svg.core.store import Form
from generator.svg.core.svgfile import Attributes, SvgFile
from generator.svg.css.style import INITIAL, Style
from generator.svg.css.values import SMALLEST, Reference, cm
from generator.svg.xml import Element, Origin
from generator.units import Matrix, Rect

ATTRIBUTES = frozenset(["x", "y", "width", "height", "href", "preserveAspectRatio", "decoding", "crossorigin"])

MOST_NESTED = 8
"""SVG pictures may hold each other this deep."""


def image_outline(element: Element, attributes: Attributes, style: Style, context: Context) -> Shape:
    """Return the box that a picture is fitted into."""
    frame = _frame(element, attributes, style, (0.0, 0.0), context)
    if min(frame.width, frame.height) < SMALLEST:
        return NOTHING
    return shaped([("re", *frame)])


def draw_image(element: Element, attributes: Attributes, style: Style, context: Context) -> None:
    """Draw a picture."""
    for child in element:
        context.file.check_silent(child)
    data = _picture_data(element, attributes, context)
    if data is None or style.visibility != "visible":
        return
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        _svg_image(element, attributes, style, data, context)
    else:
        _raster(element, attributes, style, data, context)


def _picture_data(element: Element, attributes: Attributes, context: Context) -> bytes | None:
    href = reference(attributes)
    if href.startswith("data:"):
        try:
            return data_uri(href)
        except ValueError as error:
            context.file.report(element, str(error))
            return None
    resolver = context.file.store.resolver
    try:
        data = resolver(href) if resolver and href else None
    except ValueError as error:
        context.file.report(element, str(error))
        return None
    if data is None:
        remedy = "put the picture into the pack's art folder" if href else "set href"
        context.file.report(element, f"there is no picture {href[:80]!r}", "a picture of the pack, or data:", remedy)
    return data


def _frame(
    element: Element, attributes: Attributes, style: Style, natural: tuple[float, float], context: Context
) -> Rect:
    """Return the box a picture is fitted into; a missing side follows from its natural size."""
    x, y = context.length(element, attributes, "x", "x", style), context.length(element, attributes, "y", "y", style)
    stated = {name: value for name, value in attributes.items() if value != "auto"}
    wide, high = "width" in stated, "height" in stated
    width = context.length(element, stated, "width", "x", style, natural[0])
    height = context.length(element, stated, "height", "y", style, natural[1])
    if wide and not high and natural[0]:
        height = width * natural[1] / natural[0]
    elif high and not wide and natural[1]:
        width = height * natural[0] / natural[1]
    return Rect(x, y, width, height)


def _raster(element: Element, attributes: Attributes, style: Style, data: bytes, context: Context) -> None:
    try:
        image = context.file.store.image(data, style.image_rendering in PIXELATED)
    except ValueError as error:
        context.file.report(element, str(error))
        return
    width, height = image.picture.width, image.picture.height
    natural = Rect(0, 0, height, width) if image.picture.turned > _SIDEWAYS else Rect(0, 0, width, height)
    frame = _frame(element, attributes, style, (natural.width, natural.height), context)
    if min(frame.width, frame.height) >= SMALLEST:
        upright = Matrix(a=natural.width, d=natural.height) @ _HELD[image.picture.turned] @ Matrix(d=-1, f=1)
        if style.image_rendering not in PIXELATED:
            _check_pixels(element, attributes, natural, frame, context)
        _place(element, attributes, style, natural, frame, image.name, upright, context)


def _check_pixels(element: Element, attributes: Attributes, natural: Rect, frame: Rect, context: Context) -> None:
    """Tell when a picture has too few pixels for its size on paper; each picture once."""
    store, href = context.file.store, reference(attributes)
    resolution = store.resolution
    if resolution is None or context.within or not context.file.unit:
        return  # in what is used, at any size
    unit = context.file.unit
    pixels = Matrix(a=unit, d=unit) @ context.host @ fitted(element, attributes, natural, frame, context)
    density = dpi(pixels, resolution.scale)
    if density >= max(resolution.good, resolution.least) or (href, density) in store.blurred:
        return
    store.blurred.add((href, density))
    size = printed(pixels, int(natural.width), int(natural.height), resolution.scale)
    shown = "the picture" if href.startswith("data:") else href[:80]
    what = f"{shown} has {density} pixels an inch at {size}"
    remedy = "take a picture of more pixels, or print it smaller"
    if density < resolution.least:
        context.file.report(element, what, f"{resolution.least} or more", remedy)
    else:
        context.file.warn(element, what, f"{resolution.good} or more", remedy, "printed blurred")


_SIDEWAYS = 4
_HELD = {
    1: Matrix(), 2: Matrix(-1, 0, 0, 1, 1, 0), 3: Matrix(-1, 0, 0, -1, 1, 1), 4: Matrix(1, 0, 0, -1, 0, 1),
    5: Matrix(0, 1, 1, 0, 0, 0), 6: Matrix(0, 1, -1, 0, 1, 0), 7: Matrix(0, -1, -1, 0, 1, 1),
    8: Matrix(0, -1, 1, 0, 0, 1),
}  # fmt: skip
"""How a picture is turned upright, in a square of side 1, for each way that a camera may be held."""

PIXELATED = ("pixelated", "crisp-edges", "optimizeSpeed")
"""The values of `image-rendering` that ask for pixels to be seen."""


def _place(
    element: Element,
    attributes: Attributes,
    style: Style,
    natural: Rect,
    frame: Rect,
    name: str,
    first: Matrix,
    context: Context,
) -> None:
    """Place a picture in its box, and cut off what sticks out; `first` maps it to its natural size."""
    content = context.content
    content.alpha(1, 1)
    content.save()
    if "slice" in attributes.get("preserveAspectRatio", "") and style.overflow != "visible":
        content.write(f"{frame.x:.4f} {frame.y:.4f} {frame.width:.4f} {frame.height:.4f} re W n")
    matrix = fitted(element, attributes, natural, frame, context) @ first
    if matrix != Matrix():
        content.write(cm(matrix))
    content.place(name)
    content.restore()


# ------------------------------------------------------------------ SVG


def _svg_image(element: Element, attributes: Attributes, style: Style, data: bytes, context: Context) -> None:
    href = reference(attributes)
    if len(context.within) > MOST_NESTED or href in [name for _, name in context.within]:
        context.file.report(element, "SVG pictures hold each other")
        return
    try:
        inner = _opened(href, data, context)
    except Failed as failure:
        context.file.store.problems.extend(failure.problems)
        return
    within = context._replace(within=(*context.within, (inner.root, href)))
    placed = place_file(element, attributes, style, inner, data, within)
    if placed is not None:
        _place(element, placed.attributes, style, placed.natural, placed.frame, placed.form.name, Matrix(), context)
        matrix = fitted(element, placed.attributes, placed.natural, placed.frame, context)
        context.show_texts(placed.form, matrix)


class PlacedFile(NamedTuple):
    """An SVG file as a picture: its form, the box that it fills in its own coordinates and the one it is fitted into.

    `attributes` are those that say how, with the file's own where the element doesn't.
    """

    form: Form
    natural: Rect
    frame: Rect
    attributes: Attributes


def place_file(
    element: Element, attributes: Attributes, style: Style, file: SvgFile, key: object, context: Context
) -> PlacedFile | None:
    """Return an SVG file as an element places it, None when that has no size; `key` is equal for the same file.

    Nothing of what stands round the element reaches into it, and nothing of it is seen beside its page.
    """
    own, inner_style = file.read(file.root, INITIAL, context.viewport, SVG_ATTRIBUTES)
    inside = context._replace(file=file, viewport=Reference(300, 150), host=Matrix())
    natural = natural_box(file.root, own, inner_style, inside) or Rect(0, 0, 300, 150)
    frame = _frame(element, attributes, style, (natural.width, natural.height), context)
    if min(frame.width, frame.height) < SMALLEST:
        return None
    form = _form(file.root, inner_style, natural, key, inside)
    aspect = {name: value for name, value in own.items() if name == "preserveAspectRatio"}
    return PlacedFile(form, natural, frame, aspect | attributes)


def _opened(href: str, data: bytes, context: Context) -> SvgFile:
    """Return a picture as a file of its own, whose problems are warnings with its own lines."""
    file = context.file
    subject = file.origin.subject or Subject("")
    inner = Subject(f"{subject} <image>".strip())
    origin = file.origin._replace(subject=inner, exact=False, art=True, lines=None)
    if not href.startswith("data:"):
        origin = Origin(Location(href), file.origin.subject, exact=True, art=True)
    opened = SvgFile.read_from(data, origin, file.store, file.language)
    opened.work = file.work
    return opened


def _form(root: Element, style: Style, natural: Rect, file: object, context: Context) -> Form:
    """Return an SVG picture as a form, compiled once a document."""

    def drawn() -> Form:
        size = Reference(natural.width, natural.height, root_size=style.font_size)
        whole = context.shared()._replace(viewport=size)
        context.engine.inside(root, style, whole)
        return whole.keep_texts(whole.content.form(natural.bounds))

    key = ("picture", file, natural, context.file.language, context.content.grey)
    return context.file.store.once(key, drawn)
