"""Meta-evaluation: how far a metric can be trusted."""
