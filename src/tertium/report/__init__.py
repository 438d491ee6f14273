"""Tables, charts and HTML reports of results."""
