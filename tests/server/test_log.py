"""The log of a table: in each reader's language, with what is news, talk and signs."""

import asyncio
import itertools
import random
from typing import get_args

import pytest

from tablee import catalogue
from tablee.server.tables.commands import Emoji
from tests.server.client import Client, Message, is_over, play_on
from tests.server.company import (
    all_see,
    begin,
    caught_up,
    choose,
    company,
    lay,
    next_to_choose,
    seat,
    spectator,
    spend,
)
from tests.server.houses import Serving, house_at

LANGUAGES = ("fr", "en", "de")


@pytest.mark.parametrize("title", list(catalogue.titles()))
def test_everybody_reads_the_same_in_their_own_language(database_url: str, title: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo", languages=LANGUAGES) as people:
            luck = random.Random(title)
            table = await begin(people, title)
            await asyncio.gather(*(play_on(one, table, luck.choice) for one in people))
            pages = await all_see(people, table, is_over)
            logs = [await person.get(f"/tables/{table}") for person in people]
            for line in zip(*(log["lines"] for log in logs), strict=True):
                assert len({str(one["event"]) for one in line}) == 1
                assert len({one["seq"] for one in line}) == 1
            ends = [log["lines"][-1]["text"] for log in logs]
            assert ends == ["La partie est finie.", "The game is over.", "Das Spiel ist aus."]
            for person, log in zip(people, logs, strict=True):
                told = person.lines[table]
                assert told[-len(log["lines"]) :] == log["lines"]  # the socket told the same
                assert not any("{" in line["text"] for line in told)
            assert len({page["common"]["status"] for page in pages}) == 1

    spend(house_at(database_url), evening)


def test_questions_are_in_the_readers_language(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo", languages=LANGUAGES) as people:
            table = await begin(people, "lifeboats")
            turns = [person.pages[table]["common"]["turn"] for person in people]
            question = catalogue.load("lifeboats").texts.question(0)
            assert [one["sentence"] for one in turns] == [
                question.sentence[language] for language in LANGUAGES
            ]
            assert {one["clause"] for one in turns} == {question.clause}

    spend(house_at(database_url), evening)


def news(client: Client, table: str) -> list[Message]:
    after = client.pages[table]["you"]["news_after"]
    return [line for line in client.lines[table] if line["seq"] > after]


def test_what_happened_since_my_last_own_choice(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            table = await begin(people, "lifeboats")
            for person in people:
                assert person.pages[table]["you"]["news_after"] == 0
                assert news(person, table) == person.lines[table]
            first = await next_to_choose(people, table)
            seq = await first.choose(table)
            assert first.pages[table]["you"]["news_after"] == seq
            assert news(first, table) == []
            second = await choose(people, table)
            third = await choose(people, table)
            assert len({first, second, third}) == 3
            tellers = {line["event"][1] for line in news(first, table)}
            assert tellers == {seat(second, table), seat(third, table)}
            assert {line["event"][1] for line in news(second, table)} == {seat(third, table)}
            await first.done(table, "say", text="And now?")  # talk is no choice
            assert first.pages[table]["you"]["news_after"] == seq
            await first.hang_up()
            again = Client(serving.url, first.secret)
            await again.dial()
            await again.watch(table, after=seq)
            assert {line["seq"] > seq for line in again.lines[table]} == {True}
            assert len(again.lines[table]) == len(news(again, table)) == 3
            await again.close()

    spend(house_at(database_url), evening)


def test_talk_is_kept_with_the_table(database_url: str) -> None:
    where: list[str] = []
    secrets: list[str] = []

    async def tonight(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            anna, bert, _ = people
            table = await lay(people, "land-unter")
            await anna.done(table, "say", text="Wer fängt an?")
            await bert.done(table, "emote", sign="laugh")
            await anna.done(table, "start")
            await caught_up(people, table, await bert.done(table, "say", text="<b>Moi !</b>"))
            where.append(table)
            secrets.append(anna.secret)

    async def tomorrow(serving: Serving) -> None:
        async with Client(serving.url, secrets[0]) as anna:
            await anna.dial()
            await anna.watch(where[0])
            talk = [line for line in anna.lines[where[0]] if line["kind"] in ("talk", "sign")]
            told = [(line["kind"], line["name"], line["seat"], line["text"]) for line in talk]
            assert told == [
                ("talk", "Anna", 0, "Wer fängt an?"),
                ("sign", "Bert", 1, "laugh"),
                ("talk", "Bert", 1, "<b>Moi !</b>"),  # text, whatever it looks like
            ]
            await anna.done(where[0], "end")

    spend(house_at(database_url), tonight)
    spend(house_at(database_url), tomorrow)


def test_only_those_who_sit_here_talk(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo", "Dora") as (*people, dora):
            table = await begin(people, "land-unter")
            await dora.watch(table)
            for do, what in (("say", {"text": "Hi"}), ("emote", {"sign": "hello"})):
                assert await dora.refused(table, do, **what) == "not_seated"
                async with spectator(serving.url, table) as looker:
                    assert await looker.refused(table, do, **what) == "who_are_you"
                await people[1].done(table, do, **what)
            await people[1].done(table, "leave")
            await people[1].done(table, "say", text="Good night")  # it is still Bert's chair
            for person in (people[0], people[2]):
                await person.done(table, "end")
            await people[0].wait(table, is_over)
            await people[0].done(table, "say", text="Well played")  # and after the game

    spend(house_at(database_url), evening)


def test_a_table_without_talk_has_signs(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna") as (anna,):
            table = await lay([anna], "land-unter", "open", "open", talk=False)
            assert await anna.refused(table, "say", text="Hello?") == "talk_is_off"
            for sign in get_args(Emoji):
                await anna.done(table, "emote", sign=sign)
            signs = [line["text"] for line in anna.lines[table] if line["kind"] == "sign"]
            assert signs == list(get_args(Emoji))
            assert await refusal(anna, table, {"do": "emote", "sign": "<script>"}) == (
                "wrong_message"
            )

    spend(house_at(database_url), evening)


async def refusal(client: Client, table: str, command: Message) -> str:
    """The code with which a message that is none is refused."""
    body = {"id": client.new_id(), "command": command}
    answer = await client.http.post(f"/tables/{table}/commands", json=body)
    assert answer.status_code == 400
    return str(answer.json()["code"])


def test_talk_is_cleaned_and_limited(database_url: str) -> None:
    spoken = {
        "  two \n lines\tand  gaps ": "two lines and gaps",
        "turned \u202earound": "turned around",
        "un\u200bseen\u2066": "unseen",
        "bell \x07": "bell",
        "family \U0001f468\u200d\U0001f469\u200d\U0001f467": (
            "family \U0001f468\u200d\U0001f469\u200d\U0001f467"
        ),
        "heart ❤️": "heart ❤️",
        "e\u0301te\u0301": "été",
        "नमस्ते مرحبا": "नमस्ते مرحبا",
    }

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna") as (anna,):
            table = await lay([anna], "land-unter", "open", "open")
            for text in spoken:
                await anna.done(table, "say", text=text)
            heard = [line["text"] for line in anna.lines[table]]
            assert heard == list(spoken.values())
            for text in (" ", "\n\t", "\u200b", "\u202e \u2066", "\u200d"):
                assert await anna.refused(table, "say", text=text) == "wrong_text"
            await anna.done(table, "say", text="x" * 500)
            for text in ("", "x" * 501):
                assert await refusal(anna, table, {"do": "say", "text": text}) == "wrong_message"

    spend(house_at(database_url), evening)


def test_a_long_log_can_be_read_back_to_its_first_line(database_url: str) -> None:
    """Wherever the newest lines begin, also in the middle of what one choice led to."""

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna") as (anna,):
            table = await begin([anna], "lifeboats", *["random"] * 5)
            await play_on(anna, table)
            for number in range(12):  # each moves the beginning of the newest by a line
                await anna.done(table, "say", text=f"And {number}")
                whole = anna.lines[table]
                assert len(whole) > 200
                async with Client(serving.url, anna.secret) as again:
                    await again.dial()
                    await again.watch(table)
                    assert await read_back(anna, table, again.lines[table]) == whole
                page = await anna.get(f"/tables/{table}")
                assert await read_back(anna, table, page["lines"]) == whole

    spend(house_at(database_url), evening)


async def read_back(client: Client, table: str, lines: list[Message]) -> list[Message]:
    """The whole log: the newest lines, and all that came before them."""
    more = True
    while more:
        log = await client.get(f"/tables/{table}/log?before={lines[0]['seq']}")
        lines, more = log["lines"] + lines, log["more"]
    return lines


def test_a_line_keeps_the_name_of_whoever_said_it(database_url: str) -> None:
    """Also when somebody else sits on the chair later, for those who come later still."""

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as (anna, bert, cleo):
            table = await lay([anna, bert], "land-unter", "open")
            await bert.done(table, "say", text="I have to go")
            await bert.done(table, "stand")
            await cleo.watch(table)
            await cleo.done(table, "sit", seat=1)
            await cleo.done(table, "say", text="Here I am")
            async with spectator(serving.url, table) as looker:
                lines = looker.lines[table]
                assert [(line["name"], line["text"]) for line in lines] == [
                    ("Bert", "I have to go"),
                    ("Cleo", "Here I am"),
                ]

    spend(house_at(database_url), evening)


def test_no_line_is_told_twice(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            table = await begin(people, "lifeboats")
            for _ in range(20):
                await choose(people, table)
            whole = (await people[0].get(f"/tables/{table}"))["lines"]
            for person in people:
                assert person.lines[table][-len(whole) :] == whole
                seqs = [line["seq"] for line in person.lines[table]]
                assert all(one <= other for one, other in itertools.pairwise(seqs))
            middle = whole[len(whole) // 2]["seq"]
            later = (await people[0].get(f"/tables/{table}?after={middle}"))["lines"]
            assert later == [line for line in whole if line["seq"] > middle]

    spend(house_at(database_url), evening)
