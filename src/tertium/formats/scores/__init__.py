"""Formats of segment scores."""

from tertium.formats.scores._table import scores_from_rows as scores_from_rows
