"""What the benchmark compares must be the same pages; how long they take is no test."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from benchmarks import commands, figures, hostile
from benchmarks.__main__ import table
from benchmarks.art import COUNT, FACES, JPEG_BYTES, Drawing, Told, photo, with_photo
from benchmarks.commands import Made
from benchmarks.figures import Figure
from benchmarks.measure import run
from benchmarks.tiles import tile

PAGES = {"cards": 12, "hexes": 3, "cells": 1}


def _read(made: Made) -> tuple[list[tuple[int, int]], str]:
    """Return the page sizes in points, and all words in no order."""
    run(made.command)
    document = pypdfium2.PdfDocument(made.file)
    sizes = [(round(page.get_width()), round(page.get_height())) for page in document]
    words = " ".join(page.get_textpage().get_text_bounded() for page in document)
    return sizes, "".join(sorted("".join(words.split())))


@pytest.mark.parametrize("name", PAGES)
def test_program_and_floor_print_the_same_pages_and_words(name: str, tmp_path: Path) -> None:
    ours, floor = _read(commands.ours(name, tmp_path)), _read(commands.floor(name, tmp_path))
    assert len(ours[0]) == PAGES[name]
    assert ours == floor


@pytest.mark.parametrize("name", PAGES)
def test_typst_prints_the_same_pages_and_words(name: str, tmp_path: Path) -> None:
    made = commands.typst(name, tmp_path)
    if made is None:
        pytest.skip("Typst is not installed")
    assert _read(made) == _read(commands.floor(name, tmp_path))


def test_ten_times_as_many_cards_build(tmp_path: Path) -> None:
    pack = commands.many(2, tmp_path)
    sizes, _ = _read(commands.built(pack, "cards", tmp_path))
    assert len(sizes) == 2 * PAGES["cards"]


def test_many_cards_with_their_backs_are_what_the_floor_prints(tmp_path: Path) -> None:
    pack = commands.many(2, tmp_path, backed=True)
    ours, floor = _read(commands.built(pack, "fronts", tmp_path)), _read(commands.floor_of(pack, tmp_path))
    assert len(ours[0]) == 2 * PAGES["cards"]
    assert ours == floor


def test_the_hostile_files_of_the_tests_are_found_and_become_a_figure() -> None:
    found = hostile.files()
    assert len(found) > 20
    assert [figure.result for figure in figures.hostile("deep", 1.9)] == ["PASS"]


def test_the_tiles_are_different_and_one_picture_is_kept_once(tmp_path: Path) -> None:
    ours = Drawing(tmp_path)
    tiles = {tile(number) for number in range(COUNT)}
    assert len(tiles) == COUNT
    assert len(pypdfium2.PdfDocument(ours.drawn("tiles", sorted(tiles)[:30]))) == 2
    jpeg = photo()
    assert len(jpeg) == pytest.approx(JPEG_BYTES, rel=0.05)
    made = ours.drawn("photo", [with_photo(number) for number in range(FACES)], {"photo.jpg": jpeg})
    assert made.count(b"/Subtype /Image") == 1
    assert len(made) < 1.4 * len(jpeg)


def test_what_is_told_of_art_becomes_figures() -> None:
    found = list(figures.art(Told(90, 0.15, 0.01, 1.8, 150 * 1024, 70_000, 80_000, 1)))
    assert [figure.result for figure in found] == ["PASS"] * 6
    assert len(list(figures.art(Told(90, 0.15, 0.01, None, 150 * 1024, 70_000, 80_000, 1)))) == 5


def test_the_table_says_what_passed_and_what_did_not() -> None:
    found = [
        Figure("time", "100 ms", "240 ms", 2.4, 2.5),
        Figure("bytes", "10 KiB", "13 KiB", 1.3, 1.2),
        Figure("sheets", "", "6000", 6000, 5000, at_least=True),
        Figure("memory", "30 MiB", "60 MiB", 2.0),
    ]
    assert [figure.result for figure in found] == ["PASS", "MISS", "PASS", ""]
    assert "bytes   10 KiB     13 KiB      1.30   ≤ 1.2  MISS" in table(found)
