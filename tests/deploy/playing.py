"""A whole game against a house that runs somewhere, over its API and its socket."""

import asyncio
from pathlib import Path

import httpx

from tests.deploy.podman import Failure
from tests.server.client import API, Client, play_on
from tests.waiting import until_so


def answers(url: str, path: str = "/healthz") -> bool:
    """Whether a house is there and well."""
    try:
        return httpx.get(url + path, verify=False).status_code == 200
    except httpx.HTTPError:
        return False


def open_at(url: str) -> None:
    until_so(lambda: answers(url))


def expect(what: str, found: object, wanted: object) -> None:
    if found != wanted:
        raise Failure(f"{what}: {found!r}, expected {wanted!r}")


def game(url: str) -> tuple[str, str]:
    """One person plays a game against bots and reads its record; the table, and who it was."""

    async def evening() -> tuple[str, str]:
        async with await Client.new(url, "Anna") as anna:
            wanted = {
                "id": "t",
                "plan": {"game": "land-unter"},
                "chairs": ["me", "random", "random"],
            }
            laid = (await anna.http.post("/tables/", json=wanted)).json()
            expect("link of a table", laid["link"], f"{url}/table/{laid['table']}")
            await anna.dial()
            await anna.watch(laid["table"])
            await anna.done(laid["table"], "start")
            await play_on(anna, laid["table"])
            return laid["table"], anna.secret

    return asyncio.run(evening())


def kept(url: str, table: str) -> None:
    """The record of the game is there."""
    got = httpx.get(f"{url}{API}/tables/{table}/record", verify=False)
    expect("record of the game", got.status_code, 200)


def memory(pid: int) -> dict[str, int]:
    """MB that each process below this one takes, shared pages by parts (PSS)."""
    found = {}
    for process in family(pid):
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        command = Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode()
        pss = next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
        found[f"{process} {command[:70]}"] = round(pss / 1024)
    return found


def family(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(one for child in children for one in family(int(child)))]
