"""Commands of `tertium human`: one file each, with the command as `command`."""
