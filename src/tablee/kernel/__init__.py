"""What a game is: layout, chance, match, record, compile. Imports nothing of the rest."""
