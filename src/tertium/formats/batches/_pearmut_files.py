"""Campaign files of Pearmut."""

import html
from collections.abc import Iterator, Sequence
from itertools import groupby
from random import Random
from typing import Any

from tertium.campaign.batches import Batch, BatchHit, BatchScreen, BatchSettings
from tertium.campaign.expectations import ExpectedPart
from tertium.campaign.form import Form, FormQuestion
from tertium.campaign.items import ShownOutput
from tertium.campaign.known_items import CHECK, KnownItem
from tertium.campaign.prolific import FAILED, PASSED, SCREENED_OUT, read_codes, return_url
from tertium.core.errors import UsageError
from tertium.formats.batches._left_out import LeftOut, add_settings
from tertium.formats.browser_spans import code_points_of, units_of_span
from tertium.formats.ratings.pearmut import OURS

# Name of a kind at the end of the name of a system.
_ENDINGS = {"bad_reference": "-bad", "repeat": "-repeat", "reference": "-reference"}

# Kinds of questions of forms.
_FORMS = {"text": "string", "number": "number", "choice": "choices", "agreement": "choices"}

# More checks than anybody has.
_MOST_CHECKS = 1_000_000

Json = dict[str, Any]


class Writer:
    """Turns the work of a campaign into a campaign of Pearmut."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._description = batch.description
        self._settings = batch.description.settings
        self._left_out = LeftOut(batch.campaign, "Pearmut")
        self._checks = {check.name: check for check in batch.checks}
        self._names = _Names()
        self._protocol = self._protocol_of()

    def campaign(self, settings: BatchSettings) -> Json:
        """The whole file."""
        add_settings(self._batch, self._left_out)
        users, tasks = self._tasks(settings.assignments)
        description = self._description
        languages = f"_#_{description.languages}" if description.languages else ""
        made = {
            "campaign_id": f"{self._batch.campaign}{languages}",
            "info": self._info(users),
            "data_welcome": [*self._form(), *self._tutorial()],
            "data": tasks,
        }
        self._left_out.warn_unheld()
        return {key: value for key, value in made.items() if value}

    def _protocol_of(self) -> str:
        task, several = self._settings.task, self._settings.systems_per_item or 1
        if task in ("adequacy", "fluency", "post-editing") and self._settings.answer != "yes-no":
            return "DA"
        if task == "esa":
            return "cESA" if several > 1 else "ESA"
        if task == "mqm":
            return "MQM"
        raise UsageError(
            f"Pearmut does not ask for {task} with the answer {self._settings.answer}.",
            hint="It has scores, marked errors (esa, mqm) and post-editing.",
        )

    def _info(self, users: Sequence[str]) -> Json:
        info: Json = {
            "assignment": "task-based",
            "protocol": self._protocol,
            # The order of outputs is drawn already.
            "shuffle": False,
            "users": list(users),
        }
        if self._batch.instructions.strip() != self._description.default_instructions.strip():
            # The default instructions describe our pages.
            from tertium.campaign.markdown import render

            info["instructions"] = str(render(self._batch.instructions))
        sliders = self._sliders()
        if sliders is not None:
            info["sliders"] = sliders
        if self._settings.task == "post-editing":
            info["textfield"] = "prefilled"
        if self._protocol == "MQM":
            info |= self._typology()
        if self._batch.checks:
            share = float(self._settings.most_failed_checks)
            # Pearmut fails everybody where all checks may fail, so this is a number of checks.
            info["validation_threshold"] = share if share < 1 else _MOST_CHECKS
        if self._settings.prolific_codes:
            info |= self._tokens(users)
        return info

    def _sliders(self) -> list[Json] | None:
        """All sliders, if there are others than the one from 0 to 100 for adequacy or quality."""
        settings = self._settings
        if settings.task == "post-editing":
            return []
        further = [
            {"name": one.name, "min": one.low, "max": one.high, "step": one.step}
            for one in self._description.question.sliders
        ]
        ends = self._batch.task.range(settings.answer)
        if ends is None:
            # Marked errors are the answer, and Pearmut would ask for a score, too.
            return further
        usual = settings.task != "fluency" and ends == (0, 100)
        if usual and not further:
            return None
        name = "score" if self._protocol != "DA" else settings.task
        return [{"name": name, "min": ends[0], "max": ends[1], "step": 1}, *further]

    def _typology(self) -> Json:
        """Categories in two levels, and severities."""
        typology = self._description.question.typology
        if typology is None:
            return {}
        categories: dict[str, list[str]] = {}
        for choice in typology.choices:
            main, _, sub = choice.partition("/")
            categories.setdefault(main, []).extend([sub] if sub else [])
        severities = [severity.capitalize() for severity in typology.severities]
        return {"mqm_categories": categories, "mqm_severities": severities}

    def _tokens(self, users: Sequence[str]) -> Json:
        """Completion codes of Prolific as tokens, and the address to return to."""
        codes = read_codes(self._settings.prolific_codes)
        if SCREENED_OUT in codes:
            self._left_out.add("the completion code for people who are screened out")
        tokens = {"token_pass": codes.get(PASSED), "token_fail": codes.get(FAILED)}
        known = {key: code for key, code in tokens.items() if code}
        address = html.escape(return_url("TOKEN").replace("TOKEN", "${TOKEN}"))
        return {
            "users": [{"user_id": user, **known} for user in users],
            "instructions_goodbye": f'<a href="{address}">Return to Prolific</a>',
        }

    # --- Items --------------------------------------------------------------------------------

    def _tasks(self, copies: int) -> tuple[list[str], list[list[list[Json]]]]:
        """Users, and the documents of each one."""
        tasks: dict[str, list[list[Json]]] = {}
        for copy in range(copies):
            ending = f"-{copy + 1}" if copies > 1 else ""
            for hit in self._batch.hits:
                owner = hit.annotator or f"hit-{hit.number}"
                documents = tasks.setdefault(f"{owner}{ending}", [])
                documents += self._documents(hit, count=copy == 0)
        return list(tasks), list(tasks.values())

    def _documents(self, hit: BatchHit, *, count: bool) -> Iterator[list[Json]]:
        """Documents of a HIT; segments that are shown by themselves are documents of their own."""
        drawn = Random(f"checks {hit.key}").sample(list(self._checks.values()), k=len(self._checks))
        for (block, _), several in groupby(hit.screens, key=_together):
            screens = list(several)
            made = []
            for screen in screens:
                if screen.level == "document":
                    if count:
                        self._left_out.count("score of a whole document")
                elif not screen.outputs:
                    made.append(self._check(drawn.pop(), hit))
                elif screen.outputs[0].kind == CHECK:
                    made.append(self._check(self._checks[screen.segment], hit))
                else:
                    made.append(self._item(hit, screen, count=count))
            assert block is None or made
            if made:
                yield made

    def _item(self, hit: BatchHit, screen: BatchScreen, *, count: bool) -> Json:
        names = [self._names.of(output) for output in screen.outputs]
        item = self._texts(names, screen.outputs, screen.source, screen.reference)
        item["item_id"] = "_#_".join(filter(None, (screen.document, screen.segment)))
        suggested = self._suggested(screen, count=count)
        if suggested:
            item["error_spans"] = dict(zip(names, suggested, strict=True))
        item[OURS] = {
            "hit": hit.key,
            "item": screen.item,
            "document": screen.document,
            "segment": screen.segment,
            "task": self._settings.task,
            "outputs": {
                name: {"kind": output.kind, "system": output.system}
                for name, output in zip(names, screen.outputs, strict=True)
            },
        }
        return item

    def _texts(
        self,
        names: Sequence[str],
        outputs: Sequence[ShownOutput],
        source: str | None,
        reference: str | None,
    ) -> Json:
        item: Json = {}
        if source is not None:
            item["src"] = source
        if reference is not None:
            item["ref"] = reference
        item["tgt"] = {name: output.text for name, output in zip(names, outputs, strict=True)}
        return item

    def _suggested(self, screen: BatchScreen, *, count: bool) -> list[list[Json]]:
        """Suggested errors of each output."""
        made = []
        for output, found in zip(screen.outputs, screen.extra.get("suggestions", ()), strict=False):
            spans = []
            for one in found:
                if one["side"] == "source":
                    if count:
                        self._left_out.count("suggested error in the source")
                    continue
                units = self._units(output.text, one["start"], one["end"])
                if one["start"] == one["end"] < len(output.text) and count:
                    self._left_out.count(
                        "position of a suggested gap (it becomes the mark [missing])"
                    )
                spans.append(
                    {
                        "start_i": units[0],
                        "end_i": units[1],
                        "severity": one["severity"],
                        "category": one["category"] or None,
                    }
                )
            made.append(spans)
        return made

    def _units(self, text: str, start: int, end: int) -> tuple[int, int]:
        """First and last unit of a span; those of the mark [missing] for a gap."""
        places = code_points_of(text, "\n")
        return units_of_span(places, start, end) or (len(places), len(places))

    # --- Items with known answers, and the form -----------------------------------------------

    def _tutorial(self) -> list[list[Json]]:
        made = []
        for known in self._batch.tutorial:
            item = self._known(known, always_warn=True)
            if not known.key.strict:
                item["skippable"] = True
            made.append([item])
        return made

    def _check(self, known: KnownItem, hit: BatchHit) -> Json:
        ours = {"hit": hit.key, "check": known.name}
        return self._known(known, always_warn=known.key.strict) | {OURS: ours}

    def _known(self, known: KnownItem, *, always_warn: bool) -> Json:
        outputs = [
            ShownOutput("system", f"output-{number}", text)
            for number, text in enumerate(known.outputs, 1)
        ]
        names = [output.system for output in outputs]
        item = self._texts(names, outputs, known.source, known.reference)
        item["item_id"] = known.name
        expected = known.key.expectation
        if expected is None:
            return item
        parts = expected.outputs or (ExpectedPart(),) * len(names)
        warning = known.key.explanation(self._settings.interface)
        rules: dict[str, Json] = {}
        for name, text, part in zip(names, known.outputs, parts, strict=True):
            rules[name] = self._rule(text, part)
        for better, worse in expected.better:
            if "score_greaterthan" in rules[names[better]]:
                self._left_out.count("comparison with a further output in an expected answer")
            rules[names[better]]["score_greaterthan"] = names[worse]
        for rule in rules.values():
            if rule and always_warn:
                rule["warning"] = html.escape(warning or "The answer is not as expected.")
        item["validation"] = {name: rule for name, rule in rules.items() if rule}
        return item

    def _rule(self, text: str, part: ExpectedPart) -> Json:
        rule: Json = {}
        if part.low is not None:
            rule["score"] = [part.low, part.high]
        if part.spans == ():
            self._left_out.count("expectation that nothing is marked")
        spans = []
        for span in part.spans or ():
            if span.words.get("side") == "source":
                self._left_out.count("expected span in the source")
                continue
            if "category" in span.words:
                self._left_out.count("category of an expected span")
            first, last = self._units(text, span.start, span.end)
            spans.append(
                {
                    "start_i": [max(0, first - part.tolerance), first + part.tolerance],
                    "end_i": [max(0, last - part.tolerance), last + part.tolerance],
                    **{key: span.words[key] for key in ("severity",) if key in span.words},
                }
            )
        if spans:
            rule["error_spans"] = spans
        return rule

    def _form(self) -> list[list[Json]]:
        form = self._description.form
        if form is None:
            return []
        self._count_unheld_questions(form)
        language = self._settings.interface
        above = (form.title_in(language), form.introduction_in(language))
        made: list[Json] = [{"text": _in_html(text), "form": None} for text in above if text]
        made += [_question(one, language) for one in form.questions]
        return [made]

    def _count_unheld_questions(self, form: Form) -> None:
        for question in form.questions:
            if question.kind == "choices":
                self._left_out.count("choice of several options (one can be chosen)")
            if question.screen_out:
                self._left_out.count("question with answers that end the participation")
            if not question.required:
                self._left_out.count("question that need not be answered")
            if question.minimum is not None or question.maximum is not None:
                self._left_out.count("limit of a number")


class _Names:
    """Names of systems as Pearmut can use them."""

    def __init__(self) -> None:
        self._names: dict[tuple[str, str], str] = {}
        self._used: set[str] = set()

    def of(self, output: ShownOutput) -> str:
        """The name of an output, the same for all outputs of its kind and system."""
        key = (output.kind, output.system)
        if key not in self._names:
            plain = "".join(
                one if one.isalnum() and one.isascii() else "_" for one in output.system
            )
            plain = plain if plain.strip("0123456789_") else f"system-{plain}"
            name = base = f"{plain}{_ENDINGS.get(output.kind, '')}"
            number = 2
            while name in self._used:
                name, number = f"{base}-{number}", number + 1
            self._used.add(name)
            self._names[key] = name
        return self._names[key]


def _together(screen: BatchScreen) -> tuple[int | None, int]:
    """A key that is equal for screens of one document."""
    return (screen.block, 0) if screen.block is not None else (None, screen.position)


def _question(question: FormQuestion, language: str) -> Json:
    made = {
        "text": _in_html(question.text(language)),
        "form": _FORMS.get(question.kind, "choices"),
    }
    if question.kind == "agreement":
        return made | {"choices": ["✓"]}
    if question.options:
        return made | {"choices": [option.text(language) for option in question.options]}
    return made


def _in_html(text: str) -> str:
    return html.escape(text).replace("\n", "<br>")
