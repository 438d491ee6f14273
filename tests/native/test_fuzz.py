"""Random input through the C++ kernels alone, under the sanitizers of the compiler.

`python -m tests.native.test_fuzz 600` runs an optimized build for ten minutes.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

DRIVER = Path(__file__).parent / "fuzz.cpp"
KERNELS = Path(__file__).parents[2] / "src" / "tertium" / "kernels" / "native"
STRICT = ("-Wall", "-Wextra", "-Wconversion", "-Werror")
SANITIZE = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")


def build(folder: Path, *optimization: str) -> Path:
    """Compile driver and kernels, unless the very same build is there already."""
    compiler = shutil.which("g++")
    if compiler is None:
        pytest.skip("there is no g++ to build the kernels with sanitizers")
    options = ["-std=c++17", *optimization, *SANITIZE, *STRICT, f"-I{KERNELS}"]
    sources = [DRIVER, *sorted(KERNELS.glob("*.cpp"))]
    seen = hashlib.sha256(subprocess.check_output([compiler, "--version"]))
    for part in (*map(str.encode, options), *map(read, [*sources, *sorted(KERNELS.glob("*.hpp"))])):
        seen.update(part)
    program = folder / f"fuzz-{seen.hexdigest()[:16]}"
    if not program.exists():
        aside = folder / f"{program.name}.{os.getpid()}"
        done = subprocess.run(
            [compiler, *options, *map(str, sources), "-o", str(aside)],
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        aside.rename(program)
    return program


def read(path: Path) -> bytes:
    return path.read_bytes()


def run(program: Path, *, seed: int, seconds: float) -> None:
    done = subprocess.run([program, str(seed), str(seconds)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "rounds, built with" in done.stdout
    assert "AddressSanitizer" in done.stdout


@pytest.fixture
def folder(pytestconfig, tmp_path) -> Path:
    """Where builds stay from one run of pytest to the next: they take longer than the test."""
    cache = getattr(pytestconfig, "cache", None)
    return Path(cache.mkdir("native")) if cache else tmp_path


@pytest.mark.slow
def test_kernels_stand_random_input(folder):
    # Without optimization: compiling takes longer than running.
    run(build(folder, "-O0", "-g1"), seed=1, seconds=3)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        run(build(Path(name), "-O1", "-g"), seed=1_000_000, seconds=float(sys.argv[1]))
