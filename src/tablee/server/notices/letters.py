"""The mails of the house: plain text in the reader's language, and nothing hidden in a game."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.headerregistry import BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import EmailPolicy, Policy
from email.utils import format_datetime, make_msgid
from urllib.parse import urlencode, urlsplit

from tablee import catalogue
from tablee.kernel.texts import Number
from tablee.server.store.notices import Address, Reader
from tablee.server.texts import say

CONFIRM = "/notice/confirm"
STOP = "/notice/stop"


@dataclass(frozen=True, slots=True)
class Pending:
    """A table that waits for the reader."""

    table: str
    game: str
    others: tuple[str, ...]  # the names around the table
    since: int
    until: int | None


class PlainHeader(UnstructuredHeader, BaseHeader):
    """A header on one line however long it is: encoded, mail programs find no link in it."""

    def fold(self, *, policy: Policy) -> str:
        plain = f"{self.name}: {self}{policy.linesep}"
        return plain if plain.isascii() else super().fold(policy=policy)


HEADERS = HeaderRegistry()
HEADERS.map_to_type("list-unsubscribe", PlainHeader)
POLICY = EmailPolicy(header_factory=HEADERS)


class Letters:
    """Writes them."""

    def __init__(self, sender: str, base_url: str):
        self.sender = sender
        self.base_url = base_url

    def table_link(self, table: str) -> str:
        return f"{self.base_url}/table/{table}"

    def confirmation(self, address: Address, language: str, secret: str, now: int) -> EmailMessage:
        """Asks whoever reads mail at an address; says nothing a stranger could have made up."""
        text = say(
            "mails.confirm",
            language,
            house=self.base_url,
            link=self._link(CONFIRM, secret, language),
        )
        subject = say("mails.confirm_subject", language)
        return self._letter(address, language, subject, [text], now)

    def digest(self, reader: Reader, pending: Sequence[Pending], now: int) -> EmailMessage:
        """Tells of all tables that wait for somebody."""
        language = reader.language
        tables = Number(len(pending), zero_is_singular=language == "fr")
        paragraphs = [
            say("mails.hello", language, name=reader.name),
            say("mails.your_turn", language),
            *(self._entry(one, language) for one in pending),
        ]
        subject = say("mails.your_turn_subject", language, tables=tables)
        return self._letter(reader.address, language, subject, paragraphs, now)

    def _entry(self, pending: Pending, language: str) -> str:
        game = catalogue.load(pending.game).name(language)
        time = "mails.since" if pending.until is None else "mails.since_until"
        return "\n".join(
            (
                say("mails.game", language, game=game, names=", ".join(pending.others)),
                say(time, language, since=date(pending.since), until=date(pending.until or 0)),
                self.table_link(pending.table),
            )
        )

    def _letter(
        self, address: Address, language: str, subject: str, paragraphs: list[str], now: int
    ) -> EmailMessage:
        stop = self._link(STOP, address.stop, language)
        letter = EmailMessage(POLICY)
        letter["From"] = self.sender
        letter["To"] = address.mail
        letter["Subject"] = subject
        letter["Date"] = format_datetime(datetime.fromtimestamp(now / 1000, UTC))
        letter["Message-ID"] = make_msgid(domain=urlsplit(self.base_url).hostname or "localhost")
        letter["Auto-Submitted"] = "auto-generated"
        letter["List-Unsubscribe"] = f"<{stop}>"
        letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        end = say("mails.no_more", language, link=stop)
        letter.set_content("\n\n".join([*paragraphs, "-- \n" + end]) + "\n")
        return letter

    def _link(self, path: str, key: str, language: str) -> str:
        return f"{self.base_url}{path}?{urlencode({'key': key, 'language': language})}"


def date(milliseconds: int) -> str:
    """Nobody's time zone is known here."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
