"""Files in and out: one folder per kind of data, one file per format.

A format of single files defines `sniff(head)`, whether bytes from the beginning of a file look
like it; `read(data, origin)`; and `write(value, path)` where it can be written. A format of whole
directories defines `sniff_directory(path)` and `read_directory(path, language_pair)` instead of
the first two. `SUFFIXES` are the file name endings it is written under.

Kinds: `testset` gives a TestSet (the format "text", of a file, only the lines: a Stream), `scores`
a SegmentScores, `frames` a SegmentFrames.
"""
