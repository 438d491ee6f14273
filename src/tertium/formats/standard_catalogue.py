"""Which standard test sets can be downloaded, and which of several references is the standard one.

Addresses, MD5 sums, files and references are those of sacreBLEU 2.6.0 and mt-metrics-eval, so that
the same name means the same text; a test compares them with sacreBLEU.
"""

from typing import NamedTuple


class Archive(NamedTuple):
    """An archive of a standard test set.

    Attributes:
        address: Where it is downloaded from.
        md5: MD5 sum of the archive.
        files: Files of a language pair within the archive: one of WMT XML, or source and reference
            in SGML. `{pair}` stands for de-en, `{both}` for deen, `{english}` for the same with
            English last, `{source}` and `{target}` for the languages.
        pairs: Language pairs in `files`.
        other_pairs: Language pairs in `other_files`.
        other_files: Files of those pairs whose names differ.
    """

    address: str
    md5: str
    files: tuple[str, ...]
    pairs: str
    other_pairs: str = ""
    other_files: tuple[str, ...] = ()

    @property
    def language_pairs(self) -> list[str]:
        """All language pairs of the archive."""
        return [*self.pairs.split(), *self.other_pairs.split()]

    def files_of(self, pair: str) -> list[str]:
        """Return the paths of the files of a language pair within the archive."""
        patterns = self.other_files if pair in self.other_pairs.split() else self.files
        source, target = pair.split("-")
        english = f"{source}{target}" if target == "en" else f"{target}{source}"
        return [
            pattern.format(
                pair=pair, both=source + target, english=english, source=source, target=target
            )
            for pattern in patterns
        ]


def _sgml(folder: str, year: int) -> tuple[str, str]:
    stem = f"{folder}/newstest{year}-{{both}}"
    return f"{stem}-src.{{source}}.sgm", f"{stem}-ref.{{target}}.sgm"


_STATMT = "https://data.statmt.org"
_GITHUB = "https://github.com/wmt-conference"

ARCHIVES = {
    "wmt24": Archive(
        f"{_GITHUB}/wmt24-news-systems/releases/download/v1.1/data_onlyxml.tar.gz",
        "299963fcb7b4e86d6d212bf69beb9580",
        ("xml/wmttest2024.{pair}.all.xml",),
        "cs-uk en-cs en-de en-es en-hi en-is en-ja en-ru en-uk en-zh ja-zh",
    ),
    "wmt23": Archive(
        f"{_GITHUB}/wmt23-news-systems/archive/refs/tags/v.0.1.tar.gz",
        "63576405e4ce07130a19ad76ba7eb75b",
        ("wmt23-news-systems-v.0.1/xml/wmttest2023.{pair}.all.xml",),
        "cs-uk de-en en-cs en-de en-he en-ja en-ru en-uk en-zh he-en ja-en ru-en uk-en zh-en",
    ),
    "wmt22": Archive(
        f"{_GITHUB}/wmt22-news-systems/archive/refs/tags/v1.1.tar.gz",
        "0840978b9b50b9ac3b2b081e37d620b9",
        ("wmt22-news-systems-1.1/xml/wmttest2022.{pair}.all.xml",),
        "cs-en cs-uk de-en de-fr en-cs en-de en-hr en-ja en-liv en-ru en-uk en-zh fr-de ja-en"
        " liv-en ru-en ru-sah sah-ru uk-cs uk-en zh-en",
    ),
    "wmt21": Archive(
        f"{_STATMT}/wmt21/translation-task/test.tgz",
        "32e7ab995bc318414375d60f0269af92",
        ("test/newstest2021.{pair}.xml",),
        "de-fr en-de en-ha en-is en-ja fr-de ha-en is-en ja-en zh-en en-zh cs-en de-en en-cs en-ru"
        " ru-en",
        "bn-hi hi-bn xh-zu zu-xh",
        ("test/florestest2021.{pair}.xml",),
    ),
    "wmt20": Archive(
        f"{_STATMT}/wmt20/translation-task/test.tgz",
        "3b1f777cfd2fb15ccf66e9bfdb2b1699",
        _sgml("sgm", 2020),
        "cs-en de-en de-fr en-cs en-de en-iu en-ja en-km en-pl en-ps en-ru en-ta en-zh fr-de iu-en"
        " ja-en km-en pl-en ps-en ru-en ta-en zh-en",
    ),
    "wmt19": Archive(
        f"{_STATMT}/wmt19/translation-task/test.tgz",
        "84de7162d158e28403103b01aeefc39a",
        _sgml("sgm", 2019),
        "cs-de de-cs de-en de-fr en-cs en-de en-fi en-gu en-kk en-lt en-ru en-zh fi-en fr-de gu-en"
        " kk-en lt-en ru-en zh-en",
    ),
    "wmt18": Archive(
        f"{_STATMT}/wmt18/translation-task/test.tgz",
        "f996c245ecffea23d0006fa4c34e9064",
        _sgml("test", 2018),
        "cs-en de-en en-cs en-de en-et en-fi en-ru et-en fi-en ru-en en-tr tr-en en-zh zh-en",
    ),
    "wmt17": Archive(
        f"{_STATMT}/wmt17/translation-task/test.tgz",
        "86a1724c276004aa25455ae2a04cef26",
        _sgml("test", 2017),
        "cs-en de-en en-cs en-de en-fi en-lv en-ru en-tr en-zh fi-en lv-en ru-en tr-en zh-en",
    ),
    "wmt16": Archive(
        f"{_STATMT}/wmt16/translation-task/test.tgz",
        "3d809cd0c2c86adb2c67034d15c4e446",
        _sgml("test", 2016),
        "cs-en de-en en-cs en-de en-fi en-ro en-ru en-tr fi-en ro-en ru-en tr-en",
    ),
    "wmt15": Archive(
        "https://statmt.org/wmt15/test.tgz",
        "67e3beca15e69fe3d36de149da0a96df",
        _sgml("test", 2015),
        "cs-en de-en en-cs en-de en-fi en-ru fi-en ru-en",
        "en-fr fr-en",
        (
            "test/newsdiscusstest2015-{both}-src.{source}.sgm",
            "test/newsdiscusstest2015-{both}-ref.{target}.sgm",
        ),
    ),
    "wmt14": Archive(
        "https://statmt.org/wmt14/test-filtered.tgz",
        "84c597844c1542e29c2aff23aaee4310",
        (
            "test/newstest2014-{english}-src.{source}.sgm",
            "test/newstest2014-{english}-ref.{target}.sgm",
        ),
        "cs-en en-cs de-en en-de en-fr fr-en en-hi hi-en en-ru ru-en",
    ),
}

# References that sacreBLEU takes, where a test set has several; "" is the one without a name.
_SACREBLEU = {
    "wmt24": "refA",
    "wmt23": "refA",
    "wmt23 en-he": "refB",
    "wmt23 he-en": "refB",
    "wmt22": "A",
    "wmt22 cs-en": "B",
    "wmt22 en-cs": "B",
    "wmt22 liv-en": "",
    "wmt22 ru-sah": "",
    "wmt21": "A",
    "wmt21/systems": "A",
    "wmt21/B": "B",
    "wmt21/AB": "A,B",
    "wmt21/C": "C",
    "wmt21/AC": "A,C",
    "wmt21/D": "D",
    "wmt21/dev": "A,",
}

# The standard reference of mt-metrics-eval, for test sets with several and another than refA.
_MT_METRICS_EVAL = {
    "wmt24pp": "posteditA",
    "wmt24pp en-de_DE": "posteditB",
    "wmt24pp en-is_IS": "refA",
    "wmt24 en-de": "refB",
    "wmt23 he-en": "refB",
    "wmt23 en-he": "refB",
    "wmt22 cs-en": "refB",
    "wmt22 en-cs": "refB",
    "wmt21.news en-de": "refC",
    "wmt21.news zh-en": "refB",
    "wmt21.tedtalks zh-en": "refB",
    "wmt20": "ref",
    "wmt19": "ref",
}


def sacrebleu_references(test_set: str, pair: str) -> list[str] | None:
    """Return the names of the references that sacreBLEU takes; None means all."""
    names = _SACREBLEU.get(f"{test_set} {pair}", _SACREBLEU.get(test_set))
    return None if names is None else names.split(",")


def mt_metrics_eval_reference(test_set: str, pair: str) -> str:
    """Return the name of the standard reference of mt-metrics-eval."""
    by_default = _MT_METRICS_EVAL.get(test_set, "refA")
    return _MT_METRICS_EVAL.get(f"{test_set} {pair}", by_default)
