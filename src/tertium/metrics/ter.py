"""TER: translation edit rate, edits from output to reference per word of the reference.

Edits are insertions, deletions, substitutions and shifts of blocks of words. Of several references,
the one with the fewest edits is used, and edits are divided by the mean length. Lower is better.

The search for shifts is greedy, and programs search differently: `variant` selects the program
whose edits are counted. sacreBLEU and TERCOM agree on almost all segments of usual length.

Reference: Snover et al. 2006. Scores equal those of sacreBLEU, or of TERCOM 0.7.25 or 0.10.0.

Example:
    >>> tertium.ter(["The cat sat on a mat."], ["The cat sat on the mat."])
    Score(system: TER = 16.7)
"""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass

from tertium.core.arrays import Buffer, Rows
from tertium.core.errors import DataError, DataWarning, ParameterError
from tertium.core.formatting import counted
from tertium.core.spec import option
from tertium.core.testset import TestSet
from tertium.kernels import Encoded, ter_statistics
from tertium.metrics._error_rate import ErrorRate
from tertium.metrics._sacrebleu import POST_2018, VERSION, signature
from tertium.text.encoding import encoded_output, encoded_references
from tertium.text.tercom import VARIANTS, Tercom

# Releases whose edits a variant counts; their search is the same, their -N is not.
_TERCOM = {"tercom": "0.7.25", "tercom-0.10": "0.10.0"}

# Words of output times words of reference above which TERCOM's search may take minutes, or takes
# more memory than its kernel allows.
_LONG, _MOST = 2**20, 2**24


@dataclass(frozen=True)
class Ter(ErrorRate):
    """Translation edit rate of a corpus or a segment."""

    normalized: bool = option(False, "Separate punctuation and unescape entities first.")
    no_punct: bool = option(False, "Remove punctuation first.")
    asian_support: bool = option(
        False, "Treat Asian characters and punctuation, too, if normalized or no_punct is on."
    )
    case_sensitive: bool = option(False, "Case-sensitive.")
    variant: str = option(
        "sacrebleu",
        "Program whose search for shifts and text preparation are used:"
        f" {'; '.join(f'{name} is {what}' for name, what in VARIANTS.items())}.",
        choices=tuple(VARIANTS),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.asian_support and self.variant == "tercom":
            raise ParameterError(
                f"{self.name} has no asian_support for variant=tercom, as TERCOM 0.7.25 has none.",
                hint="variant=tercom-0.10 has it.",
            )

    @property
    def title(self) -> str:
        """Name in tables."""
        return "TER"

    def rows(self, outputs: Sequence[str], segment_of_output: Buffer, testset: TestSet) -> Rows:
        """Fewest edits over the references, and their mean length."""
        output = encoded_output(testset, outputs, self.tokenization)
        references = encoded_references(testset, self.tokenization)
        tercom = self.variant in _TERCOM
        if tercom:
            _check_lengths(output, segment_of_output, references, testset)
        return ter_statistics(output, segment_of_output, references, tercom=tercom)

    @property
    def tokenization(self) -> Tercom:
        """The tokenizer."""
        return Tercom(
            lowercase=not self.case_sensitive,
            variant=self.variant,
            normalized=self.normalized,
            no_punct=self.no_punct,
            asian_support=self.asian_support,
        )

    def unsegmented_advice(self, testset: TestSet, script: str, tokenizers: Sequence[str]) -> str:
        """Separate Chinese and Japanese characters as TERCOM does; segment other text first."""
        if script == "Hangul" or (self.normalized and self.asian_support):
            return ""
        if script in ("Han", "Kana"):
            return f"{self.name}(normalized=true,asian_support=true)"
        return f"text with spaces between words for {self.title}"

    def signature(self, testset: TestSet) -> str:
        """As sacreBLEU prints it, if the scores are sacreBLEU's."""
        if self.variant != "sacrebleu":
            return self.own_signature(testset)
        return signature(
            testset,
            case="mixed" if self.case_sensitive else "lc",
            tok="tercom",
            norm=self.normalized,
            punct=not self.no_punct,
            asian=self.asian_support,
        )

    def facts(self, testset: TestSet) -> dict[str, str]:
        """Return the program whose edits are counted."""
        release = _TERCOM.get(self.variant)
        return {"edits": f"tercom-{release}" if release else f"sacrebleu-{VERSION}"}


def _check_lengths(
    output: Encoded, segments: Buffer, references: Sequence[Encoded], testset: TestSet
) -> None:
    """Refuse outputs that are too long for TERCOM's search, and warn of slow ones."""
    long = []
    for i, segment in enumerate(segments):
        cells = len(output[i]) * max(len(reference[segment]) for reference in references)
        if cells > _MOST:
            raise DataError(
                f"An output of {len(output[i]):,} words is too long for TERCOM's search.",
                where=f"Segment {testset.segment_ids[segment]}",
                hint="The default variant, sacreBLEU's, has no limit of length.",
            )
        if cells > _LONG:
            long.append(i)
    if long:
        others = f" and {counted(len(long) - 1, 'other output')}" if len(long) > 1 else ""
        warnings.warn(
            "TERCOM's search for shifts has no limit: an output of"
            f" {counted(len(output[long[0]]), 'word')} (segment"
            f" {testset.segment_ids[segments[long[0]]]}){others} can take seconds or minutes. The"
            " default variant of ter limits the search.",
            DataWarning,
            stacklevel=2,
        )


METRIC = Ter

SNOVER_2006 = """
@inproceedings{snover-2006,
  author    = {Snover, Matthew and Dorr, Bonnie and Schwartz, Richard and Micciulla, Linnea and
               Makhoul, John},
  title     = {A Study of Translation Edit Rate with Targeted Human Annotation},
  booktitle = {Proceedings of the 7th Conference of the AMTA},
  pages     = {223--231},
  year      = {2006}
}
"""

CITATIONS = (SNOVER_2006, POST_2018)
