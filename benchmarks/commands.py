"""Whole commands, installed by `pip install .` into a virtual environment."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.measure import Comparison, alternate_commands, command_seconds
from benchmarks.texts import pairs

_ROOT = Path(__file__).parent.parent


def comparisons(repetitions: int) -> tuple[list[Comparison], list[float]]:
    """Compare the commands; and the CPU seconds of `tertium --help`."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        binaries = _installed(folder)
        # Files compiled at installation are part of an installation.
        environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
        environment["PATH"] = f"{binaries}:{environment.get('PATH', '')}"
        _, outputs, references = pairs()
        _write(folder / "ref.txt", references)
        _write(folder / "hyp.txt", outputs)
        _write(folder / "small.ref.txt", references[:10])
        _write(folder / "small.hyp.txt", outputs[:10])
        made = []
        for label, stem, metric, goal in (
            ("start and 10 segments, BLEU", "small.", "bleu", 1.7),
            (f"{len(outputs):,} segments, BLEU", "", "bleu", 3),
            (f"{len(outputs):,} segments, chrF", "", "chrf", 5),
            (f"{len(outputs):,} segments, TER", "", "ter", 40),
        ):
            reference, output = str(folder / f"{stem}ref.txt"), str(folder / f"{stem}hyp.txt")
            made.append(
                alternate_commands(
                    f"command: {label}",
                    [f"{binaries}/sacrebleu", reference, "-i", output, "-m", metric],
                    [f"{binaries}/tertium", "score", "-r", reference, output, "-m", metric],
                    repetitions=3 if metric == "ter" else repetitions,
                    environment=environment,
                    goal=goal,
                )
            )
        help_command = [f"{binaries}/tertium", "--help"]
        return made, [command_seconds(help_command, environment) for _ in range(repetitions)]


def _installed(folder: Path) -> Path:
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    binaries = folder / "venv" / "bin"
    subprocess.run(
        [binaries / "python", "-m", "pip", "install", "--quiet", str(_ROOT), "sacrebleu==2.6.0"],
        check=True,
    )
    return binaries


def _write(path: Path, lines: list[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
