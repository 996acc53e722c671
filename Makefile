# pyboard: what can be done here. Everything happens in one virtual environment, .venv; stamps in it
# make repeated runs fast. Variables: PYTHON (interpreter to use), GAME (for mutants), CXX, JOBS.
SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

PYTHON ?=
JOBS ?= $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
GAME ?= cacao
VENV ?= .venv

BIN := $(VENV)/bin
PY := $(BIN)/python
STAMPS := $(VENV)/stamps
PIP := $(PY) -m pip --disable-pip-version-check --quiet install
BUILD := build/dev

# CMake takes the compiler and the number of jobs from the environment.
export CMAKE_BUILD_PARALLEL_LEVEL := $(JOBS)
# The package under test is the installed one.
unexport PYTHONPATH

SOURCES := CMakeLists.txt pyproject.toml $(shell find cpp bindings tests/toys -type f)
# `make demo` needs no toys, but takes an engine that has them if there is one.
ENGINE := $(if $(wildcard $(STAMPS)/engine-dev),engine-dev,engine)

.PHONY: help
help: ## this list
	@awk 'BEGIN { FS = ":.*## " } /^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# ---------------------------------------------------------------- environment

$(STAMPS)/venv: tools/preflight.sh
	@python=$$(tools/preflight.sh $(PYTHON)) && echo "environment: $(VENV) from $$python" && \
	{ $$python -m venv --clear $(VENV) 2>/dev/null || $$python -m virtualenv --quiet --clear $(VENV); }
	@$(PIP) --upgrade "pip>=25.1"
	@$(PIP) --group build
	@mkdir -p $(STAMPS) && touch $@

INSTALL = $(PIP) --no-build-isolation --config-settings=build-dir=$(BUILD)

$(STAMPS)/engine: $(STAMPS)/venv $(SOURCES)
	@echo "building the engine"
	@$(INSTALL) --editable .
	@touch $@

$(STAMPS)/engine-dev: $(STAMPS)/venv $(SOURCES)
	@echo "building the engine, with toy games"
	@$(INSTALL) --config-settings=cmake.define.PYBOARD_DEVELOPER=ON --editable .
	@touch $@

$(STAMPS)/group-%: $(STAMPS)/venv pyproject.toml
	@echo "installing the tools of group $*"
	@$(PIP) --group $*
	@touch $@

# ---------------------------------------------------------------- using it

.PHONY: demo
demo: $(STAMPS)/$(ENGINE) ## watch tree search play Cacao (builds everything first)
	@$(PY) -m pyboard demo

# ---------------------------------------------------------------- checking it

.PHONY: test
test: $(STAMPS)/engine-dev $(STAMPS)/group-test ## the quick test suite
	@$(PY) -m pytest -n $(JOBS)

.PHONY: test-slow
test-slow: $(STAMPS)/engine-dev $(STAMPS)/group-test $(STAMPS)/group-bench ## the long tests
	@$(PY) -m pytest -n $(JOBS) -m slow

CPP_FILES = $(shell find cpp bindings tests bench -name '*.hpp' -o -name '*.cpp')

.PHONY: lint lint-python lint-types lint-cpp
lint: lint-python lint-types lint-cpp ## style, types, and bugs that can be seen without running

lint-python: $(STAMPS)/group-lint
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/typos

lint-types: $(STAMPS)/engine-dev $(STAMPS)/group-lint
	@$(BIN)/mypy
	@$(PY) -m mypy.stubtest pyboard._core pyboard._batch --allowlist tests/stubtest_allowlist.txt

lint-cpp: $(STAMPS)/engine-dev $(STAMPS)/group-lint
	@$(BIN)/clang-format --dry-run --Werror $(CPP_FILES)
	@PATH="$(abspath $(BIN)):$$PATH" $(PY) tools/tidy.py --build $(BUILD) --jobs $(JOBS)

.PHONY: format
format: $(STAMPS)/group-lint ## bring the sources into shape
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format
	@$(BIN)/clang-format -i $(CPP_FILES)

# ---------------------------------------------------------------- putting away

.PHONY: wheel
wheel: $(STAMPS)/venv ## a wheel in dist/
	@$(PY) -m pip --disable-pip-version-check --quiet wheel --no-build-isolation --no-deps \
	  --config-settings=build-dir=build/wheel --wheel-dir dist .
	@ls dist/*.whl

.PHONY: clean
clean: ## remove the environment and everything built
	rm -rf $(VENV) build dist coverage docs/_build .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
