# Dealclock's tasks. `make` alone lists them.

# The first interpreter that runs and is new enough; a version manager's shim on PATH may fail.
PYTHON ?= $(shell for each in python3 python3.13 python3.12 python3.11 python3.14; do \
	$$each -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$each && break; done)
VENV := .venv/bin
CODE := $(wildcard layers/dealclock/python functions local tests bench)

# Container images often keep Python from storing compiled modules; then each of many processes would
# compile every module again.
unexport PYTHONDONTWRITEBYTECODE

MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.PHONY: help setup test test-all test-slow golden cases demo workbench prove game-day build sbom audit check lint types imports template formats bench noise sections soak mutants compare weight clean

help:  ## list the tasks
	@echo "Dealclock: deadlines of securities agreements"
	@echo
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | \
		while IFS="$$(printf '\t')" read -r name what; do printf '  make %-10s %s\n' "$$name" "$$what"; done

setup:  ## create the development environment (.venv) from its lock
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed, and none was found on PATH" >&2; exit 2; }
	@$(PYTHON) local/environments.py development

test: setup  ## run the tests that every change needs; ARGS="-k sweep" narrows them
	@$(VENV)/pytest --numprocesses auto --dist loadgroup -m "not full" $(ARGS)

test-all: setup  ## run all tests: browser, DynamoDB Local and end to end too
	@DEALCLOCK_SUITE=all $(VENV)/pytest --numprocesses auto --dist loadgroup $(ARGS)

test-slow: setup  ## run what takes hours: soak, mutants, long properties
	@DEALCLOCK_SUITE=slow $(VENV)/pytest --numprocesses auto --dist loadgroup $(ARGS)
	@$(VENV)/python -m tests.unit.engine.second.many suspensions 0 2000
	@$(VENV)/python -m tests.unit.engine.second.many parties 0 2000
	@for kind in days streams obligations states; do \
	    $(VENV)/python -m tests.unit.engine.second.agreements.many $$kind 0 10000 || exit 1; done
	@$(VENV)/python -m tests.simulation 1000
	@$(VENV)/python -m tests.mutants days 60
	@$(VENV)/python -m tests.mutants engine 60

golden: setup  ## rewrite the golden messages; ARGS="--changed KIND" where values change
	@$(VENV)/python -m tests.golden $(ARGS)

CASES ?= tests/cases
cases: setup  ## run worked cases; CASES=DIR for a folder of your own
	@$(VENV)/dealclock cases $(CASES)

demo: setup  ## play a rehearsal on an embedded AWS; ARGS="--agreement model-pipe"
	@$(VENV)/python -m local.demo $(ARGS)

workbench: setup  ## show the whole system in a browser, on this machine
	@$(VENV)/python -m local.workbench $(ARGS)

prove: setup  ## try a deployment on your own AWS account and Slack workspace; alone, it explains
	@$(VENV)/python -m local.prove $(ARGS)

game-day: setup  ## ten faults, found from alarms and runbook; ARGS="--blind 3", one unnamed
	@$(VENV)/python -m tests.end_to_end.game_day $(ARGS)

build: setup  ## assemble the layers of packages for Lambda (arm64, Python 3.13)
	@$(VENV)/python -m local.build

sbom: setup  ## write what each layer of packages is made of (CycloneDX)
	@$(VENV)/python -m local.build sbom

audit: setup  ## ask for known weaknesses of the packages that are deployed
	@$(VENV)/python -m local.build audit

check: lint types imports template  ## run the linter, phrases, types, import contracts and template checks

lint: setup
	@$(VENV)/ruff check --quiet .
	@$(VENV)/ruff format --check --quiet . || { echo "some files are not formatted: $(VENV)/ruff format ." >&2; exit 1; }
	@$(VENV)/python -m local.phrases

types: setup
	@$(VENV)/mypy $(CODE)

imports: setup
	@$(VENV)/lint-imports --no-logo

template: setup
	@$(VENV)/cfn-lint template.yaml deployer.yaml
	@$(VENV)/python -m local.validate

formats: setup  ## write the golden items of this version (docs/operations.md)
	@$(VENV)/python -m tests.contract.formats.golden $(ARGS)

bench: setup  ## measure the targets of docs/quality.md; ARGS=desk for one group
	@$(VENV)/python -m bench $(ARGS)

sections: setup  ## Section, provision, code and cases; SECTION="3(b)", one of them
	@$(VENV)/python -m local.sections $(if $(SECTION),"$(SECTION)")

weight: setup  ## count the tokens, lines and files of each room of the library
	@$(VENV)/python -m local.weight $(ARGS)

noise: setup  ## count the messages of the sample's rehearsal; ARGS=--worst for its worst day
	@$(VENV)/python -m bench.noise $(ARGS)

soak: N ?= 1000
soak: setup  ## play N=1000 random histories with faults: nothing lost, nothing doubled
	@$(VENV)/python -m tests.simulation $(N) $(ARGS)

ROOM ?= engine
SEED ?= 1
mutants: N ?= 60
mutants: setup  ## make N=60 random faults in ROOM=engine, drawn by SEED=1, and list those no test notices
	@$(VENV)/python -m tests.mutants $(ROOM) $(N) --seed $(SEED) $(ARGS)

OUTPUTS ?= build/outputs.txt
compare: setup  ## show what a change of code changes in any output; first ARGS=write
	@$(VENV)/python -m tests.comparer $(ARGS) $(OUTPUTS)

clean:  ## remove .venv, build and the state of earlier runs
	@$(PYTHON) local/clean.py
