"""Pages and JSON routes of the web app, one file each."""
