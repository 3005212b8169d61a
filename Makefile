# make run: the site on this machine.  make test: every check.  Both need only git, make and Python 3.11 or later.
SHELL := /bin/sh
PORT ?= 8000
PYTHON ?= $(firstword $(shell for name in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$name; done) python3)
VENV := .venv
PY := $(VENV)/bin/python
INSTALLED := $(VENV)/installed.txt
PIP := $(PY) -m pip -qq --disable-pip-version-check
COMPILE := CUSTOM_COMPILE_COMMAND="make lock" $(PY) -m piptools compile --quiet --strip-extras --generate-hashes \
	--allow-unsafe --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-emit-options

.PHONY: run setup test pictures secrets packages dev-packages lock clean
.NOTPARALLEL:

run: setup
	@exec $(PY) manage.py serve --port "$(PORT)"

setup: packages secrets
	@$(PY) manage.py prepare

test: dev-packages secrets
	@$(PY) -m tests.run $(ARGS)

pictures: dev-packages secrets
	@$(PY) -m tests.pictures

secrets: $(PY)
	@$(PY) -m config.secrets

# $(INSTALLED) is a copy of the lock file that was installed last.
packages: $(PY)
	@cmp -s requirements.txt $(INSTALLED) || cmp -s requirements-dev.txt $(INSTALLED) || { \
		echo "Installing the packages of requirements.txt (once, a minute or so)"; \
		$(PIP) install --require-hashes -r requirements.txt && cp requirements.txt $(INSTALLED); }

dev-packages: $(PY)
	@cmp -s requirements-dev.txt $(INSTALLED) || { \
		echo "Installing the packages of requirements-dev.txt (once, a minute or two)"; \
		$(PIP) install --require-hashes -r requirements-dev.txt && cp requirements-dev.txt $(INSTALLED); }

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Python 3.11 or later is needed, and '$(PYTHON)' is not that: install it, or name it with make PYTHON=..." >&2; \
		exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "This Python cannot make environments: install its venv module (Debian: apt install python3-venv)." >&2; \
		exit 1; }
	@echo "Making a Python environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)

lock: dev-packages
	$(COMPILE) -o requirements.txt pyproject.toml
	$(COMPILE) --extra dev -c requirements.txt -o requirements-dev.txt pyproject.toml

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis staticfiles
