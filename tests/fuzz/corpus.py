"""Files of every format, and the commands that read them."""

import bz2
import gzip
import json
import lzma
import tempfile
from collections.abc import Iterator
from pathlib import Path

import zstandard

import tertium
from tertium.api.convert import convert
from tertium.examples import folder
from tests.conftest import REFERENCE_DATA
from tests.formats.frames import test_conll_2009, test_conll_2012
from tests.formats.testset import test_sgml
from tests.fuzz.case import Case, example, head, spread
from tests.fuzz.ratings import ratings
from tests.fuzz.results import results
from tests.media_files import png, wav
from tests.report._meta import scores


def cases() -> list[Case]:
    """All there are."""
    texts = [*_texts(), *_compressed(), *_testsets(), *_campaigns()]
    return [*texts, *ratings(), *_scores(), *_frames(), *_others(), *results()]


def _texts() -> Iterator[Case]:
    yield Case(
        "plain text",
        example(),
        (
            "score -r ref.txt -r other.txt large.txt -m bleu,chrf,ter",
            "score -r ref.txt -s src.txt large.txt pivot.txt --confidence --trials 20 -f json",
            "score -r ref.txt large.txt -m gleu,per,cder,ribes,nist -sl -f csv",
            "score -r ref.txt large.txt -m hter --layer post_edits=large=edit.txt",
            "score -r ref.txt large.txt distilled.txt --report @page.html",
            "check -r ref.txt -s src.txt large.txt distilled.txt --documents docs.tsv",
            "compare -r ref.txt large.txt distilled.txt --trials 20",
            "compare -r ref.txt large.txt distilled.txt --documents docs.tsv --level document"
            " --trials 20 -m chrf --format latex",
            "convert -r ref.txt -s src.txt large.txt -o @out.jsonl",
            "convert -r ref.txt -s src.txt large.txt -o @out.tsv",
            "plan -r ref.txt large.txt distilled.txt --replicates 3 --trials 20",
        ),
    )

    inputs = REFERENCE_DATA / "metrics/wmt22-de-en/inputs"
    if inputs.exists():
        names = ("refA", "src", "Online-A", "Online-B")
        yield Case(
            "texts of WMT22",
            {f"{name}.txt": head(inputs / f"{name}.txt.gz", 8) for name in names},
            (
                "score -r refA.txt Online-A.txt Online-B.txt -m bleu,chrf,ter,meteor",
                "compare -r refA.txt Online-A.txt Online-B.txt -m ter --trials 20 --all-pairs",
                "check -r refA.txt -s src.txt Online-A.txt Online-B.txt -l de-en",
            ),
        )


def _campaigns() -> Iterator[Case]:
    """What a campaign shows beside the texts."""
    texts = {"a.txt": b"One.\nTwo.\n", "b.txt": b"Uno.\nDue.\n"}
    asked = (
        b'{"segment": "1", "question": "Who?", "choices": ["Ann", "Bob"], "answer": "Bob"}\n'
        b'{"segment": 2, "question": "When?", "answers": ["1998", "in 1998"]}\n'
    )
    new = "campaign new x a.txt b.txt --annotators 2 --dry-run"
    questions = f"{new} --task comprehension --questions q.jsonl"
    yield Case("questions", {**texts, "q.jsonl": asked}, (questions,), ("q.jsonl",))
    kinds = (
        b'title = "Own"\n[severity]\nminor = { en = "Minor", de = "Leicht" }\n'
        b'[category."A/b"]\ntext = "B"\nplaces = ["gap", "whole"]\n'
    )
    spans = (
        b"system,segment,task,annotator,severity,category,side,span_start,span_end,value\n"
        b"a,1,mqm,qe,minor,A/b,output,2,2,\nb,2,mqm,qe,minor,,output,0,3,\n"
    )
    errors = f"{new} --task mqm --typology own.toml -s s.txt --prefill spans.csv"
    errors += " --systems-per-item 2 --control-share 0"
    files = {**texts, "s.txt": b"Eins.\nZwei.\n", "own.toml": kinds, "spans.csv": spans}
    yield Case("typology", files, (errors,), ("own.toml", "spans.csv"))
    recordings = {"1.wav": wav(0.01), "2.png": png(4, 4)}
    media = f"{new} --systems-per-item 2 --media ."
    yield Case("media files", {**texts, **recordings}, (media,), tuple(recordings))


def _compressed() -> Iterator[Case]:
    texts = example()
    packed = {
        "ref.txt.gz": gzip.compress(texts["ref.txt"]),
        "src.txt.bz2": bz2.compress(texts["src.txt"]),
        "large.txt.xz": lzma.compress(texts["large.txt"]),
        "pivot.txt.zst": zstandard.compress(texts["pivot.txt"]),
    }
    command = "{} -r ref.txt.gz -s src.txt.bz2 large.txt.xz pivot.txt.zst"
    yield Case("compressed text", packed, (command.format("score"), command.format("check")))


def _testsets() -> Iterator[Case]:
    testset = tertium.read(
        {name: folder() / "systems" / f"{name}.txt" for name in ("large", "distilled")},
        references=folder() / "reference.A.en.txt",
        source=folder() / "source.de.txt",
        language_pair="de-en",
    )
    texts = {system: runs[0][:12] for system, runs in testset.outputs.items()}
    small = tertium.TestSet.of(
        references={"A": next(iter(testset.references.values()))[:12]},
        systems=texts,
        source=(testset.source or ())[:12],
        document_ids=tuple(f"d{number // 4}" for number in range(12)),
        source_language="de",
        target_language="en",
    )
    commands = (
        "score {} -m bleu,chrf",
        "check {}",
        "compare {} --trials 20",
        "convert {} -o @out/",
        "convert {} -o @out.jsonl",
        "convert {} -o @out.xml",
    )
    with tempfile.TemporaryDirectory() as made:
        for name in ("all.jsonl", "all.tsv", "all.xml"):
            convert(small, Path(made, name), kind="testset")
            data = Path(made, name).read_bytes()
            yield Case(name, {name: data}, tuple(one.format(name) for one in commands))
        yield _metrics_eval(small)
    sgml = {"src.sgm": test_sgml.SRC, "ref.sgm": test_sgml.REF, "tst.sgm": test_sgml.TST}
    yield Case(
        "SGML",
        {name: text.encode() for name, text in sgml.items()},
        (
            "score -s src.sgm -r ref.sgm tst.sgm",
            "check -r ref.sgm tst.sgm",
            "convert tst.sgm -o @out.jsonl",
        ),
    )
    yield Case(
        "translations in JSON Lines",
        {
            "ref.txt": head(folder() / "reference.A.en.txt", 5),
            "out.jsonl": b"".join(
                json.dumps({"translation": line}).encode() + b"\n" for line in texts["large"][:5]
            ),
        },
        ("score -r ref.txt out.jsonl", "check -r ref.txt out.jsonl"),
    )


def _metrics_eval(testset: tertium.TestSet) -> Case:
    """A folder as mt-metrics-eval has it."""

    def text(lines: object) -> bytes:
        return "".join(f"{line}\n" for line in lines).encode()  # type: ignore[attr-defined]

    systems = list(testset.outputs)
    rows = [(system, number) for number in range(12) for system in systems]
    return Case(
        "mt-metrics-eval",
        {
            "wmt/sources/de-en.txt": text(testset.source),
            "wmt/references/de-en.refA.txt": text(testset.references["A"]),
            "wmt/documents/de-en.docs": text(f"news d{n // 4}" for n in range(12)),
            **{
                f"wmt/system-outputs/de-en/{name}.txt": text(testset.outputs[name][0])
                for name in systems
            },
            "wmt/human-scores/de-en.mqm.seg.score": text(
                f"{system}\t{len(system) * number % 7}" for system, number in rows
            ),
            "wmt/human-scores/de-en.mqm.sys.score": text(
                f"{system}\t{len(system)}" for system in systems
            ),
            "wmt/metric-scores/de-en/BLEU-refA.seg.score": text(
                f"{system}\t{len(system) * number % 5 / 4}" for system, number in rows
            ),
            "wmt/metric-scores/de-en/chrF-refA.seg.score": text(
                f"{system}\t{number % 5 / 4}" for system, number in rows
            ),
        },
        (
            "score wmt -l de-en",
            "check wmt -l de-en",
            "compare wmt -l de-en --trials 20",
            "meta correlate wmt -l de-en --gold mqm --level segment --trials 20",
            "meta compare wmt -l de-en --gold mqm --level segment --average-by item"
            " --statistic acc-eq --trials 20",
            "convert wmt -o @out.jsonl -l de-en",
        ),
    )


OF_SEGMENTS = (
    "meta correlate {} --level segment --trials 20 --statistic kendall-b,acc-eq,pearson",
    "meta correlate {} --level segment --average-by item --interval none --format json",
    "meta compare {} --level segment --test segments --trials 20 --statistic spearman",
    "compare --scores {} --trials 20",
    "convert {} -o @out.tsv --kind scores",
    "convert {} -o @out.jsonl",
)
OF_SYSTEMS = (
    "meta correlate {} --trials 20",
    "meta correlate {} --trials 20 --interval bca --statistic kendall-c,pairwise-accuracy",
    "meta compare {} --trials 20",
    "meta compare {} --trials 20 --test systems --format csv",
)


def _scores() -> Iterator[Case]:
    table = scores()
    metrics = {name: values for name, values in table.scores.items() if name != "poor"}
    cells = [
        (system, item, {metric: values[i, j] for metric, values in metrics.items()})
        for j, item in enumerate(table.items[:5])
        for i, system in enumerate(table.systems)
    ]
    header = ["system", "segment", *metrics]
    rows = [[system, item, *(f"{v:.3f}" for v in of.values())] for system, item, of in cells]
    long = [
        {"system": system, "segment": item, "scores": {m: round(v, 3) for m, v in of.items()}}
        for system, item, of in cells
    ]
    files = {
        "scores.tsv": "\n".join("\t".join(row) for row in [header, *rows]),
        "scores.csv": "\n".join(",".join(row) for row in [header, *rows]),
        "scores.jsonl": "\n".join(map(json.dumps, long)),
        "wmt.seg.score": "\n".join(
            f"{metric.split()[0]}\tde-en\tnewstest2015\t{system}\t{item}\t{v:.3f}"
            for system, item, of in cells
            for metric, v in of.items()
        ),
    }
    for name, text in files.items():
        commands = tuple(one.format(name) for one in (*OF_SEGMENTS, *OF_SYSTEMS))
        yield Case(name, {name: text.encode() + b"\n"}, commands)
    yield from _of_wmt23()
    for path in (
        *sorted((REFERENCE_DATA / "stats/wmt15-ci/input").glob("hum-sys.*.csv")),
        *sorted((REFERENCE_DATA / "stats/wmt20-metrics").glob("input.*.csv")),
    ):
        commands = tuple(one.format(path.name) for one in OF_SYSTEMS)
        yield Case(path.name, {path.name: head(path, 40)}, commands)


def _of_wmt23() -> Iterator[Case]:
    """Human scores and metric scores of systems, in the layout of mt-metrics-eval."""
    root = REFERENCE_DATA / "wmt23"
    people = sorted(root.glob("human-scores/en-de.mqm.sys.score.gz"))
    metrics = sorted(root.glob("metric-scores/en-de/*.sys.score.gz"))[:4]
    if people and metrics:
        names = {
            path: f"wmt23/{path.relative_to(root)}".removesuffix(".gz") for path in people + metrics
        }
        commands = ("meta correlate wmt23 -l en-de --gold mqm", "meta compare wmt23 --gold mqm")
        yield Case(
            "WMT23",
            {name: head(path) for path, name in names.items()},
            tuple(f"{command} --trials 20" for command in commands),
        )


def _frames() -> Iterator[Case]:
    jsonl = (
        '{"owner": "a", "segment": "1", "frames": [{"predicate": "rains", "match": 0, "fillers":'
        ' [{"role": "when", "text": "now", "mark": "partial"}]}]}\n'
        '{"owner": "ref", "segment": "1", "frames": [{"predicate": "rains", "fillers":'
        ' [{"role": "when", "text": "now"}]}]}\n'
    )
    texts = {"a.txt": b"It rains now.\n", "ref.txt": b"Now it rains.\n"}
    yield Case(
        "frames.jsonl",
        {**texts, "frames.jsonl": jsonl.encode()},
        (
            "convert frames.jsonl -o @out.jsonl --kind frames",
            "score -r ref.txt a.txt -m meant --layer frames=frames.jsonl",
        ),
    )
    for name, text in {
        "2009.conll": test_conll_2009.SENTENCE,
        "2012.conll": f"#begin document (d); part 000\n{test_conll_2012.SENTENCE}#end document\n",
    }.items():
        yield Case(
            name,
            {**texts, name: text.encode()},
            (
                f"convert {name} -o @out.jsonl",
                f"score -r ref.txt a.txt -m meant --layer frames=a={name} --layer"
                f" frames=ref={name}",
            ),
        )


def _others() -> Iterator[Case]:
    """Files that single options name."""
    texts = {name: example()[name] for name in ("ref.txt", "large.txt", "distilled.txt")}
    found = {"metric": "meteor", "parameters": {"alpha": 0.5, "lang": "en"}, "found": {}}
    yield Case(
        "parameters",
        {**texts, "p.json": json.dumps(found).encode()},
        ("score -r ref.txt large.txt -m meteor(params=p.json)",),
        ("p.json",),
    )
    documents = head(folder() / "documents.tsv", 10**9).splitlines()[1:]
    domains = b"".join(
        dict.fromkeys(b"\t".join(line.split(b"\t")[1:]) + b"\n" for line in documents)
    )
    yield Case(
        "domains",
        {"ratings.csv": spread(folder() / "ratings.csv", 200), "domains.tsv": domains},
        ("human rank ratings.csv --task adequacy --domains domains.tsv --trials 0 --no-quality",),
        ("domains.tsv",),
    )
    audited = b"metric\tr\tlow\thigh\tn\nBLEU\t0.9\t0.8\t1.0\t12\nTER\t-0.8\t-0.9\t-0.7\t12\n"
    yield Case(
        "published correlations",
        {"table.tsv": audited},
        ("meta audit table.tsv", "meta audit table.tsv --n 5 --format json"),
    )
    yield Case(
        "verdicts of people",
        {**texts, "gold.csv": b",large,distilled\nlarge,,0.01\ndistilled,0.99,\n"},
        ("meta accuracy -r ref.txt large.txt distilled.txt --gold-verdicts gold.csv --trials 20",),
        ("gold.csv",),
    )
