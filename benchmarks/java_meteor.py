"""METEOR's own program, kept running, so that its start-up is not measured."""

import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import tertium
from benchmarks.measure import Comparison, call_seconds, in_turn
from benchmarks.texts import pairs
from tertium.metrics._meteor_resources import synonyms_of_english
from tertium.text import stems
from tertium.text.resources import located

# Lines given at a time: few enough that no pipe fills up before the answers are read.
_LINES = 100


def comparisons(repetitions: int) -> list[Comparison]:
    """METEOR of text whose words were stemmed before, and of text that is new."""
    _, outputs, references = pairs()
    program = JavaMeteor()

    def theirs() -> float:
        before = program.seconds()
        program(outputs, references)
        return program.seconds() - before

    def ours() -> object:
        return tertium.meteor(outputs, [references], norm=True, modules="exact+stem+synonym")

    def forget() -> None:
        stems.stemmer.cache_clear()
        synonyms_of_english()[0]._known.clear()

    def compared(job: str, before: Callable[[], None], goal: float) -> Comparison:
        seconds = in_turn(theirs, lambda: call_seconds(ours, before), repetitions)
        return Comparison(job, *seconds, goal, "METEOR 1.5")

    try:
        for _ in range(8):  # until Java has compiled what it will
            theirs()
        return [
            compared("METEOR, exact stem synonym", lambda: None, 5),
            compared("METEOR, words never seen", forget, 5),
        ]
    finally:
        program.close()


class JavaMeteor:
    """`java -jar meteor-1.5.jar - - -stdio -l en -norm -m 'exact stem synonym'`."""

    def __init__(self) -> None:
        java, jar = shutil.which("java"), located("meteor")
        if java is None or jar is None:
            raise FileNotFoundError("Java and METEOR's jar (pip install 'tertium[meteor]')")
        options = [
            "-XX:ActiveProcessorCount=1",
            "-Xmx2G",
            "-Dfile.encoding=UTF-8",
            "-jar",
            str(jar),
        ]
        task = ["-", "-", "-stdio", "-l", "en", "-norm", "-m", "exact stem synonym"]
        self.process = subprocess.Popen(
            [java, *options, *task],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def __call__(self, outputs: Sequence[str], references: Sequence[str]) -> list[str]:
        """Statistics of every segment, as the program prints them."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        answers = []
        for begin in range(0, len(outputs), _LINES):
            part = slice(begin, begin + _LINES)
            pairs = list(zip(outputs[part], references[part], strict=True))
            for output, reference in pairs:
                # The program separates fields by three bars.
                plain = output.replace("|||", "| | |"), reference.replace("|||", "| | |")
                self.process.stdin.write(f"SCORE ||| {plain[1]} ||| {plain[0]}\n".encode())
            self.process.stdin.flush()
            answers += [self.process.stdout.readline().decode() for _ in pairs]
        return answers

    def seconds(self) -> float:
        """CPU seconds it has used so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
