"""Games told again, and all that is written about them: logs, rule books, first games."""

import re

import msgspec

from tablee.kernel import record
from tablee.kernel.texts import LANGUAGES
from tests.features.covering import Laid
from tests.features.hall import Hall
from tests.server.client import Message, play_on

BLANK = re.compile(r"[{}]")


async def replay(hall: Hall, laid: Laid) -> None:
    """A record taken in is told from every seat, to spectators and all open."""
    kept = laid.kept(2)
    match = record.begin(laid.game, kept)
    steps = list(record.replay(match, kept))
    content = msgspec.to_builtins(kept)
    async with hall.visitor() as reader:
        for seat in (None, *range(laid.players)):
            asked = {"open": True} if seat is None else {"seat": seat}
            answer = await reader.http.post("/records/replay", params=asked, json=content)
            told = answer.json()
            assert told["result"]["scores"] == match.scores()
            assert told["result"]["winners"] == match.winners()
            assert [len(step["told"]) for step in told["steps"][1:]] == [
                len(step.events) for step in steps
            ]
            assert told["steps"][-1]["view"] == builtins(match.view(seat))
            for number, step in enumerate(told["steps"]):
                check_sentences([one["text"] for one in step["told"]])
                assert step["turn"] == number
                assert len(step["open"]) == (laid.players if seat is None else 0)
        seats = [builtins(match.view(seat)) for seat in range(laid.players)]
        opened = await reader.http.post("/records/replay?open=true", json=content)
        assert opened.json()["steps"][-1]["open"] == seats


def builtins(view: Message) -> object:
    return msgspec.json.decode(msgspec.json.encode(view))


def check_sentences(texts: list[str]) -> None:
    """They say something, and no blank is left in them."""
    assert all(text.strip() for text in texts)
    assert not any(BLANK.search(text) for text in texts)


async def words_of_the_table(hall: Hall, laid: Laid) -> None:
    """Every event of a game played here is a sentence in each language, page by page."""
    async with hall.guests(1) as (anna,):
        table = await hall.begun([anna], laid, *["sailor"] * (laid.players - 1))
        await play_on(anna, table)
        for language in LANGUAGES:
            path = f"/tables/{table}/log?language={language}&most=50"
            log = await anna.get(path)
            lines = log["lines"]
            while log["more"]:
                log = await anna.get(f"{path}&before={lines[0]['seq']}")
                lines = log["lines"] + lines
            check_sentences([line["text"] for line in lines])
            told = [line["event"] for line in lines if line["kind"] == "game"]
            heard = [line["event"] for line in anna.lines[table] if line["kind"] == "game"]
            assert told == heard
            page = await anna.get(f"/tables/{table}?language={language}")
            assert page["lines"][-1] == lines[-1]
            texts = await anna.get(f"/games/{laid.game.id}/texts?language={language}")
            assert all(texts["labels"].values())


async def record_out_and_in(hall: Hall, laid: Laid) -> None:
    """The record of a game played here tells the same game again, wherever it is taken in."""
    async with hall.guests(1) as (anna,):
        table = await hall.begun([anna], laid, *["sailor"] * (laid.players - 1))
        page = await play_on(anna, table)
        kept = await anna.get(f"/tables/{table}/record")
        assert kept.get("options", {}) == laid.options
        assert kept["result"] == {
            name: page["common"]["result"][name] for name in ("scores", "winners")
        }
        told = await anna.get(f"/tables/{table}/replay?seat=0&language=en")
        again = await anna.http.post("/records/replay?seat=0&language=en", json=kept)
        assert again.json() == told
        assert told["steps"][-1]["view"] == page["view"]
        parsed = record.parse(msgspec.json.encode(kept))
        assert record.parse(record.dump(parsed)) == parsed
        record.verify(laid.game, parsed)


async def rule_book(hall: Hall, laid: Laid) -> None:
    """In each language the book has all clauses, also those that questions and refusals name."""
    content = laid.game.texts.content
    named = {question["clause"] for question in content["questions"].values()}
    named |= set(content["forbids"])
    async with hall.visitor() as reader:
        numbers = set()
        for language in LANGUAGES:
            book = await reader.get(f"/games/{laid.game.id}/rulebook?language={language}")
            assert named <= book["clauses"].keys()
            assert book["text"].startswith("#")
            numbers.add(tuple(book["clauses"]))
            shown = await reader.get(f"/games/{laid.game.id}?language={language}")
            for option in shown["options"].values():
                assert option["clause"] in book["clauses"]
            assert shown in await reader.get(f"/games?language={language}")
        assert len(numbers) == 1


async def guided_game(hall: Hall, laid: Laid) -> None:
    """The first game goes from the deal to its last note, which lead to clauses there are."""
    async with hall.visitor() as reader:
        for language in LANGUAGES:
            asked = f"?language={language}"
            lesson = await reader.get(f"/games/{laid.game.id}/lesson{asked}")
            book = await reader.get(f"/games/{laid.game.id}/rulebook{asked}")
            steps = lesson["told"]["steps"]
            turns = [note["turn"] for note in lesson["notes"]]
            assert turns == sorted(turns)
            assert turns[0] == 0
            assert turns[-1] < len(steps)
            check_sentences([note["text"] for note in lesson["notes"]])
            clauses = {note["clause"] for note in lesson["notes"] if note["clause"]}
            assert clauses <= book["clauses"].keys()
            mine = [step for step in steps if lesson["seat"] in step["waiting_for"]]
            assert mine
