"""How people come in: who they are, how many may, and what is said on their sockets."""
