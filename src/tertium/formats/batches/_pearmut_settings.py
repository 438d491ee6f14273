"""The key `info` of Pearmut, and its forms."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tertium.campaign.form import Form, FormQuestion, Option
from tertium.campaign.incoming import IncomingHit
from tertium.campaign.typology import GAP, OUTPUT, Category, Severity, Typology
from tertium.core.errors import FormatError
from tertium.core.formatting import counted
from tertium.formats.batches._json_values import a_list, a_number, a_text, an_object, one_of
from tertium.formats.batches._left_out import LeftOut
from tertium.formats.batches._mqm_core import mqm_core
from tertium.formats.batches._plain_text import plain_text

Json = dict[str, Any]

_TASKS = {"DA": "adequacy", "ESA": "esa", "cESA": "esa", "MQM": "mqm"}

# Keys that are read, or change nothing here.
_KEYS = (
    *("assignment", "protocol", "shuffle", "users", "docs_per_user", "instructions", "sliders"),
    *("textfield", "mqm_categories", "mqm_severities", "data_random_prob", "template"),
    *("validation_threshold", "show_alignment", "word_level", "slider_colors", "show_progress"),
)

_MISSING = ["[missing]"]

_FLUENCY = "fluency"

# The language of a text that is given once.
_ANY = ""

_FORMS = {"string": "text", "number": "number", "choices": "choice", None: "", "script": ""}


class Settings:
    """Reads `info`.

    Args:
        info: The object.
        where: Its place.
        left_out: What our campaigns do not have.
    """

    def __init__(self, info: Json, where: str, left_out: LeftOut) -> None:
        self._info = info
        self._where = where
        self._left_out = left_out
        for key in info.keys() - {*_KEYS, "special_tokens"}:
            left_out.add(f"{key!r} of info")
        if info.get("special_tokens", _MISSING) not in (_MISSING, []):
            left_out.add("special tokens (missing content is marked at a gap or in the source)")
        self.protocol = one_of(info.get("protocol", "ESA"), [*_TASKS], "'protocol'", where)
        self.task = _TASKS[self.protocol]
        if self.protocol == "DA" and info.get("textfield") == "prefilled":
            self.task = "post-editing"
            if info.get("sliders") != []:
                left_out.add("scores beside post-editing")
        elif self.protocol == "DA" and _FLUENCY in map(_name_of, info.get("sliders") or ()):
            self.task = _FLUENCY

    @property
    def documents_per_check(self) -> int:
        """Number of documents for each attention check."""
        share = a_number(self._info.get("data_random_prob", 0.1), "'data_random_prob'", self._where)
        if not 0 <= share <= 1:
            raise FormatError("'data_random_prob' must be between 0 and 1.", where=self._where)
        return round(1 / share) if share else 1

    def users(self, number: int) -> list[str]:
        """Names of the users of so many tasks."""
        given = self._info.get("users")
        if given is None or isinstance(given, int):
            return [f"annotator-{place}" for place in range(1, number + 1)]
        listed = a_list(given, "'users'", self._where)
        if len(listed) != number:
            raise FormatError(
                f"'users' names {counted(len(listed), 'user')} for {counted(number, 'task')}.",
                where=self._where,
            )
        if any(isinstance(user, dict) and len(user) > 1 for user in listed):
            self._left_out.add("completion tokens of users")
        names = [user.get("user_id") if isinstance(user, dict) else user for user in listed]
        return [a_text(name, "The name of a user", self._where) for name in names]

    def further(self, checks: int, hits: Sequence[IncomingHit], *, pool: bool) -> Json:
        """Settings of our campaigns, by name."""
        settings: Json = {}
        sliders = self._sliders()
        if sliders:
            settings["sliders"] = sliders
        if checks:
            screens = [len(hit.screens) for hit in hits]
            mean = sum(screens) / len(screens)
            settings["checks_per_hit"] = (
                1 if pool else max(1, round(mean / self.documents_per_check))
            )
        threshold = self._info.get("validation_threshold")
        if isinstance(threshold, float) and 0 <= threshold < 1:
            settings["most_failed_checks"] = threshold
        elif threshold is not None:
            self._left_out.add("the number of checks that may fail (ours is a share)")
        documents = self._info.get("docs_per_user")
        if documents is not None and pool:
            longest = max(len(hit.screens) for hit in hits)
            settings["limit"] = int(a_number(documents, "'docs_per_user'", self._where)) * longest
        return settings

    def _sliders(self) -> str:
        """Further sliders; one for the score from 0 to 100 is ours."""
        found = []
        for given in a_list(self._info.get("sliders") or [], "'sliders'", self._where):
            slider = an_object(given, "A slider", self._where)
            name = a_text(slider.get("name"), "The name of a slider", self._where)
            low, high, step = (
                a_number(slider.get(key), f"{key!r} of a slider", self._where)
                for key in ("min", "max", "step")
            )
            if name.lower() in ("score", self.task, "adequacy") and (low, high) == (0, 100):
                continue
            plain = re.sub(r"[^\w -]", " ", name).strip()
            found.append(f"{plain}:{low:g}-{high:g}" + (f":{step:g}" if step != 1 else ""))
        if found and len(found) == len(self._info["sliders"]):
            self._left_out.add("sliders without a score (ours stand beside the score)")
        return ",".join(found)

    def typology(self) -> Typology | None:
        """Categories and severities of the file, or those of Pearmut; None without categories."""
        if self.protocol != "MQM":
            return None
        severities = self._info.get("mqm_severities") or ["Minor", "Major"]
        levels = tuple(
            Severity(_lowered(a_text(one, "A severity", self._where)), {_ANY: one})
            for one in a_list(severities, "'mqm_severities'", self._where)
        )
        categories: list[Category] = []
        given = an_object(self._info.get("mqm_categories") or {}, "'mqm_categories'", self._where)
        for main, several in given.items():
            subs = [sub for sub in a_list(several, f"The category {main!r}", self._where) if sub]
            if not main:
                continue
            places = (OUTPUT, GAP)
            categories.append(Category(main, {_ANY: main}, () if subs else places))
            categories += [
                Category(f"{main}/{a_text(sub, 'A category', self._where)}", {_ANY: sub}, places)
                for sub in subs
            ]
        if not categories:
            return replace(mqm_core(), levels=levels)
        return Typology("pearmut", "Pearmut", levels, tuple(categories), ())

    def instructions(self) -> str:
        """Instructions of the campaign as plain text; "" for those of the task."""
        given = self._info.get("instructions")
        return plain_text(a_text(given, "'instructions'", self._where)) if given else ""

    def form(self, items: Sequence[tuple[str, Json]]) -> Form | None:
        """The questions before the work; None if there are none."""
        introduction: list[str] = []
        questions: list[FormQuestion] = []
        for where, item in items:
            text = plain_text(a_text(item.get("text"), "'text'", where))
            if item.get("form") not in _FORMS:
                raise FormatError(
                    f"The form has the unknown field {item.get('form')!r}.",
                    where=where,
                    hint="Known: null, string, number, choices, script.",
                )
            kind = _FORMS[item["form"]]
            if item["form"] == "script":
                self._left_out.count("script in the form (our pages run none)")
            elif not kind:
                introduction.append(text)
            else:
                options = tuple(
                    Option(f"{number}", {_ANY: a_text(choice, "A choice", where)})
                    for number, choice in enumerate(item.get("choices") or (), 1)
                )
                if kind == "choice" and not options:
                    raise FormatError("The question has no choices.", where=where)
                name = f"question-{len(questions) + 1}"
                questions.append(FormQuestion(name, kind, {_ANY: text}, options=options))
        if not questions:
            return None
        return Form({}, {_ANY: "\n".join(introduction)} if introduction else {}, tuple(questions))


def is_form(item: Json) -> bool:
    """Whether an item is a question of a form."""
    return "text" in item and "form" in item


def _name_of(slider: object) -> str:
    return str(slider.get("name")).lower() if isinstance(slider, dict) else ""


def _lowered(severity: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", severity.lower()).strip("-")
