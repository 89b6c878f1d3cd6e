"""Land Unter, and its sheep edition Un mouton à la mer."""
