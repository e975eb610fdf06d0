"""Data becomes models, with every mistake told in plain words, and the schema says the same."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field, model_validator

from generator.pack import allowed
from generator.pack.model import Decimal, PackFile, Strict
from generator.pack.model import Whole as WholeNumber
from generator.pack.schema import schema
from generator.pack.scoremodel import Number, ScoreFile
from generator.pack.source.located import Source
from generator.pack.source.yaml import read_yaml
from generator.pack.validation import validated
from generator.problems import Problems


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Part(Strict):
    size: tuple[Decimal, Annotated[Decimal, Field(gt=0)]] = Field(description="Its size")
    colour: Colour | None = Field(default=None, description="Its colour")


Small = Annotated[str, Field(pattern=r"^[a-z]+$(?!\n)", description="small letters")]


class Whole(Strict):
    """A file."""

    title: Annotated[str, Field(min_length=1, max_length=9)] = Field(description="Its title")
    class_: Literal["a", "b"] = Field(default="a", alias="class", description="Its class")
    count: Annotated[WholeNumber, Field(ge=1, le=9)] | Literal["fill"] = Field(default=1, description="How many")
    number: Number = Field(default=0, description="A number")
    flag: bool = Field(default=False, description="Yes or no")
    parts: dict[Small, Part | str] = Field(default={}, description="Its parts")
    names: list[Small] = Field(default=["x"], min_length=1, description="Names")
    free: Any = Field(default=None, description="Anything")

    @model_validator(mode="after")
    def _free(self) -> Whole:
        if self.title == "wrong":
            raise ValueError("this title is taken")
        return self


def read(text: str) -> tuple[Whole | None, list[str]]:
    problems = Problems()
    made = validated(Whole, read_yaml(text.encode(), "f.yaml"), problems)
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
        ("count: 0", "f.yaml:2:8: error: count: 0 won't do; allowed: a whole number from 1 to 9, or fill"),
        ("count: full", "f.yaml:2:8: error: count: 'full' won't do; allowed: a whole number from 1 to 9, or fill"),
        ("count: true", "f.yaml:2:8: error: count: true won't do; allowed: a whole number from 1 to 9, or fill"),
        ("number: one", "f.yaml:2:9: error: number: 'one' won't do; allowed: a number"),
        ("flag: maybe", "f.yaml:2:7: error: flag: 'maybe' won't do; allowed: true or false"),
        ("flag: 2", "f.yaml:2:7: error: flag: 2 won't do; allowed: true or false"),
        ("count: 1.5", "f.yaml:2:8: error: count: 1.5 won't do; allowed: a whole number from 1 to 9, or fill"),
        ("count: 010", "f.yaml:2:8: error: count: '010' won't do; allowed: a whole number from 1 to 9, or fill"),
        ("number: true", "f.yaml:2:9: error: number: true won't do; allowed: a number"),
        ("number: nan", "f.yaml:2:9: error: number: 'nan' won't do; allowed: a number"),
        ("parts: [a]", "f.yaml:2:8: error: parts: ['a'] won't do; allowed: names with values"),
        (
            "parts: {a: []}",
            "f.yaml:2:12: error: parts.a: [] won't do; allowed: keys and values (size, colour), or text",
        ),
        ("parts: {A: text}", "f.yaml:2:9: error: parts.A: 'A' won't do; allowed: small letters"),
        (
            "parts: {a: {size: [1, 1], colour: red, sizes: 1}}",
            "f.yaml:2:40: error: unknown key 'sizes'; allowed: size, colour; did you mean 'size'?",
        ),
        ("parts: {a: {}}", "f.yaml:2:12: error: parts.a.size is missing; add size: …"),
        (
            "parts: {a: {size: [1]}}",
            "f.yaml:2:19: error: parts.a.size: [1] won't do; allowed: 2 values in brackets, with a comma between them",
        ),
        (
            "parts: {a: {size: [1, 2, 3]}}",
            "f.yaml:2:19: error: parts.a.size: [1, 2, 3] won't do; "
            "allowed: 2 values in brackets, with a comma between them",
        ),
        (
            "parts: {a: {size: [1, true]}}",
            "f.yaml:2:23: error: parts.a.size.1: true won't do; allowed: a number above 0",
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
        ('names: ["a\\n"]', "f.yaml:2:9: error: names.0: 'a\\n' won't do; allowed: small letters"),
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
def test_the_schema_knows_every_key(kind: str, of: type[Strict]) -> None:
    made = schema(kind)
    assert list(made["properties"]) == allowed.keys(of)
    required = [field.alias or name for name, field in of.model_fields.items() if field.is_required()]
    assert made.get("required", []) == required
    assert all(found["description"] for found in made["properties"].values())
    references = {value for found in made["$defs"].values() for value in _references(found)}
    assert references <= {f"#/$defs/{name}" for name in made["$defs"]}


def _references(part: Any) -> list[str]:
    if isinstance(part, dict):
        return [part["$ref"]] if "$ref" in part else [r for value in part.values() for r in _references(value)]
    return [r for value in part for r in _references(value)] if isinstance(part, list) else []


WRONG: list[Any] = [None, True, 0, -1, 1.5, "", "x y", "nan", [], [[]], {}, {"x": []}, {"a": {"b": 1}}, [1, "a", None]]


@pytest.mark.parametrize("of", [PackFile, ScoreFile, Whole])
def test_no_words_of_the_library_are_shown(of: type[Strict]) -> None:
    problems = Problems()
    for name in allowed.keys(of):
        for wrong in [*WRONG, *({"a": value} for value in WRONG), *([value] for value in WRONG)]:
            validated(of, Source("f.yaml", {name: wrong}), problems)
        inner = [
            field for kind in allowed.at(of, (name, "a")) if allowed.is_model(kind) for field in allowed.keys(kind)
        ]
        for field in inner:
            for wrong in WRONG:
                validated(of, Source("f.yaml", {name: {"a": {field: wrong}}}), problems)
    told = "\n".join(map(str, problems))
    assert len(problems) > 20
    assert not re.search(r"[Ii]nput|[Vv]alidation|constrained|should|match pattern|String|valid \w+", told), told
