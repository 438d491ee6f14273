"""Formats of work that goes out to another program, and of its results.

The file `x.py` is the format `x`. It defines

- `make_files(batch, settings)`, which returns the files of the work: their texts by name. What the
  program cannot hold is named in a warning (`files.warn_unused`), and a campaign that the program
  cannot serve at all is refused with a `UsageError`.
- `sniff(head)` and `read(data, origin, batch)`, if results can be read: whether the first bytes of
  a file look like results, and the answers in it, as a list of `BatchAnswer`. Answers to a HIT that
  the batch does not have are of another campaign, and refused. `ANNOTATOR` is the beginning of the
  names of annotators, such as "mturk-".
- `sniff_campaign(head)` and `read_campaign(found)`, if campaigns of the program can become ours:
  whether the first bytes of a file look like its campaign, and the campaign as an `Incoming`
  (`campaign/incoming.py`), of files by their names.

The types are those of `campaign/batches.py`. `Campaign.export_batches` and `import_results` use the
formats.
"""
