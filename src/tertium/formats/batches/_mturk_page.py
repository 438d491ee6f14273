"""The page of a HIT of Mechanical Turk: a template with variables, and the values for a HIT.

Mechanical Turk writes values into the HTML as they are. They are escaped here, also against its own
variables (`$`), and characters beyond the Basic Multilingual Plane, which it refuses in CSV files,
become character references.
"""

import html
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tertium.campaign.batches import Batch, BatchHit, BatchScreen
from tertium.campaign.markdown import render
from tertium.campaign.page_texts import anchors, page_texts, question_text
from tertium.campaign.tasks import LONGEST_COMMENT

# Mechanical Turk's limit of the HTML of a question, without what its site writes around a page.
LIMIT = 65_535 - 1_500

# Name of the column that ties results to a HIT.
KEY = "hit_key"

_FOLDER = Path(__file__).with_name("mturk_page")

# Texts of the pages that the script shows.
_TEXTS = (
    *("annotate.item", "annotate.source", "annotate.reference", "annotate.output-letter"),
    *("annotate.comment", "annotate.comment-label", "annotate.choose", "annotate.done"),
    *("answer.low", "answer.high", "answer.slider", "answer.none", "answer.untouched"),
    *("answer.yes", "answer.no", "answer.ties", "answer.no-ties", "answer.rank"),
    *("answer.better", "answer.equal"),
)

_CROWD_SCRIPT = "https://assets.crowd.aws/crowd-html-elements.js"

# Characters that are no text in HTML.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]")

_RIGHT_TO_LEFT = ("ar",)


def columns(hits: Sequence[BatchHit]) -> list[str]:
    """Names of the variables of a page that can show each of some HITs."""
    names = [KEY]
    for number in range(1, max(len(hit.screens) for hit in hits) + 1):
        shown = [hit.screens[number - 1] for hit in hits if len(hit.screens) >= number]
        for side in ("source", "reference"):
            if any(getattr(screen, side) is not None for screen in shown):
                names.append(f"{side}_{number}")
        most = max(len(screen.outputs) for screen in shown)
        names += [f"output_{number}_{place}" for place in range(1, most + 1)]
    return names


def values(hit: BatchHit, empty: str) -> dict[str, str]:
    """Values of the variables of a HIT; those of items and outputs that it does not have are empty.

    Args:
        hit: The HIT.
        empty: What is shown for an empty text.
    """
    found = {KEY: hit.key}
    for number, screen in enumerate(hit.screens, 1):
        for name, text in _texts_of(screen, number).items():
            found[name] = escaped(text) if text.strip() else f"<i>{escaped(empty)}</i>"
    return found


def empty_text(batch: Batch) -> str:
    """What is shown for an empty text."""
    return page_texts(batch.description.settings.interface)["annotate.empty"]


def template(batch: Batch, names: Sequence[str], *, crowd: bool) -> str:
    """The page with its variables.

    Args:
        batch: The work.
        names: Names of the variables.
        crowd: Whether the page uses the crowd elements of Amazon, whose script it loads.
    """
    description = batch.description
    language = description.settings.interface
    texts = page_texts(language)
    direction = "rtl" if language in _RIGHT_TO_LEFT else "ltr"
    parts = [
        f"<style>\n{_file('page.css')}</style>",
        f'<div class="tertium" id="tertium" lang="{language}" dir="{direction}">',
        _instructions(batch, texts["annotate.instructions"], crowd=crowd),
    ]
    if any(name.startswith("reference_") for name in names):
        parts.append(f'<p class="notice">{_in_page(texts["mturk.reference"])}</p>')
    parts += [
        f"<noscript><p>{_in_page(texts['page.noscript'])}</p></noscript>",
        f'<input type="hidden" name="{KEY}" value="${{{KEY}}}">',
        *_items(names),
        "</div>",
        f'<script type="application/json" id="tertium-data">{_data(batch)}</script>',
        f"<script>\n{_file('page.js')}</script>",
    ]
    page = "\n".join(part for part in parts if part)
    if not crowd:
        return f"{page}\n"
    script = f'<script src="{_CROWD_SCRIPT}"></script>'
    return f'{script}\n<crowd-form answer-format="flatten-objects">\n{page}\n</crowd-form>\n'


def filled(page: str, row: Mapping[str, str]) -> str:
    """The page of a HIT, as Mechanical Turk fills it in."""
    return re.sub(r"\$\{(\w+)\}", lambda variable: row.get(variable[1], ""), page)


def escaped(text: str) -> str:
    """A text as a value of a variable."""
    shown = _CONTROL.sub("\ufffd", text.replace("\r\n", "\n"))
    found = html.escape(shown).replace("$", "&#36;")
    return "".join(_reference(one) if one in "\t\n\r" or one > "\uffff" else one for one in found)


def unescaped(value: str) -> str:
    """The text of a value, for comparison with results: spreadsheets change white space."""
    return " ".join(html.unescape(value).split())


def _reference(character: str) -> str:
    return f"&#{ord(character)};"


def _texts_of(screen: BatchScreen, number: int) -> dict[str, str]:
    beside = {"source": screen.source, "reference": screen.reference}
    found = {f"{side}_{number}": text for side, text in beside.items() if text is not None}
    for place, output in enumerate(screen.outputs, 1):
        found[f"output_{number}_{place}"] = output.text
    return found


def _items(names: Sequence[str]) -> list[str]:
    """Elements with the texts of each item, which the script completes."""
    found: dict[str, list[str]] = {}
    for name in names:
        if name != KEY:
            side, number, *_ = name.split("_")
            found.setdefault(number, []).append(f'<p class="{side[0]}">${{{name}}}</p>')
    return [f'<div class="i">{"".join(texts)}</div>' for texts in found.values()]


def _instructions(batch: Batch, title: str, *, crowd: bool) -> str:
    if not batch.instructions.strip():
        return ""
    shown = _in_template(str(render(batch.instructions)))
    if crowd:
        return (
            f'<crowd-instructions link-text="{_in_page(title)}" link-type="button">\n'
            f"<detailed-instructions>\n{shown}</detailed-instructions>\n</crowd-instructions>"
        )
    return f"<details open>\n<summary>{_in_page(title)}</summary>\n{shown}</details>"


def _data(batch: Batch) -> str:
    """What the script needs, as JSON that cannot end its element and has no variables."""
    description = batch.description
    texts = page_texts(description.settings.interface)
    title = "annotate.text" if description.context == "nothing" else "annotate.output"
    data: dict[str, Any] = {
        "answer": description.settings.answer,
        "question": question_text(description),
        "points": [
            (point, f"{point} – {anchor}" if anchor else point)
            for point, anchor in anchors(description).items()
        ],
        "ties": description.question.ties,
        "outputTitle": texts[title],
        "sourceLanguage": description.source_language,
        "targetLanguage": description.target_language,
        "longestComment": LONGEST_COMMENT,
        "texts": {key: texts[key] for key in _TEXTS},
    }
    found = json.dumps(data, ensure_ascii=True)
    for character in "<>&$":
        found = found.replace(character, f"\\u{ord(character):04x}")
    return found


def _in_page(text: str) -> str:
    return _in_template(html.escape(text))


def _in_template(markup: str) -> str:
    """HTML without variables, and without characters beyond the Basic Multilingual Plane."""
    found = markup.replace("$", "&#36;")
    return "".join(_reference(one) if one > "\uffff" else one for one in found)


def _file(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")
