"""Who comes in, where they are told that it is their turn, and what programs ask of the house."""

import httpx

from tablee.server.notices.letters import CONFIRM, STOP
from tablee.server.notices.notices import GRACE
from tests.features.covering import Laid
from tests.features.hall import Guest, Hall
from tests.server.company import inside
from tests.server.sinks import Arrived, MailServer
from tests.waiting import asked_until, until

PAGES = ("/", "/me", "/join", "/carry-on", "/replay")  # that are about nothing certain


async def ways_in(hall: Hall, laid: Laid) -> None:
    """Somebody has another name, carries on elsewhere, closes ways in and leaves for good."""
    async with hall.guests(1) as (anna,):
        assert (await anna.get("/people/me"))["name"] == "Anna"
        answer = await anna.http.patch("/people/me", json={"name": "Anne", "language": "fr"})
        assert answer.json()["name"] == "Anne"
        assert (await anna.get("/house"))["you"]["name"] == "Anne"
        table = await anna.lay(laid.game.id, ["me"] + ["open"] * (laid.players - 1))
        link = (await anna.http.post("/people/me/link")).json()
        carried = await anna.http.post("/people/carry-on", json={"secret": link["secret"]})
        async with Guest(hall.url, carried.json()["secret"]) as elsewhere:
            assert [one["table"] for one in await elsewhere.get("/tables/mine")] == [table]
            keys = await elsewhere.get("/people/me/keys")
            (old,) = [key["id"] for key in keys if not key["this"]]
            closed = await elsewhere.http.delete(f"/people/me/keys/{old}")
            assert closed.status_code == 204
            assert (await anna.http.get("/people/me")).status_code == 401
            assert (await elsewhere.http.delete("/people/me")).status_code == 204
            assert (await elsewhere.http.get("/people/me")).status_code == 401


async def notices(hall: Hall, laid: Laid) -> None:
    """A mail tells somebody who is away that it is their turn; a link in it stops them."""
    mail = f"{laid}@example.org"
    async with hall.guests(laid.players) as people, httpx.AsyncClient(base_url=hall.url) as browser:
        table = await hall.begun(people, laid, pace="slow", automatic=False)
        waiting = await choose_until_one_is_owed(people, table)
        answer = await waiting.http.put("/people/me/notice", json={"mail": mail})
        assert answer.json() == {"offered": True, "mail": mail, "confirmed": False}
        confirm = (await arrived(hall.post, mail, CONFIRM)).link(CONFIRM)
        assert (await browser.get(confirm)).status_code == 200
        assert (await browser.post(confirm)).status_code == 200
        assert (await waiting.get("/people/me/notice"))["confirmed"]
        for person in people:
            await person.hang_up()
        await asked_until(
            lambda: inside(hall.serving, hall.house.notices.book.looking()),
            lambda looking: not looking,
        )
        await inside(hall.serving, hall.house.notices.round())
        hall.clock.ahead += GRACE
        await inside(hall.serving, hall.house.notices.round())
        stop = (await arrived(hall.post, mail, laid.game.name("en"))).link(STOP)
        assert (await browser.get(stop)).status_code == 200
        assert (await browser.post(stop)).status_code == 200
        assert (await waiting.get("/people/me/notice"))["mail"] == ""
        assert (await waiting.http.delete("/people/me/notice")).status_code == 204


async def choose_until_one_is_owed(people: list[Guest], table: str) -> Guest:
    """Somebody for whom the others wait."""
    waiting: list[int] = people[0].pages[table]["common"]["turn"]["waiting_for"]
    for seat in waiting[1:]:
        await people[seat].choose(table)
    return people[waiting[0]]


async def arrived(post: MailServer, mail: str, words: str) -> Arrived:
    """The mail to somebody in which these words stand."""

    def found() -> list[Arrived]:
        return [one for one in post.to(mail) if words in one.text]

    await until(found)
    return found()[-1]


async def pages(hall: Hall, laid: Laid) -> None:
    """Every page of the browser comes, whatever its address is about."""
    async with hall.guests(1) as (anna,), httpx.AsyncClient(base_url=hall.url) as browser:
        table = await hall.begun([anna], laid, *["sailor"] * (laid.players - 1))
        code = anna.pages[table]["common"]["code"]
        about = [f"/{kind}/{laid.game.id}" for kind in ("learn", "play", "rules")]
        about += [f"/table/{table}", f"/replay/{table}", f"/t/{code}"]
        for path in (*PAGES, *about):
            for ask in (browser.get, browser.head):
                answer = await ask(path)
                assert answer.status_code == 200, path
                assert answer.headers["content-type"].startswith("text/html")


async def operations(hall: Hall, laid: Laid) -> None:
    """What programs ask: is it there, does it take moves, what does it offer, what has it done?"""
    async with httpx.AsyncClient(base_url=hall.url) as program:
        for path in ("/healthz", "/readyz"):
            assert (await program.get(path)).json() == {"status": "ok"}
        assert "tablee_" in (await program.get("/metrics")).text
        described = (await program.get("/api/openapi.json")).json()
        assert described["paths"]
        assert (await program.get("/front.css")).status_code == 200
        assert (await program.get("/api")).status_code < 500
        assert (await program.get("/api/nothing")).status_code == 404
