"""Metrics beside programs of others: their whole command, start-up included, against one call.

Ours goes from text in memory to the score, in a process that has loaded everything.
"""

import tempfile
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import NamedTuple

import tertium
from benchmarks import java_meteor, peers
from benchmarks.measure import Comparison, alternate_with_command
from benchmarks.peers import Peer
from benchmarks.texts import pairs

# mteval takes time with the square of the segments in a document.
_SEGMENTS_IN_A_DOCUMENT = 40


class Job(NamedTuple):
    """What is measured: their command, after files of a folder, and our call."""

    name: str
    peer: Peer
    arguments: tuple[str, ...]
    ours: Callable[[], object]
    goal: float


def comparisons(repetitions: int) -> tuple[list[Comparison], list[str]]:
    """Compare the jobs whose peer is there; and a line for each of the others."""
    _, outputs, references = pairs()
    jobs = [
        Job(
            "NIST",
            peers.MTEVAL,
            ("-n", "-r", "ref.sgm", "-s", "src.sgm", "-t", "tst.sgm"),
            lambda: tertium.nist(outputs, [references]),
            50,
        ),
        Job(
            "RIBES",
            peers.RIBES,
            ("-r", "ref.txt", "hyp.txt"),
            lambda: tertium.ribes(outputs, [references]),
            50,
        ),
    ]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _write(folder, outputs, references)
        made = [
            alternate_with_command(
                job.name,
                [job.peer.runs_with, str(job.peer.path.resolve()), *job.arguments],
                job.ours,
                repetitions=max(3, repetitions // 2),
                folder=folder,
                peer=job.peer.name,
                goal=job.goal,
            )
            for job in jobs
            if not job.peer.absence
        ]
    absent = [f"{job.name}: {job.peer.absence}." for job in jobs if job.peer.absence]
    try:
        made += java_meteor.comparisons(max(3, repetitions // 2))
    except FileNotFoundError as error:
        absent.append(f"METEOR: needs {error}.")
    return made, absent


def _write(folder: Path, outputs: list[str], references: list[str]) -> None:
    files = {
        "hyp.txt": "".join(f"{line}\n" for line in outputs),
        "ref.txt": "".join(f"{line}\n" for line in references),
        "src.sgm": _sgml("srcset", outputs),
        "ref.sgm": _sgml("refset", references),
        "tst.sgm": _sgml("tstset", outputs),
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")


def _sgml(kind: str, lines: list[str]) -> str:
    parts = [f'<{kind} setid="set" srclang="any" trglang="any">']
    for start in range(0, len(lines), _SEGMENTS_IN_A_DOCUMENT):
        parts.append(f'<doc docid="from {start}" sysid="{kind}">')
        for number, line in enumerate(lines[start : start + _SEGMENTS_IN_A_DOCUMENT], 1):
            parts.append(f'<seg id="{number}">{escape(line, quote=False)}</seg>')
        parts.append("</doc>")
    return "\n".join([*parts, f"</{kind}>"])
