"""The outputs of a test set that a campaign can judge."""

from tertium.campaign.items import Output
from tertium.core import wording
from tertium.core.errors import DataError, UsageError
from tertium.core.formatting import counted
from tertium.core.testset import TestSet
from tertium.human.shared_outputs import JOINED_BY


def check_outputs(testset: TestSet) -> None:
    """Refuse test sets without outputs, with several runs, or with names that look joined."""
    if not testset.outputs:
        raise DataError(
            "The test set has no outputs.", hint=f"Give them with {wording.option('systems')}."
        )
    for name, runs in testset.outputs.items():
        if len(runs) > 1:
            raise UsageError(
                f"The system {name} has {counted(len(runs), 'training run')}; a campaign judges one"
                " output of each system.",
                hint="Give each run its own name.",
            )
        if JOINED_BY in name:
            raise UsageError(
                f"The name {name!r} contains {JOINED_BY!r}, which joins the names of systems that"
                " share an output.",
                hint="Rename the system.",
            )


def documents_of(testset: TestSet) -> list[list[list[Output]]]:
    """Outputs of all systems for each segment of each document, in the order of the test set."""
    if not testset.document_ids:
        raise UsageError(
            f"{wording.option('context', True)} needs documents; the test set has none.",
            hint=f"Give the document of each segment with {wording.option('documents')}.",
        )
    texts = {name: runs[0].loaded for name, runs in testset.outputs.items()}
    documents: dict[str, list[list[Output]]] = {}
    for segment, document in enumerate(testset.document_ids):
        shown = [Output(segment, name, stream[segment]) for name, stream in texts.items()]
        documents.setdefault(document, []).append(shown)
    return list(documents.values())


def distinct_outputs(testset: TestSet) -> list[list[Output]]:
    """The different outputs of each segment; systems with the same text share an output."""
    texts = {name: runs[0].loaded for name, runs in testset.outputs.items()}
    outputs = []
    for segment in range(len(testset)):
        sharing: dict[str, list[str]] = {}
        for name, stream in texts.items():
            sharing.setdefault(stream[segment], []).append(name)
        outputs.append(
            [Output(segment, JOINED_BY.join(names), text) for text, names in sharing.items()]
        )
    return outputs
