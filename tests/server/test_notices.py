"""Whose turn it is at slow tables is told by mail and webhook, once, to those who are away."""

import asyncio
import re
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeVar

import httpx
import pytest
from structlog.testing import capture_logs

from tablee.server.house.house import House
from tablee.server.notices.mailboxes import checked
from tablee.server.notices.notices import A_MINUTE, AN_HOUR, GRACE
from tablee.server.notices.postman import AT_ONCE
from tablee.server.refusals import Declined
from tablee.server.settings import Mail
from tests.server.client import Client
from tests.server.houses import Clock, Serving, house_at, serve
from tests.server.sinks import PEM, Arrived, MailServer, Webhook, mail_server, webhook
from tests.waiting import PATIENCE, asked_until, until

Answer = TypeVar("Answer")

NOTICE = "/people/me/notice"
A_DAY = 24 * AN_HOUR
ANNA = "anna@example.org"


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the environment says, the webhook of a test is on this machine."""
    monkeypatch.setenv("no_proxy", "127.0.0.1")


@pytest.fixture
def post() -> Iterator[MailServer]:
    with mail_server() as server:
        yield server


@pytest.fixture
def hook() -> Iterator[Webhook]:
    with webhook() as server:
        yield server


@contextmanager
def quiet_house(url: str, clock: Clock, **settings: object) -> Iterator[Serving]:
    """A house that goes its rounds when the test says so, and tries again at once."""
    house = house_at(url, clock, **{"base_url": "https://house.example", **settings})
    house.notices.pause = 3600.0
    house.notices.postman.pauses = (0.01, 0.01)
    with serve(house) as serving:
        yield serving


async def in_house(house: House, work: Coroutine[Any, Any, Answer]) -> Answer:
    """Run something on the loop of the house."""
    loop = next(iter(house.tasks)).get_loop()
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, loop))


async def settled(house: House, before: set[asyncio.Task[None]]) -> None:
    while new := house.tasks - before:
        await asyncio.gather(*new)


async def go_round(serving: Serving) -> None:
    """One round, with everything that comes of it."""
    house = serving.house

    async def whole_round() -> None:
        before = set(house.tasks)
        await house.notices.round()
        await settled(house, before)

    await in_house(house, whole_round())


async def later(serving: Serving, clock: Clock, milliseconds: int = GRACE) -> None:
    """A round now, and one when so much time has passed."""
    await go_round(serving)
    clock.ahead += milliseconds
    await go_round(serving)


async def act(client: Client, table: str, do: str, **what: object) -> None:
    """A command by HTTP: whoever does that does not look at the table."""
    wanted = {"id": client.new_id(), "command": {"do": do, **what}}
    answer = await client.http.post(f"/tables/{table}/commands", json=wanted)
    assert answer.status_code == 200, answer.text


async def choose(client: Client, table: str) -> None:
    page = await client.get(f"/tables/{table}")
    choice = page["you"]["options"][0]
    await act(client, table, "choose", turn=page["common"]["turn"]["number"], choice=choice)


async def is_turn(client: Client, table: str, number: int) -> None:
    """Wait until the bots have chosen too and the table is at a turn."""
    await asked_until(
        partial(client.get, f"/tables/{table}"),
        lambda page: page["common"]["turn"]["number"] >= number,
    )


async def play_turn(table: str, *clients: Client) -> None:
    """Everybody chooses."""
    number = (await clients[0].get(f"/tables/{table}"))["common"]["turn"]["number"]
    for client in clients:
        await choose(client, table)
    await is_turn(clients[0], table, number + 1)


async def begin(anna: Client, ben: Client, **plan: object) -> str:
    """A slow game of Land Unter, in which everybody chooses at once, with a bot."""
    plan = {"pace": "slow", "automatic": False, **plan}
    table = await anna.lay("land-unter", ["me", "open", "sailor"], **plan)
    await act(ben, table, "sit")
    await act(anna, table, "start")
    return table


async def give(client: Client, mail: str) -> httpx.Response:
    return await client.http.put(f"{NOTICE}/", json={"mail": mail})


async def asked(client: Client, post: MailServer, mail: str) -> Arrived:
    """Give an address; returns the mail that asks for a confirmation."""
    before = len(post.to(mail))
    answer = await give(client, mail)
    assert answer.status_code == 200, answer.text
    assert answer.json() == {"offered": True, "mail": mail, "confirmed": False}
    await until(lambda: len(post.to(mail)) > before)
    return post.to(mail)[-1]


async def confirm(serving: Serving, arrived: Arrived) -> httpx.Response:
    async with httpx.AsyncClient(base_url=serving.url, verify=False) as browser:
        return await browser.post(arrived.link("/notice/confirm"))


async def confirmed(serving: Serving, client: Client, post: MailServer, mail: str) -> None:
    """Give an address, confirm it, and forget the mail about it."""
    arrived = await asked(client, post, mail)
    assert (await confirm(serving, arrived)).status_code == 200
    assert (await client.get(f"{NOTICE}/"))["confirmed"]
    post.arrived.remove(arrived)


@asynccontextmanager
async def two_people(url: str, language: str = "en") -> AsyncIterator[tuple[Client, Client]]:
    async with (
        await Client.new(url, "Anna", language) as anna,
        await Client.new(url, "Ben") as ben,
    ):
        yield anna, ben


# Mails about turns


def test_a_mail_tells_whose_turn_it_is_and_nothing_else(
    database_url: str, post: MailServer
) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with two_people(serving.url, "fr") as (anna, ben):
            await confirmed(serving, anna, post, ANNA)
            table = await begin(anna, ben)
            bot = (await anna.get(f"/tables/{table}"))["common"]["chairs"][2]["name"]
            await later(serving, clock, GRACE - A_MINUTE)
            assert post.arrived == []  # a few minutes' grace
            await later(serving, clock, A_MINUTE)
            (mail,) = post.arrived
            stop = "https://house.example" + mail.link("/notice/stop")
            assert (mail.sender, mail.to) == ("house@example.org", ANNA)
            times = re.findall(r"\d{4}-\d\d-\d\d \d\d:\d\d", mail.text)
            assert mail.text.splitlines() == [
                "Bonjour Anna,",
                "",
                "c'est à vous de jouer :",
                "",
                f"Land Unter, avec Ben, {bot}",
                f"depuis : {times[0]} UTC ; jusqu'à : {times[1]} UTC",
                f"https://house.example/table/{table}",
                "",
                "-- ",
                f"Ne plus recevoir de tels e-mails : {stop}",
            ]
            since, until = (datetime.strptime(one, "%Y-%m-%d %H:%M") for one in times)  # noqa: DTZ007
            assert timedelta(days=1) <= until - since <= timedelta(days=1, minutes=10)
            assert dict(mail.message) | {
                "From": "Tablée <house@example.org>",
                "To": ANNA,
                "Subject": "C'est à vous de jouer (1 table)",
                "Auto-Submitted": "auto-generated",
                "List-Unsubscribe": f"<{stop}>",
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            } == dict(mail.message)
            assert mail.message.get_content_type() == "text/plain"
            await later(serving, clock, 2 * AN_HOUR)
            assert len(post.arrived) == 1  # nothing twice about one turn
            await play_turn(table, anna, ben)
            await later(serving, clock)
            assert len(post.arrived) == 2

    with quiet_house(database_url, clock, mail=post.settings()) as serving:
        asyncio.run(evening(serving))


def test_a_mail_is_in_a_language_of_the_house(database_url: str, post: MailServer) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with two_people(serving.url, "fr") as (anna, ben):
            await confirmed(serving, anna, post, ANNA)
            await begin(anna, ben)

    with quiet_house(database_url, clock, mail=post.settings()) as serving:
        asyncio.run(evening(serving))
    with quiet_house(database_url, clock, mail=post.settings(), languages=("de",)) as serving:
        asyncio.run(later(serving, clock))
    (mail,) = post.arrived
    assert mail.text.startswith("Hallo Anna,")


@pytest.mark.parametrize("language", ["fr", "en", "de"])
@pytest.mark.parametrize("base_url", ["https://a.io", f"https://{'house.' * 30}example"])
def test_mail_programs_find_the_way_to_no_more_mails(
    sqlite_url: str, post: MailServer, language: str, base_url: str
) -> None:
    """RFC 8058: one link in its header, plain in the bytes that go out, however long it is."""

    async def evening(serving: Serving) -> None:
        async with await Client.new(serving.url, "Anna", language) as anna:
            mail = await asked(anna, post, ANNA)
            stop = base_url + mail.link("/notice/stop")
            header, _, _ = mail.raw.partition(b"\r\n\r\n")
            assert f"List-Unsubscribe: <{stop}>".encode() in header.split(b"\r\n")
            assert b"List-Unsubscribe-Post: List-Unsubscribe=One-Click" in header.split(b"\r\n")

    with quiet_house(sqlite_url, Clock(), mail=post.settings(), base_url=base_url) as serving:
        asyncio.run(evening(serving))


def test_a_clock_that_is_set_back_holds_no_mail_up(sqlite_url: str, post: MailServer) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with two_people(serving.url) as (anna, ben):
            await confirmed(serving, anna, post, ANNA)
            await begin(anna, ben)
            await later(serving, clock, GRACE - A_MINUTE)
            serving.house.store.wall = lambda: clock.now() - AN_HOUR
            await later(serving, clock, A_MINUTE)
            assert len(post.arrived) == 1

    with quiet_house(sqlite_url, clock, mail=post.settings()) as serving:
        asyncio.run(evening(serving))


def test_quick_play_and_live_tables_send_nothing(
    database_url: str, post: MailServer, hook: Webhook
) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with two_people(serving.url) as (anna, ben):
            await confirmed(serving, anna, post, ANNA)
            await begin(anna, ben, pace="live")
            table = await begin(anna, ben)
            for _ in range(4):
                await later(serving, clock, GRACE - A_MINUTE)
                await play_turn(table, anna, ben)
            await choose(anna, table)  # from here on Ben is awaited, who gave no address
            await later(serving, clock, AN_HOUR)
            assert post.arrived == []
            assert [call["person"] for call in hook.calls] == ["Ben"]

    with quiet_house(database_url, clock, mail=post.settings(), webhook=hook.url) as serving:
        asyncio.run(evening(serving))


def test_nothing_is_sent_while_the_person_looks(
    database_url: str, post: MailServer, hook: Webhook
) -> None:
    """Through any process; and whoever has just looked away has the grace anew."""
    clock = Clock()
    settings: dict[str, Any] = {"mail": post.settings(), "webhook": hook.url}

    async def evening(serving: Serving, other: Serving) -> None:
        async with two_people(serving.url) as (anna, ben):
            await confirmed(serving, anna, post, ANNA)
            table = await begin(anna, ben)
            for url in (serving.url, other.url):
                looking = Client(url, anna.secret)
                await looking.dial()
                await looking.watch(table)
                await looker(serving.house, table, is_there=True)
                for _ in range(3):
                    clock.ahead += GRACE
                    # A sign of life, which would have come within two seconds.
                    await in_house(other.house, other.house.store.beat())
                    await go_round(serving)
                assert post.arrived == []
                assert {call["person"] for call in hook.calls} <= {"Ben"}
                await looking.close()
                await looker(serving.house, table, is_there=False)
                await later(serving, clock, GRACE - A_MINUTE)
                assert post.arrived == []
            await later(serving, clock, A_MINUTE)
            assert len(post.to(ANNA)) == 1
            assert sorted(call["person"] for call in hook.calls) == ["Anna", "Ben"]

    with (
        quiet_house(database_url, clock, **settings) as serving,
        quiet_house(database_url, clock, **settings) as other,
    ):
        asyncio.run(evening(serving, other))


async def looker(house: House, table: str, is_there: bool) -> None:
    """Wait until the store knows that somebody looks at a table, or no more."""
    await asked_until(
        lambda: in_house(house, house.notices.book.looking()),
        lambda looking: any(one == table for _, one in looking) == is_there,
    )


def test_one_mail_an_hour_lists_all_tables(database_url: str, post: MailServer) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with two_people(serving.url, "de") as (anna, ben):
            await confirmed(serving, anna, post, ANNA)
            first = await begin(anna, ben)
            await later(serving, clock)
            assert len(post.arrived) == 1
            second = await begin(anna, ben)
            for _ in range(4):
                await later(serving, clock, 10 * A_MINUTE)
            assert len(post.arrived) == 1
            third = await begin(anna, ben)  # still in its grace when the next mail goes out
            await later(serving, clock, 20 * A_MINUTE)
            assert len(post.arrived) == 2
            mail = post.arrived[1]
            assert mail.message["subject"] == "Du bist dran (3 Tische)"
            assert all(f"/table/{table}\n" in mail.text for table in (first, second, third))
            for _ in range(3):
                await later(serving, clock, AN_HOUR)
            assert len(post.arrived) == 2

    with quiet_house(database_url, clock, mail=post.settings()) as serving:
        asyncio.run(evening(serving))


async def with_hands_full(house: House, meanwhile: Coroutine[Any, Any, None]) -> None:
    """A round whose mails wait until something else has happened."""
    mailing = house.notices.postman.mailing

    async def begin_mails() -> None:
        while not mailing.locked():
            await mailing.acquire()
        await house.notices.round()
        assert house.notices.written

    async def end_mails() -> None:
        for _ in range(AT_ONCE):
            mailing.release()
        await until(lambda: not house.notices.written)

    await in_house(house, begin_mails())
    await meanwhile
    await in_house(house, end_mails())


@pytest.mark.parametrize("how", ["choose first", "choose last", "leave"])
def test_a_turn_that_passes_before_the_mail_goes_out_is_not_told(
    database_url: str, post: MailServer, how: str
) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with two_people(serving.url) as (anna, ben):
            await confirmed(serving, anna, post, ANNA)
            table = await begin(anna, ben)
            if how == "choose last":
                await choose(ben, table)
            elif how == "leave":
                await act(ben, table, "leave")
            await go_round(serving)
            clock.ahead += GRACE
            if how == "leave":
                passing = act(anna, table, "leave")  # all people have left: the table sleeps
            elif how == "choose first":
                passing = choose(anna, table)  # the turn goes on, for Ben
            else:
                passing = play_turn(table, anna)
            await with_hands_full(serving.house, passing)
            assert post.arrived == []
            if how == "choose first":
                await choose(ben, table)
                await is_turn(anna, table, 2)
            elif how == "leave":
                await act(anna, table, "return")
            await later(serving, clock)
            assert len(post.arrived) == 1

    with quiet_house(database_url, clock, mail=post.settings()) as serving:
        asyncio.run(evening(serving))


def test_no_mail_goes_to_an_address_that_was_changed_meanwhile(
    database_url: str, post: MailServer
) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        book = serving.house.notices.book

        async def move() -> None:
            now = await book.address(person)
            assert now is not None
            await book.set_address(replace(now, mail="new@example.org", stop="other"), "proof")
            assert await book.confirm("proof", 0)

        async with two_people(serving.url) as (anna, ben):
            await confirmed(serving, anna, post, ANNA)
            await begin(anna, ben)
            await go_round(serving)
            (person,) = [turn.person for turn in serving.house.notices.unseen if turn.seat == 0]
            clock.ahead += GRACE
            await with_hands_full(serving.house, in_house(serving.house, move()))
            assert post.arrived == []
            await go_round(serving)
            assert [mail.to for mail in post.arrived] == ["new@example.org"]

    with quiet_house(database_url, clock, mail=post.settings()) as serving:
        asyncio.run(evening(serving))


def test_bots_and_kept_chairs_are_told_nothing(
    database_url: str, post: MailServer, hook: Webhook
) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with (
            await Client.new(serving.url, "Anna") as anna,
            await Client.new(serving.url, "Bot", bot=True) as bot,
        ):
            await confirmed(serving, anna, post, ANNA)
            await confirmed(serving, bot, post, "bot@example.org")
            table = await begin(anna, bot)
            await act(anna, table, "leave")  # all people have left: the table sleeps
            for _ in range(3):
                await later(serving, clock, AN_HOUR)
            assert post.arrived == []
            assert hook.calls == []
            await act(anna, table, "return")
            await later(serving, clock)
            assert [mail.to for mail in post.arrived] == [ANNA]
            assert [call["person"] for call in hook.calls] == ["Anna"]

    with quiet_house(database_url, clock, mail=post.settings(), webhook=hook.url) as serving:
        asyncio.run(evening(serving))


def test_of_several_processes_one_tells(database_url: str, post: MailServer, hook: Webhook) -> None:
    clock = Clock()
    settings: dict[str, Any] = {"mail": post.settings(), "webhook": hook.url}

    async def evening(houses: list[Serving]) -> None:
        async with two_people(houses[0].url) as (anna, ben):
            await confirmed(houses[0], anna, post, ANNA)
            await confirmed(houses[1], ben, post, "ben@example.org")
            table = await begin(anna, ben)
            for number in range(1, 4):
                await go_round(houses[0])  # which lets the others know of the turn
                await asyncio.gather(*map(go_round, houses))
                clock.ahead += AN_HOUR
                for _ in range(3):
                    await asyncio.gather(*map(go_round, houses))
                assert len(post.to(ANNA)) == len(post.to("ben@example.org")) == number
                assert sorted((call["turn"], call["person"]) for call in hook.calls) == [
                    (turn, name) for turn in range(1, number + 1) for name in ("Anna", "Ben")
                ]
                await play_turn(table, anna, ben)

    with (
        quiet_house(database_url, clock, **settings) as one,
        quiet_house(database_url, clock, **settings) as two,
        quiet_house(database_url, clock, **settings) as three,
    ):
        asyncio.run(evening([one, two, three]))


def test_the_house_goes_its_rounds_by_itself(database_url: str, post: MailServer) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with two_people(serving.url) as (anna, ben):
            await confirmed(serving, anna, post, ANNA)
            await begin(anna, ben)
            await until(lambda: serving.house.notices.unseen)
            clock.ahead += GRACE
            await until(lambda: post.arrived)

    house = house_at(database_url, clock, mail=post.settings())
    house.notices.pause = 0.05
    with serve(house) as serving:
        asyncio.run(evening(serving))


# When mails do not get through


@pytest.mark.parametrize("answers", ["to_recipients", "to_mails"])
def test_a_mail_that_is_not_taken_is_tried_again_later(
    database_url: str, post: MailServer, answers: str
) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with two_people(serving.url) as (anna, ben):
            await confirmed(serving, anna, post, ANNA)
            table = await begin(anna, ben)
            getattr(post, answers).append("451 greylisted, anna@example.org")
            with capture_logs() as logs:
                await later(serving, clock)
            (entry,) = [entry for entry in logs if entry["event"] == "mail not delivered"]
            assert entry["to"] == "a…@example.org"
            assert ANNA not in str(logs)
            await later(serving, clock, A_MINUTE)
            assert post.arrived == []
            await later(serving, clock, 10 * A_MINUTE)
            assert len(post.arrived) == 1
            await play_turn(table, anna, ben)
            getattr(post, answers).append("550 nobody here")  # which no other try would change
            await later(serving, clock, AN_HOUR)
            await later(serving, clock, AN_HOUR)
            assert len(post.arrived) == 1
            assert getattr(post, answers) == []

    with quiet_house(database_url, clock, mail=post.settings()) as serving:
        asyncio.run(evening(serving))


def test_a_mail_is_sent_once_however_the_mail_server_says_goodbye(
    database_url: str, post: MailServer
) -> None:
    clock = Clock()
    post.at_the_end = "421 too busy to part in peace"

    async def evening(serving: Serving) -> None:
        async with two_people(serving.url) as (anna, ben):
            await confirmed(serving, anna, post, ANNA)
            await begin(anna, ben)
            for _ in range(3):
                await later(serving, clock, AN_HOUR)
            assert len(post.arrived) == 1

    with quiet_house(database_url, clock, mail=post.settings()) as serving:
        asyncio.run(evening(serving))


def test_play_goes_on_without_a_mail_server(database_url: str, post: MailServer) -> None:
    clock = Clock()
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        nowhere = Mail(host="127.0.0.1", port=nobody.getsockname()[1], sender="house@example.org")

    async def evening(serving: Serving) -> None:
        async with two_people(serving.url) as (anna, ben):
            await confirmed(serving, anna, post, ANNA)
            table = await begin(anna, ben)
            serving.house.notices.postman.mail = nowhere
            for _ in range(3):
                await later(serving, clock, AN_HOUR)
            await play_turn(table, anna, ben)
            assert (await give(ben, "ben@example.org")).status_code == 200
            serving.house.notices.postman.mail = post.settings()
            await later(serving, clock, AN_HOUR)
            assert len(post.to(ANNA)) == 1

    with quiet_house(database_url, clock, mail=post.settings()) as serving:
        asyncio.run(evening(serving))


def test_the_way_to_the_mail_server_is_encrypted(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(PEM))

    async def evening(serving: Serving, post: MailServer) -> None:
        async with await Client.new(serving.url, "Anna") as anna:
            mail = await asked(anna, post, ANNA)
            assert (mail.encrypted, mail.login) == (True, "tablee:s3cret")

    with mail_server(encrypts=True) as post:
        settings = post.settings(user="tablee", password="s3cret")
        with quiet_house(database_url, Clock(), mail=settings) as serving:
            asyncio.run(evening(serving, post))


@pytest.mark.parametrize("encrypts", [False, True])
def test_no_password_goes_to_a_mail_server_that_cannot_be_trusted(
    database_url: str, encrypts: bool
) -> None:
    """It does not encrypt, or its certificate is not known here."""

    async def evening(serving: Serving) -> None:
        async with await Client.new(serving.url, "Anna") as anna:
            with capture_logs() as logs:
                await give(anna, ANNA)
                await until(lambda: [entry.get("again_in", 1) for entry in logs][-1:] == [None])
            assert "s3cret" not in str(logs)

    with mail_server(encrypts) as post:
        settings = post.settings(user="tablee", password="s3cret", starttls=True)
        with quiet_house(database_url, Clock(), mail=settings) as serving:
            asyncio.run(evening(serving))
        assert not [line for line in post.lines if line.startswith(("AUTH", "MAIL"))]
        assert post.arrived == []


# Addresses


def test_an_address_is_confirmed_by_its_reader_once(database_url: str, post: MailServer) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with two_people(serving.url) as (anna, ben):
            mail = await asked(anna, post, ANNA)
            assert "Anna" not in mail.text  # no words of a stranger
            link = mail.link("/notice/confirm")
            async with httpx.AsyncClient(base_url=serving.url, verify=False) as browser:
                page = await browser.get(link)
                assert page.headers["content-type"].startswith("text/html")
                assert '<meta name="referrer" content="same-origin">' in page.text
                assert "style-src 'self'" in page.headers["content-security-policy"]
                assert '<form method="post"><button>Yes' in page.text
            await begin(anna, ben)
            await later(serving, clock, AN_HOUR)
            assert not (await anna.get(f"{NOTICE}/"))["confirmed"]  # looking is not confirming
            assert post.arrived == [mail]  # and nothing else is sent
            assert "Done" in (await confirm(serving, mail)).text
            assert (await anna.get(f"{NOTICE}/"))["confirmed"]
            assert "used already" in (await confirm(serving, mail)).text
            assert (await give(anna, ANNA)).json()["confirmed"]  # nothing new: no other mail
            await later(serving, clock)
            assert len(post.arrived) == 2

    with quiet_house(database_url, clock, mail=post.settings()) as serving:
        asyncio.run(evening(serving))


def test_links_that_confirm_grow_old_and_open_no_door(database_url: str, post: MailServer) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with await Client.new(serving.url, "Anna") as anna:
            mail = await asked(anna, post, ANNA)
            for name in ("confirm", "stop"):
                secret = httpx.URL(mail.link(f"/notice/{name}")).params["key"]
                async with Client(serving.url, secret) as thief:
                    assert (await thief.http.get("/people/me")).status_code == 401
                    carried = await thief.http.post("/people/carry-on", json={"secret": secret})
                    assert carried.status_code == 401
            assert len(await anna.get("/people/me/keys")) == 1
            newer = await asked(anna, post, ANNA)
            assert "used already" in (await confirm(serving, mail)).text
            clock.ahead += A_DAY
            assert "too old" in (await confirm(serving, newer)).text
            await go_round(serving)  # what was not confirmed is forgotten
            assert await anna.get(f"{NOTICE}/") == {
                "offered": True,
                "mail": "",
                "confirmed": False,
            }

    with quiet_house(database_url, clock, mail=post.settings()) as serving:
        asyncio.run(evening(serving))


async def no_readers(house: House) -> None:
    """No address is kept of anybody."""
    assert await house.notices.book.readers(house.store.now()) == {}


@pytest.mark.parametrize("way", ["button", "mail program", "delete", "leave the house"])
def test_no_more_mails(database_url: str, post: MailServer, way: str) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with two_people(serving.url) as (anna, ben):
            mail = await asked(anna, post, ANNA)
            await confirm(serving, mail)
            table = await begin(anna, ben)
            await later(serving, clock)
            assert len(post.arrived) == 2
            link = post.arrived[1].link("/notice/stop")
            async with httpx.AsyncClient(base_url=serving.url, verify=False) as browser:
                page = await browser.get(link)
                assert '<form method="post"><button>No more e-mails' in page.text
                assert (await anna.get(f"{NOTICE}/"))["confirmed"]
                if way == "button":
                    origin = {"origin": "https://house.example"}
                    assert (await browser.post(link, headers=origin)).status_code == 200
                elif way == "mail program":
                    clicked = {"List-Unsubscribe": "One-Click"}
                    assert (await browser.post(link, data=clicked)).status_code == 200
                elif way == "delete":
                    assert (await anna.http.delete(f"{NOTICE}/")).status_code == 204
                else:
                    await play_turn(table, anna, ben)
                    assert (await anna.http.delete("/people/me")).status_code == 204
                await in_house(serving.house, no_readers(serving.house))
                assert "no more e-mails" in (await browser.post(link)).text
            if way != "leave the house":
                assert (await anna.get(f"{NOTICE}/"))["mail"] == ""
                await play_turn(table, anna, ben)
            await later(serving, clock, AN_HOUR)
            await later(serving, clock, AN_HOUR)
            assert len(post.arrived) == 2

    with quiet_house(database_url, clock, mail=post.settings()) as serving:
        asyncio.run(evening(serving))


def test_confirmations_stay_few(database_url: str, post: MailServer) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with two_people(serving.url) as (anna, ben):
            many = [give(anna, f"victim{number}@example.org") for number in range(10)]
            statuses = [answer.status_code for answer in await asyncio.gather(*many)]
            assert sorted(statuses) == [200] * 3 + [429] * 7
            assert (await anna.http.delete(f"{NOTICE}/")).status_code == 204
            assert (await give(anna, "other@example.org")).status_code == 429
            people = [await Client.new(serving.url, f"P{number}") for number in range(8)]
            ways = ["Ben@Example.org", "b.en@example.org", "ben+1@example.org", "ben@example.org"]
            tries = [give(one, ways[number % 4]) for number, one in enumerate(people)]
            statuses = [answer.status_code for answer in await asyncio.gather(*tries)]
            assert sorted(statuses) == [200] * 3 + [429] * 5
            clock.ahead += A_DAY
            assert (await give(anna, "other@example.org")).status_code == 200
            assert (await give(ben, "ben@example.org")).status_code == 200
            for one in people:
                await one.close()

    with quiet_house(database_url, clock, mail=post.settings()) as serving:
        asyncio.run(evening(serving))
    assert len(post.arrived) <= 8


def test_nobody_else_is_shown_an_address(database_url: str, post: MailServer) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with two_people(serving.url) as (anna, ben), Client(serving.url) as stranger:
            await confirmed(serving, anna, post, ANNA)
            table = await begin(anna, ben, public=True)
            for client in (ben, stranger):
                await client.dial()
                await client.watch(table)
            with capture_logs() as logs:
                await later(serving, clock)
            assert len(post.to(ANNA)) == 1
            seen = [*ben.received, *stranger.received, str(logs)]
            paths = (f"/tables/{table}", "/tables/", "/tables/mine", "/people/me")
            for path in (*paths, f"{NOTICE}/", "/people/me/keys"):
                seen += [(await client.http.get(path)).text for client in (ben, stranger)]
            async with httpx.AsyncClient(base_url=serving.url, verify=False) as browser:
                seen.append((await browser.get("/metrics")).text)
                seen.append((await browser.get("/notice/stop?key=x")).text)
            assert not [text for text in seen if "anna@" in text]

    with quiet_house(database_url, clock, mail=post.settings()) as serving:
        asyncio.run(evening(serving))


def test_wrong_addresses_are_refused(database_url: str, post: MailServer) -> None:
    async def evening(serving: Serving) -> None:
        async with await Client.new(serving.url, "Anna") as anna, Client(serving.url) as nobody:
            answer = await give(anna, "anna@example.org\r\nBcc: b@example.org")
            assert (answer.status_code, answer.json()["code"]) == (400, "wrong_mail")
            assert (await give(nobody, ANNA)).status_code == 401
            assert (await nobody.http.get(f"{NOTICE}/")).status_code == 401
            assert (await nobody.http.delete(f"{NOTICE}/")).status_code == 401
            async with httpx.AsyncClient(base_url=serving.url, verify=False) as browser:
                for path in ("/notice/confirm", "/notice/stop"):
                    assert (await browser.get(path)).status_code == 400
                    assert (await browser.post(f"{path}?key={'x' * 1000}")).status_code == 400
                    foreign = {"origin": "https://evil.example"}
                    answer = await browser.post(f"{path}?key=x", headers=foreign)
                    assert answer.status_code == 403
                    nul = await browser.post(f"{path}?key=%00%ff")
                    assert nul.status_code < 500

    with quiet_house(database_url, Clock(), mail=post.settings()) as serving:
        asyncio.run(evening(serving))
    assert post.arrived == []


@pytest.mark.parametrize(
    "mail",
    [
        "",
        "anna",
        "anna@",
        "@example.org",
        "anna@localhost",
        "anna@example..org",
        "anna@-example.org",
        ".anna@example.org",
        "an..na@example.org",
        "an na@example.org",
        "anna@example.org,ben@example.org",
        "Anna <anna@example.org>",
        '"anna"@example.org',
        "anna@[127.0.0.1]",
        "änna@example.org",
        "anna@exämple.org",
        "anna@example.org\nBcc: ben@example.org",
        f"{'a' * 65}@example.org",
        f"anna@{'a.' * 130}org",
    ],
)
def test_what_is_no_address(mail: str) -> None:
    with pytest.raises(Declined, match=r"Expected one such as anna@example.org"):
        checked(mail)


@pytest.mark.parametrize("mail", [ANNA, " anna@example.org ", "a.b+c_d%e'f@sub.example.museum"])
def test_what_is_an_address(mail: str) -> None:
    assert checked(mail) == mail.strip()


def test_a_house_without_a_mail_server_says_so(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with await Client.new(serving.url, "Anna", "de") as anna:
            assert not (await anna.get(f"{NOTICE}/"))["offered"]
            answer = await give(anna, ANNA)
            assert (answer.status_code, answer.json()["code"]) == (409, "no_mails")

    with quiet_house(database_url, Clock()) as serving:
        asyncio.run(evening(serving))


# The webhook


def test_the_webhook_is_told_once_for_each_turn(database_url: str, hook: Webhook) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with two_people(serving.url) as (anna, ben):
            table = await begin(anna, ben)
            await choose(anna, table)
            for _ in range(3):
                await later(serving, clock)
            assert hook.calls == [
                {
                    "kind": "turn",
                    "table": table,
                    "game": "land-unter",
                    "link": f"https://house.example/table/{table}",
                    "person": "Ben",
                    "seat": 1,
                    "turn": 1,
                }
            ]
            await choose(ben, table)
            await is_turn(anna, table, 2)
            for _ in range(3):
                await later(serving, clock)
            assert sorted((call["turn"], call["person"]) for call in hook.calls) == [
                (1, "Ben"),
                (2, "Anna"),
                (2, "Ben"),
            ]

    with quiet_house(database_url, clock, webhook=hook.url) as serving:
        asyncio.run(evening(serving))


@pytest.mark.parametrize(
    ("answers", "calls"), [([500, 429], 3), ([500, 500, 404], 3), ([302, 302, 302], 3)]
)
def test_the_webhook_is_tried_a_few_times(
    database_url: str, hook: Webhook, answers: list[int], calls: int
) -> None:
    clock = Clock()
    hook.answers = answers.copy()

    async def evening(serving: Serving) -> None:
        async with two_people(serving.url) as (anna, ben):
            table = await begin(anna, ben)
            await choose(anna, table)
            with capture_logs() as logs:
                await later(serving, clock)
                await later(serving, clock)
            assert hook.paths == ["POST /hooks/s3cret"] * calls
            failures = [entry for entry in logs if entry["event"] == "webhook not delivered"]
            assert [entry["why"] for entry in failures] == [
                f"the webhook answered {status}" for status in answers
            ]
            assert "s3cret" not in str(logs)

    with quiet_house(database_url, clock, webhook=hook.url) as serving:
        asyncio.run(evening(serving))


def test_a_turn_that_has_passed_is_not_tried_again(database_url: str, hook: Webhook) -> None:
    clock = Clock()
    hook.answers = [500]
    hook.may_answer.clear()

    async def evening(serving: Serving) -> None:
        """A webhook that does not answer keeps nobody from playing."""
        async with two_people(serving.url) as (anna, ben):
            table = await begin(anna, ben)
            await choose(anna, table)
            await go_round(serving)
            clock.ahead += GRACE
            telling = asyncio.create_task(go_round(serving))
            await asyncio.to_thread(hook.called.wait, PATIENCE)
            await choose(ben, table)
            await is_turn(anna, table, 2)
            hook.may_answer.set()
            await telling
            assert [call["turn"] for call in hook.calls] == [1]

    with quiet_house(database_url, clock, webhook=hook.url) as serving:
        asyncio.run(evening(serving))


def test_a_house_that_closes_waits_for_no_webhook(database_url: str, hook: Webhook) -> None:
    clock = Clock()
    hook.may_answer.clear()

    async def evening(serving: Serving) -> None:
        async with two_people(serving.url) as (anna, ben):
            await begin(anna, ben)
            await go_round(serving)
            clock.ahead += GRACE
            await in_house(serving.house, serving.house.notices.round())
            await asyncio.to_thread(hook.called.wait, PATIENCE)

    with quiet_house(database_url, clock, webhook=hook.url) as serving:
        asyncio.run(evening(serving))
    assert not hook.may_answer.is_set()
    hook.may_answer.set()


ENDS = """
import asyncio, time
from tablee.server.machine import start_thread
from tablee.server.notices.postman import beside

async def ask_and_go():
    asking = asyncio.create_task(beside(start_thread, lambda: time.sleep(600)))
    await asyncio.sleep(0)

asyncio.run(ask_and_go())
print("gone")
"""


def test_a_process_that_ends_waits_for_no_answer() -> None:
    run = subprocess.run(
        [sys.executable, "-c", ENDS], capture_output=True, text=True, check=True, timeout=60
    )
    assert run.stdout == "gone\n"
