# Each target works alone on a fresh clone: it needs Python 3.11 or later and make, nothing else.
PYTHON ?= python3
UV := uv==0.13.8
LOCKFLAGS ?=# --upgrade takes newer versions
RECORDFLAGS ?=# words as `ties dice-throne` name some of it, --again makes it whether it is due or not
VERIFYFLAGS ?=# --no-cache proves everything again
SLOWFLAGS ?=# --seconds 600 skips the slow tests that have not begun by then
EVIDENCE := .evidence
BIN := .venv/bin
LAYERS := model specs checker oracle mutation testing
# Folders are listed too: their time changes when a file is removed.
SOURCES := $(shell find dicelaw $(LAYERS) -name __pycache__ -prune -o -print)

# Without it `python -m` and `python -c` would find the folder dicelaw/ before the installed package.
export PYTHONSAFEPATH := 1
# Bytecode is kept: as the package has a plugin of pytest, pytest rewrites all of it in each process otherwise.
export PYTHONDONTWRITEBYTECODE :=

.DELETE_ON_ERROR:
.PHONY: install verify recheck test test-slow record lint lock bench clean

# What the other targets do first; a change is seen by what runs after it.
install: .venv/.installed

verify: .venv/.installed
	$(BIN)/dicelaw verify --readings all $(VERIFYFLAGS)

# What the proofs rest on, written down and checked without the prover.
recheck: $(EVIDENCE)/evidence.json
	$(BIN)/dicelaw recheck $(EVIDENCE)

$(EVIDENCE)/evidence.json: .venv/.installed
	rm -rf $(EVIDENCE)
	$(BIN)/dicelaw verify --readings none --evidence $(EVIDENCE)

test: .venv/.installed
	$(BIN)/python -m pytest -q -n 2 -m "not slow"

# What takes long: campaigns, and the rest of the cases of which `make test` has a few.
test-slow: .venv/.installed
	$(BIN)/python -m pytest -q -n 2 -m slow $(SLOWFLAGS)

# What is recorded of the rules, made again as far as it has changed; RECORDFLAGS may name some of it.
record: .venv/.installed
	PYTHONPATH=scripts $(BIN)/python scripts/record.py $(RECORDFLAGS)

# mypy runs elsewhere for the same reason: it is to see what is installed.
lint: .venv/.installed
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	cd .venv && bin/mypy --config-file ../pyproject.toml --cache-dir ../.mypy_cache -p dicelaw

bench: .venv/.installed
	$(BIN)/python bench/run.py

.venv/.deps: requirements.lock
	rm -rf .venv
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	touch $@

# build/ goes before and after: setuptools would put what it finds there into the wheel.
.venv/.installed: .venv/.deps pyproject.toml setup.py $(SOURCES)
	rm -rf build dicelaw.egg-info
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation .
	rm -rf build dicelaw.egg-info
	touch $@

# Everything: the package, its extras and the build backend, for every platform, one version of each.
lock:
	$(PYTHON) -m venv .venv-lock
	.venv-lock/bin/python -m pip install --quiet --disable-pip-version-check $(UV)
	$(PYTHON) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' \
	| .venv-lock/bin/uv pip compile pyproject.toml - --all-extras --universal --python-version 3.11 \
	    --fork-strategy fewest --generate-hashes --no-emit-index-url --no-annotate \
	    --custom-compile-command "make lock" --quiet --output-file requirements.lock $(LOCKFLAGS)

clean:
	rm -rf .venv .venv-lock $(EVIDENCE) build dicelaw.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
