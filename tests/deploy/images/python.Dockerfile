# In place of python:3.13-slim-trixie, where no registry answers: Debian's own Python 3.13.
FROM localhost/tablee-debian
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates python3-venv \
    && ln --symbolic /usr/bin/python3 /usr/local/bin/python
CMD ["python"]
