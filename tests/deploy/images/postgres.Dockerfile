# In place of postgres:17-trixie: Debian's own, begun by the same variables.
FROM localhost/tablee-debian
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-17
COPY postgres.sh /usr/local/bin/
ENV PATH=/usr/lib/postgresql/17/bin:/usr/local/bin:/usr/bin:/bin \
    PGDATA=/var/lib/postgresql/data
STOPSIGNAL SIGINT
ENTRYPOINT ["postgres.sh"]
CMD ["postgres", "-c", "listen_addresses=*"]
