"""METEOR 1.5: F-score of aligned words, stems, synonyms and paraphrases, minus fragmentation.

Words match if they are equal, have the same stem, are synonyms, or are part of paraphrases (the
modules exact, stem, synonym, paraphrase). Precision P and recall R are computed from the matches of
each module, weighted by module, and by delta for content words and 1 - delta for function words;
Fmean = P R / (alpha P + (1 - alpha) R); METEOR = Fmean (1 - gamma fragmentation^beta), where
fragmentation is the number of chunks (runs of words matched in the same order) per matched word. Of
several references, the one with the best score is used for each segment.

Scores, from 0 to 1, equal those of the published program, including its defects: its search rounds
half words down, adds distances to the wrong path, assigns module weights by position, and uses
English function words for every language. `corrected=true` fixes these.

Reference: Denkowski and Lavie 2014 (METEOR 1.5); Lavie and Agarwal 2007.

Example:
    >>> tertium.meteor(["The cat sat on a mat."], ["The cat sat on the mat."], modules="exact")
    Score(system: METEOR = 0.459)
"""

import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from tertium.core.arrays import Buffer, Number, Rows, divided, where
from tertium.core.errors import DataWarning, MissingComponent, ParameterError
from tertium.core.limits import LARGEST_EXPONENT, LARGEST_WEIGHT
from tertium.core.spec import option
from tertium.core.stats import Tunable
from tertium.core.streams import digest
from tertium.core.testset import TestSet
from tertium.kernels.meteor import (
    METEOR_MODULES,
    meteor_statistics,
)
from tertium.metrics import _meteor_resources as resources
from tertium.metrics._meteor_parameters import (
    CODES,
    MODULES,
    NAMES,
    TASKS,
    Parameters,
    parse_weights,
)
from tertium.metrics._meteor_parameters import parameters as tuned_parameters
from tertium.metrics._meteor_text import LexiconBuilder, Normalized, refuse_unaligned
from tertium.metrics._references import BestReference
from tertium.text import stems
from tertium.text.encoding import Tokenization, encoded_output, encoded_references
from tertium.text.words import Fields

_DEFAULT = "en"
_CHUNKS, _WHOLE = 20, 23  # columns
# Values of METEOR's trainer: 0 to 1, the exponent to 2, in steps of 0.05.
_TRIED = tuple(step / 20 for step in range(21))
_EXPONENTS = tuple(step / 20 for step in range(41))
_WEIGHT = "weight of "
_HINT = "Omit modules to run with those that are installed."


@dataclass(frozen=True)
class Meteor(BestReference):
    """METEOR of a corpus or a segment."""

    extras: ClassVar[tuple[str, ...]] = ("meteor",)
    best: ClassVar[float | None] = 1.0
    digits: ClassVar[int] = 2

    lang: str | None = option(
        None,
        "Language; by default that of the test set, English if it is unknown, other if METEOR does"
        " not support it.",
        choices=tuple(MODULES),
    )
    task: str | None = option(
        None,
        "Task that the parameters were tuned for: rank (ranking, the default), adq (adequacy),"
        " hter,"
        " util (utility), li (language-independent), tune, universal.",
        choices=TASKS,
    )
    modules: str | None = option(
        None,
        "Modules, as in exact+stem+synonym; by default all that METEOR supports for the language"
        " and that are installed.",
    )
    norm: bool = option(False, "Tokenize, normalize punctuation, and lower-case first.")
    no_punct: bool = option(False, "Remove punctuation, too; needs norm.")
    lower: bool = option(False, "Lower-case first.")
    ch: bool = option(False, "Count characters instead of words.")
    alpha: float | None = option(
        None, "Weight of recall relative to precision.", minimum=0, maximum=1
    )
    beta: float | None = option(
        None, "Exponent of the fragmentation.", minimum=0, maximum=LARGEST_EXPONENT
    )
    gamma: float | None = option(
        None, "Weight of the fragmentation.", minimum=0, maximum=LARGEST_WEIGHT
    )
    delta: float | None = option(None, "Weight of content words.", minimum=0, maximum=1)
    weights: str | None = option(None, "Weights of the modules, as in 1+0.6+0.8.")
    beam: int = option(40, "Beam size of the search for an alignment.", minimum=1, maximum=1000)
    function_words: str | None = option(
        None,
        "File of function words, one per line, instead of METEOR's English ones (METEOR's -s).",
    )
    corrected: bool = option(False, "Fix the defects of the program that change scores.")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.norm and self._lang not in NAMES:
            raise ParameterError.bad_value("meteor", "norm", f"false for {self._lang}", True)
        if self.no_punct and not self.norm:
            raise ParameterError("meteor(no_punct=true) needs norm=true.")
        if self.modules is not None:
            chosen = self.modules.split("+")
            if len(set(chosen)) < len(chosen) or not set(chosen) <= set(METEOR_MODULES):
                wanted = f"some of {', '.join(METEOR_MODULES)}, joined by +"
                raise ParameterError.bad_value("meteor", "modules", wanted, self.modules)
        if self.weights is not None and parse_weights(self.weights) is None:
            wanted = f"numbers from 0 to {LARGEST_WEIGHT:,} joined by +"
            raise ParameterError.bad_value("meteor", "weights", wanted, self.weights)

    @property
    def title(self) -> str:
        """Name in tables."""
        return "METEOR"

    @property
    def files(self) -> tuple[str, ...]:
        """The file of function words."""
        return (self.function_words,) if self.function_words else ()

    @property
    def columns(self) -> tuple[str, ...]:
        """The 23 statistics of METEOR's -ssOut, and segments matched as one chunk."""
        sides = ("output", "reference")
        return (
            *(f"{side}_length" for side in sides),
            *(f"{side}_function_words" for side in sides),
            *(
                f"{side}_{kind}_{number}"
                for number in range(1, len(METEOR_MODULES) + 1)
                for kind in ("content", "function")
                for side in sides
            ),
            "chunks",
            *(f"{side}_matches" for side in sides),
            "whole",
        )

    def for_testset(self, testset: TestSet) -> "Meteor":
        """Set the language, and the modules that can run on this machine."""
        known = testset.target_language.partition("-")[0].partition("_")[0].lower()
        code = CODES.get(known, known)
        lang = self.lang or (code if code in MODULES else "other" if known else _DEFAULT)
        filled = replace(self, lang=lang)
        _ = filled._function_words  # an unreadable file is reported before scoring
        lacking = [(m, resources.missing(m, lang)) for m in filled._modules_wanted]
        needed = "; ".join(f"{module} needs {need}" for module, need in lacking if need)
        if needed and self.modules is not None:
            raise MissingComponent(f"{self} cannot run: {needed}.", hint=_HINT)
        modules = "+".join(module for module, need in lacking if not need)
        if needed:
            warnings.warn(
                f"METEOR runs only with {modules.replace('+', ', ')}: {needed}.",
                DataWarning,
                stacklevel=2,
            )
        return replace(filled, modules=modules)

    def unsegmented_advice(self, testset: TestSet, script: str, tokenizers: Sequence[str]) -> str:
        """Words are separated by spaces only."""
        return "" if script == "Hangul" else f"text with spaces between words for {self.title}"

    def against_each(
        self, outputs: Sequence[str], segment_of_output: Buffer, testset: TestSet
    ) -> list[Rows]:
        """Statistics against each reference, independent of parameters and weights."""
        tokenization = self._tokenization
        references = encoded_references(testset, tokenization)
        output = encoded_output(testset, outputs, tokenization)
        assert output.vocabulary is not None
        builder = testset.memo(("meteor", self), self._lexicon_builder)
        lexicon = builder.lexicon(output.vocabulary)
        per_reference = [
            meteor_statistics(
                output,
                segment_of_output,
                reference,
                lexicon,
                self._modules,
                builder.paraphrases,
                beam=self.beam,
                corrected=self.corrected,
            )
            for reference in references
        ]
        for rows in per_reference:
            refuse_unaligned(rows, len(self.columns), segment_of_output, testset)
        return per_reference

    def score(self, sums: Sequence[Number]) -> Number:
        """METEOR from 0 to 1."""
        parts = self._parts(sums)
        return parts["fmean"] * where(parts["penalty"] < 1, 1 - parts["penalty"], 0.0)

    def details(self, sums: Sequence[float]) -> Mapping[str, Any]:
        """Precision, recall, Fmean and penalty, and the chunks."""
        return {**self._parts(sums), "chunks": int(sums[_CHUNKS] - sums[_WHOLE])}

    def description(self, details: Mapping[str, Any]) -> str:
        """Components of the score."""
        return (
            f"P = {details['precision']:.3f} R = {details['recall']:.3f}"
            f" Fmean = {details['fmean']:.3f} penalty = {details['penalty']:.3f}"
        )

    def signature(self, testset: TestSet) -> str:
        """METEOR's Eval ID, if it covers all options."""
        if self.corrected or self.function_words:
            return self.own_signature(testset)
        chosen = self._parameters
        normalization = (
            ("norm_nopunct" if self.no_punct else "norm")
            if self.norm
            else ("lc_only" if self.lower else "no_norm")
        )
        return "-".join(
            [
                "meteor-1.5",
                "ch" if self._characters else "wo",
                self._lang,
                normalization,
                _joined(map(float, chosen[:4])),
                _joined(module[:2] for module in self._modules),
                _joined(map(float, chosen.weights)),
            ]
        )

    def facts(self, testset: TestSet) -> dict[str, str]:
        """Sources of stems, synonyms and paraphrases."""
        found = {"evalid": replace(self, corrected=False, function_words=None).signature(testset)}
        if self.function_words:
            found["function_words"] = digest(sorted(self._function_words))
        if "stem" in self._modules:
            found["stems"] = stems.version()
        if "synonym" in self._modules:
            found["synonyms"] = resources.synonyms_of_english()[1]
        if "paraphrase" in self._modules:
            found["paraphrases"] = resources.table(self._lang).digest
        return found

    @property
    def tunable(self) -> Mapping[str, Tunable]:
        """The four parameters, and the weights of all modules but the first: only ratios matter."""
        chosen = self._parameters
        weights = zip(self._modules[1:], chosen.weights[1:], strict=True)
        values = {f"{_WEIGHT}{module}": weight for module, weight in weights}
        return {
            name: Tunable(value, _EXPONENTS if name == "beta" else _TRIED)
            for name, value in (chosen._asdict() | values).items()
            if name != "weights"
        }

    def tuned(self, values: Mapping[str, float]) -> Self:
        """Return the metric with other values; weights are those of the modules that run."""
        known: dict[str, Any] = {name: one.value for name, one in self.tunable.items()}
        known |= values
        weights = [known.pop(f"{_WEIGHT}{module}") for module in self._modules[1:]]
        listed = "+".join(map(str, (self._parameters.weights[0], *weights)))
        return replace(self, **known, modules="+".join(self._modules), weights=listed)

    # --- Resolved options ------------------------------------------------------------------------

    @property
    def _lang(self) -> str:
        return self.lang or _DEFAULT

    @property
    def _modules_wanted(self) -> tuple[str, ...]:
        if self.modules is not None:
            return tuple(self.modules.split("+"))
        return ("exact", "paraphrase") if self.task == "universal" else MODULES[self._lang]

    @property
    def _modules(self) -> tuple[str, ...]:
        wanted = self._modules_wanted
        if self.modules is not None:
            return wanted
        return tuple(m for m in wanted if not resources.missing(m, self._lang))

    @property
    def _parameters(self) -> Parameters:
        """All parameters, with a weight for each module that runs."""
        fitted = tuned_parameters(self._lang, self.task)
        weights = parse_weights(self.weights) if self.weights else fitted.weights
        assert weights is not None
        modules = self._modules
        if self.corrected and not self.weights:
            default = ("exact", "paraphrase") if self.task == "universal" else MODULES[self._lang]
            by_module = dict(zip(default, weights, strict=False))
            weights = tuple(by_module.get(module, 0.0) for module in modules)
        return Parameters(
            fitted.alpha if self.alpha is None else self.alpha,
            fitted.beta if self.beta is None else self.beta,
            fitted.gamma if self.gamma is None else self.gamma,
            fitted.delta if self.delta is None else self.delta,
            # METEOR assigns weights by position in the list of modules.
            (*weights, *[0.0] * len(modules))[: len(modules)],
        )

    @property
    def _function_words(self) -> frozenset[str]:
        if self.function_words:
            return resources.function_words_in(self.function_words)
        return resources.function_words(self._lang, corrected=self.corrected)

    @property
    def _characters(self) -> bool:
        return self.ch or (self.corrected and self.task == "util")

    @property
    def _tokenization(self) -> Tokenization:
        if self.norm:
            return Normalized(lang=self._lang, punctuation=not self.no_punct)
        return Fields(lowercase=self.lower)

    def _lexicon_builder(self) -> LexiconBuilder:
        return LexiconBuilder(
            self._modules,
            self._lang,
            self._function_words,
            characters=self._characters,
            corrected=self.corrected,
        )

    # --- Numbers --------------------------------------------------------------------------------

    def _parts(self, sums: Sequence[Number]) -> dict[str, Number]:
        """Precision, recall, Fmean and penalty, with the program's order of operations."""
        chosen = self._parameters
        precision = self._share(sums, 0, chosen)
        recall = self._share(sums, 1, chosen)
        some = (precision > 0) & (recall > 0)
        inverse = (1 - chosen.alpha) / where(some, precision, 1.0) + chosen.alpha / where(
            some, recall, 1.0
        )
        # A segment matched as one chunk has no fragmentation.
        fragmentation = divided(
            sums[_CHUNKS] - sums[_WHOLE], (sums[_CHUNKS + 1] + sums[_CHUNKS + 2]) / 2, 0.0
        )
        return {
            "precision": precision,
            "recall": recall,
            "fmean": where(some, 1 / inverse, 0.0),
            "penalty": chosen.gamma * fragmentation**chosen.beta,
        }

    @staticmethod
    def _share(sums: Sequence[Number], side: int, chosen: Parameters) -> Number:
        """Weighted matches divided by weighted words, of the output (0) or the reference (1)."""
        length, function = sums[side], sums[2 + side]
        matches = 0.0
        for kind, weight in ((0, chosen.delta), (2, 1.0 - chosen.delta)):
            for number, module_weight in enumerate(chosen.weights):
                matches = matches + sums[4 + 4 * number + kind + side] * module_weight * weight
        words = chosen.delta * (length - function) + (1.0 - chosen.delta) * function
        return divided(matches, words, 0.0)


def _joined(items: Iterable[object]) -> str:
    return "_".join(map(str, items))


METRIC = Meteor

CITATIONS = (
    """
@inproceedings{denkowski-2014,
  author    = {Denkowski, Michael and Lavie, Alon},
  title     = {Meteor Universal: Language Specific Translation Evaluation for Any Target Language},
  booktitle = {Proceedings of the Ninth Workshop on Statistical Machine Translation},
  pages     = {376--380},
  year      = {2014}
}
""",
    """
@inproceedings{lavie-2007,
  author    = {Lavie, Alon and Agarwal, Abhaya},
  title     = {{METEOR}: An Automatic Metric for {MT} Evaluation with High Levels of Correlation
               with Human Judgments},
  booktitle = {Proceedings of the Second Workshop on Statistical Machine Translation},
  pages     = {228--231},
  year      = {2007}
}
""",
)
