"""The first schema: events, and what is read off them; people; the house."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "events",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("command", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("tick", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.UniqueConstraint("table_id", "command", name="one_event_for_a_command"),
        sqlite_with_rowid=False,
        comment="All that ever happened at the tables; only ever added to.",
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("code", sa.Text, nullable=False, unique=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        comment="Where each table stands, read off its events.",
    )
    op.create_index("tables_by_status", "tables", ["status", "public", "changed_at"])
    op.create_index("tables_by_due", "tables", ["due"])
    op.create_table(
        "members",
        sa.Column("person_id", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, primary_key=True),
        comment="Who sits or sat at which table.",
    )
    op.create_table(
        "records",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
        comment="The records of finished games, as they are given out.",
    )
    op.create_table(
        "people",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("bot", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "keys",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("person_id", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger),
        comment="Hashes of the secrets that open the house to a person.",
    )
    op.create_index("keys_by_person", "keys", ["person_id"])
    op.create_table(
        "notices",
        sa.Column("person_id", sa.Text, primary_key=True),
        sa.Column("mail", sa.Text, nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("sent_at", sa.BigInteger, nullable=False),
        sa.Column("asked_at", sa.BigInteger, nullable=False),
        sa.Column("proof", sa.Text, unique=True),
        sa.Column("stop", sa.Text, nullable=False, unique=True),
        comment="Where to write to a person whose turn it is; `proof`, the hash of a secret that "
        "was sent there, confirms the address; `stop` ends all mails to it.",
    )
    op.create_table(
        "confirmations",
        sa.Column("subject", sa.Text, primary_key=True),
        sa.Column("slot", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        comment="The last mails that asked for a confirmation, so that they stay few: for one "
        "person, to one address and of the house.",
    )
    op.create_table(
        "told",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("person_id", sa.Text, primary_key=True),
        sa.Column("way", sa.Text, primary_key=True),
        sa.Column("turn", sa.Integer, nullable=False),
        comment="The last turn of a person at a slow table that a mail or the webhook told of.",
    )
    op.create_table(
        "lookers",
        sa.Column("node", sa.Text, primary_key=True),
        sa.Column("person_id", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
        comment="Who is looking at which table, through which process.",
    )
    op.create_table(
        "house",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("alive_at", sa.BigInteger, nullable=False),
        sa.Column("downtime", sa.BigInteger, nullable=False),
        comment="One row: when the house was last known to be open, and how long it was closed "
        "in all.",
    )
