"""Playing in a terminal: people at one keyboard, bots in the other chairs."""
