"""Writes recorded games for every game, number of players and switch; never touches existing ones.

    make playthroughs

A playthrough is a record and, beside it, the digest of every state it went through. The tests
play them again and compare. A change of the rules that breaks one needs a new rules version; those
of earlier versions stay. A record laid there by hand gets its digests.
"""

from pathlib import Path

from tablee.bots.arena import finish
from tablee.bots.personas import present_name
from tablee.bots.players import bot
from tablee.catalogue import SHELF, games
from tablee.kernel import fair, record
from tablee.kernel.game import Game
from tablee.kernel.match import Match

NAMES = ["Anna", "Ben", "Chloé", "David", "Eva", "Finn"]


def main() -> None:
    for game in games():
        for players in game.players:
            keep(game, players, {}, "random")
            keep(game, players, {}, "heuristic")
        for switch, usual in game.switches.items():
            for player in ("random", "heuristic"):
                keep(game, game.players[-1], {switch: not usual}, player)
        for path in sorted((SHELF / game.folder / "playthroughs").glob("*.json")):
            if not digests_beside(path).exists():
                kept = record.parse(path.read_bytes())
                digests_beside(path).write_text("\n".join(digests(game, kept)) + "\n")
                print(path.relative_to(SHELF))


def keep(game: Game, players: int, switches: dict[str, object], player: str) -> None:
    """Record one game of this bot at every chair, unless it is there already."""
    version = [f"v{game.rules_version}"] if game.rules_version > 1 else []
    name = "-".join([*version, str(players), player, *switches])
    path = SHELF / game.folder / "playthroughs" / f"{name}.json"
    if path.exists():
        return
    path.parent.mkdir(exist_ok=True)
    secrets = [fair.secret_from(2026, number) for number in range(players + 1)]
    state = game.dealt(players, switches, fair.Stream(secrets[0], secrets[1:]))
    match = Match(game, state)
    finish(match, [bot(present_name(player), game)] * players, 2026)
    kept = record.write(match, NAMES[:players], fair.commit(secrets[0], secrets[1:]))
    path.write_bytes(record.dump(kept))


def digests(game: Game, kept: record.Record) -> list[str]:
    """The digest of every state of a record."""
    match = record.begin(game, kept)
    found = [match.state.digest()]
    found += [match.state.digest() for _ in record.replay(match, kept)]
    return found


def digests_beside(path: Path) -> Path:
    return path.with_suffix(".digests")


if __name__ == "__main__":
    main()
