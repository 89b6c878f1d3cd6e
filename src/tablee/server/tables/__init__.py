"""A table and nothing else: what is asked of it, what happened, how it stands and who sees what."""
