"""The desk at the door: who somebody is, and how they get in again from elsewhere."""

from dataclasses import replace

from tablee.server.people import Person, clean_name, hashed
from tablee.server.refusals import Declined
from tablee.server.settings import Settings
from tablee.server.store.store import Key, Store

DEVICE, LINK, BOT = "device", "link", "bot"
LINK_LASTS = 15 * 60_000  # milliseconds
MOST_KEYS = 20

NOBODY = Person(id="", name="", language="")


class Desk:
    """People come with a secret; the house keeps its hash."""

    def __init__(self, store: Store, settings: Settings):
        self.store = store
        self.settings = settings

    async def welcome(self, name: str, language: str, bot: bool = False) -> tuple[Person, str]:
        """A new person, and the secret that is theirs."""
        person = Person(
            self.store.machine.new_id(), clean_name(name), self.settings.spoken(language), bot
        )
        await self.store.welcome(person)
        return person, await self.new_key(person, BOT if bot else DEVICE, "")

    async def person_with(self, secret: str) -> tuple[Person, str]:
        """Whose secret this is, and its hash."""
        hash = hashed(secret)
        return await self._holder(hash, link=False), hash

    async def _holder(self, hash: str, link: bool) -> Person:
        """Whose secret has this hash; they are spoken to in a language of the house."""
        found = await self.store.person_of(hash)
        if found is None or (found[1] == LINK) is not link:
            raise Declined("who_are_you")
        person, _ = found
        return replace(person, language=self.settings.spoken(person.language))

    async def rename(self, person: Person, name: str | None, language: str | None) -> Person:
        """Another name (at tables to come) or another language."""
        renamed = replace(
            person,
            name=person.name if name is None else clean_name(name),
            language=self.settings.spoken(language, person.language),
        )
        await self.store.rename(renamed)
        return renamed

    async def new_key(self, person: Person, kind: str, label: str) -> str:
        """Another secret of the same person."""
        secret = self.store.machine.new_secret()
        now = self.store.now()
        ends = now + LINK_LASTS if kind == LINK else None
        key = Key(hashed(secret), kind, label, now, ends)
        if not await self.store.add_key(person.id, key, MOST_KEYS):
            raise Declined("too_many")
        return secret

    async def carry_on(self, link: str, label: str) -> tuple[Person, str]:
        """Take up a "carry on elsewhere" link, which works once: a secret for the new device."""
        hash = hashed(link)
        person = await self._holder(hash, link=True)
        if not await self.store.drop_key(person.id, hash):
            raise Declined("who_are_you")
        return person, await self.new_key(person, DEVICE, label)

    async def revoke(self, person: Person, key_hash: str) -> None:
        """Close one way in."""
        if not await self.store.drop_key(person.id, key_hash):
            raise Declined("unknown")
