"""One folder per game, found by listing them (see catalogue.py). Nothing else lives here."""
