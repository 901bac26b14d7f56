# Everything here runs in .venv, which is made from the locks in requirements/ when needed.
# A stamp in .venv stands for each step that was done, so that a second `make run` starts at once.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
MADE := $(VENV)/.made
RUN := $(VENV)/.run
DEV := $(VENV)/.dev

# A system Python without ensurepip (Debian without python3-venv) lends the environment its own pip.
PIP = $$([ -x $(BIN)/pip ] && echo $(BIN)/python -m pip || echo $(PYTHON) -m pip --python $(BIN)/python)
INSTALL = $(PIP) install --quiet --disable-pip-version-check
LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" \
	$(if $(UPGRADE),--upgrade)

.PHONY: help install run test check lock bench bench-quick clean

help: ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## */  make \1\t/' | expand -t 20
	@echo
	@echo "  PYTHON=python3.13 make …   with another Python (3.11 or newer)"

install: $(RUN) ## make .venv with the locked dependencies and quizbot itself

run: $(RUN) ## start the bot; with no token set, the playground on http://127.0.0.1:8080
	@$(BIN)/quizbot run

test: $(DEV) ## run every test that this machine can run (ARGS="-k daily" passes options)
	$(BIN)/python -m pytest -n auto -ra $(ARGS)

check: $(DEV) ## ruff, mypy, the import rules, and the shipped questions
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/quizbot check questions

lock: $(DEV) ## renew the locks after a change of dependencies (UPGRADE=1: newest versions)
	$(LOCK) pyproject.toml requirements/build.in --extra all --output-file requirements/run.lock
	$(LOCK) pyproject.toml requirements/build.in --extra dev --constraints requirements/run.lock \
		--output-file requirements/dev.lock

bench: $(DEV) ## the benchmarks (JSON=FILE writes the figures)
	$(BIN)/python -m benchmarks $(if $(JSON),--json $(JSON))

bench-quick: $(DEV) ## the benchmarks, short and coarse (JSON=FILE writes the figures)
	$(BIN)/python -m benchmarks --quick $(if $(JSON),--json $(JSON))

clean: ## remove .venv, caches and builds; data/ stays
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	rm -f .coverage .coverage.*
	find src adapters tests -type d -name __pycache__ -prune -exec rm -rf {} +

$(MADE):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "quizbot needs Python 3.11 or newer, and '$(PYTHON)' is none." >&2; \
		echo "Name one: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@if $(PYTHON) -c 'import ensurepip' 2>/dev/null; then $(PYTHON) -m venv $(VENV); \
		else $(PYTHON) -m venv --without-pip $(VENV); fi
	@touch $@

$(RUN): $(MADE) requirements/run.lock pyproject.toml
	@echo "Installing what quizbot needs into $(VENV): this takes a minute, once." >&2
	@$(INSTALL) --require-hashes -r requirements/run.lock
	@$(INSTALL) --no-build-isolation --no-deps --editable .
	@touch $@

$(DEV): $(RUN) requirements/dev.lock
	@echo "Installing what tests and checks need into $(VENV): this takes a minute, once." >&2
	@$(INSTALL) --require-hashes -r requirements/dev.lock
	@touch $@
