"""Where people may be written to: an address is given, confirmed by a mail, and taken back."""

import hashlib
import re
from typing import TYPE_CHECKING

import structlog

from tablee.server.notices.letters import Letters
from tablee.server.notices.postman import Postman
from tablee.server.people import Person, hashed
from tablee.server.refusals import Declined
from tablee.server.store.notices import Address, NoticeBook

if TYPE_CHECKING:
    from tablee.server.house.house import House

A_DAY = 86_400_000  # milliseconds; a link that confirms is good for as long
# Mails in a day that ask for a confirmation: few enough to annoy nobody.
FOR_A_PERSON = 3
TO_AN_ADDRESS = 3
OF_THE_HOUSE = 200

LONGEST = 254
ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
MAIL = re.compile(rf"(?=[^@]{{1,64}}@){ATOM}(?:\.{ATOM})*@(?:{LABEL}\.)+{LABEL}")

log = structlog.get_logger("tablee.mailboxes")


class Mailboxes:
    """Nothing but the question whether it is welcome goes to an address that was not confirmed."""

    def __init__(self, house: "House", book: NoticeBook, letters: Letters, postman: Postman):
        self.house = house
        self.book = book
        self.letters = letters
        self.postman = postman
        self.offered = bool(house.settings.mail.host)

    async def of(self, person: Person) -> Address | None:
        """The address a person gave."""
        return await self.book.address(person.id)

    async def give(self, person: Person, mail: str) -> Address:
        """Write to an address to ask whether it may be written to."""
        if not self.offered:
            raise Declined("no_mails")
        mail = checked(mail)
        known = await self.book.address(person.id)
        if known is not None and known.confirmed and known.mail == mail:
            return known
        await self._stay_few(person, mail)
        machine = self.house.store.machine
        secret = machine.new_secret()
        address = Address(person.id, mail, confirmed=False, sent_at=0, stop=machine.new_secret())
        await self.book.set_address(address, hashed(secret))
        self.house.spawn(self._ask(address, person.language, secret))
        return address

    async def confirm(self, secret: str) -> bool:
        """Whoever has the secret reads mail at the address; False if it was used or is too old."""
        return await self.book.confirm(hashed(secret), self.book.now() - A_DAY)

    async def remove(self, person: Person) -> None:
        """A person wants no more mails."""
        await self.book.remove(person.id)

    async def stop(self, key: str) -> None:
        """Whoever got a mail wants no more."""
        await self.book.stop(key)

    async def _stay_few(self, person: Person, mail: str) -> None:
        past = self.book.now() - A_DAY
        for subject, most in (
            (f"person {person.id}", FOR_A_PERSON),
            (f"mail {box(mail)}", TO_AN_ADDRESS),
            ("house", OF_THE_HOUSE),
        ):
            if not await self.book.take_slot(subject, most, past):
                log.warning("too many confirmations", of=subject.split()[0])
                raise Declined("too_many")

    async def _ask(self, address: Address, language: str, secret: str) -> None:
        letter = self.letters.confirmation(address, language, secret, self.book.now())

        async def send() -> None:
            async with self.postman.mailing:
                await self.postman.send(letter)

        async def is_wanted() -> bool:
            now = await self.book.address(address.person)
            return now is not None and now.stop == address.stop

        await self.postman.persistently("confirmation", send, is_wanted)


def checked(mail: str) -> str:
    """An address as mail servers take it."""
    mail = mail.strip()
    if len(mail) > LONGEST or not MAIL.fullmatch(mail):
        raise Declined("wrong_mail")
    return mail


def box(mail: str) -> str:
    """The same for all ways to write an address that may lead to the same reader."""
    local, _, domain = mail.lower().partition("@")
    plain = f"{local.partition('+')[0].replace('.', '')}@{domain}"
    return hashlib.sha256(b"tablee mail\0" + plain.encode()).hexdigest()


def veiled(mail: str) -> str:
    """An address as it may stand in a log."""
    local, _, domain = mail.partition("@")
    return f"{local[:1]}…@{domain}"
