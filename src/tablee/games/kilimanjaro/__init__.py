"""Am Fuß des Kilimandscharo, a race by canoe, by mule, on foot and by jeep."""
