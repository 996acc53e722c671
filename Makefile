# pyboard: what can be done here. Everything happens in one virtual environment, .venv; stamps in it
# make repeated runs fast. Variables: PYTHON (interpreter to use), GAME (for mutants, evaluate, tune), CXX, JOBS.
SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

PYTHON ?=
JOBS ?= $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
GAME ?= cacao
COMMA := ,
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

SOURCES := CMakeLists.txt pyproject.toml $(shell find cpp bindings -type f) $(shell find tests/toys -name '*pp')
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

.PHONY: agents
agents: $(STAMPS)/$(ENGINE) ## play the matches of docs/agents.md anew (a quarter of an hour)
	@$(PY) bench/agents.py

.PHONY: evaluate
evaluate: $(STAMPS)/$(ENGINE) ## measure the estimate of GAME in games of the agents; writes docs/games/GAME.md
	@$(PY) bench/evaluate.py --game $(GAME) --workers $(JOBS)

.PHONY: tune
tune: $(STAMPS)/$(ENGINE) $(STAMPS)/group-bench ## look for better settings of mcts at GAME (two hours at most; can be stopped)
	@$(PY) bench/tune.py $(GAME) --workers $(JOBS)

# ---------------------------------------------------------------- checking it

.PHONY: test
test: $(STAMPS)/engine-dev $(STAMPS)/group-test ## the quick test suite
	@$(PY) -m pytest -n $(JOBS)

.PHONY: test-slow
test-slow: $(STAMPS)/engine-dev $(STAMPS)/group-test $(STAMPS)/group-bench ## the long tests
	@$(PY) -m pytest -n $(JOBS) -m slow

# Native tests under sanitizers. Each kind has its own build; no Python is involved.
CMAKE := PATH="$(abspath $(BIN)):$$PATH" cmake
NATIVE = $(CMAKE) -S . -B build/$(1) -G Ninja -DCMAKE_BUILD_TYPE=Debug "-DCMAKE_CXX_FLAGS_DEBUG=-O1 -g1" \
  -DPYBOARD_PYTHON=OFF -DPYBOARD_NATIVE_TESTS=ON $(2) >/dev/null && \
  $(CMAKE) --build build/$(1) --target pyboard_native_tests
ASAN := -DPYBOARD_SANITIZE=address$(COMMA)undefined
# $(2) says which; a process for every test, so that they run side by side.
RUN_NATIVE = program=./build/$(1)/tests/native/pyboard_native_tests; $$program --list $(2) | \
  xargs -P $(JOBS) -n 1 $$program --traces build/traces.txt --perft tests/data/perft \
  --trees tests/data/search/trees.txt $(3)
export ASAN_OPTIONS := detect_leaks=1:check_initialization_order=1:strict_init_order=1:detect_stack_use_after_return=1
export UBSAN_OPTIONS := print_stacktrace=1

build/traces.txt: tools/flatten_traces.py $(STAMPS)/venv $(shell find tests/data/traces -name '*.gz' | sort)
	@$(PY) tools/flatten_traces.py tests/data/traces $@

.PHONY: sanitize-quick sanitize
sanitize-quick: build/traces.txt ## rules under address and undefined-behaviour sanitizers
	@$(call NATIVE,asan,$(ASAN) -DPYBOARD_CHECK_STATES=ON -DPYBOARD_SEARCH=OFF -DPYBOARD_DEVELOPER=OFF)
	@$(call RUN_NATIVE,asan,--skip threads --skip perft)

sanitize: build/traces.txt ## the same at length; the searches, and threads under the thread sanitizer
	@$(call NATIVE,asan,$(ASAN) -DPYBOARD_CHECK_STATES=ON -DPYBOARD_SEARCH=OFF -DPYBOARD_DEVELOPER=ON)
	@$(call RUN_NATIVE,asan,--skip threads,--effort 10)
	@# Positions are checked above; a search makes too many of them.
	@$(call NATIVE,asan-all,$(ASAN) -DPYBOARD_DEVELOPER=ON)
	@$(call RUN_NATIVE,asan-all,search tree threads)
	@$(call NATIVE,tsan,-DPYBOARD_SANITIZE=thread -DPYBOARD_DEVELOPER=ON)
	@$(call RUN_NATIVE,tsan,threads native_loops)

.PHONY: coverage
coverage: $(STAMPS)/venv $(STAMPS)/group-test $(STAMPS)/group-coverage ## which lines of the engine the quick tests run
	@PATH="$(abspath $(BIN)):$$PATH" $(PY) tools/coverage.py --jobs $(JOBS)

.PHONY: mutants
mutants: $(STAMPS)/venv $(STAMPS)/group-test ## plant faults in the rules of GAME and count which the tests find
	@PATH="$(abspath $(BIN)):$$PATH" $(PY) tools/mutants.py $(GAME)

.PHONY: bench
bench: $(STAMPS)/engine-dev $(STAMPS)/group-test $(STAMPS)/group-bench ## measure the budgets; one table, and bench/results/
	@PATH="$(abspath $(BIN)):$$PATH" $(PY) bench/report.py

# libFuzzer: coverage-guided input for the targets of tests/native/fuzz, a minute each.
FUZZ_SECONDS ?= 60
CLANG ?= $(firstword $(shell command -v clang++-19 clang++-20 clang++-18 clang++-17 clang++-16 clang++))

.PHONY: fuzz
fuzz: $(STAMPS)/venv ## hostile input found by coverage (needs clang)
	@if [ -z "$(CLANG)" ]; then \
	  echo "make fuzz needs clang 16 or newer with its runtime (Debian: apt-get install clang-19 libclang-rt-19-dev)"; exit 1; fi
	@echo 'extern "C" int LLVMFuzzerTestOneInput(const char*, unsigned long) { return 0; }' | \
	  $(CLANG) -x c++ -fsanitize=fuzzer,address - -o /dev/null || \
	  { echo "$(CLANG) has no libFuzzer (Debian: apt-get install libclang-rt-19-dev)"; exit 1; }
	@$(CMAKE) -S . -B build/fuzz -G Ninja -DCMAKE_CXX_COMPILER=$(CLANG) -DCMAKE_BUILD_TYPE=Debug \
	  "-DCMAKE_CXX_FLAGS_DEBUG=-O1 -g1" -DPYBOARD_DEVELOPER=ON -DPYBOARD_PYTHON=OFF -DPYBOARD_NATIVE_TESTS=ON \
	  -DPYBOARD_FUZZ=ON -DPYBOARD_SEARCH=OFF -DPYBOARD_CHECK_STATES=ON \
	  -DPYBOARD_SANITIZE=fuzzer-no-link$(COMMA)address$(COMMA)undefined >/dev/null
	@$(CMAKE) --build build/fuzz --target fuzzers
	@for target in play bytes text dict tables; do \
	  mkdir -p build/fuzz/corpus/$$target && echo "fuzzing $$target for $(FUZZ_SECONDS) s" && \
	  ./build/fuzz/tests/native/fuzz_$$target -max_total_time=$(FUZZ_SECONDS) -timeout=60 -rss_limit_mb=4096 \
	    -max_len=600 -verbosity=0 -print_final_stats=1 -artifact_prefix=build/fuzz/$$target- build/fuzz/corpus/$$target || exit 1; \
	done; echo "nothing was broken"

CPP_FILES = $(shell find cpp bindings tests bench -name '*.hpp' -o -name '*.cpp')

.PHONY: lint lint-python lint-types lint-cpp
lint: lint-python lint-types lint-cpp ## style, types, and bugs that can be seen without running

lint-python: $(STAMPS)/group-lint
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/typos

lint-types: $(STAMPS)/engine-dev $(STAMPS)/group-lint $(STAMPS)/group-test
	@$(BIN)/mypy
	@$(PY) -m mypy.stubtest pyboard._core pyboard._batch --allowlist tests/stubtest_allowlist.txt

lint-cpp: $(STAMPS)/engine-dev $(STAMPS)/group-lint
	@$(BIN)/clang-format --dry-run --Werror $(CPP_FILES)
	@PATH="$(abspath $(BIN)):$$PATH" $(PY) tools/tidy.py --build $(BUILD) --jobs $(JOBS)

.PHONY: lint-deep
lint-deep: $(STAMPS)/engine-dev $(STAMPS)/group-lint ## clang-tidy once more, along every path (ten minutes)
	@PATH="$(abspath $(BIN)):$$PATH" $(PY) tools/tidy.py --build $(BUILD) --jobs $(JOBS) --deep

.PHONY: format
format: $(STAMPS)/group-lint ## bring the sources into shape
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format
	@$(BIN)/clang-format -i $(CPP_FILES)

.PHONY: docs
docs: $(STAMPS)/$(ENGINE) $(STAMPS)/group-docs ## the documentation as pages in docs/_build; warnings are errors
	@$(PY) -m sphinx -q -W --keep-going -b html docs docs/_build
	@echo docs/_build/index.html

# ---------------------------------------------------------------- putting away

.PHONY: wheel
wheel: $(STAMPS)/venv ## a wheel in dist/
	@$(PY) -m pip --disable-pip-version-check --quiet wheel --no-build-isolation --no-deps \
	  --config-settings=build-dir=build/wheel --wheel-dir dist .
	@ls dist/*.whl

.PHONY: check-wheel
check-wheel: wheel ## install the wheel in a fresh environment outside the tree and play
	@tools/check_wheel.sh $(PY) "$$(ls -t dist/*.whl | head -n 1)"

.PHONY: clean
clean: ## remove the environment and everything built
	rm -rf $(VENV) build dist coverage docs/_build .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
