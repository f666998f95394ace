# The commands of this project. `make demo` and `make test` set up everything they need.
.DEFAULT_GOAL := build
.PHONY: setup build demo cluster-demo test test-layers check test-agents test-attest test-web test-cluster test-sanitized test-threads bench campaign fuzz fmt fmt-check tidy tidy-changed install deb clean
SHELL := /bin/bash
PREFIX ?= /usr/local
SEEDS ?= 200000
SEEDS_CLUSTER ?= 3
KILLS ?= 2000
EDITS ?= 10000
TREES ?= 1000
LARGE ?= 100000
FUZZ_SECONDS ?= 300
SINCE ?= HEAD
THREADED ?= unit_scan unit_adapters unit_process unit_face

setup:
	@.ci/setup

build: setup
	@cmake --preset release >/dev/null
	@cmake --build --preset release

demo: setup
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target assay
	@examples/demo build/release/assay

# A Slurm of two nodes on this machine, gates and agents as its jobs, a node that dies. As root; installs Slurm.
cluster-demo: setup
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target assay assay-scripted-agent
	@examples/cluster-demo build/release

test: build
	@tests/run build/release

# Who includes what, which names mean two things, where tests stand. Under a minute from nothing.
test-layers: setup
	@cmake --preset release >/dev/null
	@cmake --build --preset release --target unit_layers
	@build/release/tests/unit_layers --no-colors --minimal

# What to run before a change is handed over: format, layers, tidy on what changed, and all tests.
check: setup
	@$(MAKE) --no-print-directory fmt-check
	@$(MAKE) --no-print-directory test-layers
	@$(MAKE) --no-print-directory tidy-changed
	@$(MAKE) --no-print-directory test

# The real agent CLIs against a model server of our own. Needs the network and a gigabyte or two of disk.
test-agents: build
	@ASSAY_AGENTS_TABLE=docs/agents.md tests/agents/run build/release/assay
	@ASSAY_AGENTS_TABLE=docs/agents.md tests/agents/hooks build/release/assay
	@ASSAY_MCP_TABLE=docs/mcp-clients.md tests/agents/mcp build/release/assay

# The page of `assay web`: types, unit tests, and every page in a real Chromium. Installs Chromium and what npm brings.
test-web: build
	@tests/web/run build/release/assay

# The ledger of a team and jobs of a cluster, on servers of this machine that it installs and starts: SEEDS_CLUSTER=100
# for the long form of the faults.
test-cluster: build
	@cmake --build --preset release --target contract_postgres
	@tests/cluster/run build/release $(SEEDS_CLUSTER)

# Unit, scenario and simulator tests under AddressSanitizer and UndefinedBehaviorSanitizer.
test-sanitized: setup
	@cmake --preset asan >/dev/null
	@cmake --build --preset asan --target test_programs
	@tests/run build/asan --no-e2e

# The programs that have threads, under ThreadSanitizer.
test-threads: setup
	@cmake --preset tsan >/dev/null
	@cmake --build --preset tsan --target $(THREADED)
	@for program in $(THREADED); do build/tsan/tests/$$program || exit 1; done

# Foreign tools check an attestation; installs them.
test-attest: build
	@tests/attest/run build/release

bench: build
	@bench/run build/release/assay
	@bench/goals_bench/run
	@bench/web/run build/release/assay

# The long versions: make campaign SEEDS=1000000 KILLS=20000 FUZZ_SECONDS=3600
campaign: build fuzz
	SEEDS=$(SEEDS) build/release/tests/sim
	EDITS=$(EDITS) build/release/tests/unit_adapters -tc='trees: after any edit*'
	TREES=$(TREES) LARGE=$(LARGE) build/release/tests/unit_adapters -tc='tree name: agrees with git on*'
	KILLS=$(KILLS) tests/crash/run build/release/assay
	FORGERIES=200 tests/forgeries/smoke build/release
	tests/limits/run build/release/assay
	tests/ecosystems/run build/release/assay
	tests/web/run build/release/assay -- --scale

fuzz: setup
	@cmake --preset fuzz >/dev/null
	@cmake --build --preset fuzz --target $(notdir $(basename $(wildcard tests/fuzz/*_fuzz.cpp)))
	@tests/fuzz/run build/fuzz $(FUZZ_SECONDS)

fmt: setup
	@git ls-files '*.cpp' '*.h' | xargs -r clang-format -i

fmt-check: setup
	@git ls-files '*.cpp' '*.h' | xargs -r clang-format --dry-run --Werror

tidy: setup
	@cmake --preset tidy >/dev/null
	@cmake --build --preset tidy

# The same for the files that differ from SINCE, or are new.
tidy-changed: setup
	@cmake --preset tidy >/dev/null
	@{ git diff --name-only --diff-filter=d $(SINCE); git ls-files -o --exclude-standard; } | grep '^src/.*\.cpp$$' | sort -u | \
	  xargs -r -P 2 -n 4 clang-tidy -p build/tidy --quiet --warnings-as-errors='*'

install: build
	cmake --install build/release --prefix $(PREFIX)

deb: build
	cd build/release && cpack -G DEB

clean:
	rm -rf build
