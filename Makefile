# Everything that a person or CI does with this repository. `make` alone lists it.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory

VENV := .venv
BIN := $(VENV)/bin
PYTHON_RUN := $(BIN)/python
STAMPS := $(VENV)/stamps
CARGO_FLAGS := --locked --manifest-path engine-rs/Cargo.toml
GENERATORS := $(wildcard scripts/gen*.py)
PYTHON_SOURCES := $(wildcard service clients/python-api/src clients/python/src tests scripts)
# What the extension module is made of; anything else changes without a build.
RUST_SOURCES := $(shell find engine-rs -name target -prune -o \
	\( -name '*.rs' -o -name Cargo.toml -o -name Cargo.lock \) -print)

# Every cargo command looks at the same interpreter, or PyO3 would be built again for each.
export PYO3_PYTHON := $(abspath $(PYTHON_RUN))
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export VIRTUAL_ENV := $(abspath $(VENV))

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# --- set-up ---------------------------------------------------------------------------------------

.PHONY: setup
setup: $(STAMPS)/engine ## make .venv, install the locked dependencies, build the engine

$(STAMPS)/python: scripts/check_tools.sh
	@python=$$(sh scripts/check_tools.sh); echo "Making $(VENV) with $$python"; \
	"$$python" -m venv --clear $(VENV)
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/locks: requirements/dev.txt $(STAMPS)/python
	@echo "Installing the locked dependencies"
	@$(PYTHON_RUN) -m pip install --quiet --require-hashes -r $<
	@touch $@

$(STAMPS)/api: clients/python-api/pyproject.toml $(STAMPS)/locks
	@$(PYTHON_RUN) -m pip install --quiet --no-deps --no-build-isolation \
		--editable clients/python-api
	@touch $@

$(STAMPS)/client: clients/python/pyproject.toml $(STAMPS)/api
	@$(PYTHON_RUN) -m pip install --quiet --no-deps --no-build-isolation \
		--editable clients/python
	@touch $@

$(STAMPS)/engine: $(RUST_SOURCES) pyproject.toml $(STAMPS)/client
	@echo "Building the engine"
	@sh scripts/check_tools.sh >/dev/null
	@PIP_QUIET=1 PIP_NO_INDEX=1 $(BIN)/maturin develop --release --locked --quiet
	@touch $@

# --- running --------------------------------------------------------------------------------------

.PHONY: serve
serve: setup ## start the server (PAIZHUO_LISTEN, PAIZHUO_HTTP_LISTEN, PAIZHUO_DATA: where)
	@exec $(BIN)/paizhuo serve

.PHONY: demo
demo: setup ## play a match through a server of its own and print it (GAME=zheng_fen: which game)
	@exec $(BIN)/paizhuo demo $(GAME)

# --- checking -------------------------------------------------------------------------------------

.PHONY: test
test: test-rust test-python ## run every test

.PHONY: test-rust
test-rust: setup ## run the Rust tests and documentation examples
	cargo test $(CARGO_FLAGS)

.PHONY: test-python
test-python: setup ## run the Python tests
	$(BIN)/pytest

.PHONY: test-web
test-web: has-nginx setup ## run the tests that need nginx: the HTTP port behind a proxy
	$(BIN)/pytest tests/web

.PHONY: has-nginx
has-nginx:
	@command -v nginx >/dev/null || { echo "paizhuo: nginx is missing: install it \
	(Debian: apt-get install nginx-light)" >&2; exit 1; }

.PHONY: test-languages
test-languages: setup ## build and run the programs of docs/other-languages.md (Go, Node, a network)
	$(BIN)/pytest --timeout 1200 tests/languages

.PHONY: test-sets
test-sets: setup ## hold the engine to the oracles on very many random sets of cards (50 minutes)
	PAIZHUO_SETS=100000 $(BIN)/pytest --timeout 7200 \
		tests/differential/test_engine_zheng_fen_combinations.py \
		tests/differential/test_engine_hachinin_meri_tricks.py
	PAIZHUO_SETS=50000 $(BIN)/pytest --timeout 7200 \
		tests/differential/test_engine_zhao_pengyou_tricks.py

.PHONY: lint
lint: lint-rust lint-python lint-proto lint-generated ## run every check that reads instead of runs

.PHONY: lint-rust
lint-rust: setup
	cargo fmt --manifest-path engine-rs/Cargo.toml --all --check
	cargo clippy $(CARGO_FLAGS) --workspace --all-targets -- --deny warnings
	RUSTDOCFLAGS="--deny warnings" cargo doc $(CARGO_FLAGS) --workspace --no-deps --quiet

.PHONY: lint-python
lint-python: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy $(PYTHON_SOURCES)
	$(BIN)/stubtest paizhuo._engine --mypy-config-file pyproject.toml

.PHONY: lint-proto
lint-proto: $(STAMPS)/api
	cd proto && ../$(BIN)/buf lint
	if [ -e proto/baseline.binpb ]; then cd proto && ../$(BIN)/buf breaking --path paizhuo \
		--exclude-imports --against baseline.binpb; fi

.PHONY: lint-generated
lint-generated: $(STAMPS)/client
	for generator in $(GENERATORS); do $(PYTHON_RUN) "$$generator" --check; done

.PHONY: bench
bench: setup-bench ## measure, beside what we compare ourselves with
	cargo bench $(CARGO_FLAGS)
	cd tests && ../$(PYTHON_RUN) -m bench

.PHONY: setup-bench
setup-bench: setup $(STAMPS)/bench ## install what the benchmarks compare with

$(STAMPS)/bench: requirements/bench.txt $(STAMPS)/locks
	@$(PYTHON_RUN) -m pip install --quiet --require-hashes -r $<
	@touch $@

# --- making ---------------------------------------------------------------------------------------

.PHONY: format
format: setup ## format Rust and Python
	cargo fmt --manifest-path engine-rs/Cargo.toml --all
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

# Generators run before the engine is built: what they write is part of it. Those that ask the
# engine itself come after it by their names (gen.py, then gen_*.py).
.PHONY: gen
gen: $(STAMPS)/client ## make all generated code from proto/
	$(PYTHON_RUN) scripts/gen.py
	$(MAKE) setup
	for generator in $(filter-out scripts/gen.py,$(GENERATORS)); do $(PYTHON_RUN) "$$generator"; done

.PHONY: lock
lock: $(STAMPS)/locks ## resolve requirements/*.in again (UPGRADE=--upgrade takes the newest)
	sh scripts/lock.sh $(UPGRADE)
	cargo update --manifest-path engine-rs/Cargo.toml $(if $(UPGRADE),,--workspace)

.PHONY: dist
dist: setup ## build the sdist and, from it, the wheels
	rm -rf dist
	$(BIN)/maturin sdist --manifest-path engine-rs/crates/python/Cargo.toml --out dist
	PATH=$(abspath $(BIN)):$$PATH pip wheel --quiet --no-deps --no-build-isolation \
		--wheel-dir dist ./clients/python-api ./clients/python dist/paizhuo-*.tar.gz

.PHONY: baseline
baseline: $(STAMPS)/api ## keep the protos as they are released, for `buf breaking`
	cd proto && ../$(BIN)/buf build --path paizhuo --exclude-source-info --output baseline.binpb

.PHONY: clean
clean: ## remove all that the other targets made
	rm -rf $(VENV) dist engine-rs/target .mypy_cache .pytest_cache .ruff_cache .hypothesis
	rm -rf clients/python*/build clients/python*/src/*.egg-info
	rm -f service/paizhuo/_engine*.so
	find service clients tests scripts -name __pycache__ -prune -exec rm -rf {} +
