"""The types that flow, errors, plug-in lookup, resampling and the executor."""
