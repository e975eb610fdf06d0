"""Records are read with every mistake told, and their schema says the same."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal

import pytest

from generator.pack.model import PackFile
from generator.pack.reading import read_record
from generator.pack.record import Limits, key, keys, record
from generator.pack.schema import schema
from generator.pack.scoremodel import ScoreFile
from generator.pack.source import read_yaml
from generator.problems import Problems


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@record
class Part:
    size: tuple[float, Annotated[float, Limits(above=0)]] = key("Its size")
    colour: Colour | None = key("Its colour", default=None)


@record
class Whole:
    """A file."""

    title: Annotated[str, Limits(shortest=1, longest=9)] = key("Its title")
    class_: Literal["a", "b"] = key("Its class", name="class", default="a")
    count: Annotated[int, Limits(least=1, most=9)] | Literal["fill"] = key("How many", default=1)
    number: int | float = key("A number", default=0)
    flag: bool = key("Yes or no", default=False)
    parts: dict[str, Part | str] = key("Its parts", default={})
    names: Annotated[list[Annotated[str, Limits(pattern="[a-z]+", form="small letters")]], Limits(shortest=1)] = key(
        "Names", default=["x"]
    )
    free: Any = key("Anything", default=None)

    def __post_init__(self) -> None:
        if self.title == "wrong":
            raise ValueError("this title is taken")


def read(text: str) -> tuple[Whole | None, list[str]]:
    problems = Problems()
    made = read_record(Whole, read_yaml(text.encode(), "f.yaml"), problems)
    return made, [str(problem) for problem in problems]


def field(line: str) -> Any:
    made, problems = read(f"title: t\n{line}\n")
    assert made is not None, problems
    name = line.partition(":")[0]
    return getattr(made, "class_" if name == "class" else name)


def test_absent_keys_get_their_defaults() -> None:
    made, _ = read("title: t")
    assert made == Whole(title="t")
    assert made and (made.class_, made.count, made.parts, made.names) == ("a", 1, {}, ["x"])
    assert Whole(title="t").names is not Whole(title="t").names


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("title: 1.5", "1.5"),  # a number as a text
        ("title: 1.50", "1.50"),
        ("class: b", "b"),
        ("count: fill", "fill"),
        ("count: 9", 9),
        ("number: 0.5", 0.5),
        ("number: 5", 5),
        ("number: 0.50", 0.5),  # what was typed is a text, and means a number
        ("flag: true", True),
        ("flag: yes", True),
        ("flag: no", False),
        ("parts: {a: text}", {"a": "text"}),
        ("parts: {a: 1}", {"a": "1"}),
        ("parts: {a: {size: [1, 2.5], colour: red}}", {"a": Part(size=(1.0, 2.5), colour=Colour.RED)}),
        ("names: [a, b]", ["a", "b"]),
        ("free: [1, {a: b}]", [1, {"a": "b"}]),
    ],
)
def test_values_are_read(line: str, value: object) -> None:
    if line.startswith("title"):
        made, _ = read(line)
        assert made and made.title == value
    else:
        found = field(line)
        assert found == value
        assert type(found) is type(value)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("title: ''", "f.yaml:2:1: error: title: '' won't do; allowed: text of 1 to 9 characters"),
        ("title: [a]", "f.yaml:2:8: error: title: ['a'] won't do; allowed: text of 1 to 9 characters"),
        ("title: wrong", "f.yaml:2:1: error: the file: this title is taken"),
        ("class: c", "f.yaml:2:8: error: class: 'c' won't do; allowed: a, b"),
        ("count: 0", "f.yaml:2:8: error: count: 0 won't do; allowed: a whole number from 1 to 9"),
        ("count: full", "f.yaml:2:8: error: count: 'full' won't do; allowed: a whole number from 1 to 9, or fill"),
        ("count: true", "f.yaml:2:8: error: count: True won't do; allowed: a whole number from 1 to 9, or fill"),
        ("number: one", "f.yaml:2:9: error: number: 'one' won't do; allowed: a whole number, or a number"),
        ("flag: maybe", "f.yaml:2:7: error: flag: 'maybe' won't do; allowed: true or false"),
        ("flag: 1", "f.yaml:2:7: error: flag: 1 won't do; allowed: true or false"),
        ("parts: [a]", "f.yaml:2:8: error: parts: ['a'] won't do; allowed: names with values"),
        (
            "parts: {a: []}",
            "f.yaml:2:12: error: parts.a: [] won't do; allowed: keys and values (size, colour), or text",
        ),
        ("parts: {a: {}}", "f.yaml:2:12: error: parts.a.size is missing; add size: …"),
        (
            "parts: {a: {size: [1]}}",
            "f.yaml:2:19: error: parts.a.size: [1] won't do; allowed: 2 values in brackets",
        ),
        (
            "parts: {a: {size: [1, 0]}}",
            "f.yaml:2:23: error: parts.a.size.1: 0 won't do; allowed: a number above 0",
        ),
        (
            "parts: {a: {size: [1, 1], colour: green}}",
            "f.yaml:2:35: error: parts.a.colour: 'green' won't do; allowed: red, blue",
        ),
        ("names: []", "f.yaml:2:8: error: names: [] won't do; allowed: a list of 1 or more entries"),
        ("names: [a, B]", "f.yaml:2:12: error: names.1: 'B' won't do; allowed: small letters"),
        (
            "nmaes: [a]",
            "f.yaml:2:1: error: unknown key 'nmaes'; allowed: title, class, count, number, flag, parts, names, free; "
            "did you mean 'names'?",
        ),
    ],
)
def test_mistakes_are_told(line: str, message: str) -> None:
    made, problems = read(f"# a file\n{line}" + ("" if line.startswith("title") else "\ntitle: t"))
    assert made is None
    assert problems == [message]


def test_every_mistake_comes_in_one_run() -> None:
    _, problems = read("class: c\ncount: 0\nparts: {a: {size: [0, 0]}, b: {}}\nwrong: 1\n")
    assert [problem.split(": ")[2].split(" ")[0] for problem in problems] == [
        "title", "class", "count", "parts.a.size.1", "parts.b.size", "unknown",
    ]  # fmt: skip


def test_a_file_must_hold_keys() -> None:
    assert read("- a\n")[1] == ["f.yaml:1:1: error: the file must hold keys and values; begin with title: …"]


@pytest.mark.parametrize(("kind", "of"), [("pack", PackFile), ("score", ScoreFile)])
def test_the_schema_knows_every_key(kind: str, of: type[Any]) -> None:
    made = schema(kind)
    assert list(made["properties"]) == list(keys(of))
    assert made["required"] == [name for name, found in keys(of).items() if found.required]
    assert all(found["description"] for found in made["properties"].values())
    references = {value for found in made["$defs"].values() for value in _references(found)}
    assert references <= {f"#/$defs/{name}" for name in made["$defs"]}


def _references(part: Any) -> list[str]:
    if isinstance(part, dict):
        return [part["$ref"]] if "$ref" in part else [r for value in part.values() for r in _references(value)]
    return [r for value in part for r in _references(value)] if isinstance(part, list) else []
