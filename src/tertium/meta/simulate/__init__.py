"""Simulated samples of systems: how much a correlation varies from sample to sample."""
