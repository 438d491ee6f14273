"""Tables, charts and sentences of comparisons, shared by their result file and the panels."""
