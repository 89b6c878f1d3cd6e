"""Fair deals at the table: commit, start, show, and a record anybody can check."""

import asyncio
import secrets

import pytest

from tablee import catalogue
from tablee.kernel import record
from tablee.kernel.errors import UnfairDeal
from tablee.kernel.fair import late_nonce, nonce_commitment
from tablee.server.tables.due import TIME_TO_REVEAL
from tests.server.client import Client, Message
from tests.server.company import (
    all_see,
    begin,
    caught_up,
    company,
    forward,
    lay,
    said,
    spectator,
    spend,
)
from tests.server.houses import Clock, Serving, house_at

GAME = catalogue.load("land-unter")


def commitment(seat: int, nonce: str) -> str:
    return nonce_commitment(seat, bytes.fromhex(nonce))


def published(client: Client, table: str) -> list[str]:
    return [one["commitment"] for one in client.pages[table]["common"]["chairs"]]


def shown(client: Client, table: str) -> list[str]:
    return [one["nonce"] for one in client.pages[table]["common"]["chairs"]]


def is_dealt(page: Message) -> bool:
    return bool(page["common"]["status"] == "playing")


async def record_of(people: list[Client], table: str) -> record.Record:
    """End the game here and read its record."""
    await asyncio.gather(*(person.done(table, "end") for person in people))
    return record.parse((await people[0].http.get(f"/tables/{table}/record")).content)


def test_every_seat_has_its_share_of_the_chance(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        nonces = [secrets.token_hex(32) for _ in range(3)]
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            anna, bert, cleo = people
            table = await lay(people, "land-unter", "random")
            seed = anna.pages[table]["common"]["seed_commitment"]
            async with spectator(serving.url, table) as looker:
                for seat, person in enumerate(people):
                    hidden = commitment(seat, nonces[seat])
                    seq = await person.done(table, "commit", commitment=hidden)
                    await caught_up([*people, looker], table, seq)
                before = published(looker, table)
                assert before[:3] == [commitment(seat, nonces[seat]) for seat in range(3)]
                assert before[3] == ""
                assert await anna.refused(table, "reveal", nonce=nonces[0]) == "not_dealing"
                await caught_up([looker], table, await anna.done(table, "start"))
                assert looker.pages[table]["common"]["status"] == "dealing"
                assert shown(looker, table) == ["", "", "", ""]  # the bot's neither
                assert published(looker, table)[:3] == before[:3]
                promised = published(looker, table)[3]
                assert await anna.refused(table, "reveal", nonce=nonces[1]) == "wrong_nonce"
                assert await anna.refused(table, "reveal", nonce="00" * 32) == "wrong_nonce"
                assert await anna.refused(table, "commit", commitment="ab" * 32) == "not_waiting"
                everything = "".join([*bert.received, *cleo.received, *looker.received])
                assert not any(nonce in everything for nonce in nonces)
                await anna.done(table, "reveal", nonce=nonces[0])
                assert await anna.refused(table, "reveal", nonce=nonces[0]) == "already_revealed"
                await cleo.done(table, "reveal", nonce=nonces[2])
                assert cleo.pages[table]["common"]["status"] == "dealing"
                await bert.done(table, "reveal", nonce=nonces[1])
                await all_see([*people, looker], table, is_dealt)
                last = published(looker, table)
                seen = shown(looker, table)
                assert commitment(3, seen[3]) == last[3] == promised
            kept = await record_of(people, table)
            assert kept.fair is not None
            assert kept.fair.nonces[:3] == nonces
            assert kept.fair.nonces == seen
            assert kept.fair.nonce_commitments == last
            assert record.verify(GAME, kept) == kept.fair.seed_commitment == seed

    spend(house_at(database_url), evening)


def test_a_record_with_another_deal_is_found_out(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            kept = await record_of(people, await begin(people, "land-unter"))
            other = await record_of(people, await begin(people, "land-unter"))
            assert kept.fair is not None
            record.verify(GAME, kept)
            kept.deal = other.deal
            with pytest.raises(UnfairDeal, match="not the one that follows"):
                record.verify(GAME, kept)

    spend(house_at(database_url), evening)


@pytest.mark.parametrize("late", [1, 3])
def test_the_house_draws_for_who_does_not_show_a_nonce_in_time(
    database_url: str, late: int
) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        nonces = [secrets.token_hex(32) for _ in range(3)]
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            anna = people[0]
            table = await lay(people, "land-unter")
            for seat, person in enumerate(people):
                await person.done(table, "commit", commitment=commitment(seat, nonces[seat]))
            before = anna.pages[table]["common"]
            await anna.done(table, "start")
            for seat in range(late, 3):
                await people[seat].done(table, "reveal", nonce=nonces[seat])
            await forward(serving, clock, TIME_TO_REVEAL / 1000 - 2)
            await anna.done(table, "emote", sign="think")
            assert anna.pages[table]["common"]["status"] == "dealing"
            await forward(serving, clock, 3)
            await all_see(people, table, is_dealt)
            lines = [line for line in anna.lines[table] if line.get("event") == ["nonce_drawn"]]
            assert [line["seat"] for line in lines] == [*range(late)]
            text = "Anna did not show a share of the chance in time: the house has replaced it."
            assert lines[0]["text"] == text
            assert await anna.refused(table, "reveal", nonce=nonces[0]) == "not_dealing"
            kept = await record_of(people, table)
            assert kept.fair is not None
            assert kept.fair.nonces[late:] == nonces[late:]
            assert kept.fair.nonces == shown(anna, table)
            seed = bytes.fromhex(kept.fair.seed)
            drawn = [late_nonce(seed, seat).hex() for seat in range(late)]
            assert kept.fair.nonces[:late] == drawn  # not chosen: bound by the house's own seed
            hashes = [one["commitment"] for one in anna.pages[table]["common"]["chairs"]]
            assert kept.fair.nonce_commitments == hashes
            assert record.verify(GAME, kept) == before["seed_commitment"]

    spend(house_at(database_url, clock), evening)


def test_a_commitment_may_be_changed_until_the_start(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        first, second = secrets.token_hex(32), secrets.token_hex(32)
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            anna, bert, _ = people
            table = await lay(people, "land-unter")
            for nonce in (first, second):
                await anna.done(table, "commit", commitment=commitment(0, nonce))
            await bert.done(table, "commit", commitment=commitment(1, first))
            await bert.done(table, "stand")
            await bert.done(table, "sit")
            assert published(bert, table) == [commitment(0, second), "", ""]
            await anna.done(table, "start")
            assert await anna.refused(table, "reveal", nonce=first) == "wrong_nonce"
            await anna.done(table, "reveal", nonce=second)
            await all_see(people, table, is_dealt)
            assert not said(anna, table).count("nonce_drawn")
            async with company(serving.url, "Dora") as (dora,):
                other = await lay([anna], "land-unter", "open", "open")
                assert await dora.refused(other, "commit", commitment="ab" * 32) == "not_seated"

    spend(house_at(database_url), evening)


def test_the_seed_is_secret_until_the_end(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            table = await begin(people, "land-unter")
            async with spectator(serving.url, table) as looker:
                answer = await looker.http.get(f"/tables/{table}/record")
                assert (answer.status_code, answer.json()["code"]) == (409, "not_over")
                kept = await record_of(people, table)
                assert kept.fair is not None
                clients = [*people, looker]
                everything = "".join(text for client in clients for text in client.received)
                assert kept.fair.seed not in everything
                assert kept.fair.seed_commitment in everything

    spend(house_at(database_url), evening)
