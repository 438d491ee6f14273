"""Simulated systems, made by injecting typed errors into good translations.

A system starts from the good translation (``translations.en.txt``). It first replaces some
words by harmless variants, so that a different surface does not always mean an error, and
then makes errors of seven types. For each type a system owes a segment
``rate / 100 * words * difficulty`` errors, with ``rate`` from ``SYSTEMS``. It makes
whole errors only and carries the remainder over to the next segment, so that the rates of
the table hold on average. ``difficulty`` belongs to the segment and is the same for all
systems: a gamma draw with shape 2, scaled to a mean of 1 over all words. Likewise every
word has a hardness, an exponential draw with mean 1, and the hard words of a segment
attract the errors of all systems. Both make the scores of different systems vary
together, as for real systems.
"""

# Longer than 400 lines: a third of them are tables of words and error rates.

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tertium.examples.dice import Dice

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
        runs: Number of outputs; they differ by the seed only.
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

# Share of major errors by type. The severity of a missing word depends on the word instead.
MAJOR_SHARE = {
    "extra": 0.15,
    "wrong_word": 0.65,
    "inflection": 0.10,
    "order": 0.30,
    "untranslated": 0.60,
    "number": 0.85,
}

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


# Words after which a phrase cannot end.
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

# Parts of fixed expressions: systems do not drop one half of "per cent".
FIXED = word_set("per cent a.m p.m o'clock & –")

ADDED_ADJECTIVES = ("new", "so-called", "great", "well-known", "real", "current")

ADDED_ADVERBS = ("also", "already", "again", "still", "now", "even")


@dataclass(frozen=True)
class Entry:
    """Lexicon entry of one English word form."""

    german: str
    wrong: tuple[str, ...]
    inflected: tuple[str, ...]
    variant: tuple[str, ...]


Lexicon = dict[str, Entry]


@dataclass(frozen=True)
class Edit:
    """An edit: a span of the good translation, ``words[first:last]``, and its replacement."""

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
        """Return every edit with its span of output words."""
        result = []
        shift = 0
        for edit in self.edits:
            start = edit.first + shift
            end = start + len(edit.text)
            result.append((start, end, edit))
            shift = end - edit.last
        return result

    def post_edited(self) -> "Output":
        """Return the post-edit of the output: errors corrected, variants kept."""
        return replace(self, edits=tuple(edit for edit in self.edits if edit.type == "variant"))

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
    """Read the good translations and assign difficulties to segments and words."""
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
    """Whether a word has no punctuation that would be lost or moved with it."""
    return peel(word) == ("", word, "") and word not in FIXED


def is_initial(words: Sequence[str], position: int) -> bool:
    """Whether a word starts a sentence, so that its capital letter is uninformative."""
    return position == 0 or words[position - 1].rstrip('"').endswith((".", "!", "?", ":"))


def find_entry(lexicon: Lexicon, words: Sequence[str], position: int) -> Entry | None:
    """Look up the word at a position, ignoring a capital at the start of a sentence."""
    core = peel(words[position])[1]
    if core not in lexicon and is_initial(words, position):
        core = core[:1].lower() + core[1:]
    return lexicon.get(core)


def dress(words: Sequence[str], position: int, form: str) -> tuple[str, ...]:
    """Return a new form with the capital and punctuation of the word it replaces."""
    before, core, after = peel(words[position])
    if core[:1].isupper() and is_initial(words, position):
        form = form[:1].upper() + form[1:]
    return tuple(f"{before}{form}{after}".split(" "))


def sounds_open(word: str) -> bool:
    """Whether a word takes "an" rather than "a"."""
    core = peel(word)[1].lower()
    if core.startswith(("hour", "hon", "8", "11", "18")):
        return True
    return core.startswith(("a", "e", "i", "o", "u")) and not core.startswith(("uni", "use", "eu"))


def keeps_article(words: Sequence[str], edit: Edit) -> bool:
    """Whether "a" or "an" before the edit still fits the following word."""
    if edit.first == 0 or words[edit.first - 1].lower() not in ("a", "an"):
        return True
    following = (*edit.text, *words[edit.last :])
    article_is_open = words[edit.first - 1].lower() == "an"
    return bool(following) and sounds_open(following[0]) == article_is_open


def is_joint(words: Sequence[str], position: int) -> bool:
    """Whether one phrase can end before this position and another one start at it."""
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
    """Whether a phrase surely ends before this position: at the end or before an opener."""
    opens = position == len(words) or words[position].lower() in OPENERS
    return opens and is_joint(words, position)


def replacements(
    words: Sequence[str], lexicon: Lexicon, kind: str, forms_of: Callable[[Entry], Iterable[str]]
) -> list[Edit]:
    """List the edits that replace one word by another form from the lexicon."""
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


def carries_meaning(word: str, lexicon: Lexicon) -> bool:
    """Whether the meaning needs a word: a content word, name, number or "not"."""
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
                major = any(carries_meaning(word, lexicon) for word in dropped)
                severity = "major" if major else "minor"
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
                # A phrase must not be separated from its opener.
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
    """List the errors in a number or number word."""
    edits = []
    for position, word in enumerate(words):
        core = peel(word)[1]
        forms = NUMBER_WORDS.get(core.lower(), ()) or altered_figures(core)
        for form in forms:
            text = dress(words, position, form)
            edits.append(Edit(position, position + 1, "number", text))
    return edits


def altered_figures(figure: str) -> list[str]:
    """Return the wrong forms of a number: digits swapped, one digit wrong, or 15 for 50."""
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
    """Choose an edit at a hard word, with at least one unchanged word between edits.

    The unchanged word separates the edits, so that no edit can undo another.
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
    """Simulate the translation of the segments by one run of a system."""
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
    """Assign a severity to an error without one."""
    if edit.severity != "none":
        return edit
    return replace(edit, severity="major" if dice.happens(MAJOR_SHARE[edit.type]) else "minor")


def translate_all(news: Path) -> list[Output]:
    """Simulate the translation of all segments by all runs of all systems."""
    lexicon = read_lexicon(news / "lexicon.tsv")
    segments = read_segments(news)
    return [
        output
        for system in SYSTEMS
        for run in range(1, system.runs + 1)
        for output in translate(system, run, segments, lexicon)
    ]


def output_files(outputs: Iterable[Output], folder: str) -> dict[str, str]:
    """Return the text file of every run of every system, in a folder."""
    runs = {system.name: system.runs for system in SYSTEMS}
    files: dict[str, str] = {}
    for output in outputs:
        suffix = f".{output.run}" if runs[output.system] > 1 else ""
        name = f"{folder}/{output.system}{suffix}.txt"
        files[name] = files.get(name, "") + " ".join(output.words()) + "\n"
    return files


def errors_file(outputs: Iterable[Output]) -> str:
    """Return the edits of all outputs, one JSON object per line."""
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
