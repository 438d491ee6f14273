"""Comparison of metrics: which one correlates better with human scores?"""
