# Every target sets up what it needs (a virtual environment in .venv) and is quick when nothing
# changed. Only Python 3.11+ with its headers, a C compiler, make and git have to be there.

PYTHON ?= python3
VENV   := .venv
PEERS  := .venv-peers
BIN    := $(VENV)/bin
CORE   := setup.py $(wildcard src/dehusk/core/*.p[yx][xd])
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: help demo test check bench speed evaluate curves clusters floors golden lock clean

help:
	@echo "make demo    make a small website, clean it, show what came of it"
	@echo "make test    run all tests"
	@echo "make check   lint, types, layers"
	@echo "make bench   compare with other tools: quality, speed, memory (quickly: ARGS=--quick);"
	@echo "             and what template strings cost"
	@echo "make speed   measure ingest, parsing and the growth of a run"
	@echo "make evaluate  every method beside the others, on gold data or the sample sites"
	@echo "make curves  draw how quality depends on pages, thresholds, clusters"
	@echo "make clusters  cluster methods compared: how well pages are told apart, and how fast"
	@echo "make floors  raise the floors of quality to what is reached (ARGS='--lower gold': or lower)"
	@echo "make golden  write the expected results of tests/golden anew (then read the diff)"
	@echo "make lock    write requirements/constraints.txt anew"
	@echo "make clean   remove everything that was made"

$(VENV)/.pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "dehusk needs Python 3.11 or later; name one with: make PYTHON=python3.12 …"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --upgrade pip
	@touch $@

$(VENV)/.base: $(VENV)/.pip pyproject.toml requirements/constraints.txt $(CORE)
	$(PIP) install --constraint requirements/constraints.txt --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.pip pyproject.toml requirements/constraints.txt $(CORE)
	$(PIP) install --constraint requirements/constraints.txt --editable '.[dev]'
	@touch $@ $(VENV)/.base

demo: $(VENV)/.base
	@$(BIN)/python -m examples.demo

# Files of tests by turns to two processes: most of them wait for processes of their own.
test: $(VENV)/.dev
	$(BIN)/python -m pytest --numprocesses 2 --dist loadfile

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

$(PEERS)/.made: requirements/peers.txt
	$(PYTHON) -m venv $(PEERS)
	$(PEERS)/bin/python -m pip --disable-pip-version-check --quiet install --upgrade pip
	$(PEERS)/bin/python -m pip --disable-pip-version-check --quiet install --requirement $<
	@touch $@

bench: $(VENV)/.dev $(PEERS)/.made
	$(BIN)/python -m benchmarks.peers $(ARGS)
	$(BIN)/python -m benchmarks.strings $(filter --quick,$(ARGS))

speed: $(VENV)/.dev
	$(BIN)/python -m benchmarks

evaluate: $(VENV)/.dev
	$(BIN)/python -m benchmarks.truth $(ARGS)

curves: $(VENV)/.dev
	$(BIN)/python -m benchmarks.truth curves -o curves $(ARGS)

clusters: $(VENV)/.dev
	$(BIN)/python -m benchmarks.truth clusters -o clusters $(ARGS)

floors: $(VENV)/.dev
	$(BIN)/python -m benchmarks.floors --raise $(ARGS)

golden: $(VENV)/.dev
	$(BIN)/python -m tests.golden

lock: $(VENV)/.dev
	$(PIP) install --upgrade --editable '.[dev]'
	$(BIN)/python -m pip freeze --exclude-editable > requirements/constraints.txt

clean:
	rm -rf $(VENV) $(PEERS) demo curves clusters build dist src/*.egg-info src/dehusk/core/*.c src/dehusk/core/*.so .mypy_cache .ruff_cache .pytest_cache .hypothesis
