"""Judgments of the reference data, made into ratings without the readers of formats."""

import csv
import gzip
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tertium.human.ratings import Ratings

KINDS = {
    "SYSTEM": "system",
    "BAD_REF": "bad_reference",
    "REPEAT": "repeat",
    "REF": "reference",
}


def table(path: Path) -> list[dict[str, str]]:
    """Rows of a CSV file; the line ends of WMT16 are CR CR LF."""
    data = path.read_bytes()
    if path.suffix == ".gz":
        data = gzip.decompress(data)
    return list(csv.DictReader(data.decode().replace("\r", "").splitlines()))


def mechanical_turk(reference_data: Path) -> Ratings:
    """2,900 judgments of 29 workers, with times and status of their work."""
    folder = reference_data / "stats/da-amt/expected"
    with (folder / "hit_times_as_printed.txt").open() as file:
        next(file)
        work = {(one[0], one[1]): one for one in csv.reader(file, delimiter="\t")}
    rows = table(folder / "judgments_long.csv")
    of_rows = [work[row["hit"], row["worker"]] for row in rows]
    return Ratings.of(
        {
            "annotator": [row["worker"] for row in rows],
            "system": [row["sys"] for row in rows],
            "segment": [row["sid"] for row in rows],
            "kind": [KINDS[row["type"]] for row in rows],
            "languages": [f"{row['src']}-{row['trg']}" for row in rows],
            "batch": [row["hit"] for row in rows],
            "status": [one[10] for one in of_rows],
            "value": [float(row["score"]) for row in rows],
            "start": [seconds(one[6]) for one in of_rows],
            "end": [seconds(one[7]) for one in of_rows],
        }
    )


def seconds(time: str) -> float:
    return datetime.fromisoformat(time).replace(tzinfo=UTC).timestamp()


def campaigns(reference_data: Path) -> dict[str, Any]:
    """Published rankings of WMT, by campaign and language pair."""
    return json.loads((reference_data / "stats/da-wmt/expected_rankings.json").read_text())


def published_segments(reference_data: Path, campaign: str) -> Ratings:
    """Raw and standardized scores of segments of a campaign, as in "wmt22-toen/cs-en"."""
    name = campaign.replace("/", ".")
    rows = table(reference_data / f"stats/da-wmt/input/{name}.seg-scores.csv.gz")
    return Ratings.of(
        {
            "system": [row["SYS"] for row in rows],
            "segment": [row["SID"] for row in rows],
            "languages": [campaign.split("/")[1]] * len(rows),
            "value": [float(row["RAW.SCR"]) for row in rows],
            "standardized": [float(row["Z.SCR"]) for row in rows],
            "count": [float(row["N"]) for row in rows],
        }
    )


def published_judgments(reference_data: Path, campaign: str) -> Ratings:
    """Standardized judgments of a campaign, control items included."""
    name = campaign.replace("/", ".")
    rows = table(reference_data / f"stats/da-wmt/input/{name}.good-stnd-judgements.csv.gz")
    return Ratings.of(
        {
            "annotator": [row["WorkerId"] for row in rows],
            "batch": [row["HITId"] for row in rows],
            "system": [row["sys_id"] for row in rows],
            "segment": [row["sid"] for row in rows],
            "kind": [KINDS[row["type"]] for row in rows],
            "languages": [campaign.split("/")[1]] * len(rows),
            "standardized": [float(row["score"]) for row in rows],
        }
    )


def relative_judgments(reference_data: Path, name: str) -> Ratings:
    """Pairs of WMT16, as in "tur-eng" or "collapsed.tur-eng": each a preference, 1 for the best."""
    rows = table(reference_data / f"stats/trueskill/input/wmt16.{name}.csv.gz")
    twice = [(number, row, which) for number, row in enumerate(rows) for which in "12"]
    return Ratings.of(
        {
            "annotator": [row["judgeID"] for _, row, _ in twice],
            "batch": [f"{row['rankingID']}:{number}" for number, row, _ in twice],
            "segment": [row["segmentId"] for _, row, _ in twice],
            "system": [row[f"system{which}Id"] for _, row, which in twice],
            "task": ["preference"] * len(twice),
            "languages": [f"{row['srclang']}-{row['trglang']}" for _, row, _ in twice],
            "value": [float(row[f"system{which}rank"]) for _, row, which in twice],
        }
    )


def error_spans(
    reference_data: Path, *protocols: str, kinds: tuple[str, ...] = ("TGT",)
) -> Ratings:
    """Judgments of WMT23 by ESA or MQM, as in "ESA-1" and "MQM-1": those that were published."""
    rows = [
        row
        for row in table(reference_data / "wmt23/esa/judgments.en-de.csv.gz")
        if row["protocol"] in protocols
        and row["type"] in kinds
        and (row["kept"] == "1" or row["type"] == "BAD")
    ]
    judged = [
        (row, row["score"], *marked)
        for row in rows
        for marked in [
            ("", ""),
            *(
                ("/".join(span.get("type") or []), span["severity"])
                for span in json.loads(row["spans"])
            ),
        ]
    ]
    return Ratings.of(
        {
            "annotator": [row["annotator"] for row, *_ in judged],
            "batch": [row["task"] for row, *_ in judged],
            "system": [row["system"] for row, *_ in judged],
            "document": [row["document"] for row, *_ in judged],
            "segment": [row["segment"] for row, *_ in judged],
            "languages": ["en-de"] * len(judged),
            "task": [
                row["protocol"].split("-")[0].lower().removesuffix("ai") for row, *_ in judged
            ],
            "kind": ["system" if row["type"] == "TGT" else "bad_reference" for row, *_ in judged],
            "category": [category for *_, category, _ in judged],
            "severity": [severity for *_, severity in judged],
            "value": [
                float(score) if score and not severity else float("nan")
                for _, score, _, severity in judged
            ],
        }
    )
