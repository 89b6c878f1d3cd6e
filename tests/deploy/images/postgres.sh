#!/bin/sh
# As the entrypoint of the image it stands in for: make the database once, then serve it.
set -eu
install --directory --owner=postgres --mode=0700 "$PGDATA"
as() { setpriv --reuid=postgres --regid=postgres --init-groups "$@"; }
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    printf '%s\n' "$POSTGRES_PASSWORD" > /tmp/password
    chown postgres /tmp/password
    as initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth-host=scram-sha-256 \
        --auth-local=trust --encoding=UTF8
    rm /tmp/password
    echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
    as pg_ctl start --wait --options="-c listen_addresses="
    [ "$POSTGRES_DB" = postgres ] || as createdb --username="$POSTGRES_USER" "$POSTGRES_DB"
    as pg_ctl stop --wait
fi
exec setpriv --reuid=postgres --regid=postgres --init-groups "$@"
