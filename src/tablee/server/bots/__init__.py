"""The processes beside the house's own in which bots choose and positions are judged."""
