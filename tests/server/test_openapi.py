"""The description of the HTTP API is complete, and true of the running server."""

import asyncio
import json
import re
from collections.abc import Iterator
from copy import deepcopy
from functools import partial
from typing import Any

import httpx
import pytest

from tablee.server.store.addresses import is_postgres
from tests.server import http_fuzz
from tests.server.client import Client, Message, is_over, owes
from tests.server.houses import house_at, serve

ALL = "/api/openapi.json"


@pytest.fixture(scope="module")
def description(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """As the server gives it to whoever asks."""
    database = f"sqlite:///{tmp_path_factory.mktemp('house')}/house.db"
    with serve(house_at(database)) as serving:
        answer = httpx.get(serving.url + ALL)
    assert answer.status_code == 200
    described: dict[str, Any] = answer.json()
    return described


def operations(description: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in description["paths"].items():
        for method, operation in item.items():
            yield path, method, operation


def test_every_reference_leads_somewhere_and_every_schema_is_used(
    description: dict[str, Any],
) -> None:
    named = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(description)))
    assert named == set(description["components"]["schemas"])


def test_everything_is_explained(description: dict[str, Any]) -> None:
    assert description["info"]["description"]
    tags = {tag["name"] for tag in description["tags"]}
    for path, method, operation in operations(description):
        assert operation["description"].endswith("."), (path, method)
        assert set(operation["tags"]) <= tags
        for parameter in operation.get("parameters", []):
            assert parameter["description"], (path, method, parameter["name"])
    for name, schema in description["components"]["schemas"].items():
        assert schema["description"].endswith("."), name


def test_what_is_taken_is_checked_and_said_to_be_checked(description: dict[str, Any]) -> None:
    schemas = description["components"]["schemas"]
    for path, _, operation in operations(description):
        if "requestBody" in operation:
            taken = operation["requestBody"]["content"]["application/json"]["schema"]
            schema = schemas[taken["$ref"].rsplit("/", 1)[1]]
            assert schema["additionalProperties"] is False, path
            assert {"400", "403", "413"} <= operation["responses"].keys()


def test_every_refusal_is_a_problem(description: dict[str, Any]) -> None:
    for path, _, operation in operations(description):
        for status, answer in operation["responses"].items():
            if status >= "400" and path != "/readyz":
                content = answer["content"]["application/json"]["schema"]
                assert content == {"$ref": "#/components/schemas/Problem"}, path


def test_who_may_is_said(description: dict[str, Any]) -> None:
    assert set(description["components"]["securitySchemes"]) == {"bearer", "cookie"}
    known: list[dict[str, list[str]]] = [{"bearer": []}, {"cookie": []}]
    for path, method, operation in operations(description):
        assert ("401" in operation["responses"]) == (
            operation.get("security") == known or path.endswith("/carry-on")
        ), (path, method)


def is_at(seq: int, page: Message) -> bool:
    return bool(page["seq"] >= seq)


def steady(page: Message) -> Message:
    """A page without the time that passes while one looks."""
    for chair in page["common"]["chairs"]:
        del chair["left"]
    return {part: page[part] for part in ("table", "seq", "common", "you", "view", "lines")}


def test_a_page_by_http_holds_all_that_the_socket_sends(database_url: str) -> None:
    async def compare(table: str, *clients: Client) -> None:
        for client in clients:
            shown = await client.get(f"/tables/{table}")
            sent = await client.wait(table, partial(is_at, shown["seq"]))
            assert steady(shown) == steady({**deepcopy(sent), "lines": client.lines[table]})

    async def evening(url: str) -> None:
        async with await Client.new(url, "Anna") as anna, await Client.new(url, "Ben") as ben:
            clock = {"kind": "bank", "seconds": 600, "more": 5}
            table = await anna.lay("lifeboats", ["me", "friend", "open"], clock=clock)
            spectator = Client(url)
            await spectator.dial(language="fr")
            spectator.http.params = spectator.http.params.set("language", "fr")
            await spectator.watch(table)
            for client in (anna, ben):
                await client.dial()
                await client.watch(table)
            await compare(table, anna, ben, spectator)
            invitation = anna.pages[table]["you"]["invitations"][1]
            await ben.done(table, "sit", invitation=invitation)
            await anna.done(table, "place", seat=2, who="open")
            await anna.done(table, "say", text="Here we go.")
            await ben.done(table, "emote", sign="hello")
            async with await Client.new(url, "Cleo", bot=True) as cleo:
                await cleo.dial()
                await cleo.watch(table)
                await cleo.done(table, "sit")
                await anna.done(table, "start")
                await compare(table, anna, ben, cleo, spectator)
                for client in (anna, ben, cleo):
                    if owes(client.pages[table]):
                        await client.choose(table)
                await anna.done(table, "end")
                await compare(table, anna, ben, cleo, spectator)
                await ben.done(table, "end")
                await anna.wait(table, is_over)
                await compare(table, anna, ben, cleo, spectator)
            await spectator.close()

    with serve(house_at(database_url)) as serving:
        asyncio.run(evening(serving.url))


def test_schemathesis_finds_nothing(database_url: str) -> None:
    """With and without credentials, with ids that exist and others; no error is logged.

    Each database has half of the examples, other ones than the other.
    """
    answered = http_fuzz.round(database_url, int(is_postgres(database_url)), examples=5)
    for status in ("200", "201", "204", "400", "401", "404", "409"):
        assert f"{status}: " in answered
