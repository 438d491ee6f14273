"""A reference and an output that may be swapped, judging by the names of their files.

BLEU hardly changes if output and reference are swapped, so the score does not show it.
"""

import os
from collections.abc import Iterator

from tertium.checks._findings import Finding
from tertium.checks._lines import outputs
from tertium.core import wording
from tertium.core.streams import Stream
from tertium.core.testset import TestSet

ACROSS_SYSTEMS = True

# Words in the names of files; a letter may follow the first, as in "refA".
_REFERENCE = ("ref", "refs", "reference", "references")
_OUTPUT = (
    *("hyp", "hyps", "hypothesis", "hypotheses", "out", "output", "outputs", "baseline"),
    *("sys", "system", "systems", "pred", "preds", "prediction", "predictions"),
)


def find(testset: TestSet) -> Iterator[Finding]:
    """Outputs that are named like references, or references that are named like outputs."""
    references = [stream for stream in testset.references.values() if stream.unit == "line"]
    texts = [stream for _, stream in outputs(testset) if stream.unit == "line"]
    if not references or not texts:
        return
    if not any(map(_named_reference, references)):
        for stream in texts:
            if _named_reference(stream):
                yield _finding(stream, "an output", "a reference")
                return
        if not any(map(_named_output, texts)):
            for stream in references:
                if _named_output(stream):
                    yield _finding(stream, "a reference", "an output")
                    return


def _named_reference(stream: Stream) -> bool:
    words = _words(stream)
    return "gold" in words or any(w in _REFERENCE or w[:-1] in _REFERENCE for w in words)


def _named_output(stream: Stream) -> bool:
    return any(word in _OUTPUT for word in _words(stream))


def _words(stream: Stream) -> list[str]:
    """Words of a to z in the name of a file."""
    name = os.path.basename(stream.origin).lower()  # noqa: PTH119
    return "".join(letter if "a" <= letter <= "z" else " " for letter in name).split()


def _finding(stream: Stream, role: str, named: str) -> Finding:
    option = wording.option("references", wording.FILE)
    return Finding(
        "warning",
        stream.origin,
        f"The file is given as {role}, but its name suggests {named}.",
        f"Give references with {option}. If they are swapped with outputs, so are precision and"
        " recall.",
    )
