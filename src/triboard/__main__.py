"""`python -m triboard`."""

from triboard.cli import main

main()
