"""What a tournament found out, told in Markdown and in numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tablee import catalogue
from tablee.bots.clock import Clock
from tablee.bots.ratings import Estimate, means_of, rate
from tablee.bots.tournament import Deal, Pairing, Played, Table
from tablee.markdown import table as markdown

NUMBERS = {2: "one", 3: "two", 4: "three", 5: "four", 6: "five"}

READING = """Every deal is played once from every seat; a shared win counts in parts. *Lead* is
points ahead of the mean of the others. Intervals are at 95 %, by the bootstrap over deals (1,000
samples); they are too narrow where nearly all deals came out alike, or very few were played."""

FIT = """Ratings are a Bradley-Terry fit of all results (a bot of strength a, alone among n of
strength b, wins with the chance a / (a + n b)), on the scale of Elo: 400 more is ten times the
strength. {zero} is 0. Time is what the thread of the bot computes, once it has been given what it
may suppose."""


@dataclass
class Results:
    """All deals played so far at one table, by pairing and number."""

    table: Table
    deals: dict[Pairing, dict[int, Deal]] = field(default_factory=dict)
    clocks: dict[str, Clock] = field(default_factory=dict)

    def take_in(self, played: Played) -> None:
        """A finished deal; of two players, it was also played the other way round."""
        self.deals.setdefault(played.pairing, {})[played.number] = played.deal
        if self.table.players == 2:
            turned = self.deals.setdefault(played.pairing.turned, {})
            turned[played.number] = played.deal.turned
        for name, clock in played.clocks.items():
            self.clocks.setdefault(name, Clock()).take_in(clock)

    def whole(self, pairings: Sequence[Pairing]) -> list[int]:
        """The deals that all these pairings have played."""
        played = [set(self.deals.get(pairing, ())) for pairing in pairings]
        return sorted(set.intersection(*played)) if played else []

    def by_deal(self, pairing: Pairing, numbers: Sequence[int]) -> list[Deal]:
        return [self.deals[pairing][number] for number in numbers]


@dataclass(frozen=True)
class Finding:
    """What came of one pairing."""

    pairing: Pairing
    games: int
    wins: Estimate
    points: Estimate
    lead: Estimate


def find(pairing: Pairing, deals: Sequence[Deal]) -> Finding:
    """Sum up a pairing."""
    numbers = ((deal.share, deal.own_points, deal.lead) for deal in deals)
    wins, points, lead = means_of(*zip(*numbers))
    return Finding(pairing, sum(len(deal.wins) for deal in deals), wins, points, lead)


@dataclass(frozen=True)
class Bulletin:
    """A finished (or interrupted) arena: every pairing, the ratings, the times."""

    table: Table
    names: Sequence[str]
    command: str
    findings: Sequence[Finding]
    ratings: Mapping[str, Estimate]
    clocks: Mapping[str, Clock]
    deals: Mapping[Pairing, Sequence[Deal]]

    @property
    def title(self) -> str:
        players = self.table.players
        return f"{catalogue.load(self.table.game).name('en')}, {players} players"

    @property
    def zero(self) -> str:
        """The bot whose rating is 0."""
        return (
            "random"
            if "random" in self.names
            else min(self.names, key=lambda name: self.ratings[name].value)
        )

    def page(self, picture: str = "") -> str:
        """All of it in Markdown; the name of the picture, if there is one beside."""
        parts = [
            f"# Arena: {self.title}",
            f"    {self.command}",
            READING,
            pairing_table(self.findings, self.table.players),
            "Win shares, each bot (left) among copies of each other (above):",
            self.matrix(),
            FIT.format(zero=self.zero),
            rating_table(self.ratings, self.clocks),
        ]
        parts += [f"![Ratings]({picture})"] if picture else []
        return "\n\n".join(parts) + "\n"

    def matrix(self) -> str:
        """The whole pairwise matrix: strength need not be transitive."""
        shares = {finding.pairing: percent(finding.wins.value) for finding in self.findings}
        rows = [
            [name, *(shares.get(Pairing(name, other), "") for other in self.names)]
            for name in self.names
        ]
        return markdown(["", *self.names], rows)

    def numbers(self) -> dict[str, Any]:
        """All of it for programs: the sums, and every game."""
        return {
            "command": self.command,
            "game": self.table.game,
            "players": self.table.players,
            "options": dict(self.table.switches),
            "seed": self.table.seed,
            "bots": list(self.names),
            "ratings": {name: vars(rating) for name, rating in self.ratings.items()},
            "pairings": [
                {
                    "challenger": finding.pairing.challenger,
                    "others": finding.pairing.others,
                    "games": finding.games,
                    "wins": vars(finding.wins),
                    "points": vars(finding.points),
                    "lead": vars(finding.lead),
                    "deals": [vars(deal) for deal in self.deals[finding.pairing]],
                }
                for finding in self.findings
            ],
            "times": {
                name: {"choices": clock.choices, "mean": clock.mean, "p99": clock.p99}
                for name, clock in self.clocks.items()
            },
        }


def bulletin(results: Results, names: Sequence[str], command: str) -> Bulletin | None:
    """What the results say so far; nothing before every pairing has played a deal."""
    pairings = [Pairing(one, other) for one in names for other in names if one != other]
    numbers = results.whole(pairings)
    if not numbers:
        return None
    deals = {pairing: results.by_deal(pairing, numbers) for pairing in pairings}
    findings = [find(pairing, deals[pairing]) for pairing in pairings]
    # Of two players each game stands in both pairings; it counts once.
    once = [pair for pair in pairings if results.table.players > 2 or in_order(pair, names)]
    shares = [[deal.share for deal in deals[pair]] for pair in once]
    ratings = rate(names, once, shares, results.table.players)
    return Bulletin(results.table, names, command, findings, ratings, results.clocks, deals)


def in_order(pairing: Pairing, names: Sequence[str]) -> bool:
    return names.index(pairing.challenger) < names.index(pairing.others)


def pairing_table(findings: Sequence[Finding], players: int) -> str:
    """A line for each pairing."""
    heads = ["bot", f"among {NUMBERS[players]}", "games", "wins", "interval", "fair"]
    heads += ["points", "lead", "interval of the lead"]
    return markdown(
        heads,
        [
            [
                finding.pairing.challenger,
                finding.pairing.others,
                f"{finding.games:,}",
                percent(finding.wins.value),
                f"{percent(finding.wins.low)} to {percent(finding.wins.high)}",
                percent(1 / players),
                f"{finding.points.value:.1f}",
                f"{finding.lead.value:+.1f}",
                f"{finding.lead.low:+.1f} to {finding.lead.high:+.1f}",
            ]
            for finding in findings
        ],
    )


def rating_table(ratings: Mapping[str, Estimate], clocks: Mapping[str, Clock]) -> str:
    """A line for each bot, the strongest first."""
    rows = []
    for name, rating in sorted(ratings.items(), key=lambda item: -item[1].value):
        clock = clocks[name]
        times = [span(clock.mean), span(clock.p99), f"{clock.choices:,}"]
        rows.append([name, f"{rating.value:.0f}", f"{rating.low:.0f} to {rating.high:.0f}", *times])
    heads = ["bot", "rating", "interval", "time per choice", "99 of 100 under", "choices timed"]
    return markdown(heads, rows)


def percent(share: float) -> str:
    return f"{share:.1%}"


def span(seconds: float) -> str:
    """A short time in its usual unit."""
    return f"{seconds * 1e6:.0f} µs" if seconds < 1e-3 else f"{seconds * 1e3:.1f} ms"
