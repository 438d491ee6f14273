"""Standard test sets in the local folders of sacreBLEU and mt-metrics-eval.

sacreBLEU keeps `~/.sacrebleu/wmt22/wmt22.de-en.src`, `.ref-A`, `.docid` and so on, a file for each
field; the environment variable SACREBLEU names another folder. mt-metrics-eval keeps
`~/.mt-metrics-eval/mt-metrics-eval-v2/wmt22/sources/de-en.txt` and so on; TERTIUM_MT_METRICS_EVAL
names another folder. Test sets are downloaded only if the user requests it.
"""

import os
import re
from pathlib import Path

from tertium.core import files, wording
from tertium.core.errors import DataError, UsageError
from tertium.core.streams import Stream
from tertium.core.testset import TestSet, split_languages
from tertium.formats.standard_catalogue import (
    ARCHIVES,
    mt_metrics_eval_reference,
    sacrebleu_references,
)
from tertium.formats.testset.mt_metrics_eval import language_pairs, read_directory, sniff_directory

# In front of the name of a test set, this chooses the folder of mt-metrics-eval.
MT_METRICS_EVAL = "mt-metrics-eval/"

# Fields of sacreBLEU that are not outputs of systems.
_FIELD = re.compile(r"src|ref(-.+)?|docid|origlang|genre|domain")

_NAME = re.compile(r"[\w.+-]+(/[\w.+-]+)*")


def sacrebleu_folder() -> Path:
    """Return the folder where sacreBLEU keeps its test sets."""
    return Path(os.environ.get("SACREBLEU") or Path.home() / ".sacrebleu")


def mt_metrics_eval_folder() -> Path:
    """Return the folder where mt-metrics-eval keeps its test sets."""
    default = Path.home() / ".mt-metrics-eval" / "mt-metrics-eval-v2"
    return Path(os.environ.get("TERTIUM_MT_METRICS_EVAL") or default)


def read(name: str, pair: str, *, download: bool = False) -> TestSet:
    """Read a standard test set with the outputs that its folder holds.

    Args:
        name: Name of the test set, as in "wmt22"; "mt-metrics-eval/wmt22" is that of
            mt-metrics-eval even if sacreBLEU has one of the same name.
        pair: The language pair, as in "de-en".
        download: Whether to download the test set into the folder of sacreBLEU if it is not there.
    """
    if not _NAME.fullmatch(name) or ".." in name.split("/"):
        raise UsageError(f"{name!r} is not the name of a test set.", hint=_what_is_there())
    if not pair:
        raise UsageError(
            f"The test set {name} needs a language pair.",
            hint=f"Give it with {wording.option('language_pair', 'de-en')}. {_pairs_there(name)}",
        )
    split_languages(pair)
    if not name.startswith(MT_METRICS_EVAL):
        if download and not _fields(name, pair):
            from tertium.formats.standard_downloads import download_test_set

            download_test_set(name, pair, sacrebleu_folder() / name)
        if fields := _fields(name, pair):
            return _from_sacrebleu(name, pair, fields)
    bare = name.removeprefix(MT_METRICS_EVAL)
    folder = mt_metrics_eval_folder() / bare
    if sniff_directory(folder) and pair in language_pairs(folder):
        return _from_mt_metrics_eval(bare, pair, folder)
    raise DataError(f"The test set {name} for {pair} is not on this machine.", hint=_advice(name))


def _fields(name: str, pair: str) -> dict[str, Path]:
    """Files that sacreBLEU has written for a language pair, by field; empty if some are missing."""
    start = f"{name.replace('/', '_')}.{pair}."
    fields = {
        file.name.removeprefix(start): file
        for file in files.listed(sacrebleu_folder() / name)
        if file.name.startswith(start) and not file.name.endswith(".lock")
    }
    return fields if "src" in fields and any(f.startswith("ref") for f in fields) else {}


def _from_sacrebleu(name: str, pair: str, fields: dict[str, Path]) -> TestSet:
    wanted = sacrebleu_references(name, pair)
    if wanted is None:
        references = sorted(f for f in fields if re.fullmatch(r"ref(-.+)?", f))
    else:
        references = [f"ref-{one}" if one else "ref" for one in wanted]
    missing = [field for field in references if field not in fields]
    if missing:
        raise DataError(
            f"The reference {missing[0]} is missing.", where=str(sacrebleu_folder() / name)
        )
    source_language, target_language = split_languages(pair)
    outputs = {f: (_stream(file),) for f, file in fields.items() if not _FIELD.fullmatch(f)}
    documents = tuple(_stream(fields["docid"])) if "docid" in fields else ()
    return TestSet(
        references={field.removeprefix("ref-"): _stream(fields[field]) for field in references},
        outputs=outputs,
        source=_stream(fields["src"]),
        document_ids=documents if all(documents) else (),
        source_language=source_language,
        target_language=target_language,
        name=name,
    )


def _stream(file: Path) -> Stream:
    text = files.decode(files.read_member(file), str(file))
    # sacreBLEU strips the lines when it reads them.
    return Stream([line.rstrip() for line in files.lines_of(text)], str(file))


def _from_mt_metrics_eval(name: str, pair: str, folder: Path) -> TestSet:
    from dataclasses import replace

    content = read_directory(folder, pair)
    standard = mt_metrics_eval_reference(name, pair)
    known = content.references
    references = {standard: known[standard]} if standard in known else known
    return replace(content, references=references, name=f"{MT_METRICS_EVAL}{name}")


def _advice(name: str) -> str:
    ways = []
    if name in ARCHIVES:
        ways.append(f"Download it with {wording.option('download', True)}.")
    elif not name.startswith(MT_METRICS_EVAL):
        ways.append(f"If sacreBLEU has it: sacrebleu --download {name} -l SOURCE-TARGET.")
    return " ".join([*ways, _what_is_there()])


def _what_is_there() -> str:
    """Name the test sets on this machine."""
    places = [
        (sacrebleu_folder(), _sacrebleu_sets()),
        (mt_metrics_eval_folder(), _mt_metrics_eval_sets()),
    ]
    found = [f"{folder} has {', '.join(sets)}." for folder, sets in places if sets]
    looked = " and ".join(str(folder) for folder, _ in places)
    return " ".join(found) or f"There are no test sets in {looked}."


def _sacrebleu_sets() -> list[str]:
    """Test sets with the language pairs that sacreBLEU has written to text files."""
    root = sacrebleu_folder()
    names: dict[str, list[str]] = {}
    for file in sorted(root.glob("**/*.src")) if files.is_directory(root) else []:
        name = file.parent.relative_to(root).as_posix()
        start = f"{name.replace('/', '_')}."
        if file.name.startswith(start):
            names.setdefault(name, []).append(file.name.removeprefix(start).removesuffix(".src"))
    return [f"{name} ({', '.join(pairs)})" for name, pairs in names.items()]


def _mt_metrics_eval_sets() -> list[str]:
    return [
        f"{folder.name} ({', '.join(pairs)})"
        for folder in files.listed(mt_metrics_eval_folder())
        if sniff_directory(folder) and (pairs := language_pairs(folder))
    ]


def _pairs_there(name: str) -> str:
    pairs = ARCHIVES[name].language_pairs if name in ARCHIVES else []
    folder = mt_metrics_eval_folder() / name.removeprefix(MT_METRICS_EVAL)
    pairs = pairs or language_pairs(folder)
    return f"{name} has {', '.join(sorted(pairs))}." if pairs else _what_is_there()
