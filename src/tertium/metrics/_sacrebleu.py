"""Signatures in the form of sacreBLEU, which papers copy verbatim."""

from tertium.core.testset import TestSet

# The release whose numbers the metrics reproduce.
VERSION = "2.6.0"


def signature(testset: TestSet, **items: str | int | bool) -> str:
    """Join the items as sacreBLEU prints them: number of references first, version last."""
    words = {
        "nrefs": testset.reference_count,
        **testset.signature_items,
        **{key: _word(value) for key, value in items.items()},
        "version": VERSION,
    }
    return "|".join(f"{key}:{value}" for key, value in words.items())


def _word(value: str | int | bool) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


POST_2018 = """
@inproceedings{post-2018,
  author    = {Post, Matt},
  title     = {A Call for Clarity in Reporting {BLEU} Scores},
  booktitle = {Proceedings of the Third Conference on Machine Translation},
  pages     = {186--191},
  year      = {2018}
}
"""
