"""Schemathesis over the running server: requests made from the description it serves."""

import asyncio
import math
import time
from collections import Counter
from dataclasses import dataclass, field
from http.cookiejar import DefaultCookiePolicy
from typing import Any

import requests
import schemathesis
from hypothesis import given, seed
from hypothesis import strategies as st
from schemathesis import Case as AnyCase
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
)

from tablee import catalogue
from tests.server.client import API, PATIENCE, Client, owes
from tests.server.fuzz import budget, mutated, quiet_log
from tests.server.houses import house_at, serve

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
Case = AnyCase[Any]
ENDS_THE_PERSON = ("leave_house", "revoke")  # each gets somebody new


@dataclass(repr=False)
class Known:
    """Things that exist in the house, to be asked for by their real names."""

    people: list[str] = field(default_factory=list)  # secrets
    paths: dict[str, list[str]] = field(default_factory=dict)
    bodies: dict[str, list[Any]] = field(default_factory=dict)  # by operation


async def settle_in(url: str) -> Known:
    """People, and tables that wait, are being played at and are over."""
    known = Known()
    async with await Client.new(url, "Anna") as anna, await Client.new(url, "Ben", "de") as ben:
        waiting = await anna.lay("diabolo", ["me", "friend", "open"], public=True)
        playing = await anna.lay("land-unter", ["me", "sailor", "random"])
        over = await anna.lay("kilimanjaro", ["me", "sailor"])
        await anna.dial()
        for table in (playing, over):
            await anna.watch(table)
            await anna.done(table, "start")
        await anna.wait(over, owes)
        await anna.choose(over)
        await anna.done(over, "end")
        page = await anna.wait(playing, owes)
        turn, options = page["common"]["turn"]["number"], page["you"]["options"]
        link = (await anna.http.post("/people/me/link")).json()
        plan = {"game": "lifeboats", "clock": {"kind": "bank", "seconds": 60, "more": 5}}
        known.people = [anna.secret, ben.secret]
        known.paths = {
            "table": [waiting, playing, over],
            "code": [page["common"]["code"]],
            "game": list(catalogue.titles()),
            "key_id": [key["id"] for key in await anna.get("/people/me/keys")],
        }
        known.bodies = {
            "come_in": [{"name": "Zoë", "language": "fr", "bot": True}],
            "rename": [{"name": "Anna B.", "language": "de"}],
            "carry_on": [{"secret": link["secret"], "label": "telephone"}],
            "lay": [{"id": "t1", "plan": plan, "chairs": ["me", "open", "friend", "random"]}],
            "tell": [await anna.get(f"/tables/{over}/record")],
            "act": [
                {"id": f"a{number}", "command": command}
                for number, command in enumerate(
                    [
                        {"do": "choose", "turn": turn, "choice": options[0]},
                        {"do": "sit", "seat": 2},
                        {"do": "say", "text": "Well, well."},
                        {"do": "change", "plan": {"game": "diabolo", "talk": False}, "seats": 4},
                        {"do": "place", "seat": 1, "who": "sailor"},
                        {"do": "end"},
                        {"do": "rematch"},
                    ]
                )
            ],
        }
    return known


@st.composite
def requests_to(draw: st.DrawFn, operation: Any, mode: GenerationMode, known: Known) -> Case:
    """A request as the description allows or forbids it, often about things that exist."""
    case: Case = draw(operation.as_strategy(generation_mode=mode))
    for name in list(case.path_parameters or {}):
        if name in known.paths and draw(st.integers(0, 3)):
            case.path_parameters[name] = draw(st.sampled_from(known.paths[name]))
    bodies = known.bodies.get(name_of(operation))
    if bodies and mode is GenerationMode.POSITIVE and draw(st.booleans()):
        case.body = draw(mutated(draw(st.sampled_from(bodies))))
    return case


def name_of(operation: Any) -> str:
    return str(operation.definition.raw["operationId"])


def modes_of(operation: Any) -> list[GenerationMode]:
    """An operation that takes nothing cannot be given something wrong."""
    takes = operation.definition.raw.keys() & {"parameters", "requestBody"}
    return list(GenerationMode) if takes else [GenerationMode.POSITIVE]


def headers_for(operation: Any, who: str, url: str, http: requests.Session) -> dict[str, str]:
    """How somebody shows who they are, if they do."""
    if who == "nobody":
        return {}
    if name_of(operation) in ENDS_THE_PERSON and len(who) > 20:
        answer = http.post(f"{url}{API}/people", json={"name": "Leaving"}, timeout=PATIENCE)
        who = answer.json()["secret"]
    return {"authorization": f"Bearer {who}"}


def fuzz(
    url: str, examples: int, number: int | None = None, until: float = math.inf
) -> Counter[int]:
    """Ask every operation so many times in each way; returns how often which status came."""
    statuses: Counter[int] = Counter()
    known = asyncio.run(settle_in(url))
    schema = schemathesis.openapi.from_url(f"{url}/api/openapi.json")
    identities = st.sampled_from([*known.people, *known.people, "nobody", "somebody"])
    with requests.Session() as http:
        http.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        for found in schema.get_all_operations():
            assert isinstance(found, Ok), found
            operation = found.ok()
            for mode in modes_of(operation):
                if time.monotonic() >= until:
                    return statuses

                @budget(examples, number)
                @given(requests_to(operation, mode, known), identities)
                def ask(case: Case, who: str) -> None:
                    headers = headers_for(case.operation, who, url, http)
                    answer = case.call_and_validate(
                        session=http, headers=headers, checks=CHECKS, timeout=PATIENCE
                    )
                    statuses[answer.status_code] += 1

                (ask if number is None else seed(number)(ask))()
    return statuses


def round(
    database: str, number: int | None = None, examples: int = 6, until: float = math.inf
) -> str:
    """One house, fuzzed; says what it answered."""
    with quiet_log(), serve(house_at(database)) as serving:
        statuses = fuzz(serving.url, examples, number, until)
    return ", ".join(f"{status}: {count}" for status, count in sorted(statuses.items()))
