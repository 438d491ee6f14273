"""Expected answers of Pearmut, as those of our tutorials and attention checks."""

from collections.abc import Sequence
from typing import Any

from tertium.core.errors import FormatError
from tertium.formats.batches._json_values import a_list, a_number, an_object
from tertium.formats.batches._left_out import LeftOut
from tertium.formats.browser_spans import code_points_of

Json = dict[str, Any]


class KnownItems:
    """Reads the key `validation` of items.

    Args:
        task: The annotation task.
        left_out: What our checks do not have.
    """

    def __init__(self, task: str, left_out: LeftOut) -> None:
        self._task = task
        self._left_out = left_out
        self._names: dict[str, str] = {}

    def is_tutorial(self, item: Json) -> bool:
        """Whether people who have seen an item before can skip it."""
        return bool(item.get("skippable")) or any(
            rule.get("allow_skip") for rules in self._rules(item).values() for rule in rules
        )

    def warning(self, item: Json) -> str:
        """What is said after a wrong answer; "" if nothing is."""
        warnings = [
            str(rule["warning"])
            for rules in self._rules(item).values()
            for rule in rules
            if rule.get("warning")
        ]
        return "<br>".join(dict.fromkeys(warnings))

    def check_name(self, name: str, line: Json) -> str:
        """A name that no other check has; checks with the same content are one."""
        content = repr(sorted(line.items(), key=str))
        unique, number = name, 2
        while self._names.setdefault(unique, content) != content:
            unique, number = f"{name}-{number}", number + 1
        return unique

    def expected(self, item: Json, names: Sequence[str], where: str) -> Json:
        """What is expected of the outputs of an item; {} if nothing is."""
        rules = self._rules(item, where)
        parts: list[Json] = [{} for _ in names]
        better: list[list[int]] = []
        for name, several in rules.items():
            if name not in names:
                raise FormatError(f"'validation' has no output named {name!r}.", where=where)
            number = names.index(name)
            for rule in several:
                parts[number] |= self._part(rule, str(item["tgt"][name]), where)
                other = rule.get("score_greaterthan")
                if other is not None:
                    if other not in names:
                        raise FormatError(
                            f"'score_greaterthan' has no output named {other!r}.", where=where
                        )
                    better.append([number, names.index(other)])
        found: Json = {"outputs": parts} if any(parts) else {}
        return found | ({"better": better} if better else {})

    def _rules(self, item: Json, where: str = "") -> dict[str, list[Json]]:
        """Rules by the name of the output: one, or a list."""
        given = item.get("validation") or {}
        if not isinstance(given, dict):
            raise FormatError("'validation' must be an object.", where=where)
        return {
            name: [
                an_object(rule, "A rule of 'validation'", where)
                for rule in (rules if isinstance(rules, list) else [rules])
            ]
            for name, rules in given.items()
        }

    def _part(self, rule: Json, output: str, where: str) -> Json:
        part: Json = {}
        if rule.get("score") is not None:
            ends = a_list(rule["score"], "'score'", where)
            low, high = (a_number(end, "An end of 'score'", where) for end in _two(ends, where))
            if self._task in ("mqm", "post-editing"):
                self._left_out.count("expected score (the task has none)")
            else:
                part["value"] = [low, high]
        spans = a_list(rule.get("error_spans") or [], "'error_spans'", where)
        # As in Pearmut, an empty list expects nothing.
        found = [self._span(an_object(one, "A span", where), output, where) for one in spans]
        usable = [one for one in found if one is not None]
        if usable and self._task not in ("esa", "mqm"):
            self._left_out.count("expected span (the task marks none)")
        elif usable:
            part["spans"] = [span for span, _ in usable]
            part["tolerance"] = max(tolerance for _, tolerance in usable)
        for key in rule.keys() - {"score", "error_spans", "warning", "allow_skip"}:
            if key != "score_greaterthan":
                self._left_out.count(f"rule of {key!r} in an expected answer")
        return part

    def _span(self, given: Json, output: str, where: str) -> tuple[Json, int] | None:
        """An expected span and its tolerance; None for a mark of missing content."""
        places = code_points_of(output, "\n")
        starts, ends = (_range(given.get(key), key, where) for key in ("start_i", "end_i"))
        if starts is None or ends is None:
            self._left_out.count("expected span without both ends")
            return None
        first, last = sum(starts) // 2, sum(ends) // 2
        if first >= len(places):
            self._left_out.count("expected mark of missing content")
            return None
        start, end = places[first], places[min(last, len(places) - 1)] + 1
        if end <= start:
            raise FormatError("An expected span ends before it begins.", where=where)
        tolerance = max(
            last_of - middle for (_, last_of), middle in ((starts, first), (ends, last))
        )
        span: Json = {"start": start, "end": end}
        if given.get("severity"):
            span["severity"] = str(given["severity"]).lower()
        return span, tolerance


def _two(ends: Sequence[Any], where: str) -> Sequence[Any]:
    if len(ends) != 2:
        raise FormatError("'score' must have two ends.", where=where)
    return ends


def _range(given: object, key: str, where: str) -> tuple[int, int] | None:
    """The smallest and largest number of a unit; None if any is right."""
    if given is None:
        return None
    ends: list[Any] = given if isinstance(given, list) else [given, given]
    if len(ends) != 2 or not all(type(end) is int for end in ends) or not 0 <= ends[0] <= ends[1]:
        raise FormatError(f"{key!r} must be a number or a range of numbers.", where=where)
    return ends[0], ends[1]
