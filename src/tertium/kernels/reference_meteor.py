"""Definitions of METEOR's kernels in plain Python."""

import re
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from tertium.kernels.reference import Tokens

# --- Normalization --------------------------------------------------------------------------------
# The rules are substitutions made one after the other. They consume the characters on both
# sides, so only the first of two overlapping matches is changed.

_LETTER = (
    "A-Za-z\u0160\u017d\u0161\u017e\u0178\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017e"
    "\u0400-\u04ff\u0500-\u0527\ua640-\ua66e\ua67e-\ua697\u1d00-\u1d7f"
)
_ALPHANUMERIC = "0-9" + _LETTER
_CONTROLS = "".join(map(chr, range(0x21)))  # characters that Java's trim() removes
_FIELD = re.compile(r"[^ \t\n\f\r]+")
_SPACES = re.compile("[ \u00a0\u2000-\u200a\u202f\u205f\u3000]+")

_OTHER = re.compile(rf"([^{_ALPHANUMERIC} \t\n\x0b\f\r.'`,\-\u2018\u2019])")
_DOTS = re.compile(r"\.{2,}")
_ESCAPED_DOTS = re.compile("((?:DOT)+)MULTI")
_COMMAS = tuple(
    (re.compile(pattern), r"\1 , \2")
    for pattern in ("([^0-9]),([^0-9])", "([0-9]),([^0-9])", "([^0-9]),([0-9])")
)
_QUOTE = re.compile("[`\u2018\u2019]")
_DOUBLE_QUOTE = re.compile("[\u201c\u201d]|''")
_DASH_IN_WORD = re.compile(rf"([{_ALPHANUMERIC}.])-([{_ALPHANUMERIC}])")
_NOT_ALPHANUMERIC = re.compile(f"[^{_ALPHANUMERIC}]")
_HAS_LETTER = re.compile(f"[{_LETTER}]")

_APOSTROPHES = {
    "en": tuple(
        (re.compile(pattern), result)
        for pattern, result in (
            (f"([^{_LETTER}])'([^{_LETTER}])", r"\1 ' \2"),
            (f"([^{_ALPHANUMERIC}])'([{_LETTER}])", r"\1 ' \2"),
            (f"([{_LETTER}])'([^{_LETTER}])", r"\1 ' \2"),
            (f"([{_LETTER}])'([{_LETTER}])", r"\1 '\2"),
            ("([0-9])'(s)", r"\1 '\2"),
        )
    ),
    "fr": tuple(
        (re.compile(pattern), result)
        for pattern, result in (
            (f"([^{_LETTER}])'([^{_LETTER}])", r"\1 ' \2"),
            (f"([^{_LETTER}])'([{_LETTER}])", r"\1 ' \2"),
            (f"([{_LETTER}])'([^{_LETTER}])", r"\1 ' \2"),
            (f"([{_LETTER}])'([{_LETTER}])", r"\1' \2"),
        )
    ),
}


def normalize_meteor(
    line: str, language: str, abbreviations: Mapping[str, bool], punctuation: bool
) -> str:
    """Normalize a line; the tokens of the result are separated by spaces.

    Args:
        line: The text.
        language: "en" and "fr" have special rules for apostrophes.
        abbreviations: Words that keep their final dot, with whether before numbers only.
        punctuation: Whether to keep punctuation.
    """
    line = " ".join(_OTHER.split(f" {line} "))
    if ".." in line:
        # A run of dots stands as letters until the single dots have been dealt with.
        line = _DOTS.sub(lambda dots: f" {'DOT' * len(dots[0])}MULTI ", line)
    if "," in line:
        for pattern, result in _COMMAS:
            line = pattern.sub(result, line)
    if not line.isascii() or "`" in line:
        line = _QUOTE.sub("'", line).replace("\u2013", "-")
    if "''" in line or not line.isascii():
        line = _DOUBLE_QUOTE.sub(' " ', line)
    if "-" in line:
        line = _DASH_IN_WORD.sub(r"\1 \2", line.replace("--", "-"))
    if "'" in line:
        line = _with_apostrophes(line, language)
    if "." in line:
        line = " ".join(_with_dots(_FIELD.findall(line), abbreviations))
    if "MULTI" in line:
        line = _ESCAPED_DOTS.sub(lambda dots: "." * (len(dots[1]) // 3), line)
    if not punctuation:
        line = _NOT_ALPHANUMERIC.sub(" ", line)
    return _SPACES.sub(" ", line).strip(_CONTROLS)


def _with_apostrophes(line: str, language: str) -> str:
    if language not in _APOSTROPHES:
        return line.replace("'", " ' ")
    for pattern, result in _APOSTROPHES[language]:
        line = pattern.sub(result, line)
    return line


def _with_dots(words: list[str], abbreviations: Mapping[str, bool]) -> list[str]:
    """Set the final dot of a word apart, unless it belongs to an abbreviation."""
    done = []
    for word, following in zip(words, [*words[1:], ""], strict=True):
        stem = word[:-1]
        if not (stem and word.endswith(".")):
            done.append(word)
        elif "." in stem and _HAS_LETTER.search(stem):
            done.append(word.replace(".", ""))  # U.S. as US
        elif (
            abbreviations.get(stem) is False
            or "a" <= following[:1] <= "z"
            or (abbreviations.get(stem) and "0" <= following[:1] <= "9")
        ):
            done.append(word)
        else:
            done += [stem, "."]
    return done


# --- Alignment ------------------------------------------------------------------------------------


class MeteorMatch(NamedTuple):
    """Words of the reference, from `start`, that a module matches with words of the output."""

    module: int
    start: int
    length: int
    output_start: int
    output_length: int


class MeteorPath(NamedTuple):
    """An alignment up to some word of the reference.

    `chosen` are its matches, `next` is the first word not yet decided, `last_end` is where the last
    match ends in the output, None if it is not just before.
    """

    gained: int = 0
    chunks: int = 0
    distance: int = 0
    next: int = 0
    last_end: int | None = None
    chosen: tuple[MeteorMatch, ...] = ()

    @property
    def rank(self) -> tuple[int, int, int]:
        """More matched words first, then fewer chunks, then a shorter distance."""
        return -self.gained, self.chunks, self.distance


class MeteorWords(NamedTuple):
    """METEOR's data about words, as `kernels.Lexicon`, in plain dictionaries."""

    keys: Mapping[Hashable, Hashable]
    stems: Mapping[Hashable, Hashable]
    synsets: Mapping[Hashable, Collection[int]]
    paraphrases: Sequence[tuple[Tokens, Tokens]]
    function: Collection[Hashable]
    lengths: Mapping[Hashable, int]


def meteor_statistics(
    output: Tokens,
    reference: Tokens,
    words: MeteorWords,
    modules: Sequence[str],
    beam: int = 40,
    corrected: bool = False,
) -> list[float]:
    """Align as METEOR 1.5 does, and count."""
    matches = _meteor_matches(output, reference, words, modules)
    fixed = _fixed_matches(matches)
    paths = [MeteorPath()]
    for at in range(len(reference)):
        # Sorting is stable: of equals those come first that were made first.
        paths = sorted(
            (
                longer
                for path in paths
                for longer in _longer_paths(path, at, matches, fixed, modules, corrected)
            ),
            key=lambda path: path.rank,
        )[:beam]
    closed = [path._replace(chunks=path.chunks + (path.last_end is not None)) for path in paths]
    best = min(closed, key=lambda path: path.rank)
    return _meteor_counts(output, reference, words, best.chosen)


def _meteor_matches(
    output: Tokens, reference: Tokens, words: MeteorWords, modules: Sequence[str]
) -> list[MeteorMatch]:
    """All matches, module after module; equal sentences need only exact matches."""
    keys = [words.keys[word] for word in output]
    reference_keys = [words.keys[word] for word in reference]
    found = []
    for number, module in enumerate(modules[:1] if keys == reference_keys else modules):
        if module == "paraphrase":
            found += _paraphrase_matches(number, output, reference, words.paraphrases)
            continue
        for j, there in enumerate(reference):
            for i, here in enumerate(output):
                same = keys[i] == reference_keys[j]
                if module == "exact":
                    matched = same
                elif module == "stem":
                    matched = not same and words.stems[here] == words.stems[there]
                else:
                    shared = set(words.synsets[here]) & set(words.synsets[there])
                    matched = not same and bool(shared)
                if matched:
                    found.append(MeteorMatch(number, j, 1, i, 1))
    return found


def _paraphrase_matches(
    module: int, output: Tokens, reference: Tokens, pairs: Sequence[tuple[Tokens, Tokens]]
) -> list[MeteorMatch]:
    """Phrases of the reference with paraphrases in the output, then the other way round."""

    def places(text: Tokens, phrase: Tokens) -> list[int]:
        size = len(phrase)
        return [i for i in range(len(text)) if list(text[i : i + size]) == list(phrase)]

    found = []
    for one, other, swapped in ((reference, output, False), (output, reference, True)):
        for start in range(len(one)):
            by_length = sorted(pairs, key=lambda pair: len(pair[0]))
            for phrase, paraphrase in by_length:
                if list(one[start : start + len(phrase)]) != list(phrase):
                    continue
                for place in places(other, paraphrase):
                    spans = (start, len(phrase)), (place, len(paraphrase))
                    in_reference, in_output = reversed(spans) if swapped else spans
                    found.append(MeteorMatch(module, *in_reference, *in_output))
    return found


def _fixed_matches(matches: Sequence[MeteorMatch]) -> dict[int, MeteorMatch]:
    """Matches that share no word with another, by their first word in the reference."""
    starts = Counter(match.start for match in matches)
    over_reference = Counter(j for match in matches for j in _reference_words(match))
    over_output = Counter(i for match in matches for i in _output_words(match))
    return {
        match.start: match
        for match in matches
        if starts[match.start] == 1
        and all(over_reference[j] == 1 for j in _reference_words(match))
        and all(over_output[i] == 1 for i in _output_words(match))
    }


def _longer_paths(
    path: MeteorPath,
    at: int,
    matches: Sequence[MeteorMatch],
    fixed: Mapping[int, MeteorMatch],
    modules: Sequence[str],
    corrected: bool,
) -> Iterator[MeteorPath]:
    """The path with each match that can begin here, then without one."""
    taken = (*path.chosen, *fixed.values())
    used = {j for match in taken for j in _reference_words(match)}
    used_output = {i for match in taken for i in _output_words(match)}
    if at in used:
        if at < path.next:
            yield path
        else:
            distance = path.distance + abs(fixed[at].start - fixed[at].output_start)
            yield _taking(path, fixed[at], modules, corrected)._replace(distance=distance)
        return
    for match in matches:
        if match.start != at:
            continue
        if used.intersection(_reference_words(match)):
            continue
        if used_output.intersection(_output_words(match)):
            continue
        distance = path.distance + abs(match.start - match.output_start)
        longer = _taking(path, match, modules, corrected)
        if corrected:
            yield longer._replace(distance=distance)
        else:
            yield longer
            path = path._replace(distance=distance)
    yield path._replace(
        chunks=path.chunks + (path.last_end is not None), last_end=None, next=path.next + 1
    )


def _taking(
    path: MeteorPath, match: MeteorMatch, modules: Sequence[str], corrected: bool
) -> MeteorPath:
    gained = path.gained
    for size in (match.length, match.output_length):
        if modules[match.module] == "exact":
            gained += 2 * size if corrected else size
        else:
            gained += size if corrected else size // 2
    broken = path.last_end is not None and match.output_start != path.last_end
    return path._replace(
        gained=gained,
        chunks=path.chunks + broken,
        next=match.start + match.length,
        last_end=match.output_start + match.output_length,
        chosen=(*path.chosen, match),
    )


def _meteor_counts(
    output: Tokens, reference: Tokens, words: MeteorWords, chosen: Sequence[MeteorMatch]
) -> list[float]:
    def size(tokens: Iterable[Hashable], function: bool | None = None) -> float:
        return sum(
            words.lengths[token]
            for token in tokens
            if function is None or (token in words.function) == function
        )

    by_module: list[float] = []
    for module in range(4):
        own = [match for match in chosen if match.module == module]
        here = [output[i] for match in own for i in _output_words(match)]
        there = [reference[j] for match in own for j in _reference_words(match)]
        for function in (False, True):
            by_module += [size(here, function), size(there, function)]
    ordered = sorted(chosen, key=lambda match: match.start)
    chunks = len(ordered) - sum(
        before.start + before.length == after.start
        and before.output_start + before.output_length == after.output_start
        for before, after in pairwise(ordered)
    )
    whole = (
        sum(by_module[0::2]) == size(output)
        and sum(by_module[1::2]) == size(reference)
        and chunks == 1
    )
    return [
        size(output),
        size(reference),
        size(output, True),
        size(reference, True),
        *by_module,
        chunks,
        sum(match.output_length for match in chosen),
        sum(match.length for match in chosen),
        whole,
    ]


def _reference_words(match: MeteorMatch) -> range:
    return range(match.start, match.start + match.length)


def _output_words(match: MeteorMatch) -> range:
    return range(match.output_start, match.output_start + match.output_length)
