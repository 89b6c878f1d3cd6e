"""What pages leave out, and that whoever puts them together has the whole table."""

import asyncio
from functools import partial

import msgspec

from tests.server.client import Client, Message, is_over
from tests.server.houses import house_at, serve

WHOLE = {
    "code",
    "status",
    "plan",
    "rules",
    "rules_version",
    "before",
    "after",
    "seed_commitment",
    "chairs",
    "undo_asked",
    "undo_agreed",
    "votes",
    "hurry",
    "turn",
    "result",
}


def last_page(client: Client) -> Message:
    """The newest page as it came."""
    messages = [msgspec.json.decode(text) for text in client.received]
    return next(page for page in reversed(messages) if page["type"] == "page")


async def seated(url: str, *names: str) -> tuple[str, list[Client]]:
    """People at a table of Land Unter at which nobody has chosen yet."""
    people = [await Client.new(url, name) for name in names]
    table = await people[0].lay("land-unter", ["me", *["open"] * (len(names) - 1)])
    for person in people:
        await person.dial()
        await person.watch(table)
        if person is not people[0]:
            await person.done(table, "sit")
    await people[0].done(table, "start")
    return table, people


def is_at(seq: int, page: Message) -> bool:
    return bool(page["seq"] == seq)


async def same_as_by_http(table: str, people: list[Client]) -> None:
    """Once all have heard of everything, their pages hold what HTTP answers."""
    for person in people:
        shown = await person.get(f"/tables/{table}")
        sent = await person.wait(table, partial(is_at, shown["seq"]))
        for part in ("common", "you", "view"):
            assert sent[part] == shown[part]


def test_a_page_leaves_out_what_is_as_it_was(database_url: str) -> None:
    async def evening(url: str) -> None:
        table, (anna, ben, cleo) = await seated(url, "Anna", "Ben", "Cleo")
        await anna.done(table, "say", text="Hello")
        assert last_page(anna)["common"] == {}
        assert "view" not in last_page(anna)
        await anna.choose(table)
        assert set(last_page(anna)["common"]) == {"turn"}
        assert "view" not in last_page(anna)
        assert last_page(anna)["you"] == anna.pages[table]["you"]
        turn = anna.pages[table]["common"]["turn"]["number"]
        await ben.choose(table)
        await cleo.choose(table)
        await anna.wait(table, lambda page: page["common"]["turn"]["number"] > turn)
        assert set(last_page(anna)["common"]) == {"turn"}
        assert last_page(anna)["view"]["trick"] == 2
        await anna.ask({"type": "unwatch", "id": "away", "table": table})
        anna.pages.clear()
        await anna.watch(table)
        assert set(last_page(anna)["common"]) == WHOLE
        assert last_page(anna)["view"]["trick"] == 2
        for person in (anna, ben, cleo):
            await person.close()

    with serve(house_at(database_url)) as serving:
        asyncio.run(evening(serving.url))


def test_pages_put_together_are_the_whole_table(database_url: str) -> None:
    async def evening(url: str) -> None:
        table, people = await seated(url, "Anna", "Ben", "Cleo")
        anna, ben, cleo = people
        for person in people:
            await person.choose(table)
        await same_as_by_http(table, people)
        await cleo.done(table, "leave")
        await ben.done(table, "end")
        await same_as_by_http(table, [anna, ben])
        await ben.done(table, "end", agree=False)
        await cleo.done(table, "return")
        await same_as_by_http(table, people)
        await cleo.hang_up()
        await anna.wait(table, lambda page: not page["common"]["chairs"][2]["present"])
        await same_as_by_http(table, [anna, ben])
        await anna.done(table, "host", seat=1)
        await cleo.dial()
        await cleo.watch(table)
        await same_as_by_http(table, people)
        for person in people:
            await person.done(table, "end")
        await anna.wait(table, is_over)
        await same_as_by_http(table, people)
        for person in people:
            await person.close()

    with serve(house_at(database_url)) as serving:
        asyncio.run(evening(serving.url))
