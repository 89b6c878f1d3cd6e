"""A place at a table: the chair, and how its guest stands."""

from dataclasses import dataclass, field

from tablee.bots.personas import split
from tablee.server.tables.acts import Chair, Chose, Guest, Note


@dataclass(frozen=True, slots=True)
class Errand:
    """What a bot did for somebody who was away."""

    seq: int
    choice: str
    level: str
    note: Note


@dataclass(slots=True)
class Place:
    """A chair, and how its guest stands."""

    guest: Guest | None = None
    invitation: str = ""
    kept: bool = False  # the person is away, a bot chooses
    commitment: str = ""
    nonce: str = ""
    began: int = 0  # tick since when a choice has been owed
    bank: int = 0  # milliseconds left
    notes: list[Errand] = field(default_factory=list)  # of the bot, for a person who was away
    hasty: bool = False  # the bot's last choice was that of a quick one in its place
    news: int = 0  # seq of the guest's last own choice: what came later is news

    @property
    def person(self) -> str:
        """The id of the person (or bot from outside) who sits here."""
        return self.guest.person if self.guest else ""

    @property
    def name(self) -> str:
        return self.guest.name if self.guest else ""

    @property
    def human(self) -> bool:
        """Does a person sit here, and no bot of any kind?"""
        return self.guest is not None and bool(self.guest.person) and not self.guest.outside_bot

    @property
    def automatic(self) -> bool:
        """Does a bot of the house choose here?"""
        return self.kept or (self.guest is not None and bool(self.guest.level))

    def keep_note(self, seq: int, chose: Chose, bot: str) -> None:
        """What a bot chose for somebody who is away, if it said why."""
        if chose.note is not None:
            level = chose.instead or split(bot)[0]
            self.notes.append(Errand(seq, chose.choice, level, chose.note))

    def charge(self, tick: int) -> None:
        """Take the time since the choice has been owed from the bank."""
        # Less than none after a crash: the house was closed from its last sign of life on.
        spent = max(0, tick - self.began)
        self.bank = max(0, self.bank - spent)


def seated_on(chairs: list[Chair], before: list[Place]) -> list[Place]:
    """Places for chairs; who stays where they were has still committed to the same nonce."""
    places = [Place(chair.guest, chair.invitation) for chair in chairs]
    for place, old in zip(places, before):
        if place.guest == old.guest:
            place.commitment = old.commitment
    return places
