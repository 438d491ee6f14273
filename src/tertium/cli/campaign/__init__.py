"""Commands of `tertium campaign`: one file each, with the command as `command`."""
