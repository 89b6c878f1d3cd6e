"""The whole house from one seed: real house, HTTP and sockets, in a world of virtual time."""
