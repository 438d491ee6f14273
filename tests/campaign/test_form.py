"""The form before the work: its file, and answers to it."""

from pathlib import Path

import pytest

from tertium.campaign import form as module
from tertium.campaign.form import Form, read_form
from tertium.core.errors import FormatError
from tertium.core.records import from_plain, to_plain

TEXT = """\
title = { en = "Before", de = "Vorher" }
introduction = "A few questions."

[[question]]
name = "native"
kind = "choice"
text = "Native?"
options = [{ value = "yes", text = { en = "Yes", de = "Ja" } }, { value = "no", text = "No" }]
screen_out = ["no"]

[[question]]
name = "others"
kind = "choices"
text = "Others?"
options = ["German", "Czech"]
required = false

[[question]]
name = "years"
kind = "number"
text = "Years?"
minimum = 0
maximum = 80

[[question]]
name = "study"
kind = "text"
text = "Studied?"
required = false

[[question]]
name = "consent"
kind = "agreement"
text = "I agree."
"""

ANSWERS = {"native": "yes", "others": [], "years": 3, "study": "", "consent": True}


@pytest.fixture
def form():
    return read_form(TEXT, "f.toml")


def test_a_form_comes_back_from_the_database(form):
    assert from_plain(Form, to_plain(form)) == form
    assert form.title_in("de") == "Vorher"
    assert form.title_in("ar") == "Before"
    assert form.introduction_in("ar") == "A few questions."
    assert form.questions[0].options[0].text("de") == "Ja"
    assert form.questions[1].options[0].text("de") == "German"


def test_the_example_in_the_docstring_is_a_form():
    lines = (module.__doc__ or "").split("\n")
    example = "\n".join(line[4:] for line in lines if line.startswith("    ") or not line)
    assert [one.name for one in read_form(example, "x").questions] == ["native", "consent"]
    assert Path(module.__file__).name == "form.py"


def test_answers_are_read_and_empty_ones_left_out(form):
    assert form.read(ANSWERS) == ({"native": "yes", "years": 3, "consent": True}, {})
    full = {**ANSWERS, "others": ["Czech", "German"], "study": " Maths ", "years": 2.5}
    assert form.read(full)[0] == {
        **{"native": "yes", "others": ["German", "Czech"], "years": 2.5},
        **{"study": "Maths", "consent": True},
    }


@pytest.mark.parametrize(
    ("changed", "wrong"),
    [
        ({"native": None}, {"native": "missing"}),
        ({"native": ""}, {"native": "missing"}),
        ({"native": "maybe"}, {"native": "bad"}),
        ({"native": ["yes"]}, {"native": "bad"}),
        ({"native": {"yes": 1}}, {"native": "bad"}),
        ({"others": "German"}, {"others": "bad"}),
        ({"others": ["Latin"]}, {"others": "bad"}),
        ({"others": [["German"]]}, {"others": "bad"}),
        ({"years": -1}, {"years": "bad"}),
        ({"years": 81}, {"years": "bad"}),
        ({"years": "3"}, {"years": "bad"}),
        ({"years": True}, {"years": "bad"}),
        ({"years": 10**400}, {"years": "bad"}),
        ({"years": float("nan")}, {"years": "bad"}),
        ({"years": None}, {"years": "missing"}),
        ({"study": "x" * 501}, {"study": "bad"}),
        ({"study": "\ud800"}, {"study": "bad"}),
        ({"study": "a\0"}, {"study": "bad"}),
        ({"study": 5}, {"study": "bad"}),
        ({"consent": False}, {"consent": "missing"}),
        ({"consent": "yes"}, {"consent": "bad"}),
        ({"more": 1}, {"more": "bad"}),
    ],
)
def test_wrong_answers_are_named(form, changed, wrong):
    assert form.read({**ANSWERS, **changed})[1] == wrong


def test_answers_that_end_the_participation(form):
    assert form.screens_out({"native": "no"})
    assert not form.screens_out({"native": "yes"})
    assert not form.screens_out({})
    several = read_form(
        TEXT.replace('"German", "Czech"]', '"German", "Czech"]\nscreen_out = ["Czech"]'), "f"
    )
    assert several.screens_out({"others": ["German", "Czech"]})


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("title = { en", "title = { en = ", 1, "This is not a TOML file: "),
        ('kind = "choice"', "kind = choice", 6, "This is not a TOML file: Invalid value."),
        ('[[question]]\nname = "years"', '[[question]]\nname = "years', 19, "not a TOML file"),
        ("introduction", "intro", 2, "The form has no key 'intro'."),
        ("introduction", "introducton", 2, "Did you mean 'introduction'?"),
        ("minimum = 0", "minumum = 0", 22, "no key 'minumum'. Did you mean 'minimum'?"),
        ("minimum = 0", "options = []", 22, "of the kind 'number' has no key 'options'"),
        ("minimum = 0", "minimum = 90", 22, "'minimum' is larger"),
        ("maximum = 80", 'maximum = "80"', 23, "'maximum' must be a number"),
        ('kind = "choice"', 'kind = "choise"', 6, "Did you mean 'choice'?"),
        ('kind = "choice"', "kind = 3", 6, "The question has the kind 3."),
        ('kind = "number"\n', "", 18, "The question has no 'kind'."),
        ('name = "years"', 'name = "native"', 19, "Two questions have the name 'native'"),
        ('name = "years"', 'name = "annotator"', 19, "not annotator or submitted"),
        ('name = "years"', 'name = "a b"', 19, "Got 'a b' instead"),
        ('name = "years"\n', "", 18, "Got None instead"),
        ('text = "Years?"\n', "", 18, "The question has no 'text'."),
        ('text = "Years?"', 'text = ""', 21, "'text' is empty"),
        ('text = "Years?"', "text = 3", 21, "'text' must be a text"),
        ('text = "Years?"', 'text = { fr = "x" }', 21, "'fr', which is not a language"),
        ('options = ["German", "Czech"]', 'options = ["German"]', 15, "2 to 200 answers"),
        ('options = ["German", "Czech"]', "", 11, "2 to 200 answers"),
        (
            'options = ["German", "Czech"]',
            'options = ["a", "a"]',
            15,
            "Two options have the value 'a'",
        ),
        ('options = ["German", "Czech"]', 'options = ["a", 3]', 15, "Got 3 instead"),
        ('["German", "Czech"]', '["a", { value = "b", txt = "c" }]', 15, "Did you mean 'text'?"),
        ('["German", "Czech"]', '["a", { text = "c" }]', 15, "The 'value' of an option"),
        ('screen_out = ["no"]', 'screen_out = ["maybe"]', 9, "values of options: yes, no"),
        ('screen_out = ["no"]', 'screen_out = ["no", "yes"]', 9, "nobody could take part"),
        ('screen_out = ["no"]', 'screen_out = "no"', 9, "must list values"),
        ("required = false", "required = 0", 16, "'required' must be true or false"),
    ],
)
def test_errors_name_file_and_line(old, new, line, message):
    assert old in TEXT
    with pytest.raises(FormatError) as refused:
        read_form(TEXT.replace(old, new, 1), "f.toml")
    assert str(refused.value).startswith(f"f.toml:{line}: "), str(refused.value)
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "f.toml:1: The form has no questions"),
        ("question = 3", "f.toml:1: The form has no questions"),
        ("question = [3]", "f.toml:1: The form has no questions"),
        ('question = [{ name = "a" }]', "f.toml: The question has no 'kind'"),
        ("question = []", "f.toml: The form has 0 questions; expected 1 to 40"),
        ("x = " + "[" * 2000, "f.toml"),
    ],
)
def test_files_without_questions(text, message):
    with pytest.raises(FormatError) as refused:
        read_form(text, "f.toml")
    assert str(refused.value).startswith(message)


def test_too_many_questions():
    text = "".join(
        f'[[question]]\nname = "q{n}"\nkind = "agreement"\ntext = "x"\n' for n in range(41)
    )
    with pytest.raises(FormatError, match="41 questions"):
        read_form(text, "f.toml")
