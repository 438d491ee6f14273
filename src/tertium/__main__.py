"""`python -m tertium`."""

from tertium.cli.entry import main

main()
