"""Containers and unit, seen running: builds and runs what deploy/ holds, for real.

python -m tests.deploy [container] [compose] [unit]
"""

import sys

from tests.deploy import compose, container, images, podman, unit

PARTS = {"container": container.run, "compose": compose.run, "unit": unit.run}


def main(asked: list[str]) -> None:
    podman.ready()
    podman.clear()
    try:
        standing_in = images.have()
        print("stand-ins from Debian:", ", ".join(standing_in) or "none", flush=True)
        for part in asked or PARTS:
            print(*PARTS[part](), sep="\n", flush=True)
    except (podman.Failure, TimeoutError) as failure:
        sys.exit(f"test-deploy: {failure}")
    finally:
        podman.clear()


if __name__ == "__main__":
    main(sys.argv[1:])
