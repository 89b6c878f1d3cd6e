# In place of caddy:2.10-alpine: Debian's own, older Caddy, with its files where that image has them.
FROM localhost/tablee-debian
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates caddy
ENV XDG_CONFIG_HOME=/config \
    XDG_DATA_HOME=/data
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile"]
