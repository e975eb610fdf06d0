"""What no formula can say about graphs: links, connected parts, ways.

A graph is a list of edges, each a pair of places or a mapping with `from` and `to`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from generator.score.formula.chapter import Chapter, called
from generator.score.formula.work import FormulaError, shown

Edge = tuple[Any, Any]


def pairs(edges: Iterable[Any]) -> Iterator[Edge]:
    """Yield each edge as a pair of places; `FormulaError` for anything that isn't an edge."""
    for edge in edges:
        if isinstance(edge, (list, tuple)) and len(edge) == 2:
            yield edge[0], edge[1]
        elif isinstance(edge, dict) and "from" in edge and "to" in edge:
            yield edge["from"], edge["to"]
        else:
            raise FormulaError(f"{shown(edge)} is no edge: a pair, or a mapping with from and to")


def links(edges: Iterable[Any], visited: Iterable[Any]) -> int:
    """Return how many edges have both ends among the visited places."""
    places = set(visited)
    return sum(1 for one, other in pairs(edges) if one in places and other in places)


def neighbours(edges: Iterable[Any]) -> dict[Any, list[Any]]:
    """Return each place with the places it is linked to."""
    graph: dict[Any, list[Any]] = {}
    for one, other in pairs(edges):
        graph.setdefault(one, []).append(other)
        graph.setdefault(other, []).append(one)
    return graph


def components(edges: Iterable[Any], visited: Iterable[Any]) -> list[int]:
    """Return the sizes of the connected parts of the visited places, largest first."""
    left = set(visited)
    graph = neighbours(edges)
    left &= graph.keys()
    sizes = []
    while left:
        sizes.append(len(_reached(graph, left.pop(), left)))
    return sorted(sizes, reverse=True)


def _reached(graph: dict[Any, list[Any]], start: Any, left: set[Any]) -> list[Any]:
    """Return the places joined to `start` through `left`, taking them out of it."""
    reached = [start]
    for place in reached:
        fresh = [other for other in dict.fromkeys(graph[place]) if other in left]
        left.difference_update(fresh)
        reached.extend(fresh)
    return reached


def steps(edges: Iterable[Any], start: Any, end: Any) -> int | None:
    """Return how many edges the shortest way from `start` to `end` has, None without a way."""
    graph = neighbours(edges)
    far = {start: 0}
    queue = deque([start])
    while queue:
        place = queue.popleft()
        if place == end:
            return far[place]
        for other in graph.get(place, []):
            if other not in far:
                far[other] = far[place] + 1
                queue.append(other)
    return None


def is_path(edges: Iterable[Any], places: list[Any]) -> bool:
    """Return whether each place is linked to the next."""
    graph = neighbours(edges)
    return all(other in graph.get(one, ()) for one, other in pairwise(places))


class Graphs(Chapter):
    """Links, connected parts and ways as functions of formulas."""

    @called("links")
    def links(self, edges: Any, visited: Any) -> int:
        """`links(edges, visited)`: how many edges have both ends visited; what is no place of the graph is left out"""
        return links(self.items(edges), self.items(visited))

    @called("components")
    def components(self, edges: Any, visited: Any) -> list[int]:
        """`components(edges, visited)`: sizes of the connected parts of the visited places, largest first"""
        return components(self.items(edges), self.items(visited))

    @called("steps")
    def steps(self, edges: Any, start: Any, end: Any) -> int | None:
        """`steps(edges, a, b)`: edges on the shortest way from a to b; none without a way"""
        return steps(self.items(edges), start, end)

    @called("is_path")
    def is_path(self, edges: Any, places: Any) -> bool:
        """`is_path(edges, list)`: whether each place of the list is linked to the next"""
        return is_path(self.items(edges), self.items(places))
