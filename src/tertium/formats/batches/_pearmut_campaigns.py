"""Campaign files of Pearmut as campaigns of ours."""

from collections.abc import Sequence
from typing import Any

from tertium.campaign.incoming import Incoming, IncomingHit, IncomingScreen
from tertium.campaign.items import ShownOutput
from tertium.campaign.names import is_name
from tertium.campaign.settings import MOST_ON_SCREEN
from tertium.core.errors import DataError, FormatError
from tertium.formats.batches._json_values import a_list, a_text, an_object, one_of, parsed
from tertium.formats.batches._left_out import LeftOut
from tertium.formats.batches._pearmut_expected import KnownItems
from tertium.formats.batches._pearmut_settings import Settings, is_form
from tertium.formats.batches._plain_text import plain_text
from tertium.formats.browser_spans import code_points_of, outside
from tertium.formats.ratings.pearmut import OURS
from tertium.human.ratings import KINDS
from tertium.human.shared_outputs import JOINED_BY

Json = dict[str, Any]

_ASSIGNMENTS = ("task-based", "single-stream", "dynamic")

_KEYS = ("campaign_id", "info", "data", "data_welcome", "data_random", "token")

# How a text begins that Pearmut shows as audio, video or image.
_MEDIA = ("<audio ", "<video ", "<img ", "<iframe ")

_ITEM = (
    *("src", "ref", "tgt", "item_id", "doc_id", "error_spans", "validation", "skippable"),
    *("instructions", OURS),
)


def incoming(data: bytes, origin: str) -> Incoming:
    """Read a campaign file."""
    return _Reader(an_object(parsed(data, origin), "The file", origin), origin).read()


class _Reader:
    """Reads a campaign."""

    def __init__(self, content: Json, origin: str) -> None:
        self._origin = origin
        self._left_out = LeftOut(origin, "Our campaigns")
        for key in ("campaign_id", "info", "data"):
            if key not in content:
                raise FormatError(f"The campaign has no {key!r}.", where=origin)
        for key in content.keys() - set(_KEYS):
            self._left_out.add(f"the key {key!r}")
        self._content = content
        self._info = an_object(content["info"], "'info'", f"{origin}: info")
        self._settings = Settings(self._info, f"{origin}: info", self._left_out)
        self._known = KnownItems(self._settings.task, self._left_out)
        self._tutorial: dict[str, tuple[str, Json]] = {}
        self._documents: dict[tuple[str, ...], str] = {}

    def read(self) -> Incoming:
        """Read everything."""
        where = f"{self._origin}: info"
        assignment = one_of(self._info.get("assignment"), _ASSIGNMENTS, "'assignment'", where)
        if assignment == "dynamic":
            self._left_out.add("dynamic assignment (all outputs are judged)")
        form = self._welcome()
        checks = [
            self._check(item, place)
            for place, items in self._listed("data_random")
            for place, item in self._items(items, place)
        ]
        pool = assignment != "task-based"
        hits = self._pool(len(checks)) if pool else self._tasks()
        languages = str(self._content["campaign_id"]).rpartition("_#_")
        settings = self._settings.further(len(checks), hits, pool=pool)
        texts = [screen for hit in hits for screen in hit.screens]
        task = self._settings.task
        if task == "adequacy" and all(
            one.source is None and one.reference is None for one in texts
        ):
            task = "fluency"
        found = Incoming(
            origin=self._origin,
            task=task,
            hits=tuple(hits),
            languages=_pair(languages[2] if languages[1] else ""),
            settings=settings,
            tutorial=tuple(self._tutorial.values()),
            checks=tuple(checks),
            form=form,
            typology=self._settings.typology(),
            instructions=self._settings.instructions(),
        )
        self._left_out.warn_unheld()
        return found

    # --- Tasks --------------------------------------------------------------------------------

    def _tasks(self) -> list[IncomingHit]:
        """A HIT for each task; a campaign that Pearmut has added has the names of users."""
        data = self._content["data"]
        if isinstance(data, dict):
            named = list(data.items())
        else:
            tasks = a_list(data, "'data'", self._origin)
            users = self._settings.users(len(tasks))
            named = list(zip(users, tasks, strict=True))
        hits = []
        for number, (user, task) in enumerate(named, 1):
            place = f"{self._origin}: task {number}"
            documents = a_list(task, "A task", place)
            # A file of ours tells the HITs of an annotator apart.
            by_hit: dict[str, list[IncomingScreen]] = {}
            for count, document in enumerate(documents, 1):
                screens = self._document(document, f"{place}, document {count}", count)
                by_hit.setdefault(_hit_of(document), []).extend(screens)
            owner = self._user(user, number)
            hits += [IncomingHit(owner, tuple(own)) for own in by_hit.values() if own]
        return self._checked(hits)

    def _pool(self, checks: int) -> list[IncomingHit]:
        """HITs of a pool, each with as many documents as there are for a check."""
        size = self._settings.documents_per_check if checks else 1
        hits, screens = [], []
        documents = self._listed("data")
        for number, (place, document) in enumerate(documents, 1):
            screens += self._document(document, place, number)
            if screens and (number % size == 0 or number == len(documents)):
                hits.append(IncomingHit("", tuple(screens)))
                screens = []
        return self._checked(hits)

    def _checked(self, hits: list[IncomingHit]) -> list[IncomingHit]:
        if not any(screen.check is None for hit in hits for screen in hit.screens):
            raise DataError("The campaign has no items to judge.", where=self._origin)
        return hits

    def _user(self, user: str, number: int) -> str:
        if is_name(user):
            return user
        self._left_out.count("name of an annotator (our names have letters, digits, '.', '-', '_')")
        return f"annotator-{number}"

    def _listed(self, key: str) -> list[tuple[str, Any]]:
        """Documents of a part of the file with their places."""
        listed = a_list(self._content.get(key, []), f"{key!r}", self._origin)
        return [
            (f"{self._origin}: {key}, document {number}", one)
            for number, one in enumerate(listed, 1)
        ]

    def _items(self, document: object, place: str) -> list[tuple[str, Json]]:
        listed = a_list(document, "A document", place)
        if not listed:
            raise FormatError("The document has no items.", where=place)
        named = [(f"{place}, item {number}", one) for number, one in enumerate(listed, 1)]
        return [(where, an_object(one, "An item", where)) for where, one in named]

    def _welcome(self) -> Any:
        """Add the tutorial; return the form."""
        questions: list[tuple[str, Json]] = []
        for place, document in self._listed("data_welcome"):
            items = self._items(document, place)
            if is_form(items[0][1]):
                questions += items
            else:
                for where, item in items:
                    self._add_tutorial(item, where, skippable=bool(item.get("skippable")))
        return self._settings.form(questions)

    # --- Items --------------------------------------------------------------------------------

    def _document(self, document: object, place: str, block: int) -> list[IncomingScreen]:
        """Screens of a document, its segments after each other."""
        screens, judged = [], []
        items = self._items(document, place)
        if is_form(items[0][1]):
            self._left_out.count("form among the items (give it as data_welcome)")
            return []
        for where, item in items:
            if "validation" not in item:
                judged.append((where, item))
            elif self._known.is_tutorial(item):
                self._add_tutorial(item, where, skippable=True)
            else:
                _, check = self._check(item, where)
                screens.append(IncomingScreen(where, check["id"], "", check=check))
        named = [self._named(item, where, number) for number, (where, item) in enumerate(judged, 1)]
        several = len(judged) > 1
        if several and not any(name for name, _ in named):
            ids = tuple(segment for _, segment in named)
            name = self._documents.setdefault(ids, f"document-{len(self._documents) + 1}")
            named = [(name, segment) for segment in ids]
        for (where, item), names in zip(judged, named, strict=True):
            screens += self._screens(item, where, names, block if several else None)
        return screens

    def _named(self, item: Json, where: str, number: int) -> tuple[str, str]:
        """Document and segment of an item, as the ratings format names them."""
        ours = item.get(OURS)
        if isinstance(ours, dict) and isinstance(ours.get("segment"), str):
            return str(ours.get("document", "")), ours["segment"]
        given = item.get("item_id", item.get("doc_id"))
        if given is None:
            # The source tells items apart, as in the results.
            given = a_text(item.get("src", ""), "'src'", where) or f"{where.rpartition(':')[2]}"
            self._left_out.count("item without an id (it gets one)")
            return "", f"{given[:40]}#{number}"
        parts = str(given).split("_#_")
        return (f"{parts[1]}:{parts[2]}", parts[3]) if len(parts) == 4 else ("", str(given))

    def _screens(
        self, item: Json, where: str, names: tuple[str, str], block: int | None
    ) -> list[IncomingScreen]:
        """An item; several, if it has more outputs than a screen."""
        for key in item.keys() - set(_ITEM):
            self._left_out.add(f"the key {key!r} of items")
        if "instructions" in item:
            self._left_out.count("instruction of a single item")
        if str(item.get("src", "")).startswith(_MEDIA):
            self._left_out.count("source that is a media element (it is shown as text)")
        outputs, marked = self._outputs(item, where), self._marked(item, where)
        most = 1 if self._settings.task == "post-editing" else MOST_ON_SCREEN
        if len(outputs) > most:
            self._left_out.count(
                f"item with more than {most} outputs (they are on several screens)"
            )
        parts = -(-len(outputs) // most)
        return [
            IncomingScreen(
                where,
                segment=names[1],
                document=names[0],
                outputs=tuple(output for _, output in several),
                source=self._text(item, "src", where),
                reference=self._text(item, "ref", where),
                block=block,
                suggestions=tuple(
                    tuple(self._span(one, output.text, where) for one in marked.get(name, ()))
                    for name, output in several
                ),
            )
            for several in (outputs[part::parts] for part in range(parts))
        ]

    def _text(self, item: Json, key: str, where: str) -> str | None:
        return a_text(item[key], f"{key!r}", where) if item.get(key) is not None else None

    def _outputs(self, item: Json, where: str) -> list[tuple[str, ShownOutput]]:
        texts = an_object(item.get("tgt"), "'tgt'", where)
        if not texts:
            raise FormatError("'tgt' has no outputs.", where=where)
        ours = item.get(OURS)
        known = ours.get("outputs", {}) if isinstance(ours, dict) else {}
        outputs = []
        for name, text in texts.items():
            meant = known.get(name) if isinstance(known, dict) else None
            kind, system = "system", name
            if isinstance(meant, dict):
                kind = one_of(meant.get("kind"), KINDS, "The kind of an output", where)
                system = a_text(meant.get("system"), "The system of an output", where)
            elif JOINED_BY in name or not name.strip():
                raise DataError(
                    f"The name {name!r} of a system is empty or contains {JOINED_BY!r}, which joins"
                    " the names of systems that share an output.",
                    where=where,
                    hint="Rename the system.",
                )
            outputs.append((name, ShownOutput(kind, system, a_text(text, "An output", where))))
        return outputs

    def _marked(self, item: Json, where: str) -> dict[str, list[Any]]:
        """Suggested errors by the name of the output."""
        found = item.get("error_spans")
        if found is None or (isinstance(found, list) and not any(found)):
            return {}
        marked = an_object(found, "'error_spans'", where)
        for name in marked.keys() - item["tgt"].keys():
            raise FormatError(f"'error_spans' has no output named {name!r}.", where=where)
        if any(marked.values()) and self._settings.task not in ("esa", "mqm"):
            self._left_out.add("suggested errors (no errors are marked)")
            return {}
        return {name: a_list(spans, "'error_spans'", where) for name, spans in marked.items()}

    def _span(self, given: object, output: str, where: str) -> Json:
        """A suggested error in code points."""
        span = an_object(given, "An error span", where)
        places = code_points_of(output, "\n")
        first, last = span.get("start_i"), span.get("end_i")
        severity = str(span.get("severity") or "minor").lower()
        category = str(span.get("category") or "")
        rest = {"severity": severity, "category": category}
        if type(first) is not int or type(last) is not int or not 0 <= first <= last:
            raise DataError(f"The error span from {first} to {last} is impossible.", where=where)
        if first == last == len(places):
            return {"start": len(output), "end": len(output), **rest}
        if last >= len(places):
            raise outside(first, last, len(places), where)
        return {"start": places[first], "end": places[last] + 1, **rest}

    # --- Items with known answers -------------------------------------------------------------

    def _line(self, item: Json, where: str) -> Json:
        """Texts and expected answer of an item."""
        outputs = self._outputs(item, where)
        line: Json = {"outputs": [output.text for _, output in outputs]}
        for key, name in (("src", "source"), ("ref", "reference")):
            text = self._text(item, key, where)
            if text is not None:
                line[name] = text
        expected = self._known.expected(item, [name for name, _ in outputs], where)
        if expected:
            line["expected"] = expected
        warning = self._known.warning(item)
        said = [str(item.get("instructions", "")), warning]
        feedback = "\n".join(filter(None, map(plain_text, said)))
        if feedback:
            line["feedback"] = feedback
        return line

    def _check(self, item: Json, where: str) -> tuple[str, Json]:
        line = self._line(item, where)
        name = str(item.get("item_id", "check"))
        known = self._known.check_name(name, line)
        loud = {"loud": True} if self._known.warning(item) else {}
        return where, {"id": known, **line, **loud}

    def _add_tutorial(self, item: Json, where: str, *, skippable: bool) -> None:
        line = self._line(item, where)
        must = {} if skippable or "expected" not in line else {"must": True}
        content = repr(sorted(line.items(), key=str))
        name = f"tutorial-{len(self._tutorial) + 1}"
        self._tutorial.setdefault(content, (where, {"id": name, **line, **must}))


def _hit_of(document: list[Json]) -> str:
    """The HIT that a document of ours is part of; "" if it is none of ours."""
    ours = document[0].get(OURS)
    return str(ours.get("hit", "")) if isinstance(ours, dict) else ""


def _pair(languages: str) -> tuple[str, str]:
    """Codes of both languages."""
    parts: Sequence[str] = languages.split("-", 1)
    return (parts[0], parts[1]) if len(parts) == 2 and all(parts) else ("", "")
