"""The table of features: what a house offers, at which tables each is tried, what it goes through.

Every route of the HTTP API, message of the socket, command of a table and command of the command
line stands in some row; a row that does not go through what it names fails.
"""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any

from tablee.bots.personas import levels
from tablee.kernel.game import Game
from tablee.kernel.texts import LANGUAGES
from tests.features import advice, doors, playing, shell, telling, together
from tests.features.covering import Laid, by_edition, every_table, smallest
from tests.features.hall import Hall

Tables = Callable[[Game], list[Laid]]
Trial = Callable[[Hall, Laid], Coroutine[Any, Any, None]]


@dataclass(frozen=True)
class Feature:
    """A row: what it is called, at which tables of each game, how it is tried, through what."""

    name: str
    tables: Tables
    trial: Trial
    through: tuple[str, ...]


def feature(name: str, tables: Tables, trial: Trial, *through: str) -> Feature:
    """A row; what it goes through is written in lines of several."""
    entries = (entry.strip() for line in through for entry in line.split(","))
    return Feature(name, tables, trial, tuple(entry.replace("...", "/api/v1") for entry in entries))


by_level = partial(every_table, kinds=levels())
by_language = partial(every_table, kinds=LANGUAGES)
by_pair_of_bots = partial(every_table, kinds=["random sailor"])

FEATURES = [
    # At a table
    feature(
        *("play by people", every_table, playing.by_people),
        "send hello, send watch, send do, do sit, do start, do choose",
        "POST .../people, POST .../tables, GET .../tables/{table}/record",
    ),
    feature(
        *("play over HTTP", smallest, playing.over_http),
        "POST .../tables/{table}/commands, GET .../tables/{table}",
    ),
    feature("play by bots", by_level, playing.by_bots, "POST .../tables, do start"),
    feature(
        *("chairs", every_table, together.chairs),
        "do sit, do stand, do place, do change, do host, do close",
        "GET .../tables, GET .../tables/code/{code}",
    ),
    feature("fair deal", every_table, together.fair_deal, "do commit, do start, do reveal"),
    feature("talk", smallest, together.talk, "do say, do emote"),
    feature("undo", every_table, together.undo, "do undo, do consent"),
    feature("keeper", every_table, together.keeper, "do keep, do hurry"),
    feature("leaving", every_table, together.leave_and_come_back, "do leave, do return"),
    feature(
        *("vote to end", every_table, together.vote_to_end),
        "do end, GET .../tables/mine/finished, GET .../tables/{table}/replay",
    ),
    feature("rematch", every_table, together.rematch, "do rematch"),
    feature("clocks", every_table, together.clocks, "do return"),
    feature("spectator", every_table, together.spectator, "send watch, send unwatch, send ping"),
    feature("television", every_table, together.television, "send hello, send watch"),
    # Advice
    feature("hint", smallest, advice.hints, "GET .../tables/{table}/hint"),
    feature("analysis", smallest, advice.whole_analysis, "POST .../records/analysis"),
    feature("analysis of a part", every_table, advice.first_analysis, "POST .../records/analysis"),
    feature(
        *("analysis and par of a table", smallest, advice.after_the_game),
        "GET .../tables/{table}/analysis, GET .../tables/{table}/par",
    ),
    # Told and written
    feature("replay", every_table, telling.replay, "POST .../records/replay"),
    feature(
        *("record out and in", every_table, telling.record_out_and_in),
        "GET .../tables/{table}/record, POST .../records/replay, GET .../tables/{table}/replay",
    ),
    feature(
        *("words of the table", every_table, telling.words_of_the_table),
        "GET .../tables/{table}, GET .../tables/{table}/log, GET .../games/{game}/texts",
    ),
    feature(
        *("rule book", by_edition, telling.rule_book),
        "GET .../games, GET .../games/{game}, GET .../games/{game}/rulebook",
    ),
    feature("guided game", by_edition, telling.guided_game, "GET .../games/{game}/lesson"),
    # The command line
    feature("terminal", by_language, shell.terminal, "tablee play, tablee replay"),
    feature(
        *("verify", every_table, shell.verify),
        "tablee export, tablee verify, tablee replay",
    ),
    feature("shelf", by_edition, shell.shelf, "tablee games"),
    feature("simulate", every_table, shell.simulate, "tablee simulate"),
    feature("arena", by_pair_of_bots, shell.arena, "tablee arena"),
    feature("train", smallest, shell.train, "tablee train"),
    feature("outside bots", smallest, shell.outside_bots, "examples/bot.py"),
    feature("serve", smallest, shell.served, "tablee serve"),
    feature(
        *("administration", smallest, shell.administration),
        "tablee admin tables, tablee admin people, tablee admin keys, tablee admin revoke",
        "tablee admin export, tablee admin close, tablee admin repeat",
        "tablee backup, tablee restore",
    ),
    # Around the tables
    feature(
        *("ways in", smallest, doors.ways_in),
        "POST .../people, GET .../people/me, PATCH .../people/me, DELETE .../people/me",
        "POST .../people/me/link, POST .../people/carry-on, GET .../house, GET .../tables/mine",
        "GET .../people/me/keys, DELETE .../people/me/keys/{key_id}",
    ),
    feature(
        *("notices", smallest, doors.notices),
        "GET .../people/me/notice, PUT .../people/me/notice, DELETE .../people/me/notice",
        "GET /notice/confirm, POST /notice/confirm, GET /notice/stop, POST /notice/stop",
    ),
    feature(
        *("pages", by_edition, doors.pages),
        "GET /, GET /me, GET /join, GET /carry-on, GET /t/{code}, GET /table/{table}",
        "GET /learn/{game}, GET /play/{game}, GET /rules/{game}, GET /replay, GET /replay/{table}",
    ),
    feature(
        *("operations", smallest, doors.operations),
        "GET /healthz, GET /readyz, GET /metrics, GET /front.css",
        "GET /api, GET /api/{path}, GET /api/openapi.json",
    ),
]
