"""Make the outputs, errors and ratings of the example news set from its texts and lexicon.

Run ``python -m tertium.examples.generate`` to write the files, or add ``--check`` to compare
them with the files on disk. No output comes from a real system and no rating from a real person:
everything is simulated, and drawn from seeds, so that every run on every machine gives the same
bytes.

Systems
    A system starts from the good translation (``translations.en.txt``). It first replaces some
    words by harmless variants, so that a different surface does not always mean an error, and
    then makes errors of seven types. For each type a system owes a segment
    ``rate / 100 * words * difficulty`` errors, where ``rate`` stands in ``SYSTEMS``. It makes
    whole errors only and takes what is left over on to the next segment, so that the rates of
    the table hold in the end. ``difficulty`` belongs to the segment and is the same for all
    systems: a gamma draw with shape 2, scaled to a mean of 1 over all words. Likewise every
    word has a hardness, an exponential draw with mean 1, and the hard words of a segment
    attract the errors of all systems. Both make the scores of different systems go up and down
    together, as they do in real life.

Ratings
    The true quality of an output segment for one task (adequacy or fluency) is::

        quality = max(0, 100 - sum of WEIGHTS[type][severity][task] over its errors)

    A reference has the quality 100. A ``bad_reference`` is the rated output once more, spoilt on
    purpose (the spoilt text itself is not kept): ``max(0, quality - DEGRADATION)``.
    An annotator has a scale, a bias and a noise, and rates::

        rating = clip(round(scale * quality + bias + noise * normal), 0, 100)

    where ``normal`` is a standard normal draw. A careless annotator clicks at random: any whole
    number from 30 to 100, whatever is shown.
"""

import argparse
import csv
import io
import json
import math
import random
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar

from tertium.examples import folder

# Of the first 300 seeds, 12 gave the systems the intended distances in BLEU and in quality; this is
# one of them. The distances are therefore arranged, not found.
SEED = "tertium-news-78"

ERROR_TYPES = (
    "missing",
    "extra",
    "wrong_word",
    "inflection",
    "order",
    "untranslated",
    "number",
)


@dataclass(frozen=True)
class System:
    """A simulated translation system.

    Attributes:
        name: Name of the system.
        runs: How many outputs it has; they differ by the seed only.
        variants: Probability that a word with a harmless variant is replaced by it.
        rates: Errors per 100 words, in the order of ``ERROR_TYPES``.
    """

    name: str
    runs: int
    variants: float
    rates: tuple[float, ...]


# Errors per 100 words:
#                        missing extra wrong inflection order untranslated number
SYSTEMS = (
    System("large", 1, 0.05, (0.35, 0.15, 0.45, 0.20, 0.15, 0.12, 0.12)),
    System("distilled", 1, 0.06, (0.43, 0.17, 0.54, 0.26, 0.19, 0.15, 0.14)),
    System("finetuned", 1, 0.08, (1.20, 0.50, 1.50, 0.80, 0.60, 0.45, 0.30)),
    System("baseline", 3, 0.10, (1.90, 0.80, 2.40, 1.30, 1.00, 0.95, 0.45)),
    System("pivot", 1, 0.12, (1.70, 0.90, 4.20, 1.50, 2.60, 3.80, 0.70)),
)

# Share of the errors of a type that are major. A left-out word is judged by what it is instead.
MAJOR_SHARE = {
    "extra": 0.15,
    "wrong_word": 0.65,
    "inflection": 0.10,
    "order": 0.30,
    "untranslated": 0.60,
    "number": 0.85,
}

# Points that an error costs: type -> severity -> task.
WEIGHTS = {
    "missing": {
        "major": {"adequacy": 18, "fluency": 10},
        "minor": {"adequacy": 4, "fluency": 6},
    },
    "extra": {
        "major": {"adequacy": 12, "fluency": 12},
        "minor": {"adequacy": 4, "fluency": 6},
    },
    "wrong_word": {
        "major": {"adequacy": 20, "fluency": 12},
        "minor": {"adequacy": 9, "fluency": 5},
    },
    "inflection": {
        "major": {"adequacy": 8, "fluency": 12},
        "minor": {"adequacy": 3, "fluency": 7},
    },
    "order": {
        "major": {"adequacy": 12, "fluency": 18},
        "minor": {"adequacy": 4, "fluency": 9},
    },
    "untranslated": {
        "major": {"adequacy": 20, "fluency": 20},
        "minor": {"adequacy": 9, "fluency": 12},
    },
    "number": {
        "major": {"adequacy": 22, "fluency": 2},
        "minor": {"adequacy": 10, "fluency": 1},
    },
}
DEGRADATION = 35


@dataclass(frozen=True)
class Annotator:
    """A simulated annotator; see the module docstring for the formula.

    Attributes:
        name: Name of the annotator.
        scale: What one point of quality is worth to the annotator.
        bias: What the annotator adds to every rating.
        noise: Standard deviation of the annotator's ratings of one thing.
        careless: Whether the annotator clicks at random instead.
    """

    name: str
    scale: float
    bias: float
    noise: float
    careless: bool = False


ANNOTATORS = (
    Annotator("a01", 0.95, 2.0, 6.0),
    Annotator("a02", 0.80, 10.0, 7.0),
    Annotator("a03", 1.05, -8.0, 8.0),
    Annotator("a04", 0.90, 0.0, 5.0),
    Annotator("a05", 0.00, 0.0, 0.0, careless=True),
    Annotator("a06", 1.10, -14.0, 7.0),
    Annotator("a07", 0.70, 22.0, 9.0),
    Annotator("a08", 1.00, -5.0, 6.0),
    Annotator("a09", 0.85, 4.0, 10.0),
    Annotator("a10", 0.95, -1.0, 8.0),
    Annotator("a11", 0.00, 0.0, 0.0, careless=True),
    Annotator("a12", 1.00, -2.0, 5.0),
)

BATCH_SIZE = 25
CONTROLS_PER_BATCH = {"repeat": 2, "bad_reference": 2, "reference": 1}
FIRST_DAY = datetime(2025, 3, 3, 8, 0, 0, tzinfo=UTC)

NUMBER_WORDS = {
    "two": ("three", "ten"),
    "three": ("two", "thirteen"),
    "four": ("five", "fourteen"),
    "five": ("four", "fifteen"),
    "six": ("seven", "sixteen"),
    "seven": ("six", "seventeen"),
    "eight": ("nine", "eighteen"),
    "nine": ("ten", "nineteen"),
    "ten": ("two", "twenty"),
    "eleven": ("twelve", "seven"),
    "twelve": ("two", "twenty"),
    "third": ("fourth",),
    "fourth": ("fifth",),
    "million": ("billion", "thousand"),
}


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(text.split())


# Words after which a phrase cannot end, because they need what follows them.
OPENERS = word_set(
    """
    a an the this that these those his her its my our their your no every each any some per
    of to in on at by for from with without within into onto over under up about around against
    among between during until since near via than as and or but nor neither not very more most
    less so too only just also even is are was were be been being has have had do does did will
    would should could can may must who which whose where when while because if why how what
    """
)
DETERMINERS = word_set("the a his her their this")
AUXILIARIES = word_set("is are was were has have had will")
NEGATIONS = word_set("no not neither nor without")
# Parts of fixed expressions: "per cent" without one of its halves is no error a system makes.
FIXED = word_set("per cent a.m p.m o'clock & –")
ADDED_ADJECTIVES = ("new", "so-called", "great", "well-known", "real", "current")
ADDED_ADVERBS = ("also", "already", "again", "still", "now", "even")

RATING_COLUMNS = (
    "annotator",
    "batch",
    "segment",
    "document",
    "system",
    "run",
    "task",
    "kind",
    "value",
    "start",
    "end",
)

Item = TypeVar("Item")


class Dice:
    """Random draws that stay the same in every version of Python.

    Only ``random()`` itself is promised not to change, so everything else is derived from it.
    """

    def __init__(self, *seed: object) -> None:
        """Start the draws that belong to a seed made of several parts."""
        self._random = random.Random("/".join(str(part) for part in (SEED, *seed))).random

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to ``limit - 1``."""
        return int(self._random() * limit)

    def happens(self, probability: float) -> bool:
        """Tell whether something with this probability happens."""
        return self._random() < probability

    def pick(self, items: Sequence[Item]) -> Item:
        """Return one of the items."""
        return items[self.below(len(items))]

    def pick_weighted(self, items: Sequence[Item], weights: Sequence[float]) -> Item:
        """Return one of the items, each with a probability proportional to its weight."""
        remaining = self._random() * sum(weights)
        for item, weight in zip(items, weights, strict=True):
            remaining -= weight
            if remaining < 0:
                return item
        return items[-1]

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        """Return the items in random order."""
        result = list(items)
        for last in range(len(result) - 1, 0, -1):
            other = self.below(last + 1)
            result[last], result[other] = result[other], result[last]
        return result

    def exponential(self) -> float:
        """Return an exponential draw with mean 1."""
        return -math.log(1.0 - self._random())

    def fraction(self) -> float:
        """Return a number from 0 up to, but not including, 1."""
        return self._random()

    def normal(self) -> float:
        """Return a standard normal draw."""
        radius = math.sqrt(2.0 * self.exponential())
        return radius * math.cos(2.0 * math.pi * self._random())


@dataclass(frozen=True)
class Entry:
    """What the lexicon knows about one English word form."""

    german: str
    wrong: tuple[str, ...]
    inflected: tuple[str, ...]
    variant: tuple[str, ...]


Lexicon = dict[str, Entry]


@dataclass(frozen=True)
class Edit:
    """A span of the good translation, ``words[first:last]``, and what a system made of it."""

    first: int
    last: int
    type: str
    text: tuple[str, ...]
    severity: str = "none"


@dataclass(frozen=True)
class Segment:
    """A segment of the good translation.

    Attributes:
        number: Segment number, from 1.
        document: Name of its document.
        words: Words of the good translation, split at spaces.
        reference: Number of words of reference A.
        difficulty: How many errors the segment attracts, 1 on average over all words.
        hardness: How much each of its words attracts them.
    """

    number: int
    document: str
    words: tuple[str, ...]
    reference: int
    difficulty: float
    hardness: tuple[float, ...]


@dataclass(frozen=True)
class Output:
    """The translation of one segment by one run of a system."""

    system: str
    run: int
    segment: Segment
    edits: tuple[Edit, ...]

    def placed(self) -> list[tuple[int, int, Edit]]:
        """Return every edit with the span of output words that it stands at."""
        result = []
        shift = 0
        for edit in self.edits:
            start = edit.first + shift
            end = start + len(edit.text)
            result.append((start, end, edit))
            shift = end - edit.last
        return result

    def words(self) -> list[str]:
        """Return the words of the output."""
        result: list[str] = []
        position = 0
        for edit in self.edits:
            result.extend(self.segment.words[position : edit.first])
            result.extend(edit.text)
            position = edit.last
        result.extend(self.segment.words[position:])
        return result

    def quality(self, task: str) -> int:
        """Return the true quality of the output for a task."""
        errors = [edit for edit in self.edits if edit.type != "variant"]
        return max(0, 100 - sum(WEIGHTS[edit.type][edit.severity][task] for edit in errors))


def read_lexicon(path: Path) -> Lexicon:
    """Read the lexicon: a form, its German word, and three lists of other English forms."""
    lexicon = {}
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        english, german, *lists = line.split("\t")
        wrong, inflected, variant = (
            tuple(form for form in forms.split("|") if form) for forms in lists
        )
        lexicon[english] = Entry(german, wrong, inflected, variant)
    return lexicon


def read_segments(news: Path) -> list[Segment]:
    """Read the good translations and give each segment and word its difficulty."""
    translations = (news / "translations.en.txt").read_text(encoding="utf-8").splitlines()
    references = (news / "reference.A.en.txt").read_text(encoding="utf-8").splitlines()
    rows = (news / "documents.tsv").read_text(encoding="utf-8").splitlines()[1:]
    segments = []
    for row, translation, reference in zip(rows, translations, references, strict=True):
        number, document, _ = row.split("\t")
        words = tuple(translation.split(" "))
        dice = Dice("difficulty", number)
        difficulty = dice.exponential() + dice.exponential()
        hardness = tuple(dice.exponential() for _ in words)
        length = len(reference.split(" "))
        segments.append(Segment(int(number), document, words, length, difficulty, hardness))
    total = sum(len(segment.words) for segment in segments)
    mean = sum(segment.difficulty * len(segment.words) for segment in segments) / total
    return [replace(segment, difficulty=segment.difficulty / mean) for segment in segments]


def peel(word: str) -> tuple[str, str, str]:
    """Split a word into the punctuation before it, the word proper and the punctuation after."""
    match = re.fullmatch(r"([^\w]*)(.*?)([^\w]*)", word)
    assert match is not None
    before, core, after = match.groups()
    return before, core, after


def is_bare(word: str) -> bool:
    """Tell whether a word has no punctuation that would be lost or moved with it."""
    return peel(word) == ("", word, "") and word not in FIXED


def is_initial(words: Sequence[str], position: int) -> bool:
    """Tell whether a word starts a sentence, so that its capital says nothing about it."""
    return position == 0 or words[position - 1].rstrip('"').endswith((".", "!", "?", ":"))


def find_entry(lexicon: Lexicon, words: Sequence[str], position: int) -> Entry | None:
    """Look up the word at a position, also if only the start of the sentence capitalises it."""
    core = peel(words[position])[1]
    if core not in lexicon and is_initial(words, position):
        core = core[:1].lower() + core[1:]
    return lexicon.get(core)


def dress(words: Sequence[str], position: int, form: str) -> tuple[str, ...]:
    """Give a new form the capital and the punctuation of the word whose place it takes."""
    before, core, after = peel(words[position])
    if core[:1].isupper() and is_initial(words, position):
        form = form[:1].upper() + form[1:]
    return tuple(f"{before}{form}{after}".split(" "))


def sounds_open(word: str) -> bool:
    """Tell whether a word takes "an" rather than "a"."""
    core = peel(word)[1].lower()
    if core.startswith(("hour", "hon", "8", "11", "18")):
        return True
    return core.startswith(("a", "e", "i", "o", "u")) and not core.startswith(("uni", "use", "eu"))


def keeps_article(words: Sequence[str], edit: Edit) -> bool:
    """Tell whether "a" or "an" before the edit still fits what comes after it."""
    if edit.first == 0 or words[edit.first - 1].lower() not in ("a", "an"):
        return True
    following = (*edit.text, *words[edit.last :])
    article_is_open = words[edit.first - 1].lower() == "an"
    return bool(following) and sounds_open(following[0]) == article_is_open


def is_joint(words: Sequence[str], position: int) -> bool:
    """Tell whether one phrase can end before this position and another one start at it."""
    if position == len(words):
        return True
    before, after = words[position - 1], words[position]
    within_name = before[:1].isupper() and after[:1].isupper()
    after_number = any(character.isdigit() for character in before)
    return not (
        before.lower() in OPENERS
        or before.lower() in NUMBER_WORDS
        or within_name
        or after_number
        or before in FIXED
        or after in FIXED
    )


def is_break(words: Sequence[str], position: int) -> bool:
    """Tell whether a phrase surely ends before this position: at the end or before an opener."""
    opens = position == len(words) or words[position].lower() in OPENERS
    return opens and is_joint(words, position)


def replacements(
    words: Sequence[str], lexicon: Lexicon, kind: str, forms_of: Callable[[Entry], Iterable[str]]
) -> list[Edit]:
    """List the edits that put another form from the lexicon in the place of one word."""
    edits = []
    for position in range(len(words)):
        entry = find_entry(lexicon, words, position)
        if entry is not None:
            for form in forms_of(entry):
                text = dress(words, position, form)
                edits.append(Edit(position, position + 1, kind, text))
    return edits


def propose_variant(words: Sequence[str], lexicon: Lexicon) -> list[Edit]:
    """List the harmless replacements."""
    return replacements(words, lexicon, "variant", lambda entry: entry.variant)


def says_much(word: str, lexicon: Lexicon) -> bool:
    """Tell whether the meaning suffers without a word: a content word, name, figure or "not"."""
    return word in lexicon or word in NEGATIONS or word in NUMBER_WORDS or not word.islower()


def propose_missing(words: Sequence[str], lexicon: Lexicon) -> list[Edit]:
    """List the words and short phrases that can be left out."""
    edits = []
    for first in range(1, len(words)):
        for last in range(first + 1, min(first + 6, len(words) + 1)):
            dropped = words[first:last]
            if is_initial(words, first) or not all(is_bare(word) for word in dropped):
                break
            if len(dropped) == 1 or (is_break(words, first) and is_break(words, last)):
                severity = "major" if any(says_much(word, lexicon) for word in dropped) else "minor"
                edits.append(Edit(first, last, "missing", (), severity))
    return edits


def propose_extra(words: Sequence[str], lexicon: Lexicon) -> list[Edit]:
    """List the words that can be repeated, and the plausible words that can be added."""
    edits: list[Edit] = []
    for position in range(1, len(words)):
        before = words[position - 1]
        if not is_bare(before) or words[position] in FIXED:
            continue
        added: tuple[str, ...] = ()
        if before.lower() in DETERMINERS and words[position] in lexicon:
            added = ADDED_ADJECTIVES
        elif before in AUXILIARIES:
            added = ADDED_ADVERBS
        elif before.islower():
            added = (before,)
        edits.extend(Edit(position, position, "extra", (word,)) for word in added)
    return edits


def propose_wrong_word(words: Sequence[str], lexicon: Lexicon) -> list[Edit]:
    """List the mistranslations."""
    return replacements(words, lexicon, "wrong_word", lambda entry: entry.wrong)


def propose_inflection(words: Sequence[str], lexicon: Lexicon) -> list[Edit]:
    """List the wrong inflections, except before a genitive, where they would change its sign."""
    edits = replacements(words, lexicon, "inflection", lambda entry: entry.inflected)
    return [edit for edit in edits if not words[edit.first].endswith("'")]


def propose_order(words: Sequence[str], lexicon: Lexicon) -> list[Edit]:
    """List the ways to move a short phrase over the phrase before it."""
    edits = []
    for first in range(1, len(words) - 1):
        if is_initial(words, first) or not is_joint(words, first):
            continue
        for middle in range(first + 1, min(first + 4, len(words))):
            for last in range(middle + 1, min(middle + 4, len(words) + 1)):
                left, right = tuple(words[first:middle]), tuple(words[middle:last])
                bare = all(is_bare(word) for word in left + right)
                # What an opener has opened must not be cut off from it.
                opened = any(word.lower() in OPENERS for word in left)
                cut = is_break(words, middle) if opened else is_joint(words, middle)
                if bare and cut and is_break(words, last) and left + right != right + left:
                    edits.append(Edit(first, last, "order", right + left))
    return edits


def propose_untranslated(words: Sequence[str], lexicon: Lexicon) -> list[Edit]:
    """List the words that can stay German, unless the German word looks the same."""
    edits = replacements(words, lexicon, "untranslated", lambda entry: (entry.german,))
    return [edit for edit in edits if edit.text[0].lower() != words[edit.first].lower()]


def propose_number(words: Sequence[str], lexicon: Lexicon) -> list[Edit]:
    """List the ways to get a figure or a number word wrong."""
    edits = []
    for position, word in enumerate(words):
        core = peel(word)[1]
        forms = NUMBER_WORDS.get(core.lower(), ()) or altered_figures(core)
        for form in forms:
            text = dress(words, position, form)
            edits.append(Edit(position, position + 1, "number", text))
    return edits


def altered_figures(figure: str) -> list[str]:
    """Return what can become of a figure: digits swapped, one digit wrong, or 15 for 50."""
    forms = []
    if score := re.fullmatch(r"(\d)-(\d)", figure):
        forms.append(f"{score[2]}-{score[1]}")
    if teen := re.fullmatch(r"1([3-9])", figure):
        forms.append(f"{teen[1]}0")
    if ten := re.fullmatch(r"([3-9])0", figure):
        forms.append(f"1{ten[1]}")
    ordinal = figure.endswith("th")
    for place, digit in enumerate(figure):
        if not digit.isdigit():
            continue
        following = figure[place + 1 : place + 2]
        if following.isdigit() and not ordinal:
            forms.append(figure[:place] + following + digit + figure[place + 2 :])
        if place == 0 or not ordinal:
            forms.append(figure[:place] + str(int(digit) % 9 + 1) + figure[place + 1 :])
    allowed = [form for form in forms if form != figure and not re.match(r"0\d", form)]
    return list(dict.fromkeys(allowed))


PROPOSE: dict[str, Callable[[Sequence[str], Lexicon], list[Edit]]] = {
    "missing": propose_missing,
    "extra": propose_extra,
    "wrong_word": propose_wrong_word,
    "inflection": propose_inflection,
    "order": propose_order,
    "untranslated": propose_untranslated,
    "number": propose_number,
}


def choose(
    proposals: Sequence[Edit], chosen: Sequence[Edit], segment: Segment, dice: Dice
) -> Edit | None:
    """Choose an edit at a hard place, with at least one untouched word to every other edit.

    The untouched word keeps the edits apart: none can undo or spoil what another one did.
    """
    free = [
        edit
        for edit in proposals
        if keeps_article(segment.words, edit)
        and all(edit.last < other.first or edit.first > other.last for other in chosen)
    ]
    if not free:
        return None
    places = sorted({edit.first for edit in free})
    weights = [segment.hardness[min(place, len(segment.words) - 1)] for place in places]
    place = dice.pick_weighted(places, weights)
    return dice.pick([edit for edit in free if edit.first == place])


def vary(system: System, segment: Segment, lexicon: Lexicon, dice: Dice) -> list[Edit]:
    """Replace some words of a segment by harmless variants."""
    chosen: list[Edit] = []
    proposals = propose_variant(segment.words, lexicon)
    for position in range(len(segment.words)):
        here = [edit for edit in proposals if edit.first == position]
        if here and dice.happens(system.variants):
            edit = choose(here, chosen, segment, dice)
            if edit is not None:
                chosen.append(edit)
    return chosen


def translate(
    system: System, run: int, segments: Iterable[Segment], lexicon: Lexicon
) -> list[Output]:
    """Let one run of a system translate the segments."""
    owed = {kind: Dice(system.name, run, kind).fraction() for kind in ERROR_TYPES}
    outputs = []
    for segment in segments:
        dice = Dice(system.name, run, segment.number)
        chosen = vary(system, segment, lexicon, dice)
        for kind, rate in zip(ERROR_TYPES, system.rates, strict=True):
            owed[kind] += rate / 100 * len(segment.words) * segment.difficulty
            proposals = PROPOSE[kind](segment.words, lexicon) if owed[kind] >= 1 else []
            while owed[kind] >= 1:
                edit = choose(proposals, chosen, segment, dice)
                if edit is None:
                    break
                chosen.append(judge(edit, dice))
                owed[kind] -= 1
        chosen.sort(key=lambda edit: edit.first)
        outputs.append(Output(system.name, run, segment, tuple(chosen)))
    return outputs


def judge(edit: Edit, dice: Dice) -> Edit:
    """Give an error its severity, unless it has one already."""
    if edit.severity != "none":
        return edit
    return replace(edit, severity="major" if dice.happens(MAJOR_SHARE[edit.type]) else "minor")


def translate_all(news: Path) -> list[Output]:
    """Let every run of every system translate every segment."""
    lexicon = read_lexicon(news / "lexicon.tsv")
    segments = read_segments(news)
    return [
        output
        for system in SYSTEMS
        for run in range(1, system.runs + 1)
        for output in translate(system, run, segments, lexicon)
    ]


def output_files(outputs: Iterable[Output]) -> dict[str, str]:
    """Return the text file of every run of every system."""
    runs = {system.name: system.runs for system in SYSTEMS}
    files: dict[str, str] = {}
    for output in outputs:
        suffix = f".{output.run}" if runs[output.system] > 1 else ""
        name = f"systems/{output.system}{suffix}.txt"
        files[name] = files.get(name, "") + " ".join(output.words()) + "\n"
    return files


def errors_file(outputs: Iterable[Output]) -> str:
    """Return the edits of all outputs, one JSON object a line."""
    lines = []
    for output in outputs:
        for start, end, edit in output.placed():
            record = {
                "system": output.system,
                "run": output.run,
                "segment": output.segment.number,
                "type": edit.type,
                "severity": edit.severity,
                "start": start,
                "end": end,
                "text": " ".join(edit.text),
                "correct": " ".join(output.segment.words[edit.first : edit.last]),
            }
            lines.append(json.dumps(record, ensure_ascii=False) + "\n")
    return "".join(lines)


@dataclass(frozen=True)
class Shown:
    """Something shown to an annotator: an output as it is, a spoilt output or a reference."""

    output: Output
    kind: str

    def quality(self, task: str) -> int:
        """Return the true quality of what is shown."""
        if self.kind == "reference":
            return 100
        penalty = DEGRADATION if self.kind == "bad_reference" else 0
        return max(0, self.output.quality(task) - penalty)

    def length(self) -> int:
        """Return the number of words to read."""
        if self.kind == "reference":
            return self.output.segment.reference
        return len(self.output.words())


def fill_batch(outputs: Sequence[Output], dice: Dice) -> list[Shown]:
    """Put outputs in random order and mix the items for quality control into them.

    Repeated and spoilt items come from the first half and return in the second half, so that
    the annotator has seen the original some time before.
    """
    ordered = [Shown(output, "system") for output in dice.shuffled(outputs)]
    half = len(ordered) // 2
    candidates = dice.shuffled(ordered[:half])
    controls: list[Shown] = []
    for kind, count in CONTROLS_PER_BATCH.items():
        controls.extend(Shown(candidates.pop().output, kind) for _ in range(count))
    return ordered[:half] + dice.shuffled(ordered[half:] + controls)


def rate(annotator: Annotator, quality: int, dice: Dice) -> int:
    """Return the rating that an annotator gives to something of a true quality."""
    if annotator.careless:
        return 30 + dice.below(71)
    value = annotator.scale * quality + annotator.bias + annotator.noise * dice.normal()
    return min(100, max(0, round(value)))


def seconds_spent(annotator: Annotator, words: int, dice: Dice) -> int:
    """Return how long an annotator looks at something: reading takes time, clicking does not."""
    if annotator.careless:
        return 2 + dice.below(4)
    return round(5 + 0.6 * words * math.exp(0.3 * dice.normal()) + 4 * dice.exponential())


def ratings_file(outputs: Iterable[Output]) -> str:
    """Return the ratings of the first run of every system.

    All batches are rated three times, each time by another annotator: twice for adequacy and
    once for fluency.
    """
    items = Dice("items").shuffled(output for output in outputs if output.run == 1)
    shares = [items[first : first + BATCH_SIZE] for first in range(0, len(items), BATCH_SIZE)]
    clocks = dict.fromkeys(ANNOTATORS, FIRST_DAY)
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(RATING_COLUMNS)
    batch = 0
    for task, offset in (("adequacy", 0), ("adequacy", 5), ("fluency", 9)):
        for number, share in enumerate(shares):
            batch += 1
            dice = Dice("batch", batch)
            annotator = ANNOTATORS[(number + offset) % len(ANNOTATORS)]
            time = clocks[annotator] + timedelta(seconds=dice.below(7200))
            for shown in fill_batch(share, dice):
                time += timedelta(seconds=1 + dice.below(3))
                start = time
                time += timedelta(seconds=seconds_spent(annotator, shown.length(), dice))
                is_reference = shown.kind == "reference"
                writer.writerow(
                    [
                        annotator.name,
                        batch,
                        shown.output.segment.number,
                        shown.output.segment.document,
                        "reference.A" if is_reference else shown.output.system,
                        shown.output.run,
                        task,
                        shown.kind,
                        rate(annotator, shown.quality(task), dice),
                        f"{start:%Y-%m-%dT%H:%M:%SZ}",
                        f"{time:%Y-%m-%dT%H:%M:%SZ}",
                    ]
                )
            # One batch a day, so that no annotator works through the night.
            clocks[annotator] += timedelta(days=1)
    return stream.getvalue()


def make(news: Path) -> dict[str, str]:
    """Make all files from the texts and the lexicon in a folder.

    Args:
        news: Folder with the texts, ``documents.tsv`` and ``lexicon.tsv``.

    Returns:
        The content of every file, by its path below the folder.
    """
    outputs = translate_all(news)
    files = output_files(outputs)
    files["errors.jsonl"] = errors_file(outputs)
    files["ratings.csv"] = ratings_file(outputs)
    return files


def differing(news: Path) -> list[str]:
    """Return the paths of the files that are absent or not as they would be made now."""
    return [
        name
        for name, content in make(news).items()
        if not (news / name).is_file() or (news / name).read_bytes() != content.encode("utf-8")
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the files, or compare them with those on disk.

    Args:
        arguments: Command-line arguments; those of the process if absent.

    Returns:
        The exit status: 1 if ``--check`` finds a difference, else 0.
    """
    parser = argparse.ArgumentParser(
        prog="python -m tertium.examples.generate",
        description="Make the outputs, errors and ratings of the example news set.",
    )
    parser.add_argument(
        "--check", action="store_true", help="compare with the files on disk and write nothing"
    )
    news = folder()
    if parser.parse_args(arguments).check:
        names = differing(news)
        sys.stdout.writelines(f"differs: {name}\n" for name in names)
        return 1 if names else 0
    for name, content in make(news).items():
        path = news / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode("utf-8"))
        sys.stdout.write(f"wrote {name}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
