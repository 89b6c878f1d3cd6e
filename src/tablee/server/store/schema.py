"""The tables of the database. After a change here: a migration beside those in migrations/."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

# Times are milliseconds: `..._at` since 1970, `due` and `tick` of opening hours (see Store.tick).
metadata = MetaData()

events = Table(
    "events",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("command", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("tick", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    UniqueConstraint("table_id", "command", name="one_event_for_a_command"),
    sqlite_with_rowid=False,
    comment="All that ever happened at the tables; only ever added to.",
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("code", Text, nullable=False, unique=True),
    Column("seq", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("due", BigInteger),
    Column("summary", Text, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Index("tables_by_status", "status", "public", "changed_at"),
    Index("tables_by_due", "due"),
    comment="Where each table stands, read off its events.",
)

members = Table(
    "members",
    metadata,
    Column("person_id", Text, primary_key=True),
    Column("table_id", Text, primary_key=True),
    comment="Who sits or sat at which table.",
)

records = Table(
    "records",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("body", Text, nullable=False),
    comment="The records of finished games, as they are given out.",
)

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("bot", Boolean, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

keys = Table(
    "keys",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("person_id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("label", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger),
    Index("keys_by_person", "person_id"),
    comment="Hashes of the secrets that open the house to a person.",
)

notices = Table(
    "notices",
    metadata,
    Column("person_id", Text, primary_key=True),
    Column("mail", Text, nullable=False),
    Column("confirmed", Boolean, nullable=False),
    Column("sent_at", BigInteger, nullable=False),
    Column("asked_at", BigInteger, nullable=False),
    Column("proof", Text, unique=True),
    Column("stop", Text, nullable=False, unique=True),
    comment="Where to write to a person whose turn it is; `proof`, the hash of a secret that was "
    "sent there, confirms the address; `stop` ends all mails to it.",
)

confirmations = Table(
    "confirmations",
    metadata,
    Column("subject", Text, primary_key=True),
    Column("slot", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    comment="The last mails that asked for a confirmation, so that they stay few: for one person, "
    "to one address and of the house.",
)

told = Table(
    "told",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("person_id", Text, primary_key=True),
    Column("way", Text, primary_key=True),
    Column("turn", Integer, nullable=False),
    comment="The last turn of a person at a slow table that a mail or the webhook told of.",
)

lookers = Table(
    "lookers",
    metadata,
    Column("node", Text, primary_key=True),
    Column("person_id", Text, primary_key=True),
    Column("table_id", Text, primary_key=True),
    Column("until", BigInteger, nullable=False),
    comment="Who is looking at which table, through which process.",
)

house = Table(
    "house",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("alive_at", BigInteger, nullable=False),
    Column("downtime", BigInteger, nullable=False),
    comment="One row: when the house was last known to be open, and how long it was closed in all.",
)
