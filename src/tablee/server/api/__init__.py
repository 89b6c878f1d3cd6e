"""The HTTP API and the socket: thin doors to the house."""
