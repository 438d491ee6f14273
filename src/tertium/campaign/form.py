"""The form before the work: questions to annotators, one TOML file.

    title = { en = "Before you begin", de = "Bevor Sie beginnen" }
    introduction = "Your answers are kept apart from your judgments."

    [[question]]
    name = "native"
    kind = "choice"
    text = { en = "Is German your native language?", de = "Ist Deutsch Ihre Muttersprache?" }
    options = [
        { value = "yes", text = { en = "Yes", de = "Ja" } },
        { value = "no", text = { en = "No", de = "Nein" } },
    ]
    screen_out = ["no"]

    [[question]]
    name = "consent"
    kind = "agreement"
    text = "I agree that my answers are published without my name."

Kinds: choice, choices (several), text, number (with `minimum` and `maximum`) and agreement (a box
to tick). Texts are given once, or in several languages. A question is required unless it has
`required = false`. Annotators who give an answer in `screen_out` get no work.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tertium.campaign._file_values import (
    check_keys,
    read_flag,
    read_text,
    read_texts,
    read_toml,
    text_in,
)
from tertium.campaign.names import is_name
from tertium.core.errors import FormatError, did_you_mean, shown
from tertium.core.formatting import counted

KINDS = ("choice", "choices", "text", "number", "agreement")

# Longest answer to a question, in characters.
LONGEST_ANSWER = 500

_LONGEST_TEXT = 5000
_MOST_QUESTIONS = 40
_MOST_OPTIONS = 200

_FORM_KEYS = ("title", "introduction", "question")
_QUESTION_KEYS = ("name", "kind", "text", "required")
_KEYS_OF_KIND = {
    "choice": ("options", "screen_out"),
    "choices": ("options", "screen_out"),
    "text": (),
    "number": ("minimum", "maximum"),
    "agreement": (),
}
_OPTION_KEYS = ("value", "text")

# Columns of the file of answers that are no questions.
_RESERVED = ("annotator", "submitted")

_HEAD = re.compile(r"\s*\[\[\s*question\s*\]\]")


@dataclass(frozen=True)
class Option:
    """An answer to choose: its value in files, and its text by language."""

    value: str
    texts: Mapping[str, str]

    def text(self, language: str) -> str:
        """The text in a language."""
        return text_in(self.texts, language)


@dataclass(frozen=True)
class FormQuestion:
    """A question.

    Attributes:
        name: Its column in the file of answers.
        kind: One of `KINDS`.
        texts: The question by language.
        required: Whether it must be answered.
        options: Answers to choose.
        screen_out: Values of options that end the participation.
        minimum: Smallest number.
        maximum: Largest number.
    """

    name: str
    kind: str
    texts: Mapping[str, str]
    required: bool = True
    options: tuple[Option, ...] = ()
    screen_out: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None

    def text(self, language: str) -> str:
        """The question in a language."""
        return text_in(self.texts, language)

    def read(self, given: object) -> Any:
        """Check an answer; None if there is none.

        Raises:
            ValueError: The answer is not one to this question.
        """
        values = [option.value for option in self.options]
        if given is None or given in ("", []) or (self.kind == "agreement" and given is False):
            return None
        if self.kind == "choice" and given in values:
            return given
        if (
            self.kind == "choices"
            and isinstance(given, list)
            and all(one in values for one in given)
        ):
            return [value for value in values if value in given]
        if self.kind == "agreement" and given is True:
            return True
        if self.kind == "text" and isinstance(given, str) and _is_answer(given):
            return given.strip() or None
        if self.kind == "number" and _is_number(given):
            low, high = self.minimum, self.maximum
            if (low is None or low <= given) and (high is None or given <= high):  # type: ignore[operator]
                return given
        raise ValueError(self.name)


@dataclass(frozen=True)
class Form:
    """A form.

    Attributes:
        title: Its title by language; empty for the usual one.
        introduction: What is said before the questions, by language; it may be empty.
        questions: The questions in order.
    """

    title: Mapping[str, str]
    introduction: Mapping[str, str]
    questions: tuple[FormQuestion, ...]

    def title_in(self, language: str) -> str:
        """The title in a language; "" for the usual one."""
        return text_in(self.title, language)

    def introduction_in(self, language: str) -> str:
        """The introduction in a language; it may be empty."""
        return text_in(self.introduction, language)

    def read(self, given: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
        """Check answers of a page.

        Returns:
            The answers without those that were left out, and what is wrong with each wrong one:
            "missing" or "bad".
        """
        answers: dict[str, Any] = {}
        wrong = {name: "bad" for name in given if name not in {one.name for one in self.questions}}
        for question in self.questions:
            try:
                answer = question.read(given.get(question.name))
            except ValueError:
                wrong[question.name] = "bad"
                continue
            if answer is not None:
                answers[question.name] = answer
            elif question.required:
                wrong[question.name] = "missing"
        return answers, wrong

    def screens_out(self, answers: Mapping[str, Any]) -> bool:
        """Whether an answer ends the participation."""
        for question in self.questions:
            answer = answers.get(question.name)
            chosen = answer if isinstance(answer, list) else [answer]
            if any(value in question.screen_out for value in chosen):
                return True
        return False


def read_form(text: str, origin: str) -> Form:
    """Read a form.

    Args:
        text: Content of the TOML file.
        origin: Name of the file.
    """
    return _FormReader(text, origin).read(read_toml(text, origin))


class _FormReader:
    """Reads a form; errors name the line of the key."""

    def __init__(self, text: str, origin: str) -> None:
        self._lines = text.split("\n")
        self._origin = origin
        heads = [number for number, line in enumerate(self._lines) if _HEAD.match(line)]
        self._heads = [*heads, len(self._lines)]

    def read(self, content: Mapping[str, Any]) -> Form:
        for key in content:
            check_keys({key: None}, _FORM_KEYS, "The form", self._where(key))
        questions = content.get("question")
        if not isinstance(questions, list) or not all(isinstance(one, dict) for one in questions):
            raise FormatError(
                "The form has no questions.",
                where=self._where("question"),
                hint="Begin each of them with [[question]].",
            )
        if not 1 <= len(questions) <= _MOST_QUESTIONS:
            raise FormatError(
                f"The form has {counted(len(questions), 'question')}; expected 1 to"
                f" {_MOST_QUESTIONS}.",
                where=self._origin,
            )
        read = [self._question(one, number) for number, one in enumerate(questions)]
        names = [one.name for one in read]
        for number, name in enumerate(names):
            if name in names[:number]:
                raise FormatError(
                    f"Two questions have the name {name!r}.", where=self._where("name", number)
                )
        return Form(
            self._texts(content, "title", None),
            self._texts(content, "introduction", None),
            tuple(read),
        )

    def _question(self, given: dict[str, Any], number: int) -> FormQuestion:
        kind = given.get("kind")
        if kind not in KINDS:
            near = did_you_mean(kind, KINDS) if isinstance(kind, str) else ""
            raise FormatError(
                f"The question has the kind {shown(kind)}.{near}"
                if "kind" in given
                else "The question has no 'kind'.",
                where=self._where("kind", number),
                hint=f"Kinds: {', '.join(KINDS)}.",
            )
        assert isinstance(kind, str)
        for key in given:
            known = (*_QUESTION_KEYS, *_KEYS_OF_KIND[kind])
            check_keys(
                {key: None}, known, f"A question of the kind {kind!r}", self._where(key, number)
            )
        name = given.get("name")
        if not isinstance(name, str) or not is_name(name) or name in _RESERVED:
            raise FormatError(
                "A question needs a 'name' of letters (a to z), digits, '.', '-' and '_', which is"
                f" not {' or '.join(_RESERVED)}. Got {shown(name)} instead.",
                where=self._where("name", number),
            )
        if "text" not in given:
            raise FormatError("The question has no 'text'.", where=self._where("", number))
        options = self._options(given.get("options"), number) if kind.startswith("choice") else ()
        return FormQuestion(
            name=name,
            kind=kind,
            texts=self._texts(given, "text", number),
            required=read_flag(
                given.get("required", True), "'required'", self._where("required", number)
            ),
            options=options,
            screen_out=self._screen_out(given, options, number),
            **self._limits(given, number),
        )

    def _options(self, given: object, number: int) -> tuple[Option, ...]:
        where = self._where("options", number)
        if not isinstance(given, list) or not 2 <= len(given) <= _MOST_OPTIONS:
            raise FormatError(
                f"A choice needs 'options', a list of 2 to {_MOST_OPTIONS} answers.", where=where
            )
        read = [self._option(one, where) for one in given]
        values = [one.value for one in read]
        twice = next((value for value in values if values.count(value) > 1), None)
        if twice is not None:
            raise FormatError(f"Two options have the value {twice!r}.", where=where)
        return tuple(read)

    def _option(self, given: object, where: str) -> Option:
        if isinstance(given, str):
            given = {"value": given, "text": given}
        if not isinstance(given, dict):
            raise FormatError(
                f"An option must be a text, or a table with value and text. Got {shown(given)}"
                " instead.",
                where=where,
            )
        check_keys(given, _OPTION_KEYS, "An option", where)
        value = read_text(given.get("value"), "The 'value' of an option", where, LONGEST_ANSWER)
        texts = read_texts(
            given.get("text", value), "The 'text' of an option", where, _LONGEST_TEXT
        )
        return Option(value, texts)

    def _screen_out(
        self, given: Mapping[str, Any], options: tuple[Option, ...], number: int
    ) -> tuple[str, ...]:
        values = given.get("screen_out", [])
        known = [option.value for option in options]
        if not isinstance(values, list) or not all(value in known for value in values):
            raise FormatError(
                f"'screen_out' must list values of options: {', '.join(known)}."
                f" Got {shown(values)} instead.",
                where=self._where("screen_out", number),
            )
        if values and len(set(values)) == len(known):
            raise FormatError(
                "'screen_out' names all options, so nobody could take part.",
                where=self._where("screen_out", number),
            )
        return tuple(values)

    def _limits(self, given: Mapping[str, Any], number: int) -> dict[str, float | None]:
        limits: dict[str, float | None] = {}
        for key in ("minimum", "maximum"):
            limits[key] = given.get(key)
            if limits[key] is not None and not _is_number(limits[key]):
                raise FormatError(
                    f"{key!r} must be a number. Got {shown(limits[key])} instead.",
                    where=self._where(key, number),
                )
        low, high = limits["minimum"], limits["maximum"]
        if low is not None and high is not None and low > high:
            raise FormatError(
                "'minimum' is larger than 'maximum'.", where=self._where("minimum", number)
            )
        return limits

    def _texts(self, given: Mapping[str, Any], key: str, number: int | None) -> dict[str, str]:
        if key not in given:
            return {}
        return read_texts(given[key], repr(key), self._where(key, number), _LONGEST_TEXT)

    def _where(self, key: str, number: int | None = None) -> str:
        """File and line of a key: of the whole form, or of a question."""
        if number is None:
            begin, end = 0, len(self._lines)
        elif number + 1 < len(self._heads):
            begin, end = self._heads[number], self._heads[number + 1]
        else:  # The questions are written in another way than with [[question]].
            return self._origin
        pattern = re.compile(rf"""\s*(?:\[+\s*)?["']?{re.escape(key)}["']?\s*[\].=]""")
        for line in range(begin, end):
            if key and pattern.match(self._lines[line]):
                return f"{self._origin}:{line + 1}"
        return f"{self._origin}:{begin + 1}"


def _is_answer(given: str) -> bool:
    """Whether a text can be an answer that databases and files can hold."""
    return len(given) <= LONGEST_ANSWER and not any(
        letter == "\0" or "\ud800" <= letter <= "\udfff" for letter in given
    )


def _is_number(given: object) -> bool:
    return (
        isinstance(given, int | float)
        and not isinstance(given, bool)
        and abs(given) <= 1e15
        and math.isfinite(given)
    )
