"""Definitions of the kernels in plain Python, which the tests compare the compiled code with.

Sequences are lists of anything that can be compared, so tokens need no vocabulary. The edit
operations of WER and TER are in `reference_edits`, METEOR in `reference_meteor`.
"""

import math
import re
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from itertools import combinations

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

# The characters that sacreBLEU's zh tokenizer splits (it writes two ranges with five digits in a
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
    """Separate Chinese characters; the rest as 13a, without padding or unescaping."""
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
    """Separate one final, else one initial ASCII punctuation mark of each word (chrF++)."""
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

    Matches are clipped at the largest count of the n-gram in any single reference; of two
    references equally close in length the shorter one is used (Papineni et al. 2002).
    """
    orders = range(1, order + 1)
    lengths = [len(reference) for reference in references]
    return [
        *(_matches(output, references, n).total() for n in orders),
        *(_ngrams(output, n).total() for n in orders),
        len(output),
        min(lengths, key=lambda length: (abs(length - len(output)), length)),
    ]


def nist_information(
    references: Sequence[Sequence[Tokens]], order: int, *, blank: Hashable = None
) -> dict[Tokens, float]:
    """Information of the last token of each n-gram given the others, in bits (Doddington 2002).

    Counts are over all segments of all references; `blank` alone is no history.
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
    """For n = 1..order the information of matches, then the number of n-grams; mean length."""
    orders = range(1, order + 1)
    matches = [_matches(output, references, n) for n in orders]
    return [
        *(sum(bits[ngram] * count for ngram, count in each.items()) for each in matches),
        *(_ngrams(output, n).total() for n in orders),
        sum(map(len, references)) / len(references),
    ]


def chrf_statistics(output: Tokens, reference: Tokens, order: int) -> list[int]:
    """For n = 1..order the n-grams of the output, of the reference, and the matches.

    N-grams of the output are not counted if the reference is too short to have any.
    """
    row = []
    for n in range(1, order + 1):
        there = _ngrams(reference, n).total()
        here = _ngrams(output, n).total() if there else 0
        row += [here, there, _matches(output, [reference], n).total()]
    return row


def gleu_statistics(output: Tokens, reference: Tokens, order: int) -> list[int]:
    """Matching n-grams of n = 1..order, and the n-grams of the text that has more."""
    orders = range(1, order + 1)
    here, there = (
        sum(_ngrams(tokens, n).total() for n in orders) for tokens in (output, reference)
    )
    return [sum(_matches(output, [reference], n).total() for n in orders), max(here, there)]


def per_statistics(output: Tokens, reference: Tokens) -> list[int]:
    """Words missing in the output, words missing in the reference, reference length."""
    here, there = Counter(output), Counter(reference)
    return [(there - here).total(), (here - there).total(), len(reference)]


def cder_statistics(output: Tokens, reference: Tokens) -> list[int]:
    """Edits with jumps in the output (Leusch et al. 2006), and length of the reference.

    After each word of the reference, `costs` holds the cost of each position in the output; a jump
    from the cheapest position to any other costs 1.
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
    """RIBES against the best reference, and 1; 0 and 0 if all references are empty."""
    scores = []
    for reference in filter(len, references):
        found = ribes_alignment(output, reference)
        if len(found) < 2 and (len(found), len(reference)) != (1, 1):
            scores.append(0.0)
            continue
        pairs = list(combinations(found, 2))
        order = sum(one < other for one, other in pairs) / len(pairs) if pairs else 1.0
        precision = len(found) / len(output)
        brevity = min(1.0, math.exp(1 - len(reference) / len(output)))
        scores.append(order * precision**alpha * brevity**beta)
    return [max(scores), 1] if scores else [0, 0]


def ribes_alignment(output: Tokens, reference: Tokens) -> list[int]:
    """Positions in the reference of the aligned words of the output (Isozaki et al. 2010).

    A word that occurs once in both texts is aligned. Any other word is aligned by the shortest
    n-gram ending or beginning with it that occurs once in both; of two by the one ending with it.
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


def _matches(output: Tokens, references: Sequence[Tokens], n: int) -> Counter[Tokens]:
    """Clipped matches."""
    limit: Counter[Tokens] = Counter()
    for reference in references:
        limit |= _ngrams(reference, n)
    return _ngrams(output, n) & limit


def _ngrams(tokens: Tokens, n: int) -> Counter[Tokens]:
    return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))


def concordance(
    cells: Sequence[int],
    sides: Sequence[int],
    values: Sequence[float],
    epsilon: float,
    ranks: Sequence[int],
    masks: Sequence[Sequence[int]],
) -> list[list[int]]:
    """Pairs with different scores; among these, concordant pairs, and pairs of equal ranks."""
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
