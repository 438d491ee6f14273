"""Papers that several significance tests cite, as BibTeX."""

CLARK_2011 = """
@inproceedings{clark-2011,
  author    = {Clark, Jonathan H. and Dyer, Chris and Lavie, Alon and Smith, Noah A.},
  title     = {Better Hypothesis Testing for Statistical Machine Translation: Controlling for
               Optimizer Instability},
  booktitle = {Proceedings of the 49th Annual Meeting of the ACL},
  pages     = {176--181},
  year      = {2011}
}
"""

GRAHAM_2014 = """
@inproceedings{graham-2014,
  author    = {Graham, Yvette and Mathur, Nitika and Baldwin, Timothy},
  title     = {Randomized Significance Tests in Machine Translation},
  booktitle = {Proceedings of the Ninth Workshop on Statistical Machine Translation},
  pages     = {266--274},
  year      = {2014}
}
"""

NOREEN_1989 = """
@book{noreen-1989,
  author    = {Noreen, Eric W.},
  title     = {Computer-Intensive Methods for Testing Hypotheses: An Introduction},
  publisher = {Wiley},
  year      = {1989}
}
"""

RIEZLER_2005 = """
@inproceedings{riezler-2005,
  author    = {Riezler, Stefan and Maxwell, John T.},
  title     = {On Some Pitfalls in Automatic Evaluation and Significance Testing for {MT}},
  booktitle = {Proceedings of the ACL Workshop on Intrinsic and Extrinsic Evaluation Measures for
               Machine Translation and/or Summarization},
  pages     = {57--64},
  year      = {2005}
}
"""
