# `make run` and `make test` are all that a fresh machine needs; both set things up first.

# The first Python that really runs and is new enough.
PYTHON := $(shell for p in python3.13 python3.12 python3.11 python3 python3.14 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && { echo $$p; break; }; done)
BIN := .venv/bin
STAMP := .venv/.set-up
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install --constraint packaging/constraints.txt

BUNDLE := dist/transformer-sandbox/transformer-sandbox
BUNDLED = $(shell find app core resources packaging -type f ! -name '*.pyc') LICENSE

TRANSLATIONS := resources/translations/ja.ts

FILE ?=
ARGS ?=

.PHONY: help setup run screenshots bench test lint format types layers texts formulas clean

help:
	@echo "make run [FILE=lesson.tsbx]  open the program        make test [ARGS=…]  run the tests"
	@echo "make screenshots             build/screenshots       make bench [ARGS=…] build/bench.json"
	@echo "make setup | lint | format | types | layers | texts | formulas | schema | maps | clean"
	@echo "make bundle  a folder that needs no Python           make test-slow  try it; long fuzz, kills"
	@echo "make soak [MINUTES=10]       the window at work, at random"

setup: $(STAMP)

$(STAMP): packaging/constraints.txt pyproject.toml packaging/setup_system.py
	@if [ -z "$(PYTHON)" ]; then \
		echo "Python 3.11 or newer is needed, and none was found (tried python3.11 … python3.14, python3)." >&2; exit 1; fi
	$(PYTHON) packaging/setup_system.py venv
	$(PYTHON) -m venv .venv
	$(PIP) setuptools
	$(PIP) --no-build-isolation --config-settings editable_mode=compat --editable '.[dev]'
	$(BIN)/python packaging/setup_system.py qt
	@touch $@

run: setup
	$(BIN)/transformer-sandbox --tour build/tour $(FILE)

screenshots: setup
	rm -rf build/screenshots
	$(BIN)/python -m app.render build/screenshots

bench: setup
	QT_QPA_PLATFORM=offscreen $(BIN)/python tests/benchmarks/bench.py --out build/bench.json $(ARGS)

test: setup
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest --numprocesses auto $(ARGS)

.PHONY: bundle test-slow
test-slow: setup bundle
	$(BIN)/python packaging/setup_system.py screen
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest tests/slow $(ARGS)

# The real window, worked at random for ten minutes: nothing may go wrong or pile up.
MINUTES ?= 10
.PHONY: soak
soak: setup
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m tests.slow.soak --minutes $(MINUTES) $(ARGS)

bundle: $(BUNDLE)

$(BUNDLE): $(STAMP) $(BUNDLED)
	$(BIN)/python packaging/setup_system.py bundle
	$(BIN)/pyinstaller --noconfirm --log-level ERROR --distpath dist --workpath build/pyinstaller \
		packaging/transformer-sandbox.spec
	@touch $@
	@du -sh dist/transformer-sandbox

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: setup
	$(BIN)/mypy

layers: setup
	$(BIN)/lint-imports

# Collect every marked text into the translation files, then compile them for the program.
texts: setup
	$(BIN)/pyside6-lupdate -silent -source-language en -target-language ja -locations none -no-obsolete -extensions py app core -ts $(TRANSLATIONS)
	$(BIN)/pyside6-lrelease -silent $(TRANSLATIONS)

formulas: setup
	$(BIN)/python packaging/render_formulas.py

# The choices of every option, in the schema of files.
.PHONY: schema
schema: setup
	$(BIN)/python packaging/list_choices.py

# The colours of the themes' maps, ready to be read.
.PHONY: maps
maps: setup
	QT_QPA_PLATFORM=offscreen $(BIN)/python packaging/render_maps.py

clean:
	rm -rf .venv .pytest_cache .ruff_cache .mypy_cache .import_linter_cache .hypothesis *.egg-info build dist
