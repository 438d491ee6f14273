"""METEOR: options, resources, and numbers worked out by hand."""

import warnings

import pytest

import tertium
from tertium.api.score import score
from tertium.core.errors import (
    DataError,
    DataWarning,
    FormatError,
    MissingComponent,
    ParameterError,
)
from tertium.core.streams import digest
from tertium.core.testset import TestSet
from tertium.kernels.meteor import normalize_meteor
from tertium.metrics import _meteor_resources as meteor_resources
from tertium.metrics import metric
from tertium.metrics._meteor_parameters import ENGLISH_FUNCTION_WORDS, MODULES
from tertium.metrics.meteor import Meteor
from tertium.text import resources, stems

EXACT = "meteor(modules=exact)"


@pytest.fixture(autouse=True)
def own_resources(monkeypatch, tmp_path):
    monkeypatch.setattr(resources, "_pointed_at", {})
    for name in resources.NAMES:
        monkeypatch.delenv(f"TERTIUM_{name.upper()}", raising=False)


def corpus(output, *references, **rest):
    return TestSet.of(
        references=[[reference] for reference in references],
        systems={"a": [output]},
        **rest,
    )


def meteor(spec: str) -> Meteor:
    made = metric(spec)
    assert isinstance(made, Meteor)
    return made


def value(spec, output, *references):
    made = metric(spec)
    return made.score(made.stats(corpus(output, *references), "a").sum())


# --- Numbers --------------------------------------------------------------------------------------


def test_a_score_worked_out_by_hand():
    # Matched: cat, sat, mat (content) and on, the (function); "the" at the start of the output has
    # its match too. Output and reference have 6 words, 3 of them function words.
    # P = R = (0.75 * 3 + 0.25 * 3) / (0.75 * 3 + 0.25 * 3) = 1; two chunks of 6 words:
    # "the mat" and "the cat sat on" change places.
    made = metric(EXACT)
    stats = made.stats(corpus("on the mat sat the cat", "the cat sat on the mat"), "a")
    assert stats.rows[0, :8].tolist() == [6, 6, 3, 3, 3, 3, 3, 3]
    chunks = stats.rows[0, 20]
    assert made.score(stats.sum()) == pytest.approx(1 - 0.6 * (chunks / 6) ** 0.2)


def test_one_wrong_word_by_hand():
    # Content words weigh 0.75, function words 0.25: P = (0.75 + 0.25) / (1.5 + 0.25) = R,
    # one chunk of two words.
    expected = (1 / 1.75) * (1 - 0.6 * (1 / 2) ** 0.2)
    assert value(EXACT, "the cat barks", "the cat sleeps") == pytest.approx(expected)


def test_what_is_whole_has_no_penalty():
    assert value(EXACT, "the cat", "the cat") == 1


def test_nothing_matched_is_0():
    assert value(EXACT, "a dog", "the cat") == 0


def test_the_reference_with_the_best_score_counts():
    assert value(EXACT, "the cat", "a dog", "the cat") == 1


def test_modules_match_more_and_more():
    output, reference = "the cars stopped rapidly", "the automobile stops quickly"
    exact, stem, synonym = (
        value(f"meteor(modules={modules})", output, reference)
        for modules in ("exact", "exact+stem", "exact+stem+synonym")
    )
    assert 0 < exact < stem < synonym


def test_characters_are_counted_in_utf_16():
    rows = metric("meteor(modules=exact,ch=true)").stats(corpus("😀b c", "😀b"), "a").rows
    assert rows[0, :2].tolist() == [4, 3]


def test_words_of_the_same_java_hash_are_the_same_word():
    assert value(EXACT, "Aa x", "BB x") == 1
    assert value("meteor(modules=exact,corrected=true)", "Aa x", "BB x") < 1


def test_corrected_alignment_counts_stems():
    # Uncorrected, a stem gains nothing: the shorter way of fewer chunks leaves it out.
    output, reference = "b a c runs d", "running a b c d"
    plain, corrected = (
        metric(f"meteor(modules=exact+stem{option})").stats(corpus(output, reference), "a").rows[0]
        for option in ("", ",corrected=true")
    )
    assert corrected[21] >= plain[21]


def test_corrected_weights_go_by_module():
    plain = meteor("meteor(modules=exact+synonym)")
    corrected = meteor("meteor(modules=exact+synonym,corrected=true)")
    assert plain._parameters.weights == (1.0, 0.6)
    assert corrected._parameters.weights == (1.0, 0.8)


def test_corrected_utility_counts_characters():
    assert not meteor("meteor(task=util)")._characters
    assert meteor("meteor(task=util,corrected=true)")._characters


def test_function_words_are_english_unless_corrected():
    assert meteor_resources.function_words("de", corrected=False) == ENGLISH_FUNCTION_WORDS
    german = meteor_resources.function_words("de", corrected=True)
    assert "und" in german
    assert "the" not in german


# METEOR reads words as they are: " das", "Und" and "auf " are none of the text.
WORDS = "der\r\ndie\nUnd\n das\n.\nnicht\nauf "


def test_function_words_of_a_file_are_those_of_the_program(tmp_path):
    # java -jar meteor-1.5.jar test reference -l de -norm -m exact -s words -ssOut
    (tmp_path / "words").write_bytes(WORDS.encode())
    testset = TestSet.of(
        references=[
            [
                "Die Katze und der Hund saßen auf dem Dach des Hauses.",
                "Ist es nicht dasselbe oder das Gleiche?",
            ]
        ],
        systems={
            "a": ["Der Hund und die Katze sitzen auf dem Haus.", "Es ist nicht das gleiche, oder?"]
        },
    )
    spec = "meteor(lang=de,norm=true,modules=exact"
    made = metric(f"{spec},function_words={tmp_path / 'words'})")
    zeros = [0] * 12
    assert made.stats(testset, "a").rows[:, :-1].tolist() == [
        [10, 12, 3, 3, 5, 5, 3, 3, *zeros, 5, 8, 8],
        [8, 8, 1, 1, 6, 6, 1, 1, *zeros, 6, 7, 7],
    ]
    for options, expected in (
        (")", 0.4472222222222223),
        (f",function_words={tmp_path / 'words'})", 0.4441757547020705),
        (f",corrected=true,function_words={tmp_path / 'words'})", 0.4441757547020705),
    ):
        found = score(testset, spec + options)[0]
        assert found.value == pytest.approx(expected, rel=1e-12)
    # METEOR's Eval ID does not name function words.
    assert found.signature == found.own_signature
    assert "|evalid:meteor-1.5-wo-de-norm-" in found.signature
    words = sorted(WORDS.replace("\r", "").split("\n"))
    assert f"|function_words:{digest(words)}|" in found.signature


def test_function_words_that_cannot_be_read_are_reported_before_anything_is_scored(tmp_path):
    with pytest.raises(DataError, match=r"missing\.words"):
        metric(f"meteor(function_words={tmp_path}/missing.words)").for_testset(corpus("x", "x"))


# --- Options --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "lang"), [("", "en"), ("de", "de"), ("cs", "cz"), ("sv_SE", "se"), ("zh", "other")]
)
def test_the_language_is_that_of_the_test_set(language, lang):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        made = meteor("meteor").for_testset(corpus("x", "x", target_language=language))
    assert made.lang == lang


@pytest.mark.parametrize("lang", MODULES)
def test_every_language_scores(lang):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        result = score(corpus("ein Haus", "ein Haus"), f"meteor(lang={lang})")
    assert result[0].value == 1


@pytest.mark.parametrize(
    ("spec", "signature"),
    [
        ("meteor(modules=exact)", "meteor-1.5-wo-en-no_norm-0.85_0.2_0.6_0.75-ex-1.0"),
        (
            "meteor(modules=exact,lower=true,ch=true,alpha=0.5)",
            "meteor-1.5-ch-en-lc_only-0.5_0.2_0.6_0.75-ex-1.0",
        ),
        (
            "meteor(modules=exact+stem,lang=de,norm=true,weights=1+0.25)",
            "meteor-1.5-wo-de-norm-0.95_1.0_0.55_0.55-ex_st-1.0_0.25",
        ),
        (
            "meteor(modules=exact+paraphrase,norm=true,no_punct=true)",
            "meteor-1.5-wo-en-norm_nopunct-0.85_0.2_0.6_0.75-ex_pa-1.0_0.6",
        ),
        ("meteor(lang=other)", "meteor-1.5-wo-other-no_norm-0.75_1.4_0.7_0.5-ex-1.0"),
        (
            "meteor(modules=exact,task=universal)",
            "meteor-1.5-wo-en-no_norm-0.7_1.4_0.3_0.7-ex-1.0",
        ),
        ("meteor(lang=pt,modules=exact)", "meteor-1.5-wo-pt-no_norm-0.75_1.4_0.7_0.5-ex-1.0"),
    ],
)
def test_the_signature_is_the_eval_id(spec, signature):
    assert metric(spec).signature(corpus("x", "x")) == signature


def test_our_signature_tells_the_resources():
    made = metric("meteor(modules=exact+stem+synonym)")
    assert f"|stems:{stems.version()}|synonyms:meteor-1.5|" in made.own_signature(corpus("x", "x"))
    corrected = metric("meteor(corrected=true,modules=exact)")
    assert corrected.signature(corpus("x", "x")) == corrected.own_signature(corpus("x", "x"))


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (
            "meteor(modules=exact+magic)",
            "The 'modules' parameter of meteor must be some of exact, stem, synonym, paraphrase,"
            " joined by +. Got 'exact+magic' instead.",
        ),
        (
            "meteor(modules=exact+exact)",
            "The 'modules' parameter of meteor must be some of exact, stem, synonym, paraphrase,"
            " joined by +. Got 'exact+exact' instead.",
        ),
        (
            "meteor(weights=1+x)",
            "The 'weights' parameter of meteor must be numbers from 0 to 1,000,000 joined by +."
            " Got '1+x' instead.",
        ),
        ("meteor(no_punct=true)", "meteor(no_punct=true) needs norm=true."),
    ],
)
def test_options_that_make_no_sense(spec, message):
    with pytest.raises(ParameterError) as caught:
        metric(spec)
    assert str(caught.value) == message


def test_a_task_without_parameters_for_the_language():
    with pytest.raises(ParameterError) as caught:
        value("meteor(modules=exact,lang=de,task=adq)", "x", "x")
    assert str(caught.value) == (
        "The 'task' parameter of meteor must be one of rank, li, tune, universal for de."
        " Got 'adq' instead."
    )


def test_normalization_knows_some_languages_only():
    with pytest.raises(ParameterError) as caught:
        value("meteor(lang=pt,norm=true,modules=exact)", "x", "x")
    assert str(caught.value) == (
        "The 'norm' parameter of meteor must be false for pt. Got True instead."
    )


# --- Resources ------------------------------------------------------------------------------------


def test_what_is_not_installed_is_left_out_with_one_line(monkeypatch):
    monkeypatch.setattr(resources, "_usual_places", lambda name: [])
    monkeypatch.setattr(stems, "installed", lambda: False)
    with pytest.warns(DataWarning) as caught:
        result = score(corpus("the cat", "the cat"), "meteor")
    assert [str(warning.message) for warning in caught] == [
        "METEOR runs only with exact: stem needs the package snowballstemmer; synonym needs"
        " WordNet (Debian's wordnet-base, or TERTIUM_WORDNET), or the package pycocoevalcap;"
        " paraphrase needs a table of paraphrases for en (TERTIUM_PARAPHRASES, or the package"
        " pycocoevalcap)."
    ]
    assert result[0].signature == "meteor-1.5-wo-en-no_norm-0.85_0.2_0.6_0.75-ex-1.0"
    assert str(result[0].metric) == "meteor(lang=en,modules=exact)"


def test_language_independent_mode_needs_nothing(monkeypatch):
    monkeypatch.setattr(resources, "_usual_places", lambda name: [])
    monkeypatch.setattr(stems, "installed", lambda: False)
    assert score(corpus("the cat", "the cat"), "meteor(lang=other)")[0].value == 1


def test_a_module_asked_for_must_be_there(monkeypatch):
    monkeypatch.setattr(resources, "_usual_places", lambda name: [])
    with pytest.raises(MissingComponent) as caught:
        score(corpus("the cat", "the cat"), "meteor(modules=exact+synonym)")
    assert str(caught.value) == (
        "meteor(modules=exact+synonym) cannot run: synonym needs WordNet (Debian's wordnet-base, or"
        " TERTIUM_WORDNET), or the package pycocoevalcap. Omit modules to run with those that are"
        " installed."
    )


def test_other_languages_lack_synonyms_and_say_so():
    with pytest.raises(
        MissingComponent, match="synonym needs synonyms of de, which are not available"
    ):
        score(corpus("x", "x"), "meteor(lang=de,modules=exact+synonym)")


def test_normalization_needs_the_lists_of_meteor(monkeypatch):
    monkeypatch.setattr(resources, "_usual_places", lambda name: [])
    with pytest.raises(MissingComponent) as caught:
        score(corpus("the cat", "the cat"), "meteor(norm=true,modules=exact)")
    assert str(caught.value) == (
        "meteor(norm=true) needs METEOR's own files (pycocoevalcap has them), which are not"
        " installed. Install them with: pip install 'tertium[meteor]'"
    )


def test_a_wordnet_pointed_at_is_used(tmp_path):
    for part in ("noun", "verb", "adj", "adv"):
        index = f"cat {part[0]} 1 0 1 0 00000001\nkitty {part[0]} 1 0 1 0 00000001\n"
        (tmp_path / f"index.{part}").write_text(index if part == "noun" else "")
        (tmp_path / f"{part}.exc").write_text("")
    tertium.point_at("wordnet", tmp_path)
    assert value("meteor(modules=exact+synonym)", "kitty", "cat") > 0
    assert value("meteor(modules=exact+synonym)", "car", "automobile") == 0
    made = metric("meteor(modules=exact+synonym)")
    assert "|synonyms:wordnet-" in made.own_signature(corpus("x", "x"))


def test_a_table_pointed_at_is_used_for_any_language(tmp_path, monkeypatch):
    monkeypatch.setenv("TERTIUM_CACHE", str(tmp_path / "cache"))
    table = tmp_path / "own.txt"
    table.write_text("1\nzum Beispiel\nbeispielsweise\n")
    tertium.point_at("paraphrases", table)
    spec = "meteor(lang=de,modules=exact+paraphrase)"
    rows = metric(spec).stats(corpus("beispielsweise Haus", "zum Beispiel Haus"), "a").rows[0]
    assert rows[8:12].tolist() == [1, 2, 0, 0]
    assert rows[20:23].tolist() == [1, 2, 3]
    assert value(spec, "beispielsweise Haus", "zum Beispiel Haus") > 0


def test_a_jar_that_is_none_is_refused(tmp_path):
    jar = tmp_path / "meteor-1.5.jar"
    jar.write_text("no zip")
    tertium.point_at("meteor", jar)
    with pytest.raises(FormatError) as caught:
        value("meteor(modules=exact,norm=true)", "x", "x")
    assert str(caught.value) == f"{jar}: Not METEOR's meteor-1.5.jar: File is not a zip file."


def test_a_segment_too_long_is_named():
    with pytest.raises(DataError) as caught:
        value(EXACT, "a " * 2000, "a " * 2000)
    assert str(caught.value) == (
        "Segment 1 is too long for METEOR, which compares every word with every other."
        " Is a line break missing?"
    )


# --- Normalization --------------------------------------------------------------------------------


def normalized(line, language, punctuation=True):
    known = {"Mr": False, "No": True}
    return normalize_meteor([line], language, known, punctuation=punctuation)[0].split()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "The U.S.-based firm (Inc.) paid $1,000.50.",
            "The US based firm ( Inc . ) paid $ 1,000.50 .",
        ),
        ("I don't know the 1990's 'style'.", "I don 't know the 1990 's ' style ' ."),
        ("Well... “so” – yes,no a-b-c", 'Well ... " so " - yes , no a b-c'),
        ("Mr. Smith, No. 5 and No. one", "Mr. Smith , No. 5 and No. one"),
        ("..5 x.,y a,,b 3,4,c", ".. 5 x . , y a , ,b 3,4 , c"),
    ],
)
def test_english_is_normalized_as_by_the_program(line, expected):
    # Expected: java -cp meteor-1.5.jar edu.cmu.meteor.util.Normalizer en true
    assert normalized(line, "en") == expected.split()


@pytest.mark.parametrize(
    ("language", "expected"),
    [("fr", "l' eau d' ici"), ("de", "l ' eau d ' ici"), ("en", "l 'eau d 'ici")],
)
def test_apostrophes_go_by_language(language, expected):
    assert normalized("l'eau d’ici", language) == expected.split()


def test_punctuation_can_go():
    assert normalized("Well, it's (not) 3.5%.", "en", punctuation=False) == [
        "Well",
        "it",
        "s",
        "not",
        "3",
        "5",
    ]


@pytest.mark.parametrize("option", ["", ",corrected=true"])
def test_words_without_a_stem_do_no_harm(option, monkeypatch):
    monkeypatch.setattr(stems, "stemmer", lambda language: lambda word: word.strip("'"))
    spec = f"meteor(modules=exact+stem{option})"
    rows = metric(spec).stats(corpus("''' a cats'", "'''' a 'cats"), "a").rows[0]
    assert rows[21:23].tolist() == [3, 3]
