"""Signatures of the public functions; written by `make stub`."""

from typing import Any

from tertium.api.accuracy import accuracy as accuracy
from tertium.api.agreement import agreement as agreement
from tertium.api.audit import audit as audit
from tertium.api.calibrate import calibrate as calibrate
from tertium.api.check import check as check
from tertium.api.cite import cite as cite
from tertium.api.compare import compare as compare
from tertium.api.compare_conditions import compare_conditions as compare_conditions
from tertium.api.compare_metrics import compare_metrics as compare_metrics
from tertium.api.convert import convert as convert
from tertium.api.correlate import correlate as correlate
from tertium.api.coverage import coverage as coverage
from tertium.api.describe import describe as describe
from tertium.api.example import example as example
from tertium.api.gold import gold as gold
from tertium.api.new_campaign import new_campaign as new_campaign
from tertium.api.new_campaign_from import new_campaign_from as new_campaign_from
from tertium.api.open_campaign import open_campaign as open_campaign
from tertium.api.plan import plan as plan
from tertium.api.plan_campaign import plan_campaign as plan_campaign
from tertium.api.quality import quality as quality
from tertium.api.rank import rank as rank
from tertium.api.read import read as read
from tertium.api.read_ratings import read_ratings as read_ratings
from tertium.api.read_result import read_result as read_result
from tertium.api.read_scores import read_scores as read_scores
from tertium.api.rehearse_campaign import rehearse_campaign as rehearse_campaign
from tertium.api.score import score as score
from tertium.api.score_table import score_table as score_table
from tertium.api.simulate import simulate as simulate
from tertium.api.supersample import supersample as supersample
from tertium.api.testset import testset as testset
from tertium.api.tune import tune as tune
from tertium.api.verify import verify as verify
from tertium.api.write_parameters import write_parameters as write_parameters
from tertium.api.write_result import write_result as write_result
from tertium.core.errors import TertiumError as TertiumError
from tertium.core.results import Score
from tertium.core.testset import TestSet as TestSet
from tertium.core.texts import References, Text
from tertium.report.charts import plot as plot
from tertium.report.progress import show_progress as show_progress
from tertium.text.resources import point_at as point_at

__version__: str

def bleu(
    hypotheses: Text,
    references: References,
    *,
    tok: str | None = None,
    lc: bool = False,
    smooth: str = "exp",
    smooth_value: float | None = None,
    order: int = 4,
    eff: bool = False,
    params: str | None = None,
) -> Score:
    """BLEU: precision of n-grams of the output, with a brevity penalty."""

def bleu_plus_1(
    hypotheses: Text,
    references: References,
    *,
    tok: str | None = None,
    lc: bool = False,
    order: int = 4,
    eff: bool = False,
    params: str | None = None,
) -> Score:
    """BLEU+1: BLEU with add-one smoothing of all orders above unigrams, for segments."""

def cder(
    hypotheses: Text,
    references: References,
    *,
    tok: str = "none",
    lc: bool = False,
    reference: str = "fewest-edits",
    length: str = "mean",
    params: str | None = None,
) -> Score:
    """CDER: edits per word of the reference, where a jump within the output is one edit."""

def chrf(
    hypotheses: Text,
    references: References,
    *,
    char_order: int = 6,
    word_order: int = 0,
    beta: int | float = 2,
    lc: bool = False,
    whitespace: bool = False,
    eps_smoothing: bool = False,
    params: str | None = None,
) -> Score:
    """chrF: F-score of character n-grams, and of word n-grams for chrF++."""

def comet(
    hypotheses: Text,
    references: References = (),
    *,
    source: Text,
    model: str = "Unbabel/wmt22-comet-da",
    batch_size: int = 16,
    gpus: int = 1,
    params: str | None = None,
) -> Score:
    """COMET: a neural metric trained on human ratings, from source, output and reference."""

def exact_match(
    hypotheses: Text,
    references: References,
    *,
    tok: str | None = None,
    lc: bool = False,
    params: str | None = None,
) -> Score:
    """Exact match: share of outputs that equal a reference word for word, in percent."""

def external(
    hypotheses: Text,
    references: References = (),
    *,
    scores: Any,
    metric: str | None = None,
    lower_is_better: bool = False,
    params: str | None = None,
) -> Score:
    """External: mean of segment scores of another program, such as COMET, MetricX or an LLM judge."""

def gleu(
    hypotheses: Text,
    references: References,
    *,
    tok: str | None = None,
    lc: bool = False,
    order: int = 4,
    params: str | None = None,
) -> Score:
    """GLEU: the smaller of n-gram precision and recall (Google-BLEU)."""

def hter(
    hypotheses: Text,
    references: References = (),
    *,
    post_edits: Any,
    normalized: bool = False,
    no_punct: bool = False,
    asian_support: bool = False,
    case_sensitive: bool = False,
    variant: str = "sacrebleu",
    length: str = "post_edits",
    params: str | None = None,
) -> Score:
    """HTER: edits of a human post-editor per word."""

def length_ratio(
    hypotheses: Text,
    references: References,
    *,
    tok: str | None = None,
    lc: bool = False,
    params: str | None = None,
) -> Score:
    """Length ratio: length of the outputs in percent of the length of the references."""

def meant(
    hypotheses: Text,
    references: References,
    *,
    frames: Any,
    correct: float = 0.8,
    partial: float = 0.5,
    partial_weight: float = 0.5,
    predicate: float = 1.0,
    who: float = 1.0,
    what: float = 1.0,
    whom: float = 1.0,
    when: float = 1.0,
    where: float = 1.0,
    why: float = 1.0,
    how: float = 1.0,
    other: float = 1.0,
    params: str | None = None,
) -> Score:
    """MEANT: F1 of semantic frames: who did what to whom, when, where, why and how."""

def meteor(
    hypotheses: Text,
    references: References,
    *,
    lang: str | None = None,
    task: str | None = None,
    modules: str | None = None,
    norm: bool = False,
    no_punct: bool = False,
    lower: bool = False,
    ch: bool = False,
    alpha: float | None = None,
    beta: float | None = None,
    gamma: float | None = None,
    delta: float | None = None,
    weights: str | None = None,
    beam: int = 40,
    function_words: str | None = None,
    corrected: bool = False,
    params: str | None = None,
) -> Score:
    """METEOR 1.5: F-score of aligned words, stems, synonyms and paraphrases, minus fragmentation."""

def nist(
    hypotheses: Text,
    references: References,
    *,
    tok: str = "13a",
    case_sensitive: bool = False,
    order: int = 5,
    zero_history: bool = False,
    params: str | None = None,
) -> Score:
    """NIST: n-gram precision weighted by the information of the n-grams."""

def per(
    hypotheses: Text,
    references: References,
    *,
    tok: str = "none",
    lc: bool = False,
    reference: str = "fewest-edits",
    length: str = "mean",
    params: str | None = None,
) -> Score:
    """PER: position-independent error rate, word errors that ignore word order."""

def repetition_rate(
    hypotheses: Text,
    references: References = (),
    *,
    tok: str | None = None,
    lc: bool = False,
    order: int = 4,
    params: str | None = None,
) -> Score:
    """Repetition rate: share of repeated n-grams within outputs, in percent."""

def ribes(
    hypotheses: Text,
    references: References,
    *,
    alpha: float = 0.25,
    beta: float = 0.1,
    case_sensitive: bool = False,
    params: str | None = None,
) -> Score:
    """RIBES: rank correlation of the word order of output and reference."""

def ter(
    hypotheses: Text,
    references: References,
    *,
    normalized: bool = False,
    no_punct: bool = False,
    asian_support: bool = False,
    case_sensitive: bool = False,
    variant: str = "sacrebleu",
    params: str | None = None,
) -> Score:
    """TER: translation edit rate, edits from output to reference per word of the reference."""

def type_token_ratio(
    hypotheses: Text,
    references: References = (),
    *,
    tok: str | None = None,
    lc: bool = False,
    params: str | None = None,
) -> Score:
    """Type-token ratio: share of different words among the words of an output, in percent."""

def untranslated_rate(
    hypotheses: Text,
    references: References = (),
    *,
    source: Text,
    tok: str | None = None,
    lc: bool = False,
    params: str | None = None,
) -> Score:
    """Untranslated rate: share of words of the outputs that are copied from the source, in percent."""

def wer(
    hypotheses: Text,
    references: References,
    *,
    tok: str = "none",
    lc: bool = False,
    reference: str = "fewest-edits",
    length: str = "mean",
    params: str | None = None,
) -> Score:
    """WER: word error rate, insertions, deletions and substitutions per word of the reference."""
