# make print   every pack, every language → output/<pack>/<lang>/*.pdf
# make test    everything that CI runs
# Both set up what they need in .venv; Python 3.11 or newer and a network for pip are all they ask.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: print test lint bench fuzz docs clean

print: .venv/print
	$(BIN)/playsheet build

test: .venv/test lint
	$(BIN)/python -m pytest -n auto --dist worksteal --ignore tests/test_fuzz.py --cov --cov-report=term
	$(BIN)/python -m pytest -n auto tests/test_fuzz.py

lint: .venv/test
	$(BIN)/ruff check generator tests benchmarks
	$(BIN)/ruff format --check generator tests benchmarks
	$(BIN)/mypy

bench: .venv/bench
	$(BIN)/python -m benchmarks

# Files that nobody would write, until Ctrl-C. Which ones: make fuzz FUZZ='--kind art --cases 5000 --seed 7'
fuzz: .venv/test
	nice $(BIN)/python -m tests.fuzz $(FUZZ)

# The tables and pictures of the manual, made from the code and the packs.
docs: .venv/test
	$(BIN)/python docs/generate.py
	$(BIN)/python docs/pictures.py

.venv/print: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -q --disable-pip-version-check -e .
	touch $@

.venv/test: .venv/print
	$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[test]'
	touch $@

.venv/bench: .venv/test
	$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[bench]' || echo 'measured without svglib and Typst'
	touch $@

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .coverage
