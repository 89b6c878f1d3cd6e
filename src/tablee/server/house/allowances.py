"""What a person may have elsewhere for a table to be laid, or bots to sit down at one."""

from tablee.server.people import Person
from tablee.server.settings import Limits
from tablee.server.store.allowances import Allowance


def to_lay(person: Person, limits: Limits, bots: int) -> Allowance:
    """For another table with so many bots."""
    tables = limits.tables_per_person - 1
    if not bots:
        return Allowance(person.id, tables)
    return Allowance(person.id, tables, limits.bots_per_person - bots)


def to_seat_bots(person: Person, limits: Limits, bots: int) -> Allowance:
    """For a table at which so many bots will sit."""
    return Allowance(person.id, bots=limits.bots_per_person - bots)
