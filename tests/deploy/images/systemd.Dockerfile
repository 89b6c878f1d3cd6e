# A small server as docs/hosting.md makes it: the house in /opt/tablee, its unit and settings.
FROM localhost/tablee
USER root
RUN apt-get update && apt-get install --yes --no-install-recommends systemd
COPY tablee.toml /etc/tablee/tablee.toml
COPY tablee.service /etc/systemd/system/
RUN install --mode=600 /dev/null /etc/tablee/secrets \
    && systemctl enable tablee \
    && systemctl mask systemd-networkd-wait-online.service
