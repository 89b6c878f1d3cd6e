"""A batch of games for a learner, on all cores: what is asked, and what is answered."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from tablee.bots import selfplay
from tablee.bots.learning import Array
from tablee.kernel.compile import link
from tablee.kernel.game import Game

MOST_OPTIONS = 48  # of one question; of more, so many are drawn


class Company:
    """A batch of games on all cores, each core with its own part of them."""

    def __init__(self, game: Game, games: int):
        self.game = game
        cores = max(1, min(os.cpu_count() or 1, games // 64))
        ends = [games * core // cores for core in range(cores + 1)]
        self.parts = [range(ends[core], ends[core + 1]) for core in range(cores)]
        self.threads = ThreadPoolExecutor(cores)
        self.deal = link(selfplay.dealing, game)
        self.ask = link(selfplay.asking, game)
        self.answer = link(selfplay.answering, game)
        self.judge = link(selfplay.judging, game)
        rules, observation = game.rules, game.observation
        self.states = rules.State.batch(games)
        self.begun = rules.State.batch(games)
        self.choices = np.full((games, rules.SEATS), -1, np.int64)
        self.guests = np.zeros(games, np.int64)
        self.space = [
            {
                "offers": np.zeros(rules.OFFERS + 1, np.int64),
                "rates": np.zeros(rules.OFFERS, np.float64),
                "even": np.zeros(game.bots.TRAITS, np.int64),
                "words": np.zeros(4, np.int64),
                "sights": np.zeros((len(part) * rules.SEATS, observation.SIGHT), np.int8),
                "effects": np.zeros((len(part) * self.rows, observation.EFFECT), np.int8),
                "first": np.zeros(len(part) * rules.SEATS + 1, np.int64),
                "asked": np.zeros((len(part) * rules.SEATS, 2), np.int64),
                "offered": np.zeros(len(part) * self.rows, np.int64),
            }
            for part in self.parts
        ]

    @property
    def rows(self) -> int:
        """The most options a game offers in one step, all seats together."""
        return min(MOST_OPTIONS, self.game.rules.OFFERS) * self.game.rules.SEATS

    def each(self, work: Callable[[range, dict[str, Any]], Any]) -> list[Any]:
        """Do this with each core's part of the games."""
        return list(self.threads.map(work, self.parts, self.space))

    def begin(self, seed: int) -> None:
        """Deal all games anew."""

        def deal(part: range, space: dict[str, Any]) -> None:
            here = slice(part.start, part.stop)
            self.deal(self.states[here], self.begun[here], seed, part.start, space["words"])

        self.each(deal)

    def questions(self) -> list[dict[str, Any]]:
        """What is asked in this step, by core."""

        def ask(part: range, space: dict[str, Any]) -> dict[str, Any]:
            here = slice(part.start, part.stop)
            number = self.ask(
                self.states[here],
                self.guests[here],
                self.choices[here],
                space["even"],
                space["rates"],
                space["offers"],
                MOST_OPTIONS,
                space["words"],
                space["sights"],
                space["effects"],
                space["first"],
                space["asked"],
                space["offered"],
            )
            rows = space["first"][number]
            return {
                "sights": space["sights"][:number],
                "effects": space["effects"][:rows],
                "first": space["first"][: number + 1],
                "asked": space["asked"][:number],
                "offered": space["offered"][:rows],
                "games": part.start,
            }

        return self.each(ask)

    def answers(self, questions: list[dict[str, Any]], chosen: Array) -> int:
        """Choose, row by row of what was offered to each core's questions; games that go on."""
        starts = np.cumsum([0] + [len(asked["asked"]) for asked in questions])

        def answer(number: int) -> int:
            part, asked = self.parts[number], questions[number]
            here = slice(part.start, part.stop)
            mine = chosen[starts[number] : starts[number + 1]]
            going: int = self.answer(
                self.states[here], self.choices[here], asked["asked"], asked["offered"], mine
            )
            return going

        return sum(self.threads.map(answer, range(len(self.parts))))

    def results(self) -> tuple[Array, Array]:
        """Shares and margins of all seats in the finished games."""
        shares = np.zeros(self.choices.shape)
        margins = np.zeros(self.choices.shape)
        self.each(
            lambda part, _: self.judge(
                self.states[part.start : part.stop],
                shares[part.start : part.stop],
                margins[part.start : part.stop],
            )
        )
        return shares, margins
