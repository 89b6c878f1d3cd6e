"""The HTTP API as the pages of a browser and bots from outside use it."""

import asyncio
from collections.abc import Awaitable, Callable

from tablee import __version__, catalogue
from tests.server.client import Client, Message, is_over, owes, play_on
from tests.server.company import code, inside
from tests.server.finished import copied
from tests.server.houses import Serving, house_at, serve


def at_home(url: str, visit: Callable[[Serving, Client], Awaitable[None]], **more: object) -> None:
    """Anna visits a house of her own."""

    async def whole(serving: Serving) -> None:
        async with await Client.new(serving.url, "Anna") as anna:
            await visit(serving, anna)

    with serve(house_at(url, **more)) as serving:  # type: ignore[arg-type]
        asyncio.run(whole(serving))


def test_the_house_says_what_it_offers(database_url: str) -> None:
    async def visit(_: Serving, anna: Client) -> None:
        about = await anna.get("/house")
        assert about["version"] == __version__
        assert about["socket"] == 1
        assert about["bots"] == []
        assert about["you"] == {"name": "Anna", "language": "en", "bot": False}
        assert "well-played" in about["signs"]
        assert {game["id"] for game in await anna.get("/games")} == set(catalogue.titles())
        assert all(game["bots"] == [] for game in await anna.get("/games"))

    at_home(database_url, visit, bots=False)


def test_the_house_does_not_know_strangers(database_url: str) -> None:
    async def visit(serving: Serving, anna: Client) -> None:
        async with Client(serving.url) as nobody:
            assert (await nobody.get("/house"))["you"] is None

    at_home(database_url, visit)


def test_what_is_written_on_a_board_comes_with_the_words_of_its_numbers(database_url: str) -> None:
    async def visit(serving: Serving, anna: Client) -> None:
        for id in catalogue.titles():
            game = catalogue.load(id)
            content = game.texts.content
            for language in ("fr", "en", "de"):
                texts = await anna.get(f"/games/{id}/texts?language={language}")
                assert texts["labels"] == {
                    name: entry[language] for name, entry in content["labels"].items()
                }
                assert set(texts["words"]) == set(content.get("words", {}))
                for name, words in texts["words"].items():
                    assert words[0] == game.texts.word(name, 0, language)
            assert (await anna.get(f"/games/{id}"))["rules"] == game.folder
        answer = await anna.http.get("/games/nothing/texts")
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown")

    at_home(database_url, visit)


def test_answers_come_in_the_language_asked_for(database_url: str) -> None:
    async def visit(serving: Serving, anna: Client) -> None:
        async def said(client: Client, query: str = "", **headers: str) -> str:
            answer = await client.http.get(f"/tables/nowhere{query}", headers=headers)
            assert answer.status_code == 404
            return str(answer.json()["text"])[:10]

        french, english, german = "Rien de te", "There is n", "So etwas g"
        assert await said(anna) == english
        assert await said(anna, "?language=de", **{"accept-language": "fr"}) == german
        async with Client(serving.url) as nobody:
            assert await said(nobody, **{"accept-language": "es, fr;q=0.5"}) == french
            assert await said(nobody, **{"accept-language": "es"}) == german
            assert await said(nobody) == german
        for wrong in ("?language=es", "?language=fr&language=de", "?language="):
            answer = await anna.http.get(f"/games{wrong}")
            assert (answer.status_code, answer.json()["code"]) == (400, "wrong_message")

    at_home(database_url, visit, languages=("de", "fr", "en"))


def test_the_whole_log_can_be_read_page_by_page(database_url: str) -> None:
    async def visit(_: Serving, anna: Client) -> None:
        table = await anna.lay("kilimanjaro", ["me", "random"])
        await anna.dial()
        await anna.watch(table)
        await anna.done(table, "start")
        await play_on(anna, table)
        whole = anna.lines[table]
        read: list[Message] = []
        before, more = "", True
        while more:
            log = await anna.get(f"/tables/{table}/log?most=10{before}")
            assert 0 < len(log["lines"]) < 30
            read = log["lines"] + read
            before, more = f"&before={read[0]['seq']}", log["more"]
        assert read == whole
        middle = whole[len(whole) // 2]["seq"]
        later = await anna.get(f"/tables/{table}/log?after={middle}")
        assert later["lines"] == [line for line in whole if line["seq"] > middle][-200:]
        german = await anna.get(f"/tables/{table}/log?language=de&most=1")
        assert german["lines"][-1]["text"] == "Das Spiel ist aus."

    at_home(database_url, visit)


def test_finished_games_are_listed_and_told_again(database_url: str) -> None:
    async def visit(serving: Serving, anna: Client) -> None:
        await anna.dial()
        tables = []
        for _ in range(2):
            table = await anna.lay("land-unter", ["me", "random", "sailor"])
            await anna.watch(table)
            await anna.done(table, "start")
            await anna.wait(table, owes)
            await anna.choose(table)
            await anna.done(table, "end")
            tables.append(table)
        going = await anna.lay("land-unter", ["me", "random", "sailor"])
        listed = await anna.get("/tables/mine")
        assert [entry["table"] for entry in listed] == [going, *reversed(tables)]
        finished = await anna.get("/tables/mine/finished")
        assert [entry["table"]["table"] for entry in finished] == [*reversed(tables)]
        older = await anna.get(f"/tables/mine/finished?before={finished[0]['ended_at']}")
        assert older == finished[1:]

        last = await anna.wait(table, is_over)
        async with Client(serving.url) as anybody:
            told = await anybody.get(f"/tables/{table}/replay?seat=0&language=fr")
            assert told["steps"][-1]["view"] == last["view"]
            assert told["seats"][0] == "Anna"
            assert [step["turn"] for step in told["steps"]] == list(range(len(told["steps"])))
            assert not told["result"]["finished"]
            unseen = await anybody.get(f"/tables/{table}/replay")
            assert unseen["steps"][0]["view"] != told["steps"][0]["view"]
            assert all(step["open"] == [] for step in unseen["steps"])
            opened = await anybody.get(f"/tables/{table}/replay?open=true&language=fr")
            for step, seen in zip(opened["steps"], told["steps"], strict=True):
                assert [view["seat"] for view in step["open"]] == [0, 1, 2]
                assert step["open"][0] == seen["view"]
            record = await anybody.get(f"/tables/{table}/record")
            again = await anybody.http.post("/records/replay?language=fr&seat=0", json=record)
            assert again.json() == told
            nobody = await anybody.http.get(f"/tables/{table}/replay?seat=3")
            assert nobody.json()["code"] == "no_such_seat"
            early = await anybody.http.get(f"/tables/{going}/replay")
            assert early.json()["code"] == "not_over"

    at_home(database_url, visit)


def test_finished_games_are_read_page_by_page_and_none_is_lost(database_url: str) -> None:
    """Several hundred, many of them at the same moment, while others end and are talked about."""

    async def finish(anna: Client) -> str:
        table = await anna.lay("kilimanjaro", ["me", "random"])
        await anna.watch(table)
        await anna.done(table, "start")
        await anna.wait(table, owes)
        await anna.done(table, "end")
        return table

    async def visit(serving: Serving, anna: Client) -> None:
        await anna.dial()
        oldest = await finish(anna)
        (first,) = await anna.get("/tables/mine/finished")
        # As if many had ended long ago, seven at a time.
        ended = {f"old{number:03}": first["ended_at"] - 1 - number // 7 for number in range(250)}
        for table, at in ended.items():
            write = serving.house.store.database.write(*copied(oldest, table, at))
            assert await inside(serving, write)
        found: list[str] = []
        query = ""
        while page := await anna.get(f"/tables/mine/finished?most=40{query}"):
            assert len(page) <= 40
            found += [game["table"]["table"] for game in page]
            query = f"&before={page[-1]['ended_at']}&beyond={found[-1]}"
            await finish(anna)
            await anna.done(oldest, "say", text="That was long ago.")
        assert sorted(found) == sorted([oldest, *ended])
        assert found[0] == oldest
        assert [ended[one] for one in found[1:]] == sorted(ended.values(), reverse=True)
        newest = await anna.get("/tables/mine/finished?most=9")
        times = {game["table"]["table"]: game["ended_at"] for game in newest}
        assert times.get(oldest, first["ended_at"]) == first["ended_at"]
        assert code(await anna.http.get("/tables/mine/finished?most=101"), 400) == "wrong_message"

    at_home(database_url, visit)


def test_a_wrong_record_is_refused_with_the_reason(database_url: str) -> None:
    async def visit(_: Serving, anna: Client) -> None:
        table = await anna.lay("land-unter", ["me", "random", "sailor"])
        await anna.dial()
        await anna.watch(table)
        await anna.done(table, "start")
        await anna.wait(table, owes)
        await anna.choose(table)
        await anna.done(table, "end")
        record = await anna.get(f"/tables/{table}/record")
        changes: list[Message] = [
            {"game": "chess"},
            {"format": 2},
            {"rules_version": 99},
            {"seats": ["A"]},
            {"options": {"rain": True}},
            {"deal": {}},
            {"turns": ["99 1 1"]},
            {"turns": ["1"]},
        ]
        for change in changes:
            answer = await anna.http.post("/records/replay", json=record | change)
            assert answer.status_code == 400, change
            assert answer.json()["code"] == "wrong_record"
        illegal = await anna.http.post("/records/replay", json=record | {"turns": ["0 0 0"]})
        assert illegal.json()["clause"]
        assert illegal.json()["legal"]
        assert "turn 1" in illegal.json()["text"]
        assert "turn 1" in illegal.json()["detail"]

    at_home(database_url, visit)


def test_whoever_leaves_the_house_is_gone(database_url: str) -> None:
    async def visit(serving: Serving, anna: Client) -> None:
        async with await Client.new(serving.url, "Ben") as ben:
            waiting = await anna.lay("diabolo", ["me", "open", "open"])
            playing = await anna.lay("diabolo", ["me", "open", "sailor"])
            for client in (anna, ben):
                await client.dial()
                for table in (waiting, playing):
                    await client.watch(table)
                    if client is ben:
                        await ben.done(table, "sit")
            await anna.done(playing, "start")
            await ben.http.post("/people/me/link")
            gone = await ben.http.delete("/people/me")
            assert gone.status_code == 204
            assert "Max-Age=0" in gone.headers["set-cookie"]
            assert ben.reader is not None
            await ben.reader  # the house closed the socket
            assert (await ben.http.get("/people/me")).status_code == 401
            free = await anna.wait(waiting, lambda page: not page["common"]["chairs"][1]["name"])
            assert free["common"]["chairs"][1]["kind"] == "open"
            await anna.wait(playing, lambda page: page["common"]["chairs"][1]["kept"])

    at_home(database_url, visit)


def test_the_browser_forgets_a_key_that_it_gives_back(database_url: str) -> None:
    async def visit(_: Serving, anna: Client) -> None:
        await anna.http.post("/people/me/link")
        keys = await anna.get("/people/me/keys")
        (this,) = [key["id"] for key in keys if key["this"]]
        (other,) = [key["id"] for key in keys if not key["this"]]
        assert "set-cookie" not in (await anna.http.delete(f"/people/me/keys/{other}")).headers
        assert (
            "Max-Age=0" in (await anna.http.delete(f"/people/me/keys/{this}")).headers["set-cookie"]
        )

    at_home(database_url, visit)


def test_a_chair_given_up_is_no_table_of_mine(database_url: str) -> None:
    async def visit(serving: Serving, anna: Client) -> None:
        async with await Client.new(serving.url, "Ben") as ben:
            table = await anna.lay("diabolo", ["me", "open", "open"])
            wanted = {"id": "a", "command": {"do": "sit"}}
            assert (
                await ben.http.post(f"/tables/{table}/commands", json=wanted)
            ).status_code == 200
            assert [entry["your_seat"] for entry in await ben.get("/tables/mine")] == [1]
            wanted = {"id": "b", "command": {"do": "stand"}}
            await ben.http.post(f"/tables/{table}/commands", json=wanted)
            assert await ben.get("/tables/mine") == []

    at_home(database_url, visit)
