"""Studies of systems: compare, calibrate, plan; each with its settings, result and computation."""
