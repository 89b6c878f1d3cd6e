"""What Alembic runs a migration in: the connection and transaction migration.py gives it."""

from alembic import context

from tablee.server.store.schema import metadata

# SQLite cannot alter most of a table: a batch makes a new one and copies the rows.
context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
