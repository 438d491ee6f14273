"""Scores one large line in a process of its own: KIND CHARACTERS GIGABYTES.

Prints as JSON the scores, the CPU seconds of each metric and the peak memory in megabytes.
"""

import json
import random
import resource
import sys
import time
from typing import Any

import tertium

METRICS: dict[str, tuple[str, dict[str, Any]]] = {
    "bleu": ("bleu", {"eff": True}),
    "chrf": ("chrf", {}),
    "chrf++": ("chrf", {"word_order": 2}),
    "nist": ("nist", {}),
    "ribes": ("ribes", {}),
    "ter": ("ter", {}),
    "wer": ("wer", {}),
    "per": ("per", {}),
    "cder": ("cder", {}),
    "gleu": ("gleu", {}),
}


def words(size: int) -> str:
    draw = random.Random(0)
    return " ".join(draw.choices([f"w{n}" for n in range(50_000)], k=size // 6))


def moved(size: int) -> str:
    """The same as `words`, with five of them moved by twenty places."""
    line = words(size).split()
    block = line[1000:1005]
    del line[1000:1005]
    line[1020:1020] = block
    return " ".join(line)


def letters(size: int) -> str:
    return "".join(random.Random(0).choices("abcdefghijklmnopqrstuvwxyzäöü", k=size))


# Output and reference.
PAIRS = {
    "one word": (letters, letters),
    "many words": (words, words),
    "a block of words moved": (moved, words),
    "one character": ("a".__mul__, "a".__mul__),
    "dots": (".".__mul__, ".".__mul__),
    "one word repeated": (lambda size: "a " * (size // 2), lambda size: "a " * (size // 2)),
    "every second word wrong": (lambda size: "a " * (size // 2), lambda size: "a b " * (size // 4)),
}

# Where time grows with the square: a minute or two for ten megabytes.
QUADRATIC = {("every second word wrong", "cder")}


def main() -> None:
    kind, size, gigabytes = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    output, reference = (make(size) for make in PAIRS[kind])
    limit = int(gigabytes * 2**30)
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    scores, seconds = {}, {}
    for name, (metric, parameters) in METRICS.items():
        if size > 1_000_000 and (kind, name) in QUADRATIC:
            continue
        start = time.process_time()
        scores[name] = getattr(tertium, metric)([output], [[reference]], **parameters).value
        seconds[name] = round(time.process_time() - start, 2)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    json.dump({"scores": scores, "seconds": seconds, "megabytes": peak}, sys.stdout)


if __name__ == "__main__":
    main()
