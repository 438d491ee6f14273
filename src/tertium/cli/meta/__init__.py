"""Commands of `tertium meta`, one file each."""
