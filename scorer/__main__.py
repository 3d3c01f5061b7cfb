"""``python -m scorer``: the command line."""

from scorer.cli.main import main

main()
