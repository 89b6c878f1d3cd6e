"""The languages of a house: it speaks no other; its first one to whoever prefers none of them."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from tablee.server.refusals import Declined
from tablee.server.running import greeting
from tablee.server.settings import Language
from tests.server.client import Client
from tests.server.houses import GENEROUS, house_at, serve
from tests.server.test_serve import serving

# What a house offers, what a browser prefers, and what is then spoken.
SPOKEN = [
    (("de",), "fr-FR,fr;q=0.9,en;q=0.8", "de"),
    (("de",), None, "de"),
    (("de", "fr"), "es,fr;q=0.5", "fr"),
    (("de", "fr"), "en-GB,en", "de"),
    (("de", "fr"), None, "de"),
    (("en",), "de-DE,de", "en"),
    (("fr", "en", "de"), "es", "fr"),
]


@pytest.mark.parametrize(("offered", "preferred", "spoken"), SPOKEN)
def test_whoever_names_no_language_is_spoken_to_in_one_of_the_house(
    sqlite_url: str, offered: tuple[Language, ...], preferred: str | None, spoken: str
) -> None:
    limits = replace(GENEROUS, requests_per_minute=12)
    headers = {} if preferred is None else {"accept-language": preferred}
    with (
        serve(house_at(sqlite_url, languages=offered, limits=limits)) as house,
        httpx.Client(base_url=house.url, headers=headers) as http,
    ):
        page = http.get("/")
        assert page.headers["content-language"] == spoken
        assert f'<html lang="{spoken}"' in page.text
        assert http.get("/api/v1/house").json()["languages"] == [*offered]
        refused = [
            (http.get("/api/v1/people/me"), "who_are_you"),
            (http.get("/api/v1/nowhere"), "unknown"),
            (http.put("/api/v1/house"), "wrong_method"),
            (http.post("/api/v1/people/", json={}), "wrong_message"),
            (http.get("/api/v1/tables/?language=eo"), "wrong_message"),
        ]
        told = http.post("/api/v1/people/", json={"name": "Anna"}).json()
        assert told["language"] == spoken
        http.cookies.clear()
        while (last := http.get("/api/v1/house")).status_code == 200:
            pass
        refused.append((last, "too_fast"))
        for answer, code in refused:
            assert answer.json()["code"] == code
            assert answer.json()["text"] == Declined(code).sentence(spoken), code


@pytest.mark.parametrize(("offered", "preferred", "spoken"), SPOKEN)
def test_on_the_socket_too(
    sqlite_url: str, offered: tuple[Language, ...], preferred: str | None, spoken: str
) -> None:
    async def visit(url: str) -> None:
        headers = {} if preferred is None else {"accept-language": preferred}
        hellos: list[dict[str, Any]] = [{}, {"spectator": True}, {"language": "en"}]
        for hello in hellos:
            client = Client(url, **headers)
            welcome = await client.dial(**hello)
            wanted = "en" if "language" in hello and "en" in offered else spoken
            assert welcome["language"] == wanted
            refused = await client.do("nowhere", "start")
            assert refused["text"] == Declined(refused["code"]).sentence(wanted)
            await client.close()

    with serve(house_at(sqlite_url, languages=offered)) as house:
        asyncio.run(visit(house.url))


def test_a_house_that_gave_a_language_up_speaks_it_to_nobody(sqlite_url: str) -> None:
    async def come(url: str) -> Client:
        return await Client.new(url, "Anne", "fr")

    async def come_back(url: str, anne: Client) -> None:
        again = Client(url, anne.secret)
        assert (await again.get("/people/me"))["language"] == "de"
        assert (await again.get("/house?language=fr"))["you"]["language"] == "de"
        answer = await again.http.get("/tables/nowhere")
        assert answer.json()["text"] == Declined("unknown").sentence("de")
        changed = await again.http.patch("/people/me", json={"language": "fr"})
        assert changed.json()["language"] == "de"
        async with httpx.AsyncClient(base_url=url, cookies={"tablee": anne.secret}) as browser:
            page = await browser.get("/", headers={"accept-language": "fr"})
            assert page.headers["content-language"] == "de"
        assert (await again.dial())["language"] == "de"
        await again.close()
        await anne.close()

    with serve(house_at(sqlite_url)) as house:
        anne = asyncio.run(come(house.url))
    with serve(house_at(sqlite_url, languages=("de",))) as house:
        asyncio.run(come_back(house.url, anne))


@pytest.mark.parametrize(
    ("languages", "of_the_machine", "spoken"),
    [("de", "en_GB.UTF-8", "de"), ("de,fr", "C", "de"), ("de,fr", "fr_FR.UTF-8", "fr")],
)
def test_the_host_is_greeted_in_a_language_of_the_house(
    tmp_path: Path, languages: str, of_the_machine: str, spoken: str
) -> None:
    with serving(tmp_path, "--languages", languages, LANG=of_the_machine) as served:
        assert served.stop() == 0
        assert served.process.stdout is not None
        said = served.process.stdout.read()
    assert said == "".join(f"{greeting.texts()[name][spoken]}\n" for name in ("local", "stop"))
