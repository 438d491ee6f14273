"""Text without spaces between words."""

import warnings

import pytest
from tests.checks._found import ENGLISH, found, texts, write
from tests.command import run

import tertium
from tertium.core.errors import DataWarning
from tertium.core.testset import TestSet

CHINESE = [
    "市长星期一上午为新桥剪彩。",
    "尽管下雨，还是来了大约两百人。",
    "铜管乐队演奏，孩子们挥舞着小旗。",
    "建于1911年的旧桥已经关闭多年。",
]
OUTPUT = [
    "星期一上午市长为新桥剪彩。",
    "尽管下雨，还是来了约两百人。",
    "铜管乐队演奏着，孩子们挥舞小旗。",
    "建于1911年的旧桥关闭多年了。",
]
KOREAN = ["시장은 월요일 아침에 새 다리를 개통했다.", "비가 오는데도 약 이백 명이 왔다."] * 2


def chinese(language: str = "") -> TestSet:
    return texts(OUTPUT, CHINESE, target_language=language)


def told(testset: TestSet, metrics: str) -> str:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", DataWarning)
        tertium.score(testset, metrics)
    said = [str(one.message) for one in caught if "[unsegmented]" in str(one.message)]
    assert len(said) <= 1
    return said[0] if said else ""


LOOKS = "ref.txt: The text looks Chinese and has no spaces between words"


@pytest.mark.parametrize(
    ("metrics", "message"),
    [
        ("bleu", ", but BLEU splits words at spaces. Use bleu(tok=zh)."),
        ("bleu(tok=13a)", ", but BLEU splits words at spaces. Use bleu(tok=zh)."),
        ("nist", ", but NIST splits words at spaces. Use nist(tok=zh)."),
        ("wer", ", but WER splits words at spaces. Use wer(tok=zh)."),
        (
            "ter",
            ", but TER splits words at spaces. Use ter(normalized=true,asian_support=true).",
        ),
        (
            "bleu,ribes,gleu",
            ", but BLEU, RIBES, GLEU split words at spaces. Use bleu(tok=zh), text with spaces"
            " between words for RIBES, gleu(tok=zh).",
        ),
    ],
)
def test_metrics_of_words_warn_and_name_what_to_use(metrics, message):
    assert told(chinese(), metrics) == f"{LOOKS}{message} [unsegmented]"


@pytest.mark.parametrize(
    "metrics",
    [
        *("chrf", "chrf(word_order=2)", "bleu(tok=zh)", "bleu(tok=char)", "wer(tok=char)"),
        *("nist(tok=zh)", "gleu(tok=zh)", "ter(normalized=true,asian_support=true)"),
    ],
)
def test_metrics_that_find_the_words_give_no_warning(metrics):
    assert told(chinese(), metrics) == ""


@pytest.mark.parametrize("language", ["zh", "zh-TW", "zh_CN", "zho", "ZH"])
def test_the_target_language_tells_the_tokenizer(language):
    assert told(chinese(language), "bleu") == ""
    (score,) = tertium.score(chinese(language), "bleu")
    (expected,) = tertium.score(chinese(), "bleu(tok=zh)")
    assert score.value == expected.value
    assert "tok:zh" in score.signature


def test_korean_has_spaces_and_a_tokenizer_all_the_same():
    korean = texts(KOREAN, KOREAN)
    said = "ref.txt: The text looks Korean, but BLEU splits words at spaces."
    assert told(korean, "bleu,ter,wer") == f"{said} Use bleu(tok=ko-mecab). [unsegmented]"


def test_other_languages_are_left_alone():
    assert told(texts(ENGLISH, ENGLISH), "bleu,ter,wer,nist,ribes") == ""


def test_comparing_and_lists_warn_too():
    with pytest.warns(DataWarning, match="looks Chinese"):
        tertium.compare(
            TestSet.of(references=[CHINESE], systems={"a": OUTPUT, "b": CHINESE}), trials=10
        )
    with pytest.warns(DataWarning, match=r"The text looks Chinese.* Use bleu\(tok=zh\)"):
        tertium.bleu(OUTPUT, [CHINESE])


def test_it_can_be_allowed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"ref.txt": CHINESE, "a.txt": OUTPUT})
    command = ("score", "-r", "ref.txt", "a.txt")
    assert run(*command).stderr.startswith("warning: ref.txt: The text looks Chinese")
    assert run(*command, "--allow", "unsegmented").stderr == ""
    assert run(*command, "-q").stderr == ""


def test_the_check_knows_the_script():
    said = (
        "warning: ref.txt: The text looks Chinese and has no spaces between words. Give the"
        " language pair with language_pair, or a tokenizer, as in bleu(tok=zh)."
    )
    assert found("unsegmented", chinese()) == [said]
    assert found("unsegmented", chinese("zh")) == []
    assert found("unsegmented", texts(ENGLISH, ENGLISH)) == []


def test_reading_leaves_it_to_the_metrics(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"ref.txt": CHINESE, "a.txt": OUTPUT})
    with warnings.catch_warnings():
        warnings.simplefilter("error", DataWarning)
        read = tertium.read("a.txt", references="ref.txt")
    assert told(read, "chrf") == ""
