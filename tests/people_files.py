"""Files for campaigns that teach and test annotators."""

import json

LESSONS = [
    {
        "id": "good",
        "source": "Der Hund bellt.",
        "output": "The dog barks.",
        "expected": {"value": [80, 100]},
        "feedback": {"en": "Every word is translated.", "de": "Jedes Wort ist übersetzt."},
        "must": True,
    },
    {
        "id": "bad",
        "source": "Es regnet.",
        "output": "The sun shines.",
        "expected": {"value": [0, 30]},
        "feedback": "It says the opposite.",
    },
    {"id": "free", "source": "Ja.", "outputs": ["Yes.", "Yeah."]},
]

CHECKS = [
    {
        "id": f"{kind}{number}",
        "source": f"Wählen Sie {number}.",
        "output": f"Choose {number} ({kind}).",
        "expected": {"value": [number, number]},
        "loud": kind == "loud",
    }
    for kind in ("loud", "silent")
    for number in (11, 12, 13)
]

FORM = """\
[[question]]
name = "native"
kind = "choice"
text = { en = "Is English your native language?", de = "Ist Englisch Ihre Muttersprache?" }
options = ["yes", "no"]
screen_out = ["no"]

[[question]]
name = "years"
kind = "number"
text = "For how many years have you translated?"
required = false
"""


def write(folder, lessons=LESSONS, checks=CHECKS, form=FORM):
    """Write the files; return the arguments of a new campaign."""
    files = {
        "tutorial": ("tutorial.jsonl", _lines(lessons)),
        "attention_checks": ("checks.jsonl", _lines(checks)),
        "form": ("form.toml", form),
    }
    for name, text in files.values():
        (folder / name).write_text(text, encoding="utf-8")
    return {argument: folder / name for argument, (name, _) in files.items()}


def _lines(objects):
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in objects)
