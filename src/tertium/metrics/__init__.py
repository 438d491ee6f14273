"""Metrics: one file each, named as in `-m NAME`, with the metric as `METRIC`."""
