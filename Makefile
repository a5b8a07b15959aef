# Every command there is. `make` alone lists them.
#
# All paths are relative, so that a path with a space in it is no matter. What has been done is
# remembered by stamp files inside .venv: a deleted .venv takes them along.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

# The tests start thousands of processes of Python: each would compile all that it imports.
unexport PYTHONDONTWRITEBYTECODE

PYTHON ?= python3
BIN := $(if $(filter Windows_NT,$(OS)),.venv/Scripts,.venv/bin)
PY := $(BIN)/python
# The tools of a release, in an environment of their own: what they need conflicts with the tests'.
TOOLS := .venv/publish/$(notdir $(BIN))
# The wheels for Linux, and the Pythons that they are for: PYTHONS="3.12 3.13", by default that of .venv.
LINUX := x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu x86_64-unknown-linux-musl aarch64-unknown-linux-musl
# The tests' own modules: tests/kit, tests/heavy.
TESTS := PYTHONPATH=tests $(PY)
# The same bytes from each build of a commit: no folder of the builder is in them, and the standard
# library has the name that it has where its sources are not installed. 037 separates flags.
RUSTC ?= rustc
REMAP := --remap-path-prefix=%s=/%s
SAME = CARGO_ENCODED_RUSTFLAGS="$$(printf -- '$(REMAP)\037$(REMAP)\037$(REMAP)' \
  "$${CARGO_HOME:-$$HOME/.cargo}" cargo "$$PWD" superuri \
  "$$($(RUSTC) --print sysroot)/lib/rustlib/src/rust" \
  "rustc/$$($(RUSTC) --version --verbose | sed -n 's/^commit-hash: //p')")"
# What fails first, and fast, when something is wrong.
QUICK := tests/house tests/python/test_tables.py tests/python/test_messages.py tests/codec/test_laws.py \
  tests/clean/test_laws_clean.py tests/clean/test_legal.py tests/uri/test_laws_uri.py tests/uri/test_uri.py \
  tests/normal/test_normalize.py tests/show/test_pretty.py tests/bulk/test_columns_calls.py
# One test more at a time than there are cores, as many wait for a browser or a clock; those of a file
# share its server and its browser. The files that take longest start first (tests/kit/order.py).
WORKERS := $(shell $(PYTHON) -c 'import os; print(min(4, 1 + (os.cpu_count() or 1)))')
PYTEST := $(PY) -m pytest --numprocesses=$(WORKERS) --dist=loadfile --no-loadscope-reorder
STAMPS := .venv/stamps
# The servers, languages and drivers of `oracles`, as Debian calls them; those of pip are in requirements-oracles.txt.
ORACLES := nginx-light apache2-bin haproxy lighttpd caddy varnish h2o libtomcat10-java libtomcat10-embed-java \
  libjetty9-java golang-go php-cli ruby puma ruby-webrick ruby-liquid starman elixir erlang-base r-base-core \
  libpostgresql-jdbc-java libmariadb-java
# With the interpreter that maturin names, so that what it compiled is found; and without make's
# jobs, of which rustdoc knows nothing.
CARGO = env -u MAKEFLAGS -u MFLAGS PYO3_PYTHON="$$PWD/$(PY)" cargo
ENGINE := Cargo.toml Cargo.lock pyproject.toml python/superuri/_core.pyi $(shell find crates -path '*/src/*.rs' -o -name Cargo.toml)
PROSE := README.md CONTRIBUTING.md CHANGELOG.md

# To load the C++ library takes as long as all else of an import, so where the compiler has an archive
# of it, what the engine needs of it is linked into the engine.
ifneq ($(findstring /,$(shell $${CXX:-c++} -print-file-name=libstdc++.a 2>&1)),)
export CXXSTDLIB_STATIC ?= 1
endif

# An environment that was moved, copied or made by an interpreter that is gone points elsewhere:
# its engine would be another folder's. It is made again.
ifneq ($(shell cat $(STAMPS)/where 2>&1; $(PY) -c '' 2>&1),$(shell pwd))
.PHONY: $(STAMPS)/where
endif

##@ Use

run: $(STAMPS)/engine  ## Clean the dirty URLs of examples/ and show what became of them
	$(PY) examples/run.py

build: $(STAMPS)/engine  ## Build the engine and install the package into .venv

##@ Test

# The engine first, for most of the tests want it; then, while those of Python run, all that only cargo
# and the linters do. That prints what it has to say when it has ended.
test:  ## All that must hold: `check` and `memory`
	@$(MAKE) --no-print-directory --jobs=2 $(STAMPS)/quick $(STAMPS)/peers
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=line style rust-test clippy types \
	  > .venv/rest.log 2>&1 & rest=$$!; failed=0; \
	$(PYTEST) || failed=1; wait $$rest || failed=1; cat .venv/rest.log; exit $$failed

check: lint rust-test python-test  ## Formatters, linters, types, and all tests of both languages

quick: $(STAMPS)/quick  ## What to run after each edit, in a minute: the linter, the layout, the tables, the laws
	$(PY) -m ruff check --quiet
	SUPERURI_EXAMPLES=20 $(PYTEST) --quiet --no-header $(QUICK) -k 'not hundred_thousand'

lint: style clippy types  ## Formatters, clippy, ruff, mypy and the stub test

style: $(STAMPS)/dev  ## Formatters and ruff
	cargo fmt --all --check
	cargo fmt --check --manifest-path fuzz/Cargo.toml
	$(PY) -m ruff check
	$(PY) -m ruff format --check

clippy: $(STAMPS)/where  ## The linter of Rust, warnings being errors; and the fuzz targets compile
	$(CARGO) clippy --quiet --profile quick --workspace --all-targets -- -D warnings
	$(CARGO) check --quiet --manifest-path fuzz/Cargo.toml --target-dir target/fuzz
	$(CARGO) clippy --quiet --manifest-path fuzz/Cargo.toml --target-dir target/fuzz --features generated -- -D warnings

types: $(STAMPS)/quick $(STAMPS)/dev  ## mypy and the stub test
	$(PY) -m mypy
	$(PY) -m mypy.stubtest superuri --mypy-config-file tests/python/stubtest.ini --allowlist tests/python/stubtest.txt --ignore-unused-allowlist

rust-test: $(STAMPS)/where  ## The engine's own tests and doctests; `cargo test` alone needs no Python
	$(CARGO) test --quiet --profile quick --workspace

python-test: $(STAMPS)/engine $(STAMPS)/dev $(STAMPS)/peers  ## The package's tests and every example in its prose
	$(PYTEST) -m 'not memory'

full: $(STAMPS)/engine $(STAMPS)/dev $(STAMPS)/peers  ## All tests with all their inputs: every code point in every program, every link and width of the page, long texts
	SUPERURI_FULL=1 cargo test --quiet --profile quick --workspace
	cargo test --quiet --profile quick --package superuri --test columns -- --ignored
	SUPERURI_FULL=1 $(PYTEST)

trust: $(STAMPS)/quick $(STAMPS)/peers $(STAMPS)/mutants  ## Every harness in a shortened form: PARTS=… of them; SCALE=--scale runs all of it, WRITE=--write notes the runs
	PYTHONPATH=tests:bench $(PY) -m heavy.trust $(PARTS) $(SCALE) $(WRITE)

seeds: $(STAMPS)/engine $(STAMPS)/dev $(STAMPS)/peers  ## Every test that throws dice, under SEEDS=… fresh seeds (20)
	$(TESTS) -m heavy.seeds $(or $(SEEDS),20)

laws: $(STAMPS)/engine $(STAMPS)/dev  ## The laws, each on a million generated inputs
	$(TESTS) -m heavy.laws
	$(TESTS) -m kit.safe_fixes 100000

pretty-law:  ## What is read is what would be sent, on every character and COUNT=… URLs (10,000,000), which SEED=… chooses; ONLY=… of its tests
	COUNT=$(COUNT) SEED=$(SEED) cargo test --release --test pretty -- --ignored --nocapture $(ONLY)

compose-law: $(STAMPS)/engine $(STAMPS)/peers  ## No value leaves its part: 1,200,000 hostile URIs and templates, and the neighbours
	$(TESTS) -m kit.injection
	$(TESTS) -W ignore -m kit.composers

exhaustive: $(STAMPS)/engine $(STAMPS)/dev  ## All 16,777,216 three-byte inputs through encode, decode and clean
	$(TESTS) -m heavy.three_bytes

four-bytes:  ## All 4,294,967,296 four-byte inputs through the kernels that encode and decode: TIER=… (the best), FROM=… continues, STEP=… samples
	$(if $(TIER),TIER=$(TIER)) FROM=$(or $(FROM),0) STEP=$(or $(STEP),1) \
	  cargo test --release --quiet --package superuri-kernels --test four_bytes -- --ignored --nocapture

code-points: $(STAMPS)/engine $(STAMPS)/dev  ## Every code point in every position of every component through clean, by every profile: STEP=… samples
	$(TESTS) -m heavy.code_points $(or $(STEP),1)

fuzz:  ## Coverage-guided fuzzing of the laws; FUZZ_SECONDS=… for each target (30), JOBS=… at once (1)
	$(PYTHON) fuzz/run.py --seconds $(or $(FUZZ_SECONDS),30) --jobs $(or $(JOBS),1)

fuzz-generated:  ## The same laws on generated URIs with faults, on all cores: COUNT=… texts for each (1,000,000), ONLY=… of the laws
	$(PYTHON) fuzz/run.py --generated $(or $(COUNT),1000000) $(ONLY)

mutants: $(STAMPS)/dev $(STAMPS)/peers $(STAMPS)/mutants  ## Change the code in each place, and see whether the tests fail: EACH=… changes of each module (all), ROOMS=… of the modules
	@cargo mutants --version >/dev/null || cargo install --quiet --locked cargo-mutants
	$(TESTS) -m heavy.mutants $(if $(EACH),--each $(EACH)) $(ROOMS)

mutants-python: $(STAMPS)/quick $(STAMPS)/dev $(STAMPS)/peers $(STAMPS)/mutants  ## The same of the package that is written in Python: EACH=… changes of each folder (all), ROOMS=… of the folders, FOLDERS=… of the tests that judge
	$(TESTS) -m heavy.mutants.package $(if $(EACH),--each $(EACH)) $(if $(FOLDERS),--tests $(FOLDERS)) $(ROOMS)

neon:  ## The kernels for 64-bit ARM, built, linted and run, under qemu where need be; ALL=--all: the engine
	PYTHONPATH=tests $(PYTHON) -m heavy.neon $(ALL)

targets: $(STAMPS)/publish  ## Compile for Windows, macOS and a Python without the GIL; PyPy and GraalPy are refused
	$(TESTS) -m heavy.targets

threads: $(STAMPS)/quick  ## Every public function from THREADS=… threads (8) for SECONDS=… (60), with shared arguments
	$(TESTS) -m heavy.threads --threads $(or $(THREADS),8) --seconds $(or $(SECONDS),60)

leaks: $(STAMPS)/quick $(STAMPS)/dev  ## Every public function keeps neither memory nor references: CALLS=… of each (100,000)
	$(TESTS) -m heavy.leaks $(or $(CALLS),100000)

refcounts: $(STAMPS)/dev  ## The same of all references, as a debug build of Python counts them: DEBUG_PYTHON=… (python3.11-dbg), CALLS=… (10,000)
	$(TESTS) -m heavy.refcounts $(or $(CALLS),10000)

hostile-input: $(STAMPS)/quick $(STAMPS)/peers  ## Generated hostile pickles, requests to the page, command lines and Arrow data: COUNT=… thousands (10), KINDS=… of them
	$(TESTS) -m heavy.hostile_input --count $(or $(COUNT),10)000 $(KINDS)

checkers: $(STAMPS)/engine $(STAMPS)/dev  ## A user's script in four type checkers: mypy, basedpyright, ty, pyrefly
	$(PY) -m pip install --quiet basedpyright ty pyrefly
	$(PY) -m pytest tests/python/test_typing.py

signers: $(STAMPS)/engine $(STAMPS)/dev  ## The texts that services sign, beside their own libraries
	$(PY) -m pip install --quiet azure-storage-blob google-cloud-storage botocore pysaml2 akamai-edgeauth itsdangerous
	$(PY) -m pytest tests/uri/test_signed_services.py

drivers: $(STAMPS)/engine $(STAMPS)/dev  ## What drivers read in connection strings, of all that pip has
	$(PY) -m pip install --quiet 'psycopg[binary]' asyncpg sqlalchemy django-environ dj-database-url pymongo redis pika kombu mysqlx-connector-python
	$(PY) -m pytest tests/uri/test_drivers.py

memory: $(STAMPS)/engine $(STAMPS)/dev  ## Memory stays the same however long the file is
	SUPERURI_FULL=1 $(PY) -m pytest -m memory

hosts-law: $(STAMPS)/engine $(STAMPS)/peers  ## No client goes elsewhere than to an agreed host: COUNT=… authorities and redirects (1,000,000), and real connections
	$(TESTS) -m heavy.hosts_law $(or $(COUNT),1000000)

gateways: $(STAMPS)/engine $(STAMPS)/dev  ## What the servers that are installed refuse and rewrite, beside their policies; COUNT=… targets (3,000)
	$(TESTS) -m heavy.gateways $(or $(COUNT),3000)

# One by one, so that a package that cannot be had costs only its own rows.
oracles: $(STAMPS)/engine $(STAMPS)/dev $(STAMPS)/peers  ## Install the servers and languages that rows are compared with (on Debian, as root), and compare
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then apt-get update -qq; \
	  for package in $(ORACLES); do \
	    apt-get install -y -qq --no-install-recommends $$package >/dev/null 2>&1 || echo "without $$package"; \
	  done; fi
	$(PY) -m pip install --quiet -r requirements-oracles.txt
	$(PY) -m pytest tests/compat/test_servers.py tests/compat/test_producers.py tests/compat/test_decoders.py

lint-docs: $(STAMPS)/quick  ## Lint the documentation of ten well-known projects, which pip downloads; writes docs/lint.md
	$(TESTS) -m heavy.lint_docs

memory-table: $(STAMPS)/engine $(STAMPS)/dev  ## How much memory each verb takes of hostile texts, and how soon Ctrl-C ends it; SIZE=… MiB (4)
	$(TESTS) -m heavy.memory_table $(or $(SIZE),4)

short-memory: $(STAMPS)/engine $(STAMPS)/peers  ## Every public function with a text of SIZE=… MiB (64), where memory is short; hours
	$(TESTS) -W ignore -m heavy.short_memory --size $(or $(SIZE),64)

asan: $(STAMPS)/dev $(STAMPS)/peers  ## Arrow data, malformed and not, under AddressSanitizer
	$(TESTS) -m heavy.asan

miri:  ## The kernels in Miri, every tier and two other machines; needs nightly Rust: WHERE=… of the targets
	PYTHONPATH=tests $(PYTHON) -m heavy.miri $(WHERE)

tsan:  ## The threads of lines and columns under ThreadSanitizer; needs nightly Rust
	PYTHONPATH=tests $(PYTHON) -m heavy.tsan

coverage: $(STAMPS)/dev $(STAMPS)/peers  ## Lines and branches that the tests reach, by room; needs nightly Rust
	$(PY) -m pip install --quiet coverage
	$(TESTS) -m heavy.coverage

memcheck: $(STAMPS)/quick $(STAMPS)/dev  ## The command under valgrind answers as it does alone: ROWS=… of its tests (all)
	$(TESTS) -m heavy.memcheck $(ROWS)

soak: $(STAMPS)/engine $(STAMPS)/peers  ## An hour of requests to the page, 10^9 lines, 10^9 rows of columns: neither memory nor descriptors grow; PARTS=…
	$(TESTS) -m heavy.soak $(PARTS)

big-columns: $(STAMPS)/engine $(STAMPS)/peers  ## Columns of more than 2 GiB; needs 12 GiB of memory
	$(TESTS) -m heavy.columns

web-hostile: $(STAMPS)/engine $(STAMPS)/dev $(STAMPS)/peers  ## Type every hostile URL there is into the page, in a browser (`make test` types a sample); FROM=… continues
	$(TESTS) -m web.test_web_hostile $(or $(FROM),0)

page-load: $(STAMPS)/engine $(STAMPS)/dev  ## The page's answers while 300 slow clients, six long texts and a stranger ask: seconds, memory
	$(TESTS) -m heavy.page_load

page-long: $(STAMPS)/engine $(STAMPS)/dev $(STAMPS)/peers  ## How long frames take, and how soon the page is settled, with 100 KB of text in each tool; TIMES=… repetitions (3)
	$(TESTS) -m heavy.page_long $(or $(TIMES),3)

tidy-kill: $(STAMPS)/engine $(STAMPS)/peers  ## Kill tidy at 100 random instants: nothing is lost, nothing half-written
	$(TESTS) -m heavy.tidy

same-rows: $(STAMPS)/engine $(STAMPS)/peers  ## Install pyspark; the same million rows through every engine, every format and S3; ROWS=…
	$(PY) -m pip install --quiet -r requirements-spark.txt
	$(TESTS) -m heavy.same_rows --rows $(or $(ROWS),1000000)

spark: $(STAMPS)/engine $(STAMPS)/peers  ## same-rows, then tidy on Spark, where an executor is killed
	$(PY) -m pip install --quiet -r requirements-spark.txt
	$(TESTS) -m heavy.spark

shipping: wheel $(STAMPS)/peers  ## Ship the package to a Spark executor that does not have it: as an environment, as a wheel
	$(PY) -m pip install --quiet -r requirements-spark.txt
	$(TESTS) -m heavy.shipping dist

##@ Measure

bench: $(STAMPS)/engine $(STAMPS)/peers  ## Time every case beside its neighbours; writes bench/RESULTS.md
	$(PY) bench/bench.py
	$(PY) bench/plots.py
	$(PY) -m docs README description speed

lint-rate:  ## How many real URLs the linter looks at in a second, on one core
	cargo test --release --test lint -- --ignored --nocapture

bench-columns: $(STAMPS)/engine $(STAMPS)/peers  ## Time columns beside DuckDB, ClickHouse, Polars and pandas; writes bench/COLUMNS.md
	$(PY) bench/columns.py

tidy-races: $(STAMPS)/engine $(STAMPS)/peers  ## Two jobs of every verb and format race to one output, 200 times each, one killed in half: it is wholly one job's
	$(TESTS) -m heavy.tidy_races

tidy-faults: $(STAMPS)/engine $(STAMPS)/peers  ## Every kind of fault of the system at many instants of jobs over tables
	$(TESTS) -m heavy.tidy_faults

system-faults: $(STAMPS)/quick $(STAMPS)/peers  ## Each place where a job calls the system fails, the first, middle and last time, by strace: WORDS=… of the jobs
	$(TESTS) -m heavy.system_faults $(WORDS)

tidy-power: $(STAMPS)/engine $(STAMPS)/peers  ## A power cut at every write, rename and fsync of jobs over tables
	$(TESTS) -m heavy.tidy_power

tidy-s3: $(STAMPS)/engine $(STAMPS)/peers  ## Kill and resume tidy at a real S3 server: MB=… in many small objects and a large one (2000)
	$(TESTS) -m heavy.tidy_s3 $(or $(MB),2000)

tidy-size: $(STAMPS)/engine $(STAMPS)/peers  ## tidy on one million rows and on ten, beside DuckDB, ClickHouse, Polars and pandas; writes bench/TIDY.md
	$(PY) bench/tidy_size.py --before "$(BEFORE)"

bench-aims: $(STAMPS)/engine $(STAMPS)/peers  ## Time the calls that have work to do beside what they should take; writes bench/AIMS.md
	$(PY) bench/aims.py

bench-costs: $(STAMPS)/engine $(STAMPS)/peers  ## What a first call, a row of a column and each part of the engine cost; writes bench/COSTS.md
	CARGO_PROFILE_RELEASE_STRIP=false $(CARGO) build --quiet --release --package superuri-python \
	  --target-dir target/symbols
	$(PY) bench/costs.py --engine target/symbols/release/libsuperuri_python.so

growth: $(STAMPS)/engine  ## Does the work grow with the text on every hostile family, 1 KB to 1 GB? Writes bench/GROWTH.md
	$(PY) bench/growth.py --write

instructions: $(STAMPS)/engine  ## Does any call take more instructions than it did? WRITE=--write notes them
	$(PY) bench/instructions.py $(WRITE)
	SUPERURI_TIER=AVX2 $(PY) bench/instructions.py $(WRITE)
	$(PY) bench/neon.py $(WRITE)

##@ Publish

site: $(STAMPS)/quick $(STAMPS)/site  ## Build the site below target/site/html; a warning or a dead link is an error
	$(PY) site/build.py target/site/html

site-serve: site  ## Build the site and serve it on this machine: PORT=… (8000)
	$(PY) -m http.server --bind 127.0.0.1 --directory target/site/html $(or $(PORT),8000)

sdist: $(STAMPS)/dev  ## Make the source distribution, below dist/
	$(PY) -m maturin sdist --out dist

# Zig links against the old glibc of manylinux_2_17, and its own C++ library into the wheel.
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

wheel-test: $(STAMPS)/dev  ## Install the wheel of dist/ for the Python of .venv into an empty environment, and run the tests there
	$(TESTS) -m heavy.pythons "$$($(PY) -c 'import sys; print("%d.%d" % sys.version_info[:2])')" $(if $(WHAT),--what "$(WHAT)")

pythons: $(STAMPS)/dev  ## The same for each Python that is installed: PYTHONS=… of them or paths, WHAT=… of the tests
	$(TESTS) -m heavy.pythons $(PYTHONS) $(if $(WHAT),--what "$(WHAT)")

rehearsal: $(STAMPS)/quick $(STAMPS)/publish  ## Upload dist/ to an index on this machine, and install it from there by name; EXTRAS=… of the extras
	$(TESTS) -m heavy.rehearsal $(EXTRAS)

vendored: $(STAMPS)/dev  ## Build a wheel from the source distribution and vendored crates, without a network
	$(TESTS) -m heavy.vendored --once

reproducible: $(STAMPS)/dev  ## The same, twice, in different folders: the wheels have the same bytes
	$(TESTS) -m heavy.vendored

workflows: $(STAMPS)/publish  ## Lint the workflows of .github/, without a network
	$(TOOLS)/zizmor --offline --quiet --persona pedantic .github
	$(TOOLS)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(TOOLS)/check-jsonschema --builtin-schema vendor.dependabot .github/dependabot.yml
	$(TOOLS)/check-jsonschema --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/bug.yml .github/ISSUE_TEMPLATE/idea.yml
	$(TOOLS)/check-jsonschema --builtin-schema vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
	$(TOOLS)/check-jsonschema --builtin-schema vendor.citation-file-format CITATION.cff

advisories: $(STAMPS)/publish  ## Known vulnerabilities of what is linked and of what builds it; needs a network
	cargo deny --version >/dev/null || cargo install --quiet --locked cargo-deny
	cargo deny --all-features check advisories
	$(TOOLS)/pip-audit --strict --requirement requirements-dev.txt --requirement requirements-publish.txt

##@ Write

fmt: $(STAMPS)/dev  ## Format both languages, and mend what the linter can mend
	cargo fmt --all
	cargo fmt --manifest-path fuzz/Cargo.toml
	$(PY) -m ruff format
	$(PY) -m ruff check --fix

docs: $(STAMPS)/engine $(STAMPS)/peers  ## Write all that is computed: parts of the pages, stubs, licences, drawings, the man page; PAGES=… of them
	$(PY) -m docs $(PAGES)

versions: $(STAMPS)/dev  ## Install the parsers of the survey in several versions, each in a folder of its own
	$(TESTS) -m kit.versions

survey: $(STAMPS)/quick versions  ## Ask all parsers of the survey, and write tests/compat/survey.txt
	$(TESTS) -m kit.survey

frozen: $(STAMPS)/quick  ## Freeze the answers to a corpus at a release (RELEASE=1); else put those that changed into the changelog
	$(TESTS) -m kit.frozen $(if $(RELEASE),--release)

pictures: $(STAMPS)/engine $(STAMPS)/dev $(STAMPS)/peers  ## Take the pictures of docs/page.md, with Chromium
	PYTHONPATH=tests:docs $(PY) -m writers.screenshots

clean:  ## Remove all that was built: .venv, target, caches
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

# The stamps. Each is dated by its start, so that a file edited meanwhile is newer than it.

$(STAMPS)/where:
	@command -v $(PYTHON) >/dev/null || { echo "superuri needs $(PYTHON), 3.10 or newer." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || \
	  { echo "superuri needs Python 3.10 or newer; $(PYTHON) is $$($(PYTHON) -V). Say PYTHON=… to name another." >&2; exit 1; }
	@$(PYTHON) -m venv --clear .venv || \
	  { rm -rf .venv; echo "superuri needs Python's venv module (on Debian: apt-get install python3-venv)." >&2; exit 1; }
	@$(PY) -m pip install --quiet --upgrade pip
	@mkdir -p $(STAMPS)
	@pwd > $@

$(STAMPS)/dev: requirements-dev.txt $(STAMPS)/where
	@touch $@.start
	@$(PY) -m pip install --quiet --no-compile -r requirements-dev.txt
	@mv $@.start $@

$(STAMPS)/mutants: requirements-mutants.txt $(STAMPS)/where
	@$(PY) -m pip install --quiet -r requirements-mutants.txt
	@touch $@

$(STAMPS)/site: requirements-site.txt $(STAMPS)/where
	@echo "Installing what builds the site …"
	@$(PY) -m pip install --quiet -r requirements-site.txt
	@touch $@

$(STAMPS)/publish: requirements-publish.txt $(STAMPS)/where
	@touch $@.start
	@$(PYTHON) -m venv --clear .venv/publish
	@$(TOOLS)/python -m pip install --quiet -r requirements-publish.txt
	@mv $@.start $@

# Either builds the engine into .venv: `engine` as it is released, `quick` in the time of an edit. The
# one that is there is remembered: what asks for the other builds it, but `quick` takes either.
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

# One by one, so that a neighbour that cannot be had here costs only itself. Python compiles what is
# imported; to compile all of it would take a minute.
$(STAMPS)/peers: requirements-peers.txt $(STAMPS)/where
	@touch $@.start
	@$(PY) -m pip install --quiet --no-compile --only-binary :all: -r requirements-peers.txt 2>/dev/null || \
	  grep -E '^[A-Za-z]' requirements-peers.txt | while read -r peer; do \
	    why=$$($(PY) -m pip install --quiet --no-compile --only-binary :all: "$$peer" 2>&1) || \
	      echo "without the neighbour $$peer: $$(tail -1 <<< "$$why")"; \
	  done
	@mv $@.start $@
