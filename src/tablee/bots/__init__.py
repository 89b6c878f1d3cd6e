"""Players that are not people. A bot gets what a seat gets: its view and its options."""
