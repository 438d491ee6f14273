"""TER: edits needed to turn the output into the reference, for each word of the reference.

Edits are insertions, deletions, substitutions and shifts of blocks of words. With several
references the fewest edits count, divided by the mean length. Lower is better.

The search for shifts is greedy, and no two programs search alike: `variant` says whose edits are
counted. sacreBLEU's and TERCOM's agree on almost all segments of common length.

Reference: Snover et al. 2006; numbers as sacreBLEU's, or as those of TERCOM 0.7.25 or 0.10.0.

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

# Words of output times words of reference: beyond these TERCOM's search may take minutes, or takes
# more memory than its kernel allows.
_LONG, _MOST = 2**20, 2**24


@dataclass(frozen=True)
class Ter(ErrorRate):
    """Translation edit rate of a corpus or a segment."""

    normalized: bool = option(False, "Set punctuation apart and unescape entities first.")
    no_punct: bool = option(False, "Remove punctuation first.")
    asian_support: bool = option(
        False, "Treat Asian characters and punctuation too, where normalized or no_punct is on."
    )
    case_sensitive: bool = option(False, "Tell upper from lower case.")
    variant: str = option(
        "sacrebleu",
        "Program whose search for shifts and preparation of text are followed:"
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
        """Name as papers print it."""
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
        """How lines become words."""
        return Tercom(
            lowercase=not self.case_sensitive,
            variant=self.variant,
            normalized=self.normalized,
            no_punct=self.no_punct,
            asian_support=self.asian_support,
        )

    def unsegmented_advice(self, testset: TestSet, script: str, tokenizers: Sequence[str]) -> str:
        """Separate Chinese and Japanese characters, which TERCOM can; other text beforehand."""
        if script == "Hangul" or (self.normalized and self.asian_support):
            return ""
        if script in ("Han", "Kana"):
            return f"{self.name}(normalized=true,asian_support=true)"
        return f"text with spaces between words for {self.title}"

    def signature(self, testset: TestSet) -> str:
        """As sacreBLEU prints it, where the numbers are its own."""
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
        """Give the program whose edits are counted."""
        release = _TERCOM.get(self.variant)
        return {"edits": f"tercom-{release}" if release else f"sacrebleu-{VERSION}"}


def _check_lengths(
    output: Encoded, segments: Buffer, references: Sequence[Encoded], testset: TestSet
) -> None:
    """Refuse what is too long for TERCOM's search, and warn of what may take long."""
    long = []
    for i, segment in enumerate(segments):
        cells = len(output[i]) * max(len(reference[segment]) for reference in references)
        if cells > _MOST:
            raise DataError(
                f"An output of {len(output[i]):,} words is too long for TERCOM's search.",
                where=f"Segment {testset.segment_ids[segment]}",
                hint="sacreBLEU's, the default variant, takes any length.",
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
