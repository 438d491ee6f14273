"""Meta-evaluation of metrics on hybrid systems (super-sampling)."""
