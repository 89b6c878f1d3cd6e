"""Files: a connection is one, and so is whatever the store and the bots have open."""

import resource

SPARE = 256  # files that are no connections


def allow_files(connections: int) -> int:
    """Be allowed as many files as so many connections need; how many connections that makes."""
    wanted = connections + SPARE
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted and soft != resource.RLIM_INFINITY:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft >= wanted or soft == resource.RLIM_INFINITY:
        return connections
    return soft - min(SPARE, soft // 2)
