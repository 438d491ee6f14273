"""Papers that several statistics cite, as BibTeX."""

DEUTSCH_2023 = """
@inproceedings{deutsch-2023,
  author    = {Deutsch, Daniel and Foster, George and Freitag, Markus},
  title     = {Ties Matter: Meta-Evaluating Modern Metrics with Pairwise Accuracy and Tie
               Calibration},
  booktitle = {Proceedings of the 2023 Conference on Empirical Methods in Natural Language
               Processing},
  pages     = {12914--12929},
  year      = {2023}
}
"""
