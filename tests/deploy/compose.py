"""The compose file: two nodes on one PostgreSQL behind a proxy with TLS.

Its services are started here by podman, key by key: a key that is not known is refused, so that
nothing of the file is left out unseen.
"""

import os
import re
from collections.abc import Iterator
from functools import partial
from typing import Any

import httpx
import yaml

from tests.deploy.images import build_house
from tests.deploy.playing import answers, expect, game, kept, open_at
from tests.deploy.podman import DEPLOY, GROUND, Failure, do, logs, works
from tests.waiting import until_so

SITE = "localhost"  # for this name Caddy makes a certificate of its own
GIVEN = {"SITE": SITE, "POSTGRES_PASSWORD": "0123456789abcdef"}
URL = f"https://{SITE}"
NODES = ["house1", "house2"]
VARIABLE = re.compile(r"\$\{(\w+)(?::([?-])(.*?))?\}")
AUTHORITY = "/data/caddy/pki/authorities/local/root.crt"


def composed() -> dict[str, Any]:
    """The file, with what .env would say."""

    def value(found: re.Match[str]) -> str:
        name, kind, otherwise = found.groups()
        if name not in GIVEN and kind == "?":
            raise Failure(f"compose.yaml: {name}: {otherwise}")
        return GIVEN.get(name, otherwise if kind == "-" else "")

    found: dict[str, Any] = yaml.safe_load(
        VARIABLE.sub(value, (DEPLOY / "compose.yaml").read_text())
    )
    return found


def flags(service: dict[str, Any]) -> Iterator[str]:
    """What `podman run` is told of a service."""
    for key, said in service.items():
        match key:
            case "image" | "build" | "depends_on" | "networks" | "healthcheck":
                pass  # looked at elsewhere
            case "environment":
                yield from (f"--env={name}={value}" for name, value in said.items())
            case "volumes":
                yield from (f"--volume={one.replace('./', f'{DEPLOY}/', 1)}" for one in said)
            case "ports":
                yield from (f"--publish={one}" for one in said)
            case "tmpfs" | "cap_drop" | "security_opt":
                yield from (f"--{key.replace('_', '-')}={one}" for one in said)
            case "restart":
                yield f"--restart={said}"
            case "stop_grace_period":
                yield f"--stop-timeout={said.removesuffix('s')}"
            case "init" | "read_only":
                yield f"--{key.replace('_', '-')}"
            case _:
                raise Failure(f"compose.yaml: {key} is not known here")


def start(name: str, services: dict[str, Any], started: set[str]) -> None:
    """A service, after those it depends on are well."""
    service = services[name]
    for other, wanted in service.get("depends_on", {}).items():
        if other not in started:
            start(other, services, started)
        expect("condition", wanted, {"condition": "service_healthy"})
        kind, *test = services[other]["healthcheck"]["test"]
        expect("kind of health check", kind, "CMD")
        until_so(partial(works, "podman", "exec", other, *test))
    named = ["--name", name, "--network", "tablee", "--network-alias", name]
    do("podman", "run", "--detach", *named, *flags(service), service["image"])
    started.add(name)


def well(node: str) -> bool:
    return works("podman", "healthcheck", "run", node)


def run() -> list[str]:
    """A game on each node, one node at a time gone, the database closed and opened."""
    build_house()
    file = composed()
    (network,) = file["networks"].values()
    (inside,) = network["ipam"]["config"]
    do("podman", "network", "create", "--subnet", inside["subnet"], "tablee")
    started: set[str] = set()
    for name in file["services"]:
        if name not in started:
            start(name, file["services"], started)
    for node in NODES:
        until_so(partial(well, node))
    until_so(lambda: works("podman", "exec", "proxy", "test", "-s", AUTHORITY))
    authority = GROUND / "authority.crt"
    do("podman", "cp", f"proxy:{AUTHORITY}", str(authority))
    os.environ["SSL_CERT_FILE"] = str(authority)  # as a browser that trusts this house
    open_at(URL)
    tables = [game(URL)[0]]
    for path in ("/metrics", "/readyz"):
        expect(path, httpx.get(URL + path, verify=False).status_code, 404)
    for node in NODES:
        do("podman", "stop", node)
        ended = do("podman", "inspect", "--format", "{{.State.ExitCode}}", node).strip()
        expect(f"exit code of {node}", ended, "0")
        open_at(URL)
        tables.append(game(URL)[0])
        do("podman", "start", node)
        until_so(partial(well, node))
    do("podman", "restart", "database")
    until_so(lambda: all(map(well, NODES)))
    until_so(lambda: answers(URL))
    for table in tables:
        kept(URL, table)
    served = [name for name in NODES if '"route": "/api/v1/people' in logs(name)]
    expect("nodes that served players", served, NODES)
    return [f"compose: {len(tables)} games, each node gone once, the database once"]
