"""Judgments in SQLite or PostgreSQL."""
