"""Commands: one file each, named as on the command line, with the command as `command`."""
