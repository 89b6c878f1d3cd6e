"""From a wish to an act: what a command comes to at this table now, or why it does not."""

from collections.abc import Callable, Container
from typing import Any

import msgspec

from tablee import catalogue
from tablee.bots import personas
from tablee.kernel.errors import Refused
from tablee.kernel.fair import SECRET_BYTES, nonce_commitment
from tablee.server.lettering import readable
from tablee.server.people import Person
from tablee.server.refusals import AgainstTheRules, Declined, layable
from tablee.server.settings import Limits
from tablee.server.tables import acts, commands
from tablee.server.tables.acts import Acts, Chair
from tablee.server.tables.commands import Command, Plan
from tablee.server.tables.extras import is_extra
from tablee.server.tables.seating import bot_guest, fitting, guest, lay_chair
from tablee.server.tables.table import Table

# Milliseconds in which a host comes back whose phone slept or whose page is loaded anew.
TIME_TO_COME_BACK = 60_000


class Wish(msgspec.Struct, frozen=True):
    """A command, who has it, and what the house knows besides."""

    table: Table
    person: Person
    draw: Callable[[int], bytes]  # random bytes
    present: Callable[[str], bool]  # is this person connected?
    host_away: int  # milliseconds since the host was connected
    tick: int
    bots: bool  # are there bots in this house?
    limits: Limits

    @property
    def seat(self) -> int:
        """The chair of whoever asks; refused to those without one."""
        seat = self.table.seat_of(self.person.id)
        if seat is None:
            raise Declined("not_seated")
        return seat

    @property
    def player(self) -> int:
        """The chair of whoever asks; refused also to those for whom a bot keeps it."""
        seat = self.seat
        if self.table.places[seat].kept:
            raise Declined("kept")
        return seat

    def demand_host(self) -> None:
        if self.person.id != self.table.host:
            raise Declined("not_host")

    def demand(self, *status: str) -> None:
        self.demand_not_closed()
        if self.table.status not in status:
            raise Declined(f"not_{status[0]}")

    def demand_not_closed(self) -> None:
        if self.table.status == "closed":
            raise Declined("closed")

    def chair(self, seat: int) -> int:
        """A chair that exists."""
        if seat >= len(self.table.places):
            raise Declined("no_such_seat", seats=len(self.table.places))
        return seat

    def secret(self) -> str:
        return self.draw(SECRET_BYTES).hex()


def decide(wish: Wish, command: Command) -> Acts:
    """The act a command comes to; nothing has changed yet."""
    act = DECIDE[type(command)](wish, command)
    # Whoever stands up has sat down before.
    is_limited = is_extra(wish.table, act) and not isinstance(command, commands.Stand)
    if is_limited or isinstance(act, acts.Left):
        wish.table.extras.check(wish.person.id, wish.tick, wish.limits, act)
    return act


# Before the game


def check_plan(plan: Plan, seats: int) -> Plan:
    """Refuse a plan for which there is no game, no such option or not that many players."""
    with layable():
        game = catalogue.load(plan.game)
        game.check_switches(plan.options)
        personas.check(plan.keeper, plan.game)
    if seats not in game.players:
        least, most = game.players[0], game.players[-1]
        raise Declined("wrong_plan", cause="wrong_players", least=least, most=most)
    return plan


def chairs_of(table: Table) -> list[Chair]:
    """The chairs as they are laid now."""
    return [Chair(place.guest, place.invitation) for place in table.places]


def sit(wish: Wish, command: commands.Sit) -> Acts:
    wish.demand("waiting")
    table = wish.table
    before = table.seat_of(wish.person.id)
    if before is not None and command.seat in (None, before):
        raise Declined("already_seated")
    seat = free_chair(wish, command)
    sitting = None if before is None else table.places[before].guest
    sitting = sitting or guest(wish.person, table.names)
    return acts.Placed(seat, Chair(sitting, table.places[seat].invitation), before)


def free_chair(wish: Wish, command: commands.Sit) -> int:
    """The chair asked for, or the one of the invitation, or the first that is open."""
    places = wish.table.places
    asked = command.seat
    seats = range(len(places)) if asked is None else [wish.chair(asked)]
    free = [seat for seat in seats if places[seat].guest is None]
    if not free:
        raise Declined("table_full" if asked is None else "seat_taken")
    for invitation in (command.invitation, ""):
        for seat in free:
            if places[seat].invitation == invitation:
                return seat
    raise Declined("needs_invitation")


def stand(wish: Wish, command: commands.Stand) -> Acts:
    wish.demand("waiting")
    return acts.Placed(wish.seat, Chair(invitation=wish.table.places[wish.seat].invitation))


def place(wish: Wish, command: commands.Place) -> Acts:
    wish.demand_host()
    wish.demand("waiting")
    seat = wish.chair(command.seat)
    others = [name for other, name in enumerate(wish.table.names) if other != seat]
    return acts.Placed(seat, lay_chair(wish, wish.table.plan.game, command.who, others))


def change(wish: Wish, command: commands.Change) -> Acts:
    wish.demand_host()
    wish.demand("waiting")
    plan = check_plan(command.plan, command.seats)
    chairs = chairs_of(wish.table)
    while len(chairs) > command.seats:
        empty = [seat for seat, chair in enumerate(chairs) if not is_person(chair)]
        if not empty:
            raise Declined("too_many_people", seats=command.seats)
        del chairs[empty[-1]]
    chairs += [Chair() for _ in range(command.seats - len(chairs))]
    return acts.Changed(plan, [fitting(wish, plan.game, chair) for chair in chairs])


def is_person(chair: Chair) -> bool:
    return chair.guest is not None and bool(chair.guest.person)


def commit(wish: Wish, command: commands.Commit) -> Acts:
    wish.demand("waiting")
    return acts.Committed(wish.seat, command.commitment)


def start(wish: Wish, command: commands.Start) -> Acts:
    """The house draws the nonce of every seat that has not committed to one of its own."""
    wish.demand_host()
    wish.demand("waiting")
    table = wish.table
    chairs = chairs_of(table)
    if not wish.bots and not all(chair.guest for chair in chairs):
        raise Declined("empty_chairs")
    names = table.names
    for seat, chair in enumerate(chairs):
        if chair.guest is None:
            bot = bot_guest(wish, table.plan.game, table.plan.keeper, names)
            chairs[seat] = Chair(bot, chair.invitation)
            names[seat] = bot.name
    nonces, hashes = [], []
    for seat, laid in enumerate(table.places):
        nonce = "" if laid.commitment else wish.secret()
        nonces.append(nonce)
        hashes.append(laid.commitment or nonce_commitment(seat, bytes.fromhex(nonce)))
    return acts.Started(chairs, nonces, hashes, table.game.rules_version)


def reveal(wish: Wish, command: commands.Reveal) -> Acts:
    wish.demand("dealing")
    laid = wish.table.places[wish.seat]
    if laid.nonce:
        raise Declined("already_revealed")
    if nonce_commitment(wish.seat, bytes.fromhex(command.nonce)) != laid.commitment:
        raise Declined("wrong_nonce")
    return acts.Revealed(wish.seat, command.nonce)


def close(wish: Wish, command: commands.Close) -> Acts:
    wish.demand_host()
    wish.demand("waiting")
    return acts.Closed()


def host(wish: Wish, command: commands.Host) -> Acts:
    wish.demand("waiting", "dealing", "playing", "over")
    table, seat = wish.table, wish.chair(command.seat)
    if wish.person.id != table.host:
        demand_no_host(wish, seat)
    if seat not in table.present_people():
        raise Declined("nobody_there")
    return acts.Hosted(seat)


def demand_no_host(wish: Wish, seat: int) -> None:
    """A guest may take the role, for their own chair, when the host has left or does not return."""
    table = wish.table
    if seat != table.seat_of(wish.person.id) or wish.present(table.host):
        raise Declined("not_host")
    chair = table.seat_of(table.host)
    has_left = chair is not None and table.places[chair].kept
    if not has_left and wish.host_away < TIME_TO_COME_BACK:
        raise Declined("host_may_return")


# The game


def choose(wish: Wish, command: commands.Choose) -> Acts:
    wish.demand("playing")
    table, seat = wish.table, wish.player
    if command.turn != table.turn:
        raise Declined("late", turn=table.turn)
    return acts.Chose(seat, legal(table, seat, command.choice))


def legal(table: Table, seat: int, choice: str) -> str:
    """A choice in the game's own writing, if the rules allow it now."""
    match = table.playing
    try:
        option = match.read(seat, choice)
        match.check(seat, option, again=True)
    except Refused as refusal:
        raise AgainstTheRules(match.game, refusal) from None
    return match.game.notation.say(option)


def say(wish: Wish, command: commands.Say) -> Acts:
    seat = wish.seat
    wish.demand_not_closed()
    if not wish.table.plan.talk:
        raise Declined("talk_is_off")
    text = readable(command.text)
    if not text:
        raise Declined("wrong_text")
    return acts.Said(seat, text)


def emote(wish: Wish, command: commands.Emote) -> Acts:
    wish.demand_not_closed()
    return acts.Emoted(wish.seat, command.sign)


def undo(wish: Wish, command: commands.Undo) -> Acts:
    wish.demand("playing")
    seat = wish.player
    if wish.table.undo_asked is not None:
        raise Declined("undo_is_asked")
    if wish.table.undoable != seat:
        raise Declined("not_undoable")
    return acts.UndoAsked(seat)


def consent(wish: Wish, command: commands.Consent) -> Acts:
    wish.demand("playing")
    seat = wish.player
    if wish.table.undo_asked is None:
        raise Declined("no_undo_asked")
    if seat in wish.table.agreed:
        raise Declined("already_answered")
    return acts.UndoAnswered(seat, command.agree)


def leave(wish: Wish, command: commands.Leave) -> Acts:
    wish.demand("playing", "dealing")
    return acts.Left(wish.player)


def come_back(wish: Wish, command: commands.Return) -> Acts:
    wish.demand("playing", "dealing")
    if not wish.table.places[wish.seat].kept:
        raise Declined("not_kept")
    return acts.Came(wish.seat)


def keep(wish: Wish, command: commands.Keep) -> Acts:
    wish.demand("playing")
    asking, seat = wish.player, wish.chair(command.seat)
    laid = wish.table.places[seat]
    if laid.automatic:
        raise Declined("kept")
    if seat == asking or wish.present(laid.person):
        raise Declined("is_present")
    return acts.Left(seat, asking)


def end(wish: Wish, command: commands.End) -> Acts:
    wish.demand("playing")
    seat = wish.player
    if command.agree == (seat in wish.table.votes):
        raise Declined("already_answered")
    return acts.Voted(seat, command.agree)


def hurry(wish: Wish, command: commands.Hurry) -> Acts:
    seat = wish.seat
    wish.demand("waiting", "dealing", "playing")
    if command.on == wish.table.hurried:
        raise Declined("already_answered")
    return acts.Hurried(seat, command.on)


def rematch(wish: Wish, lost: Container[str]) -> tuple[str, list[Chair]]:
    """Host and chairs of the next game: all move up by one, and who has gone leaves a chair.

    `lost` are those who have no way into the house any more.
    """
    wish.demand("over")
    table, asking = wish.table, wish.seat
    places = [*enumerate(table.places)]
    chairs = [
        Chair(place.guest, place.invitation)
        if seat == asking or wish.present(place.person) or not (place.kept or place.person in lost)
        else Chair()
        for seat, place in places[1:] + places[:1]
    ]
    return table.host if wish.present(table.host) else wish.person.id, chairs


DECIDE: dict[type[Command], Callable[[Wish, Any], Acts]] = {
    commands.Sit: sit,
    commands.Stand: stand,
    commands.Place: place,
    commands.Change: change,
    commands.Commit: commit,
    commands.Start: start,
    commands.Reveal: reveal,
    commands.Choose: choose,
    commands.Say: say,
    commands.Emote: emote,
    commands.Undo: undo,
    commands.Consent: consent,
    commands.Leave: leave,
    commands.Return: come_back,
    commands.Keep: keep,
    commands.End: end,
    commands.Hurry: hurry,
    commands.Host: host,
    commands.Close: close,
}
