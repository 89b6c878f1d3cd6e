"""Where a person is told that it is their turn; and the pages the links in mails lead to."""

from html import escape
from typing import Annotated

import msgspec
from litestar import Controller, MediaType, Response, delete, get, post, put
from litestar.params import JSONBody, QueryParameter
from msgspec import Meta

from tablee.server.api.identity import KNOWN, HttpRequest, TheHouse, somebody
from tablee.server.api.problems import problems
from tablee.server.notices.letters import CONFIRM, STOP
from tablee.server.notices.mailboxes import LONGEST
from tablee.server.texts import say

LONGEST_KEY = 100
LinkKey = Annotated[str, QueryParameter(name="key", max_length=LONGEST_KEY)]
# Under the house's usual no-referrer, a browser would call the origin of the form "null".
PAGE = """\
<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="same-origin">
<title>Tablée</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/front.css">
</head>
<body>
<main>
<h1>Tablée</h1>
<p>{text}</p>{form}
</main>
</body>
</html>
"""
FORM = '\n<form method="post"><button>{button}</button></form>'


class NewNotice(msgspec.Struct, forbid_unknown_fields=True):
    """The e-mail address at which you want to hear that it is your turn."""

    mail: Annotated[str, Meta(min_length=1, max_length=LONGEST)]


class Notice(msgspec.Struct):
    """Where you are told that it is your turn at a slow table; only you are shown it."""

    offered: Annotated[bool, Meta(description="Whether this house sends mails at all.")]
    mail: Annotated[str, Meta(description="Empty if you gave none.")] = ""
    confirmed: Annotated[
        bool, Meta(description="Until the link in the first mail was followed, no other is sent.")
    ] = False


class Notices(Controller):
    """Mails to people whose turn it is at slow tables."""

    path = "/people/me/notice"
    tags = ("people",)

    @get("/", responses=problems(401), security=KNOWN)
    async def notice(self, request: HttpRequest, house: TheHouse) -> Notice:
        """Where you are told that it is your turn."""
        person = await somebody(request, house)
        mailboxes = house.notices.mailboxes
        known = await mailboxes.of(person)
        if known is None:
            return Notice(mailboxes.offered)
        return Notice(mailboxes.offered, known.mail, known.confirmed)

    @put("/", responses=problems(401, 409), security=KNOWN)
    async def set_notice(
        self, request: HttpRequest, data: JSONBody[NewNotice], house: TheHouse
    ) -> Notice:
        """Be told by mail; the address gets a link by which to confirm it, good for a day."""
        person = await somebody(request, house)
        given = await house.notices.mailboxes.give(person, data.mail)
        return Notice(True, given.mail, given.confirmed)

    @delete("/", responses=problems(401), security=KNOWN)
    async def remove_notice(self, request: HttpRequest, house: TheHouse) -> None:
        """No more mails; the address is forgotten."""
        person = await somebody(request, house)
        await house.notices.mailboxes.remove(person)


# Programs that read mails open links to look at them: only a button does what a link is for.


@get(CONFIRM, include_in_schema=False)
async def ask_confirmation(request: HttpRequest, key: LinkKey) -> Response[str]:  # noqa: ARG001
    """Is this your address?"""
    return page(request, "confirm_question", "confirm_button")


@post(CONFIRM, include_in_schema=False, status_code=200)
async def confirm(request: HttpRequest, key: LinkKey, house: TheHouse) -> Response[str]:
    """It is."""
    confirmed = await house.notices.mailboxes.confirm(key)
    return page(request, "confirmed" if confirmed else "too_late")


@get(STOP, include_in_schema=False)
async def ask_stop(request: HttpRequest, key: LinkKey) -> Response[str]:  # noqa: ARG001
    """No more mails?"""
    return page(request, "stop_question", "stop_button")


@post(STOP, include_in_schema=False, status_code=200)
async def stop(request: HttpRequest, key: LinkKey, house: TheHouse) -> Response[str]:
    """No more mails; also asked for by mail programs themselves (RFC 8058)."""
    await house.notices.mailboxes.stop(key)
    return page(request, "stopped")


def page(request: HttpRequest, text: str, button: str = "") -> Response[str]:
    """A sentence, perhaps with a button that posts to the same address."""
    language: str = request.state["language"]

    def said(name: str) -> str:
        return escape(say(f"mails.{name}", language))

    form = FORM.format(button=said(button)) if button else ""
    return Response(
        PAGE.format(language=language, text=said(text), form=form),
        media_type=MediaType.HTML,
        headers={"content-language": language},
    )
