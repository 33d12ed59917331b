# Dealclock's tasks. `make` alone lists them.

# The first interpreter that runs and is new enough; a version manager's shim may stand on PATH and fail.
PYTHON ?= $(shell for each in python3 python3.13 python3.12 python3.11 python3.14; do \
	$$each -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$each && break; done)
VENV := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help setup

help:  ## list the tasks
	@echo "Dealclock"
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | \
		while IFS="$$(printf '\t')" read -r name what; do printf '  make %-8s %s\n' "$$name" "$$what"; done

setup:  ## make the development environment (.venv) from its lock
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed, and none was found on PATH" >&2; exit 2; }
	@$(PYTHON) local/environments.py development
