# Two commands do everything on a fresh machine: `make demo` and `make test`.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
NATIVE := setup.py $(wildcard src/tertium/kernels/*.pyx src/tertium/kernels/native/*)

.PHONY: help demo test quick fast-tests check docs stub graph picture bench reproduce calibration clean

help:
	@echo "make demo    set up, then compare systems on the example data and write a report"
	@echo "make test    set up, then format, ruff, mypy, layers, docs and all tests"
	@echo "make quick   the same without docs and slow tests: for everyday use"
	@echo "make docs    build the documentation into site/"
	@echo "make stub    write the signatures of the Python functions for type checkers"
	@echo "make graph   draw the imports between packages for docs/architecture.md"
	@echo "make picture   draw the picture of the README again"
	@echo "make reproduce   compute the tables of docs/reproduction.md again"
	@echo "make calibration   simulate the tables of docs/calibration.md again (some minutes)"
	@echo "make bench   measure against sacreBLEU, side by side"

# --- Set-up: the core is enough for the demo; tests need the rest too ---------------------------

$(VENV)/core: pyproject.toml $(NATIVE)
	tools/system_packages.sh
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --editable ".[charts]"
	touch $@

$(VENV)/test: $(VENV)/core
	tools/system_packages.sh test
	$(BIN)/python -m pip install --quiet --editable ".[charts,meteor,ja,ko,spm,zstd,frames,dask,web,postgres]" --group test
	touch $@

# --- What one runs ------------------------------------------------------------------------------

demo: $(VENV)/core
	$(BIN)/tertium demo

check: $(VENV)/test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: check docs
	$(BIN)/python -m pytest --numprocesses auto

quick: $(VENV)/test
	$(MAKE) --no-print-directory --jobs=2 check fast-tests

fast-tests: $(VENV)/test
	TERTIUM_QUICK=1 $(BIN)/python -m pytest --numprocesses auto -m "not slow"

docs: $(VENV)/test
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going docs site

stub: $(VENV)/test
	$(BIN)/python tools/write_stub.py

graph: $(VENV)/test
	$(BIN)/python tools/import_graph.py

picture: $(VENV)/test
	$(BIN)/python tools/readme_picture.py

reproduce: $(VENV)/test
	$(BIN)/python tools/reproduce.py

calibration: $(VENV)/test
	$(BIN)/python tools/calibration.py

bench: $(VENV)/test
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) build dist site *.egg-info src/*.egg-info src/tertium/kernels/*.so
