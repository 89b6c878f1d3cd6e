"""Who sits down: people by their names, bots with a name and a character."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tablee.bots import personas
from tablee.server.people import Person, distinct
from tablee.server.refusals import Declined, layable
from tablee.server.tables.acts import Chair, Guest
from tablee.server.tables.commands import FRIEND, OPEN

if TYPE_CHECKING:
    from tablee.server.tables.decisions import Wish

BOT_NAMES = ("Basile", "Clara", "Edgar", "Fanny", "Gustave", "Hedwig")


def lay_chair(wish: "Wish", game: str, who: str, taken: list[str]) -> Chair:
    """A chair for whoever comes, for an invited friend, or with a bot in it."""
    if who == OPEN:
        return Chair()
    if who == FRIEND:
        return Chair(invitation=wish.draw(9).hex())
    if not wish.bots:
        raise Declined("no_bots")
    with layable():
        personas.check(who, game)
    return Chair(guest=bot_guest(wish, game, who, taken))


def bot_guest(wish: "Wish", game: str, who: str, taken: list[str]) -> Guest:
    """A bot with a name nobody at the table has; the house draws a character it does not name."""
    free = [name for name in BOT_NAMES if distinct(name, taken) == name]
    name = free[0] if free else distinct(BOT_NAMES[0], taken)
    level, character = personas.split(who)
    if level in personas.TEMPERED and not character:
        character = any_character(wish, game)
    return Guest(name=name, level=level, character=character)


def any_character(wish: "Wish", game: str) -> str:
    known = personas.characters(game)
    return known[wish.draw(1)[0] % len(known)]


def guest(person: Person, taken: list[str]) -> Guest:
    """A person as a guest of a table."""
    return Guest(distinct(person.name, taken), person.id, person.bot)


def fitting(wish: "Wish", game: str, chair: Chair) -> Chair:
    """The chair in another game, where a bot may not have the character it had."""
    guest = chair.guest
    if guest is None or not guest.character or guest.character in personas.characters(game):
        return chair
    other = replace(guest, character=any_character(wish, game))
    return Chair(other, chair.invitation)
