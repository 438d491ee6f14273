"""Run the programs that define metrics on the example texts and store their numbers.

    tools/parity.py PROGRAMS [NAME ...]

PROGRAMS is a folder with the programs, none of which is part of the project:

    mteval-v13a.pl, multi-bleu.perl    moses-smt/mosesdecoder 34452895, scripts/generic
    RIBES.py                           nttcslab-nlp/RIBES 7e76cf24
    meteor-1.5.jar                     METEOR 1.5, with data/paraphrase-en.gz beside it
    tercom-0.7.25                      classes of snover/terp e45c4285 (com.bbn.mt.ter)
    tercom-0.10.0                      classes of jhclark/tercom e413d077 (ter)
    multeval                           checkout of jhclark/multeval bd93ed16, compiled into bin

The numbers go to `tests/parity/examples/NAME.json`, where `tests/parity/test_examples.py` compares
them with ours. A clone without the reference data thus still proves equality with each program.
"""

import argparse
import json
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from datetime import date
from html import escape
from itertools import chain
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
NEWS = ROOT / "src" / "tertium" / "examples" / "news"
STORED = ROOT / "tests" / "parity" / "examples"

SYSTEMS = ("large", "pivot")
REFERENCES = (("A",), ("A", "B"))

Run = dict[str, Any]


def main() -> None:
    """Run the programs that the command line names, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", type=Path)
    parser.add_argument("names", nargs="*", default=list(PROGRAMS), metavar="name")
    given = parser.parse_args()
    STORED.mkdir(exist_ok=True)
    for name in given.names:
        title, run = PROGRAMS[name]
        with tempfile.TemporaryDirectory() as folder:
            runs = list(run(given.programs.resolve(), Path(folder)))
        head = {"program": title, "date": date.today().isoformat()}
        for one in runs:
            if "segments" in one:
                one["segments"] = [round(score, 10) for score in one["segments"]]
        rows = ",\n".join(json.dumps(one) for one in runs)
        text = f'{json.dumps(head)[:-1]}, "runs": [\n{rows}\n]}}\n'
        (STORED / f"{name}.json").write_text(text, encoding="utf-8")
        print(f"{name}: {len(runs)} runs")


# --- Inputs and commands --------------------------------------------------------------------------


def reference(name: str) -> Path:
    """The file of a reference."""
    return NEWS / f"reference.{name}.en.txt"


def system(name: str) -> Path:
    """The file of the output of a system."""
    return NEWS / "systems" / f"{name}.txt"


def lines(path: Path) -> list[str]:
    """The lines of a text file."""
    return path.read_text(encoding="utf-8").splitlines()


def write(path: Path, content: list[str]) -> str:
    """Write lines and give the name of the file, as commands in its folder use it."""
    path.write_text("".join(f"{line}\n" for line in content), encoding="utf-8")
    return path.name


def output(command: list[object], folder: Path, stdin: Path | None = None) -> str:
    """Run a command in a folder and give all that it prints."""
    with (stdin or Path("/dev/null")).open("rb") as file:
        done = subprocess.run(
            [str(part) for part in command],
            cwd=folder,
            stdin=file,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=True,
        )
    return done.stdout.decode("utf-8")


def shown(command: list[object], programs: Path) -> str:
    """A command as it is stored, without the folders of this machine."""
    text = shlex.join(str(part) for part in command)
    return (
        text.replace(f"{programs}/", "").replace(f"{NEWS}/", "").replace(sys.executable, "python")
    )


def cases() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Systems and the references that they are scored against."""
    return ((name, names) for name in SYSTEMS for names in REFERENCES)


# --- The programs ---------------------------------------------------------------------------------


def mteval(programs: Path, folder: Path) -> Iterator[Run]:
    """NIST and BLEU of the corpus and of every segment, in full precision."""
    for name, names in cases():
        tested = [("tstset", name, lines(system(name)))]
        given = [("refset", one, lines(reference(one))) for one in names]
        sources = [("srcset", "source", lines(NEWS / "source.de.txt"))]
        for kind, sets in (("src", sources), ("ref", given), ("tst", tested)):
            write(folder / f"{kind}.sgm", list(chain.from_iterable(sgml(*one) for one in sets)))
        for flags, option in (
            ([], "lc=true"),
            (["-c"], ""),
            (["-c", "--international-tokenization"], "tok=intl"),
        ):
            program = programs / "mteval-v13a.pl"
            files = ["-r", "ref.sgm", "-s", "src.sgm", "-t", "tst.sgm"]
            command: list[object] = ["perl", program, *files, "--metricsMATR-output", *flags]
            output(command, folder)
            nist = "case_sensitive=true" if flags else ""
            for score, metric, scale in (
                (
                    "NIST",
                    f"nist({','.join(filter(None, [nist, 'tok=intl' * (len(flags) > 1)]))})",
                    1,
                ),
                ("BLEU", f"bleu({','.join(filter(None, ['smooth=mteval', option]))})", 100),
            ):
                yield {
                    "command": shown(command, programs),
                    "metric": metric,
                    "system": name,
                    "references": names,
                    "scale": scale,
                    "tolerance": 1e-8,
                    "corpus": last_cells(folder / f"{score}-sys.scr")[0],
                    "segments": last_cells(folder / f"{score}-seg.scr"),
                }


def sgml(kind: str, name: str, content: list[str]) -> list[str]:
    """A set of segments as mteval reads it, in documents: its time grows with their square."""
    found = [f'<{kind} setid="news" srclang="de" trglang="en" refid="{name}">']
    for start in range(0, len(content), 40):
        found.append(f'<doc docid="{start:04}" sysid="{name}" genre="news">')
        for number, line in enumerate(content[start : start + 40], 1):
            found.append(f'<seg id="{number}">{escape(line, quote=False)}</seg>')
        found.append("</doc>")
    return [*found, f"</{kind}>"]


def last_cells(path: Path) -> list[float]:
    """Scores of a file of mteval, one a line."""
    return [float(line.split()[-1]) for line in lines(path)]


def multi_bleu(programs: Path, folder: Path) -> Iterator[Run]:
    """Corpus BLEU of text as it is, with two digits."""
    for name, names in cases():
        for place, one in enumerate(names):
            write(folder / f"ref{place}", lines(reference(one)))
        command: list[object] = ["perl", programs / "multi-bleu.perl", "ref"]
        printed = output(command, folder, stdin=system(name))
        yield {
            "command": f"{shown(command, programs)} < systems/{name}.txt",
            "metric": "bleu(tok=none,smooth=none)",
            "system": name,
            "references": names,
            "tolerance": 0.005,
            "corpus": float(re.search(r"BLEU = ([\d.]+),", printed)[1]),  # type: ignore[index]
        }
        for path in folder.iterdir():
            path.unlink()


def ribes(programs: Path, folder: Path) -> Iterator[Run]:
    """Corpus and segments, with six digits."""
    for name, names in cases():
        for flags, metric in (([], "ribes"), (["-c"], "ribes(case_sensitive=true)")):
            given = chain.from_iterable(("-r", reference(one)) for one in names)
            program = programs / "RIBES.py"
            command: list[object] = [sys.executable, program, "-s", *flags, *given, system(name)]
            printed = output(command, folder)
            found = re.findall(r"^([\d.]+) alpha.*?( sentence \d+)?$", printed, re.MULTILINE)
            yield {
                "command": shown(command, programs),
                "metric": metric,
                "system": name,
                "references": names,
                "tolerance": 5.001e-7,
                "corpus": next(float(score) for score, place in found if not place),
                "segments": [float(score) for score, place in found if place],
            }


def meteor(programs: Path, folder: Path) -> Iterator[Run]:
    """Statistics of every segment, exactly, and scores in full precision."""
    for name, names in cases():
        texts = [lines(reference(one)) for one in names]
        given = write(folder / "ref", list(chain.from_iterable(zip(*texts, strict=True))))
        for flags, metric in (
            (["-l", "en", "-norm"], "meteor(lang=en,norm=true)"),
            (
                ["-l", "en", "-norm", "-m", "exact stem"],
                "meteor(lang=en,norm=true,modules=exact+stem)",
            ),
            (["-l", "en", "-t", "adq", "-lower"], "meteor(lang=en,task=adq,lower=true)"),
        ):
            java = ["java", "-Xmx2G", "-jar", programs / "meteor-1.5.jar"]
            command: list[object] = [*java, system(name), given, "-r", str(len(names)), *flags]
            printed = output(command, folder)
            rows = output([*command, "-ssOut"], folder)
            yield {
                "command": shown(command, programs),
                "metric": metric,
                "system": name,
                "references": names,
                "tolerance": 1e-9,
                "corpus": float(re.search(r"Final score:\s+(\S+)", printed)[1]),  # type: ignore[index]
                "segments": [float(score) for score in re.findall(r" score:\t(\S+)", printed)],
                "statistics": [
                    [int(float(cell)) for cell in row.split()]
                    for row in rows.splitlines()
                    if re.fullmatch(r"[\d. ]+", row)
                ],
            }


def tercom(program: str, variant: str) -> Callable[[Path, Path], Iterator[Run]]:
    """Edits and reference words of every segment, exactly, and the total."""

    def runs(programs: Path, folder: Path) -> Iterator[Run]:
        for name, names in cases():
            numbered = [
                f"{line} (news.{number})"
                for one in names
                for number, line in enumerate(lines(reference(one)), 1)
            ]
            write(folder / "ref", numbered)
            tested = enumerate(lines(system(name)), 1)
            write(folder / "hyp", [f"{line} (news.{number})" for number, line in tested])
            for flags, options in (
                ([], []),
                (["-N"], ["normalized=true"]),
                (["-s", "-P"], ["case_sensitive=true", "no_punct=true"]),
            ):
                classes, start = program.split()
                java = ["java", "-cp", programs / classes, start]
                files = ["-r", "ref", "-h", "hyp", "-o", "ter", "-n", "out"]
                command: list[object] = [*java, *files, *flags]
                printed = output(command, folder)
                cells = [line.split() for line in lines(folder / "out.ter")[2:]]
                yield {
                    "command": shown(command, programs),
                    "metric": f"ter({','.join([f'variant={variant}', *options])})",
                    "system": name,
                    "references": names,
                    "scale": 100,
                    "tolerance": 1e-9,
                    "corpus": float(re.search(r"Total TER: (\S+)", printed)[1]),  # type: ignore[index]
                    "statistics": [[float(edits), float(words)] for _, edits, words, _ in cells],
                }

    return runs


def sacrebleu(programs: Path, folder: Path) -> Iterator[Run]:
    """Corpus and segments by the command of the installed package, with ten digits."""
    for name, names in cases():
        for flags, metric in (
            (["-m", "bleu"], "bleu"),
            (["-m", "bleu", "-tok", "intl", "-lc"], "bleu(tok=intl,lc=true)"),
            (["-m", "chrf"], "chrf"),
            (["-m", "chrf", "--chrf-word-order", "2"], "chrf(word_order=2)"),
            (["-m", "ter"], "ter"),
        ):
            start = [sys.executable, "-m", "sacrebleu", *(reference(one) for one in names)]
            command: list[object] = [*start, "-i", system(name), "-w", "10", "-b", *flags]
            yield {
                "command": shown(command, programs),
                "metric": metric,
                "system": name,
                "references": names,
                "tolerance": 1e-9,
                "corpus": float(output(command, folder)),
                "segments": [float(line) for line in output([*command, "-sl"], folder).split()],
            }


def multeval(programs: Path, folder: Path) -> Iterator[Run]:
    """Scores of runs, their deviations, and p-values, which rest on draws without a seed."""
    place = programs / "multeval"
    jars = [place / "lib" / f"{jar}.jar" for jar in ("guava-11.0", "tercom-0.8.0", "jannopts")]
    path = ":".join(map(str, [place / "bin", *jars, programs / "meteor-1.5.jar"]))
    for systems in (
        {"baseline": ["baseline.1"], "system 1": ["distilled"], "system 2": ["finetuned"]},
        {
            "baseline": [f"baseline.{run}" for run in (1, 2, 3)],
            "system 1": ["large", "distilled", "pivot"],
        },
    ):
        given: list[object] = ["--refs", reference("A")]
        for name, outputs in systems.items():
            given += [f"--hyps-{name.replace('system ', 'sys')}", *map(system, outputs)]
        options = ["--metrics", "bleu", "meteor", "ter", "length", "--meteor.language", "en"]
        java = ["java", "-Xmx2G", "-cp", path, "multeval.MultEval", "eval"]
        command: list[object] = [*java, *given, *options, "--threads", "1", "--verbosity", "1"]
        printed = output(command, place)
        results: dict[str, Any] = {}
        for name, metric, what, value in re.findall(
            r"^RESULT: (.*?): (.*?): (.*?): (.*)$", printed, re.M
        ):
            number = None if value == "NaN" else float(value)
            results.setdefault(name, {}).setdefault(metric, {})[what] = number
        yield {
            "command": shown(["java", "-cp", "...", *command[4:]], programs),
            "systems": systems,
            "references": ["A"],
            "results": results,
        }


PROGRAMS: dict[str, tuple[str, Callable[[Path, Path], Iterator[Run]]]] = {
    "mteval": ("mteval-v13a.pl (moses-smt/mosesdecoder 34452895)", mteval),
    "multi-bleu": ("multi-bleu.perl (moses-smt/mosesdecoder 34452895)", multi_bleu),
    "ribes": ("RIBES.py 1.03.1 (nttcslab-nlp/RIBES 7e76cf24)", ribes),
    "meteor": ("METEOR 1.5 (meteor-1.5.jar)", meteor),
    "tercom-0.7.25": (
        "TERCOM 0.7.25 (snover/terp e45c4285)",
        tercom("tercom-0.7.25 com.bbn.mt.ter.TERtest", "tercom"),
    ),
    "tercom-0.10.0": (
        "TERCOM 0.10.0 (jhclark/tercom e413d077)",
        tercom("tercom-0.10.0 ter.TER", "tercom-0.10"),
    ),
    "sacrebleu": ("sacreBLEU 2.6.0", sacrebleu),
    "multeval": ("MultEval 0.5.1 (jhclark/multeval bd93ed16) with METEOR 1.5", multeval),
}


if __name__ == "__main__":
    main()
