"""What the house remembers: events that are only ever added, and what is read off them."""
