"""From text to numbers: tokenizers and encoding."""
