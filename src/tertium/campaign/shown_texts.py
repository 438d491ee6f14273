"""Texts that are shown beside outputs: the source, a reference, both, or nothing."""

from tertium.campaign.settings import CampaignSettings
from tertium.campaign.tasks import load_task
from tertium.core import wording
from tertium.core.errors import UsageError
from tertium.core.testset import TestSet


def choose_context(testset: TestSet, settings: CampaignSettings, *, media: bool = False) -> str:
    """Choose the text that is shown beside outputs; refuse one that the test set lacks.

    Args:
        testset: The test set.
        settings: What annotators are asked.
        media: Whether segments have audio, video or image files as source.
    """
    context = _chosen(testset, settings, media)
    if media and context not in ("source", "both"):
        raise UsageError(
            f"{wording.option('media')} shows the source, but {settings.task} shows"
            f" {'no text' if context == 'nothing' else 'the reference'} beside outputs.",
            hint=f"Leave it out, or add {wording.option('show', 'source')}.",
        )
    return context


def _chosen(testset: TestSet, settings: CampaignSettings, media: bool) -> str:
    task = load_task(settings.task)
    has_source = media or testset.source is not None
    has = {
        "source": has_source,
        "reference": bool(testset.references),
        "both": has_source and bool(testset.references),
        "nothing": True,
    }
    if settings.show == "auto":
        for context in task.contexts:
            if has[context]:
                return context
        if "source" not in task.contexts:
            raise UsageError(
                f"Judgments of {settings.task} need a reference beside the outputs; the test set"
                " has none.",
                hint=f"Give it with {wording.option('references')}.",
            )
        raise UsageError(
            f"Judgments of {settings.task} need a source or a reference beside the outputs; the"
            " test set has neither.",
            hint=f"Give {wording.option('source')} or {wording.option('references')}.",
        )
    if settings.show not in task.contexts:
        raise UsageError(
            f"{wording.option('show', settings.show)} does not apply to {settings.task}, which is"
            f" judged with {' or '.join(task.contexts)} beside the output.",
        )
    if not has[settings.show]:
        lacking = "source" if settings.show != "reference" and not has["source"] else "reference"
        keyword = "source" if lacking == "source" else "references"
        raise UsageError(
            f"{wording.option('show', settings.show)} needs a {lacking}; the test set has none.",
            hint=f"Give it with {wording.option(keyword)}.",
        )
    return settings.show


def reference_of(testset: TestSet, segment: int) -> tuple[str, str] | None:
    """Name and text of the first reference that a segment has."""
    for name, reference in testset.references.items():
        if segment not in reference.missing:
            return name, reference[segment]
    return None


def source_of(testset: TestSet, context: str, segment: int) -> str | None:
    """The source of a segment, if it is shown beside outputs."""
    shown = context in ("source", "both") and testset.source is not None
    return testset.source[segment] if shown else None  # type: ignore[index]


def shown_reference_of(testset: TestSet, context: str, segment: int) -> str | None:
    """The reference of a segment, if it is shown beside outputs."""
    found = reference_of(testset, segment) if context in ("reference", "both") else None
    return found[1] if found else None
