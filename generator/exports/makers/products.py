"""Products of makers, and limits of tables on screens: what they ask for, read from data/common/makers.yaml."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from generator.exports.raster import Pixels
from generator.pack import shipped
from generator.pack.source.read import read
from generator.problems import Location, failed, listed, near
from generator.units import MM_PER_INCH, Edges, Size

SAME = 0.25
"""Sizes (mm) that differ by no more are the same: inches are rounded to mm in many ways."""

ALIKE = 2.0
"""How far (mm) a face's sides may be from those of a product that is asked for by name."""


class Product(NamedTuple):
    """A thing that a maker makes: its finished size in mm, and the picture that he wants of it, at his dpi."""

    id: str
    size: Size
    picture: Pixels
    dpi: int

    def turned(self, size: Size) -> bool:
        """Tell whether faces of this size must be turned by a quarter to lie on the product."""
        return _off(size.turned, self.size) < _off(size, self.size)

    def beyond(self, size: Size, *, turned: bool) -> Edges:
        """Return how far beyond the edges of a face of this size the picture reaches, as the face stands."""
        picture = Size(*(side / self.dpi * MM_PER_INCH for side in self.picture))
        width, height = picture.turned if turned else picture
        across, down = (width - size.width) / 2, (height - size.height) / 2
        return Edges(across, down, across, down)

    def __str__(self) -> str:
        return f"{self.id} {self.size.width:g} × {self.size.height:g} mm"


class Maker(NamedTuple):
    """A maker and his products."""

    title: str
    products: tuple[Product, ...]

    def chosen(self, size: Size, product_id: str | None, what: str, place: Location) -> Product:
        """Return the product of that id, else the first that `what` fits; `Failed` when there is none."""
        shown = f"{what}, {size.width:g} × {size.height:g} mm,"
        by_size = sorted(self.products, key=lambda product: _nearest(size, product))
        around = f"near are {listed(map(str, by_size[:4]))}"
        if product_id is None:
            if _nearest(size, by_size[0]) > SAME:
                remedy = f"change its size, or choose one within {ALIKE:g} mm with --product"
                raise failed(place, f"{shown} has no size that {self.title} makes; {around}", "", remedy)
            return next(product for product in self.products if _nearest(size, product) <= SAME)
        product = self._named(product_id)
        if _nearest(size, product) > ALIKE:
            raise failed(place, f"{shown} is more than {ALIKE:g} mm off {product}; {around}", "", "choose another")
        return product

    def _named(self, product_id: str) -> Product:
        for product in self.products:
            if product.id.lower() == product_id.lower():
                return product
        names = [product.id for product in self.products]
        place = Location("--product")
        raise failed(place, f"{self.title} has no product {product_id!r}", listed(names), near(product_id, names))


def maker(name: str) -> Maker:
    """Return a maker by the name he has in the data."""
    declared = facts()[name]
    dpi = int(declared["dpi"])
    return Maker(declared["title"], tuple(_product(key, entry, dpi) for key, entry in declared["products"].items()))


def facts() -> dict[str, dict[str, Any]]:
    """Return what is known of all makers, and where from."""
    data: dict[str, dict[str, Any]] = read(shipped.data() / "common" / "makers.yaml", "data/common/makers.yaml").data
    return data


def _product(key: str, declared: dict[str, Sequence[Any]], dpi: int) -> Product:
    width, height = declared["size"]
    return Product(key, Size(float(width), float(height)), Pixels(*declared["pixels"]), dpi)


def _nearest(size: Size, product: Product) -> float:
    return min(_off(size, product.size), _off(size.turned, product.size))


def _off(size: Size, other: Size) -> float:
    return max(abs(size.width - other.width), abs(size.height - other.height))
