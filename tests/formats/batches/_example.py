"""Work of a campaign for other programs."""

from dataclasses import replace

from tests.campaign._testsets import made

from tertium.campaign.batches import Batch, BatchHit, BatchScreen, hit_key
from tertium.campaign.description import Description
from tertium.campaign.design import make_design, resolve
from tertium.campaign.items import ShownOutput
from tertium.campaign.scale import load_scale
from tertium.campaign.settings import CampaignSettings


def described(**options):
    """What a campaign asks."""
    testset = replace(made(), source_language="de", target_language="en")
    if options.get("context"):
        testset = replace(testset, document_ids=("d",) * len(testset))
    settings = resolve(CampaignSettings(**{"hit_size": 20, "judgments": 16, **options}))
    design = make_design(testset, settings, 0)
    five = settings.answer == "five-point"
    scale = load_scale(settings.answer_scale, settings.task) if five else None
    return Description.of(testset, settings, design, scale, pool=True)


def screen(item, *outputs, position=0, source="Quelle", reference=None, **rest):
    """A screen with outputs of systems."""
    shown = tuple(ShownOutput("system", f"s{n}", text) for n, text in enumerate(outputs))
    return BatchScreen(
        item=item,
        position=position,
        level="segment",
        segment=str(item),
        place=item,
        document="",
        block=None,
        outputs=shown,
        source=source,
        reference=reference,
        **rest,
    )


def batch(*hits, campaign="news24", instructions="# What to do\n", **options):
    """The work of HITs, each a list of screens."""
    return Batch(
        campaign,
        17.25,
        described(**options),
        instructions,
        tuple(
            BatchHit(hit_key(campaign, 17.25, number), number, "", tuple(screens))
            for number, screens in enumerate(hits, 1)
        ),
    )


TWO = ([screen(1, "One."), screen(2, "Two.", position=1)], [screen(3, "Three.")])
