"""Campaigns: which items are judged, by whom, and how answers become ratings."""
