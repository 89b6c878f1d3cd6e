"""Word for those who are away: whose turn it is, by mail and by webhook."""
