# Every command there is. `make` alone lists them.
#
# All paths are relative, so spaces in the checkout's path are harmless. Stamp files inside .venv
# record what has been done, so deleting .venv resets them, too.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

# The tests start thousands of Python processes, and each would compile all that it imports.
unexport PYTHONDONTWRITEBYTECODE

PYTHON ?= python3
BIN := $(if $(filter Windows_NT,$(OS)),.venv/Scripts,.venv/bin)
PY := $(BIN)/python
# The release tools have an environment of their own, because their requirements conflict with the tests'.
TOOLS := .venv/publish/$(notdir $(BIN))
# `make wheels` builds for these systems, and for PYTHONS="3.12 3.13", by default the Python of .venv.
LINUX := x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu x86_64-unknown-linux-musl aarch64-unknown-linux-musl
# The folder of the tests' own modules: tests/kit, tests/heavy.
TESTS := PYTHONPATH=tests $(PY)
# Each build of a commit gives the same bytes: they name no folder of the builder, and the standard
# library has the name that it has where its sources are not installed. 037 separates flags.
RUSTC ?= rustc
REMAP := --remap-path-prefix=%s=/%s
SAME = CARGO_ENCODED_RUSTFLAGS="$$(printf -- '$(REMAP)\037$(REMAP)\037$(REMAP)' \
  "$${CARGO_HOME:-$$HOME/.cargo}" cargo "$$PWD" superuri \
  "$$($(RUSTC) --print sysroot)/lib/rustlib/src/rust" \
  "rustc/$$($(RUSTC) --version --verbose | sed -n 's/^commit-hash: //p')")"
# These tests are fast, and usually fail first when something is wrong.
QUICK := tests/layout tests/python/test_tables.py tests/python/test_messages.py tests/codec/test_properties.py \
  tests/clean/test_properties_clean.py tests/clean/test_legal.py tests/uri/test_properties_uri.py tests/uri/test_uri.py \
  tests/normal/test_normalize.py tests/show/test_pretty.py tests/bulk/test_columns_calls.py
# One test more at a time than there are cores, as many wait for a browser or a clock; those of a file
# share its server and its browser. The files that take longest start first (tests/kit/order.py).
WORKERS := $(shell $(PYTHON) -c 'import os; print(min(4, 1 + (os.cpu_count() or 1)))')
PYTEST := $(PY) -m pytest --numprocesses=$(WORKERS) --dist=loadfile --no-loadscope-reorder
STAMPS := .venv/stamps
# Debian's packages of servers, languages, libraries, clients and log analysers for `oracles`; pip's are in requirements-oracles.txt.
ORACLES := nginx-light apache2-bin haproxy lighttpd caddy varnish h2o libtomcat10-java libtomcat10-embed-java \
  libjetty9-java golang-go php-cli ruby puma ruby-webrick ruby-liquid starman elixir erlang-base r-base-core \
  libpostgresql-jdbc-java libmariadb-java libdbus-1-3 libp11-kit0 gpgconf icu-devtools libsoup2.4-1 libneon27-gnutls \
  goaccess awstats webalizer axel aria2 busybox lftp links lynx w3m git ffmpeg rclone \
  libapr1 libcivetweb1 libcups2 lua5.4 lua-socket tcllib
# Cargo gets the interpreter that maturin names, so that what maturin compiled is found, and not
# make's jobs, which rustdoc does not know.
CARGO = env -u MAKEFLAGS -u MFLAGS PYO3_PYTHON="$$PWD/$(PY)" cargo
ENGINE := Cargo.toml Cargo.lock pyproject.toml python/superuri/_core.pyi $(shell find crates -not -path 'crates/duckdb/*' '(' -path '*/src/*.rs' -o -name Cargo.toml ')')
PROSE := README.md CONTRIBUTING.md CHANGELOG.md

# Loading the C++ library takes as long as the rest of an import, so where the compiler has an archive
# of it, the needed part is linked into the engine.
ifneq ($(findstring /,$(shell $${CXX:-c++} -print-file-name=libstdc++.a 2>&1)),)
export CXXSTDLIB_STATIC ?= 1
endif

# An environment that was moved or copied, or whose interpreter is gone, would load another folder's
# engine. It is made again.
ifneq ($(shell cat $(STAMPS)/where 2>&1; $(PY) -c '' 2>&1),$(shell pwd))
.PHONY: $(STAMPS)/where
endif

##@ Use

run: $(STAMPS)/engine  ## Clean the dirty URLs of examples/ and show the results
	$(PY) examples/run.py

build: $(STAMPS)/engine  ## Build the engine and install the package into .venv

##@ Test

# The engine is built first, because most tests need it, and the browser is installed meanwhile. Then
# cargo and the linters run beside Python's tests; their output is printed at the end.
test:  ## Run every test and linter; installs Chromium on Debian as root, unless SUPERURI_NO_APT=1
	@$(MAKE) --no-print-directory --jobs=3 $(STAMPS)/quick $(STAMPS)/peers $(STAMPS)/chromium
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=line style rust-test clippy types \
	  > .venv/rest.log 2>&1 & rest=$$!; failed=0; \
	$(PYTEST) || failed=1; wait $$rest || failed=1; cat .venv/rest.log; exit $$failed

check: lint rust-test python-test  ## Run formatters, linters, types, and all tests of both languages

quick: $(STAMPS)/quick  ## Run the quick checks, in a minute: the linter, the layout, the tables, the properties
	$(PY) -m ruff check --quiet
	SUPERURI_EXAMPLES=20 $(PYTEST) --quiet --no-header $(QUICK)

lint: style clippy types  ## Run formatters, clippy, ruff, mypy and the stub test

style: $(STAMPS)/dev  ## Run formatters and ruff
	cargo fmt --all --check
	$(PY) -m ruff check
	$(PY) -m ruff format --check

clippy: $(STAMPS)/where  ## Run Rust's linter, with warnings as errors
	$(CARGO) clippy --quiet --profile quick --workspace --all-targets -- -D warnings

types: $(STAMPS)/quick $(STAMPS)/dev  ## Run mypy and the stub test
	$(PY) -m mypy
	$(PY) -m mypy.stubtest superuri --mypy-config-file tests/python/stubtest.ini --allowlist tests/python/stubtest.txt --ignore-unused-allowlist

rust-test: $(STAMPS)/where  ## Run the engine's own tests and doctests; `cargo test` alone needs no Python
	$(CARGO) test --quiet --profile quick --workspace --exclude superuri-fuzz

python-test: $(STAMPS)/engine $(STAMPS)/dev $(STAMPS)/peers  ## Run the package's tests and every example in its prose
	$(PYTEST) -m 'not memory'

fuzz:  ## Fuzz the properties, guided by coverage; FUZZ_SECONDS=… for each target (30), JOBS=… at once (1)
	$(PYTHON) fuzz/run.py --seconds $(or $(FUZZ_SECONDS),30) --jobs $(or $(JOBS),1)

# Packages are installed one by one: without one of them, only its own rows are skipped.
oracles: $(STAMPS)/engine $(STAMPS)/dev $(STAMPS)/peers  ## Install the servers and languages that rows are compared with (on Debian, as root), and compare
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then apt-get update -qq; \
	  for package in $(ORACLES); do \
	    apt-get install -y -qq --no-install-recommends $$package >/dev/null 2>&1 || echo "without $$package"; \
	  done; fi
	$(PY) -m pip install --quiet -r requirements-oracles.txt
	$(PY) -m pytest tests/compat/test_servers.py tests/compat/test_producers.py tests/compat/test_decoders.py \
	  tests/compat/test_dialects*.py tests/codec/test_scsu.py tests/codec/test_analysers.py \
	  tests/tables/test_paths.py tests/compat/test_wire.py

##@ Long runs

heavy: $(STAMPS)/where  ## List the long runs: `make heavy-NAME ARGS="…"` runs one
	@$(TESTS) -m heavy

# A run gets the words of ARGS, or of the variables that its target names.
WORDS_trust = $(PARTS) $(SCALE)
WORDS_hosts-law = $(COUNT)
WORDS_same-rows = $(if $(ROWS),--rows $(ROWS))

# `python -m heavy` installs what the run needs.
heavy-%: $(STAMPS)/where
	$(TESTS) -m heavy $* $(ARGS) $(WORDS_$*)

trust: heavy-trust  ## Run every harness in a shortened form: PARTS=… of them; SCALE=--scale runs all of it

hosts-law: heavy-hosts-law  ## Check that clients connect only to agreed hosts: COUNT=… authorities and redirects (1,000,000), and real connections

same-rows: heavy-same-rows  ## Compare a million rows in every engine, every format and S3; installs pyspark; ROWS=…

lint-docs: heavy-lint-docs  ## Lint the documentation of ten well-known projects, which pip downloads; writes docs/lint.md

seeds: heavy-seeds  ## Run every randomised test with fresh seeds: ARGS=… of them (20)

threads: heavy-threads  ## Call every public function from many threads, with shared arguments: ARGS="--threads 8 --seconds 60"

##@ Measure

bench: $(STAMPS)/engine $(STAMPS)/peers  ## Time every case beside its neighbours; writes bench/RESULTS.md
	$(PY) bench/bench.py
	$(PY) bench/plots.py
	$(PY) -m docs README description speed

bench-columns: $(STAMPS)/engine $(STAMPS)/peers  ## Time columns beside DuckDB, ClickHouse, Polars and pandas; writes bench/COLUMNS.md
	$(PY) bench/columns.py

bench-aims: $(STAMPS)/engine $(STAMPS)/peers  ## Compare the time of calls that have work to do with their aims; writes bench/AIMS.md
	$(PY) bench/aims.py

growth: $(STAMPS)/engine  ## Measure how work grows with each hostile family of texts, 1 KB to 1 GB; writes bench/GROWTH.md
	$(PY) bench/growth.py --write

instructions: $(STAMPS)/engine  ## Compare each call's number of instructions with the recorded one; WRITE=--write records them
	$(PY) bench/instructions.py $(WRITE)
	SUPERURI_TIER=AVX2 $(PY) bench/instructions.py $(WRITE)
	$(PY) bench/neon.py $(WRITE)

##@ Publish

site: $(STAMPS)/quick $(STAMPS)/site  ## Build the site below target/site/html; a warning or a dead link is an error
	$(PY) site/build.py target/site/html

sdist: $(STAMPS)/dev  ## Make the source distribution, below dist/
	$(PY) -m maturin sdist --out dist

# Zig links against the old glibc of manylinux_2_17, and links its own C++ library into the wheel.
wheels: $(STAMPS)/dev $(STAMPS)/publish  ## Make the wheels for Linux, below dist/, and check them: TARGETS=… of them, PYTHONS=… such as 3.13
	for target in $(or $(TARGETS),$(LINUX)); do \
	  if [ -z "$${RUSTC:-}" ] && command -v rustup >/dev/null; then rustup target add "$$target"; fi; \
	  case $$target in *musl) tag=musllinux_1_2;; *) tag=manylinux_2_17;; esac; \
	  for python in $(or $(PYTHONS),$$($(PY) -c 'import sys; print("%d.%d" % sys.version_info[:2])')); do \
	    $(SAME) env -u CXXSTDLIB_STATIC PATH="$$PWD/$(TOOLS):$$PATH" $(PY) -m maturin build --release --locked --zig \
	      --target "$$target" --compatibility $$tag --interpreter "python$$python" --target-dir target/wheels --out dist; \
	  done; \
	done
	$(PY) -m pytest --quiet --no-header tests/heavy/wheels.py
	@ls -l dist/*.whl | awk '{print $$5 " bytes: " $$NF}'

wheel: $(STAMPS)/dev  ## Make the wheel for this system and the Python of .venv, below dist/
	$(SAME) $(PY) -m maturin build --release --locked --interpreter $(PY) --target-dir target/wheels --out dist

wheel-test: $(STAMPS)/where  ## Install the wheel of dist/ for the Python of .venv into an empty environment, and run the tests there
	$(TESTS) -m heavy pythons "$$($(PY) -c 'import sys; print("%d.%d" % sys.version_info[:2])')" $(ARGS)

duckdb: $(STAMPS)/where  ## Build the extension for DuckDB without Python, below target/duckdb; PLATFORM=… as `PRAGMA platform` says
	cargo build --quiet --release --locked --package superuri-duckdb --target-dir target/duckdb
	$(PY) crates/duckdb/footer.py target/duckdb $(PLATFORM)

rehearsal: heavy-rehearsal  ## Upload dist/ to an index on this machine, and install it from there by name; ARGS=… of the extras

reproducible: heavy-reproducible  ## Build a wheel twice, from the source distribution and vendored crates, without a network: the same bytes

workflows: $(STAMPS)/publish  ## Lint the workflows of .github/, without a network
	$(TOOLS)/zizmor --offline --quiet --persona pedantic .github
	$(TOOLS)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(TOOLS)/check-jsonschema --builtin-schema vendor.dependabot .github/dependabot.yml
	$(TOOLS)/check-jsonschema --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/bug.yml .github/ISSUE_TEMPLATE/idea.yml
	$(TOOLS)/check-jsonschema --builtin-schema vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
	$(TOOLS)/check-jsonschema --builtin-schema vendor.citation-file-format CITATION.cff

advisories: $(STAMPS)/publish  ## List known vulnerabilities of linked crates and of build tools; needs a network
	cargo deny --version >/dev/null || cargo install --quiet --locked cargo-deny
	cargo deny --all-features check advisories
	$(TOOLS)/pip-audit --strict --requirement requirements-dev.txt --requirement requirements-publish.txt

##@ Write

fmt: $(STAMPS)/dev  ## Format both languages, and fix what the linter can fix
	cargo fmt --all
	$(PY) -m ruff format
	$(PY) -m ruff check --fix

docs: $(STAMPS)/engine $(STAMPS)/peers  ## Write the generated parts of pages, stubs, licences, drawings and the man page; PAGES=… of them
	$(PY) -m docs $(PAGES)

clean:  ## Remove .venv, target and caches
	rm -rf .venv target build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	rm -f python/superuri/_core*.so

help:
	@awk 'BEGIN {FS = ":.*## "} \
	  /^##@ / {printf "\n%s\n", substr($$0, 5)} \
	  /^[a-z0-9-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' Makefile
	@echo

# Every target in lower case is a command and not a file.
.PHONY: $(shell sed -n 's/^\([a-z0-9-]*\):.*/\1/p' $(firstword $(MAKEFILE_LIST)))

# Each stamp has the time at which its command started, so a file edited meanwhile is newer.

$(STAMPS)/where:
	@command -v $(PYTHON) >/dev/null || { echo "superuri needs $(PYTHON), 3.10 or newer." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || \
	  { echo "superuri needs Python 3.10 or newer; $(PYTHON) is $$($(PYTHON) -V). Set PYTHON=… to use another." >&2; exit 1; }
	@$(PYTHON) -m venv --clear .venv || \
	  { rm -rf .venv; echo "superuri needs Python's venv module (on Debian: apt-get install python3-venv)." >&2; exit 1; }
	@$(PY) -m pip install --quiet --upgrade pip
	@mkdir -p $(STAMPS)
	@pwd > $@

$(STAMPS)/dev: requirements-dev.txt $(STAMPS)/where
	@touch $@.start
	@$(PY) -m pip install --quiet --no-compile -r requirements-dev.txt
	@mv $@.start $@

# The tests of the page open Chromium. Without it they are skipped, and the next run looks for it again.
$(STAMPS)/chromium: $(STAMPS)/where
	@$(PYTHON) tests/kit/chromium.py
	@if [ ! -e .venv/no-chromium ]; then touch $@; fi

$(STAMPS)/site: requirements-site.txt $(STAMPS)/where
	@echo "Installing what builds the site …"
	@$(PY) -m pip install --quiet -r requirements-site.txt
	@touch $@

$(STAMPS)/publish: requirements-publish.txt $(STAMPS)/where
	@touch $@.start
	@$(PYTHON) -m venv --clear .venv/publish
	@$(TOOLS)/python -m pip install --quiet -r requirements-publish.txt
	@mv $@.start $@

# Both build the engine into .venv: `engine` as it is released, `quick` with less optimisation and in
# less time. A target that needs `engine` rebuilds a quick one; `quick` accepts either.
define build_engine
@command -v cargo >/dev/null || { echo "superuri needs cargo, the Rust toolchain's builder." >&2; exit 1; }
@touch $@.start
@echo "Building the engine (the first time takes a minute) …"
@log=$$(env -u CONDA_PREFIX VIRTUAL_ENV="$$PWD/.venv" \
  $(PY) -m maturin develop $(1) --quiet 2>&1) || { echo "$$log" >&2; exit 1; }
@mv $@.start $@
endef

$(STAMPS)/engine: $(ENGINE) $(STAMPS)/dev
	$(call build_engine,--release)
	@cp -p $@ $(STAMPS)/quick

$(STAMPS)/quick: $(ENGINE) $(STAMPS)/dev
	$(call build_engine,--profile quick)
	@rm -f $(STAMPS)/engine

# Peers are installed one by one: a missing one only skips its own rows. Python compiles what is
# imported; compiling everything would take a minute.
$(STAMPS)/peers: requirements-peers.txt $(STAMPS)/where
	@touch $@.start
	@$(PY) -m pip install --quiet --no-compile --only-binary :all: -r requirements-peers.txt 2>/dev/null || \
	  grep -E '^[A-Za-z]' requirements-peers.txt | while read -r peer; do \
	    why=$$($(PY) -m pip install --quiet --no-compile --only-binary :all: "$$peer" 2>&1) || \
	      echo "without the neighbour $$peer: $$(tail -1 <<< "$$why")"; \
	  done
	@mv $@.start $@
