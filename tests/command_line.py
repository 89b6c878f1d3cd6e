"""The command line in a process of its own, as tests start it."""

import sys

# Also where the suite itself was told not to hear an interruption, as in the background of a shell.
HEARING = (
    "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"
    "from tablee.cli import main; sys.exit(main())"
)
TABLEE = [sys.executable, "-c", HEARING]
