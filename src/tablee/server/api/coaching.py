"""Hints, analyses and par as HTTP gives them."""

from itertools import accumulate
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import QueryParameter
from msgspec import Meta

from tablee import catalogue
from tablee.bots.analysis import swings
from tablee.bots.par import Points, hands_go_round, par
from tablee.kernel.record import Record
from tablee.server.api.problems import problems
from tablee.server.bots.studies import Advice
from tablee.server.house.coach import Asker, Judged, Study
from tablee.server.house.house import House
from tablee.server.refusals import Declined
from tablee.server.tables.reasons import CLOSE, hint, turning_point

A_MOMENT = 1.0  # seconds an answer waits for a study to be done
MOST_TURNING_POINTS = 3  # of each kind

InPoints = Annotated[float, Meta(description="Points of the game.")]
Share = Annotated[
    float, Meta(ge=0, le=1, description="How much is worked out; below 1, ask again.")
]
Seat = Annotated[
    int,
    QueryParameter(ge=0, schema_extra={"minimum": 0}, description="Whose decisions."),
]
OwnSeat = Annotated[
    int | None,
    QueryParameter(
        ge=0, schema_extra={"minimum": 0}, description="Whose decisions; left out: your own."
    ),
]

Again = Annotated[
    bool,
    QueryParameter(description="Try once more what has failed; without it, it is not."),
]


class OptionWeighed(msgspec.Struct):
    """An option the captain thought about."""

    choice: str
    behind: Annotated[
        float,
        Meta(
            description="Points it is expected to lose on the best one: at least those of the "
            "options before it, which were thought about for longer."
        ),
    ]
    visits: Annotated[int, Meta(description="How often it was played on in thought.")]


class Hint(msgspec.Struct):
    """What the captain would do with what you know."""

    turn: int
    best: str
    options: Annotated[list[OptionWeighed], Meta(description="The best first.")]
    text: Annotated[str, Meta(description="Why, in the reader's language.")]


class DecisionJudged(msgspec.Struct):
    """A choice that was one of several, against the best one given what was known then."""

    turn: Annotated[int, Meta(description="Of the record, counted from 1.")]
    choice: str
    best: str
    cost: Annotated[float, Meta(description="Points the choice lost on the best one.")]
    swing: Annotated[float, Meta(description="Points it then went better than was to be expected.")]


class TurningPoint(msgspec.Struct):
    """A decision that stands out: by what it cost, or by what came after it."""

    turn: int
    kind: Literal["cost", "swing"]
    points: InPoints
    text: Annotated[str, Meta(description="In the reader's language.")]


class Analysis(msgspec.Struct, kw_only=True):
    """The decisions of a seat in a game. While `share` is below 1, nothing else is there yet."""

    seat: int
    share: Share
    decisions: list[DecisionJudged] = []
    turning_points: list[TurningPoint] = []
    margin: Annotated[float, Meta(description="How far the seat was ahead at the end.")] = 0.0
    skill: Annotated[float, Meta(description="Minus what its decisions cost.")] = 0.0
    luck: Annotated[float, Meta(description="The rest: margin minus skill.")] = 0.0


class HandPlayed(msgspec.Struct):
    """A hand that everybody played in turn."""

    hand: Annotated[int, Meta(description="The seat that held it first.")]
    points: Annotated[
        list[int | None], Meta(description="By seat; null where it was not played to its end.")
    ]
    par: Annotated[float, Meta(description="What champions make of it, on average.")]


class Par(msgspec.Struct, kw_only=True):
    """Each hand beside what champions make of it. While `share` is below 1, it has no hands yet."""

    share: Share
    hands: list[HandPlayed] = []
    ahead: Annotated[
        list[float], Meta(description="By seat: points ahead of par, over all hands.")
    ] = []


def responses(kind: type[msgspec.Struct], *codes: int) -> dict[int, ResponseSpec]:
    """What a route may answer that works something out: not done yet, or a problem."""
    working = ResponseSpec(kind, description="Being worked out.", generate_examples=False)
    return {202: working} | problems(*codes)


def told_hint(advice: Advice, language: str) -> Hint:
    """Advice in a reader's language."""
    say = advice.position.game.notation.say
    best = advice.weighed[0][1]
    found = [(say(option), value, visits) for option, value, visits in advice.weighed]
    # An option that was given up early may seem better than it is.
    behind = accumulate((max(0.0, round(best - value, 2)) for _, value, _ in found), max)
    return Hint(
        turn=advice.turn,
        best=found[0][0],
        options=[
            OptionWeighed(choice, less, visits)
            for (choice, _, visits), less in zip(found, behind, strict=True)
        ],
        text=hint(found, language),
    )


async def worked_out(study: Study) -> Any:
    """What came of a study by now."""
    await study.wait(A_MOMENT)
    if study.failed:
        raise Declined("work_failed")
    return study.result


async def analysis(
    house: House, asker: Asker, kept: Record, seat: int, language: str
) -> Response[Analysis]:
    """The analysis of a game, or how much of it is done."""
    study = await house.coach.analysis(kept, seat, asker)
    judged = await worked_out(study)
    if not isinstance(judged, Judged):
        return Response(Analysis(seat=seat, share=unfinished(study)), status_code=202)
    return Response(told_analysis(kept, seat, judged, language))


def unfinished(study: Study) -> float:
    return round(min(study.share, 0.99), 2)


def told_analysis(kept: Record, seat: int, judged: Judged, language: str) -> Analysis:
    """What came of an analysis, in a reader's language."""
    say = catalogue.load(kept.game).notation.say
    decisions = [
        DecisionJudged(
            one.turn, say(one.chosen), say(one.best), round(one.cost, 2), round(swing, 2) + 0.0
        )
        for one, swing in zip(judged.judgements, swings(judged.judgements, judged.end), strict=True)
    ]
    skill = -sum(one.cost for one in decisions)
    return Analysis(
        seat=seat,
        share=1.0,
        decisions=decisions,
        turning_points=turning_points(decisions, kept.seats[seat], language),
        margin=round(judged.end, 2),
        skill=round(skill, 2),
        luck=round(judged.end - skill, 2),
    )


def turning_points(decisions: list[DecisionJudged], name: str, language: str) -> list[TurningPoint]:
    """The dearest decisions and the largest swings, in the order of the game."""
    dear = sorted(decisions, key=lambda one: -one.cost)[:MOST_TURNING_POINTS]
    wild = sorted(decisions, key=lambda one: -abs(one.swing))[:MOST_TURNING_POINTS]
    found: list[tuple[DecisionJudged, Literal["cost", "swing"], float]] = []
    found += [(one, "cost", one.cost) for one in dear if one.cost >= CLOSE]
    found += [(one, "swing", one.swing) for one in wild if abs(one.swing) >= CLOSE]
    found.sort(key=lambda one: (one[0].turn, one[1]))
    words: dict[str, Any] = {"name": name}
    return [
        TurningPoint(
            one.turn,
            kind,
            points,
            turning_point(
                kind, points, language, turn=one.turn, choice=one.choice, best=one.best, **words
            ),
        )
        for one, kind, points in found
    ]


async def told_par(house: House, asker: Asker, kept: Record) -> Response[Par]:
    """Each hand of a game beside what champions make of it, or how much of that is done."""
    game = catalogue.load(kept.game)
    if not hands_go_round(game):
        raise Declined("no_par")
    study = house.coach.par(kept, asker)
    found = await worked_out(study)
    if found is None:
        return Response(Par(share=unfinished(study)), status_code=202)
    played, champions = found
    return Response(beside(played, par(champions)))


def beside(played: Points, usual: list[float]) -> Par:
    """What was made of each hand beside par."""
    seats = range(len(played))
    return Par(
        share=1.0,
        hands=[HandPlayed(hand, played[hand], round(usual[hand], 2)) for hand in seats],
        ahead=[
            round(
                sum(
                    made - usual[hand] for hand in seats if (made := played[hand][seat]) is not None
                ),
                2,
            )
            for seat in seats
        ],
    )
