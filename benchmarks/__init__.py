"""Speed beside the peers: the same work in one run, alternately, as ratios."""
