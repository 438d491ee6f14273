"""Examples of the formats of ratings, of any number of rows."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Example:
    """A file that can be made of any size; every row has a key of its own.

    Attributes:
        row: Makes a row of its number.
        key: Columns of ratings that tell rows of the file apart.
        header: First line, "" where the format has none.
        delimiter: What separates cells, "" where lines are JSON.
        word: A cell of the first row that may hold any text, in JSON with its quotes.
        large: So many rows have 100,000 judgments at least.
    """

    row: Callable[[int], str]
    key: Sequence[str] = ("segment",)
    header: str = ""
    delimiter: str = ","
    word: str = "one"
    large: int = 100_000

    def data(self, rows: int) -> bytes:
        lines = [self.header] * bool(self.header) + [self.row(number) for number in range(rows)]
        return "".join(f"{line}\n" for line in lines).encode()


def _answers(number: int) -> str:
    types = ("SYSTEM", "BAD_REF", "REPEAT", "REF")
    return "|".join(f"one_a_{n}_{types[n % 4]}_{n}__{(n + number) % 101}" for n in range(100))


def _pearmut(number: int) -> str:
    error = {"start_i": 1, "end_i": 2, "category": None, "severity": "minor"}
    entry = {
        "user_id": "ann",
        "item_i": number,
        "item": [{"item_id": f"s{number}", "src": "Ja.", "tgt": {"one": "Yes."}}],
        "annotation": [{"one": {"score": number % 101, "error_spans": [error]}}],
        "actions": [{"time": 1700000000.5, "action": "load"}],
    }
    return json.dumps(entry)


def _own(number: int) -> str:
    judgment = {"annotator": "ann", "system": "one", "segment": f"s{number}", "value": number % 101}
    return json.dumps(judgment)


EXAMPLES = {
    "appraise": Example(
        lambda n: (
            f"ann,one,s{n},TGT,eng,deu,{n % 101},doc#bad,False,"
            '"[{""start_i"":1,""end_i"":2,""severity"":""minor""}]",1700000000.5,1700000009.25'
        )
    ),
    "csv": Example(
        lambda n: f"ann,one,s{n},{n % 101},2025-03-03T08:19:08Z",
        header="annotator,system,segment,value,start",
    ),
    "google-mqm": Example(
        lambda n: f'S\tdoc\t{n}\ts{n}\trater1\tJa, "ja.\tone\tFluency/Grammar\tMinor',
        header="system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity",
        delimiter="\t",
    ),
    "jsonl": Example(_own, delimiter="", word='"one"'),
    "mturk": Example(
        lambda n: f"H{n},w,Approved,cs,en,ad,{_answers(n)},fine",
        ("batch",),
        header="HITId,WorkerId,AssignmentStatus,Input.src,Input.trg,Input.item,Answer.Q1,"
        "Answer.comments",
        word="fine",
        large=1_000,
    ),
    "pearmut": Example(_pearmut, delimiter="", word='"one"'),
    "scales": Example(
        lambda n: f"ann,one,s{n},{n % 5 + 1},{n % 3 + 1}",
        header="annotator,system,segment,adequacy,fluency",
    ),
    "wmt-da": Example(
        lambda n: f"H1,w,97,one,1,SYSTEM,s{n},{n % 7 - 3.5},60.0",
        header="HITId,WorkerId,hit,sys_id,rid,type,sid,score,time",
    ),
    "wmt-ranking": Example(
        lambda n: f"deu,eng,s{n},s{n},judge1,one,{n % 5 + 1},B,2,7",
        header="srclang,trglang,srcIndex,segmentId,judgeID,system1Id,system1rank,system2Id,"
        "system2rank,rankingID",
    ),
}
