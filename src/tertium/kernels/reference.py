"""Slow twins of the kernels: the definitions, in plain Python.

They are the specification and the test oracle. Ids are Python lists here, and tokens need no
vocabulary: a sequence is a list of anything that can be compared.
"""

import math
import re
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

Tokens = Sequence[Hashable]

_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")

# Rules of mteval-v13a.pl (NIST), applied one after the other.
_RULES_13A = (
    (r"([{-~\[-` -&(-+:-@/])", r" \1 "),
    (r"([^0-9])([.,])", r"\1 \2 "),
    (r"([.,])([^0-9])", r" \1 \2"),
    (r"([0-9])(-)", r"\1 \2 "),
)
_ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))

# The set that sacreBLEU's zh tokenizer really splits (it writes two ranges with five digits in a
# four-digit escape).
_CHINESE = (
    "([\u2001-\u2a6d\u2e80-\u2fdf\u2ff0-\u303f\u3100-\u312f\u31a0-\u31ef\u3200-\u4db5"
    "\u4e00-\u9fbb\uf900-\ufa2d\ufa30-\ufa6a\ufa70-\ufad9\ufe10-\ufe1f\ufe30-\ufe4f"
    "\uff00-\uffef])"
)


def tokenize_words(line: str) -> list[str]:
    """Split on white space."""
    return line.split()


def tokenize_fields(line: str) -> list[str]:
    """Split on space, tab, line feed, form feed and carriage return, as Java does by default."""
    return [field for field in re.split("[ \t\n\f\r]", line) if field]


def tokenize_13a(line: str) -> list[str]:
    """Tokenize as mteval-v13a does."""
    line = line.rstrip().replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    for escaped, character in _ENTITIES:
        line = line.replace(escaped, character)
    return _apply_13a(f" {line} ")


def tokenize_zh(line: str) -> list[str]:
    """Set Chinese characters apart; the rest as 13a, without padding or unescaping."""
    return _apply_13a(re.sub(_CHINESE, r" \1 ", line.strip()))


def tokenize_intl(line: str) -> list[str]:
    """Tokenize as the international tokenization of mteval-v14 does."""
    from tertium.kernels._unicode import NUMBERS, PUNCTUATION, SYMBOLS

    line = re.sub(f"([^{NUMBERS}])([{PUNCTUATION}])", r"\1 \2 ", line.rstrip())
    line = re.sub(f"([{PUNCTUATION}])([^{NUMBERS}])", r" \1 \2", line)
    return re.sub(f"([{SYMBOLS}])", r" \1 ", line).split()


def _apply_13a(line: str) -> list[str]:
    for pattern, replacement in _RULES_13A:
        line = re.sub(pattern, replacement, line)
    return line.split()


def tokenize_punctuation(line: str) -> list[str]:
    """Set one final, else one initial ASCII punctuation mark of each word apart (chrF++)."""
    tokens = []
    for word in line.split():
        if len(word) > 1 and word[-1] in _PUNCTUATION:
            tokens += [word[:-1], word[-1]]
        elif len(word) > 1 and word[0] in _PUNCTUATION:
            tokens += [word[0], word[1:]]
        else:
            tokens.append(word)
    return tokens


def characters(line: str, *, whitespace: bool) -> list[int]:
    """Code points of a line."""
    return [ord(character) for character in line if whitespace or not character.isspace()]


def bleu_statistics(output: Tokens, references: Sequence[Tokens], order: int) -> list[int]:
    """Matches and totals for n = 1..order, output length, length of the closest reference.

    An n-gram counts at most as often as in the one reference that has it most often; of two
    references equally close in length the shorter one counts (Papineni et al. 2002).
    """
    orders = range(1, order + 1)
    lengths = [len(reference) for reference in references]
    return [
        *(_matches(output, references, n).total() for n in orders),
        *(_ngrams(output, n).total() for n in orders),
        len(output),
        min(lengths, key=lambda length: (abs(length - len(output)), length)),
    ]


def information(
    references: Sequence[Sequence[Tokens]], order: int, *, blank: Hashable = None
) -> dict[Tokens, float]:
    """Bits that the last token of each n-gram tells after those before it (Doddington 2002).

    Counts are those of all segments of all references; after `blank` alone no history counts.
    """
    texts = [text for reference in references for text in reference]
    counts: Counter[Tokens] = Counter()
    for text in texts:
        for n in range(1, order + 1):
            counts.update(_ngrams(text, n))
    bits = {}
    for ngram, count in counts.items():
        *history, _ = ngram
        known = history and history != [blank]
        bits[ngram] = math.log2((counts[ngram[:-1]] if known else sum(map(len, texts))) / count)
    return bits


def nist_statistics(
    output: Tokens, references: Sequence[Tokens], bits: Mapping[Tokens, float], order: int
) -> list[float]:
    """For n = 1..order the bits of the n-grams that match, then their number; reference length."""
    orders = range(1, order + 1)
    matches = [_matches(output, references, n) for n in orders]
    return [
        *(sum(bits[ngram] * count for ngram, count in each.items()) for each in matches),
        *(_ngrams(output, n).total() for n in orders),
        sum(map(len, references)) / len(references),
    ]


def overlap_statistics(output: Tokens, reference: Tokens, order: int) -> list[int]:
    """For n = 1..order the n-grams of the output, of the reference, and of both.

    Those of the output are not counted where the reference is too short to have any.
    """
    row = []
    for n in range(1, order + 1):
        there = _ngrams(reference, n).total()
        here = _ngrams(output, n).total() if there else 0
        row += [here, there, _matches(output, [reference], n).total()]
    return row


def pooled_statistics(output: Tokens, reference: Tokens, order: int) -> list[int]:
    """For n = 1..order together the n-grams of both, and those of the one that has more."""
    orders = range(1, order + 1)
    here, there = (
        sum(_ngrams(tokens, n).total() for n in orders) for tokens in (output, reference)
    )
    return [sum(_matches(output, [reference], n).total() for n in orders), max(here, there)]


def bag_statistics(output: Tokens, reference: Tokens) -> list[int]:
    """Words that the output lacks, words that the reference lacks, length of the reference."""
    here, there = Counter(output), Counter(reference)
    return [(there - here).total(), (here - there).total(), len(reference)]


def edit_statistics(output: Tokens, reference: Tokens) -> list[int]:
    """Edits (Levenshtein), and length of the reference."""
    return [_edits(edit_operations(output, reference)), len(reference)]


def cover_statistics(output: Tokens, reference: Tokens) -> list[int]:
    """Edits with jumps in the output (Leusch et al. 2006), and length of the reference.

    After each word of the reference `costs` holds what it takes to be at each place of the output;
    from the cheapest place one can jump to any other for 1.
    """
    places = range(1, len(output) + 1)
    costs = [0] + [1] * len(output)
    for word in reference:
        here = [costs[0] + 1]
        for i in places:
            same = output[i - 1] == word
            here.append(min(costs[i] + 1, here[i - 1] + 1, costs[i - 1] + (not same)))
        jump = min(here) + 1
        costs = [min(cost, jump) for cost in here]
    return [costs[-1], len(reference)]


def ribes_statistics(
    output: Tokens, references: Sequence[Tokens], alpha: float, beta: float
) -> list[float]:
    """RIBES against the best reference, and 1; 0 and 0 where no reference has a word."""
    scores = []
    for reference in filter(len, references):
        found = corresponding(output, reference)
        if len(found) < 2 and (len(found), len(reference)) != (1, 1):
            scores.append(0.0)
            continue
        pairs = list(combinations(found, 2))
        order = sum(one < other for one, other in pairs) / len(pairs) if pairs else 1.0
        precision = len(found) / len(output)
        brevity = min(1.0, math.exp(1 - len(reference) / len(output)))
        scores.append(order * precision**alpha * brevity**beta)
    return [max(scores), 1] if scores else [0, 0]


def corresponding(output: Tokens, reference: Tokens) -> list[int]:
    """Positions in the reference of the words of the output that have one (Isozaki et al. 2010).

    A word that both have once stands for itself. Any other is told by the shortest n-gram ending or
    beginning with it that both have once; of two by the one ending with it.
    """
    positions = (_position(output, reference, i) for i in range(len(output)))
    return [position for position in positions if position is not None]


def _position(output: Tokens, reference: Tokens, i: int) -> int | None:
    for window in range(len(output)):
        for start, end in ((i - window, i + 1), (i, i + window + 1)):
            ngram = output[start:end] if start >= 0 else ()
            here, there = _starts(output, ngram), _starts(reference, ngram)
            if len(ngram) == window + 1 and len(here) == len(there) == 1:
                return there[0] + i - start
    return None


def _starts(tokens: Tokens, ngram: Tokens) -> list[int]:
    size = len(ngram)
    return [at for at in range(len(tokens) - size + 1) if tokens[at : at + size] == ngram]


def translation_statistics(
    output: Tokens, references: Sequence[Tokens], *, tercom: bool = False
) -> list[float]:
    """Fewest edits over the references, shifts included, and their mean length."""
    counts = []
    for reference in references:
        operations, shifts = translation_edits(output, reference, tercom=tercom)
        counts.append(len(shifts) + _edits(operations))
    return [min(counts), sum(map(len, references)) / len(references)]


def _matches(output: Tokens, references: Sequence[Tokens], n: int) -> Counter[Tokens]:
    """N-grams of both, each as often as it counts."""
    limit: Counter[Tokens] = Counter()
    for reference in references:
        limit |= _ngrams(reference, n)
    return _ngrams(output, n) & limit


def _ngrams(tokens: Tokens, n: int) -> Counter[Tokens]:
    return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))


def edit_operations(output: Tokens, reference: Tokens) -> str:
    """Operations of a smallest edit of output into reference (Levenshtein)."""
    return _operations(output, reference, _whole(len(output), len(reference)))


class _Candidate(NamedTuple):
    saved: int
    size: int
    start: int
    target: int


def translation_edits(
    output: Tokens, reference: Tokens, *, tercom: bool = False
) -> tuple[str, list[tuple[int, int, int]]]:
    """Operations and shifts of the translation edit rate (Snover et al. 2006).

    Greedy search: of all shifts allowed, the one that saves most edits is made, until none saves
    any. Blocks have at most 10 words and are moved between places at most 50 words apart. The
    rest is sacreBLEU's: a beam of 25 around the diagonal, and no more shifts once 1,000 have been
    tried; or TERCOM's: a beam of 20 edits above the best, longer blocks first.
    """
    words = list(output)
    shifts: list[tuple[int, int, int]] = []
    if not reference or not words:
        return ("d" if words else "i") * max(len(words), len(reference)), shifts
    band = (_whole if tercom else _beam)(len(words), len(reference))
    beam_cost = 20 if tercom else math.inf
    tried = 0
    while True:
        operations = _operations(words, reference, band, beam_cost)
        candidates = []
        for start, size, targets in _shiftable(words, reference, operations, tercom):
            for target in targets:
                shifted = _moved(words, start, size, _landing(words, start, size, target, tercom))
                left = _edits(_operations(shifted, reference, band, beam_cost))
                candidates.append(_Candidate(_edits(operations) - left, size, start, target))
                tried += 1
            if tried >= 1000 and not tercom:
                return operations, shifts
        best = (_chosen_by_tercom if tercom else _chosen_by_sacrebleu)(candidates)
        if best.saved <= 0:
            return operations, shifts
        landing = _landing(words, best.start, best.size, best.target, tercom)
        words = _moved(words, best.start, best.size, landing)
        shifts.append((best.start, best.size, landing))


def _chosen_by_sacrebleu(candidates: list[_Candidate]) -> _Candidate:
    """Most edits saved, then longest, then leftmost, then moved farthest to the left."""
    return max(
        candidates,
        key=lambda one: (one.saved, one.size, -one.start, -one.target),
        default=_Candidate(0, 0, 0, 0),
    )


def _chosen_by_tercom(candidates: list[_Candidate]) -> _Candidate:
    """Most edits saved, then longest, then first found.

    It stops once more is saved than a block of so many words could without the beam.
    """
    best = _Candidate(0, 0, 0, 0)
    for one in sorted(candidates, key=lambda one: -one.size):
        if best.saved > 2 * one.size:
            break
        if one.saved > best.saved:
            best = one
    return best


def _edits(operations: str) -> int:
    return len(operations) - operations.count("m")


def _whole(rows: int, columns: int) -> list[tuple[int, int]]:
    """All columns of each row of the distance table."""
    return [(0, columns + 1)] * (rows + 1)


def _beam(rows: int, columns: int) -> list[tuple[int, int]]:
    """Columns of each row of the distance table that sacreBLEU looks at."""
    ratio = columns / rows
    width = 25 if ratio / 2 <= 25 else math.ceil(ratio / 2 + 25)
    band = [(0, columns + 1)]
    for row in range(1, rows + 1):
        diagonal = math.floor(row * ratio)
        high = columns + 1 if row == rows else min(columns + 1, diagonal + width)
        band.append((max(0, diagonal - width), high))
    return band


def _operations(
    output: Tokens,
    reference: Tokens,
    band: list[tuple[int, int]],
    beam_cost: float = math.inf,
) -> str:
    """Best operations within a band; match or substitution before deletion before insertion.

    Cells of a row, other than the last, are dropped where they cost over `beam_cost` more than
    the cheapest that a match or substitution leads to.
    """
    far = math.inf
    cost: dict[tuple[int, int], float] = {(0, j): j for j in range(len(reference) + 1)}
    chosen = dict.fromkeys(cost, "i")
    for i in range(1, len(output) + 1):
        cheapest = far
        for j in range(*band[i]):
            ways = [(cost.get((i - 1, j), far) + 1, "d")]
            if j > 0:
                same = output[i - 1] == reference[j - 1]
                diagonal = cost.get((i - 1, j - 1), far) + (not same)
                cheapest = min(cheapest, diagonal)
                ways.insert(0, (diagonal, "m" if same else "s"))
                ways.append((cost.get((i, j - 1), far) + 1, "i"))
            cost[i, j], chosen[i, j] = min(ways, key=lambda way: way[0])
        if i < len(output):
            for j in range(*band[i]):
                if cost[i, j] > cheapest + beam_cost:
                    del cost[i, j]
    i, j, operations = len(output), len(reference), ""
    while i > 0 or j > 0:
        operation = chosen[i, j]
        operations = operation + operations
        i -= operation != "i"
        j -= operation != "d"
    return operations


def _shiftable(
    words: Tokens, reference: Tokens, operations: str, tercom: bool
) -> list[tuple[int, int, list[int]]]:
    """Blocks that may be moved, as (start, size, places to move to)."""
    aligned: list[int] = []  # for each word of the reference the word of the output
    wrong_words: list[bool] = []
    wrong_reference: list[bool] = []
    at = -1
    for operation in operations:
        if operation != "i":
            at += 1
            wrong_words.append(operation != "m")
        if operation != "d":
            aligned.append(at)
            wrong_reference.append(operation != "m")
    found = []
    for start in range(len(words)):
        for home in range(len(reference)):
            # Where the block would go: sacreBLEU counts in words of the reference, TERCOM in the
            # words of the output aligned with them.
            if abs((aligned[home] if tercom else home) - start) > 50:
                continue
            for size in range(1, 11):
                block = words[start : start + size]
                if len(block) < size or list(block) != list(reference[home : home + size]):
                    break
                if not any(wrong_words[start : start + size]):
                    continue
                if not any(wrong_reference[home : home + size]):
                    continue
                if start <= aligned[home] < start + size:
                    continue
                targets = [aligned[p] + 1 if p >= 0 else 0 for p in range(home - 1, home + size)]
                distinct = [t for k, t in enumerate(targets) if k == 0 or t != targets[k - 1]]
                found.append((start, size, distinct))
    return found


def _landing(words: Tokens, start: int, size: int, target: int, tercom: bool) -> int:
    """Where a block begins after a move.

    A target within the block means that much further on, one word less in TERCOM.
    """
    if target <= start:
        return target
    if target > start + size:
        return target - size
    return min(target - tercom, len(words) - size)


def _moved(words: Tokens, start: int, size: int, landing: int) -> list[Hashable]:
    rest = [*words[:start], *words[start + size :]]
    return [*rest[:landing], *words[start : start + size], *rest[landing:]]


def concordance(
    cells: Sequence[int],
    sides: Sequence[int],
    values: Sequence[float],
    epsilon: float,
    ranks: Sequence[int],
    masks: Sequence[Sequence[int]],
) -> list[list[int]]:
    """Pairs whose scores differ, of them those in the order of the ranks, those of equal ranks."""
    rows = []
    for mask in masks:
        row = []
        for wanted in (0, 1):
            mixed = [
                (value, ranks[cell])
                for cell, side, value in zip(cells, sides, values, strict=True)
                if side ^ mask[cell] == wanted
            ]
            apart = [(x, y) for x, y in combinations(mixed, 2) if y[0] - x[0] > epsilon]
            row += [
                len(apart),
                sum(x[1] < y[1] for x, y in apart),
                sum(x[1] == y[1] for x, y in apart),
            ]
        rows.append(row)
    return rows
