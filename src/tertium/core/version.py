"""The version; `pyproject.toml` takes it from here.

It is not looked up in the metadata of the package, which takes longer than scoring a test set.
"""

VERSION = "0.1.0"
