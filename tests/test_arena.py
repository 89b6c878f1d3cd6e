"""Bots against bots: seats, sums, ratings, and what comes out of the commands."""

import json
import shutil
import signal
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from bench import ladder, ladder_pages
from tablee import catalogue
from tablee.bots.arena import play_game, shared_win
from tablee.bots.bulletin import Results, bulletin
from tablee.bots.clock import Clock
from tablee.bots.players import bot
from tablee.bots.plots import Axis, axis, curve_plot, rating_plot
from tablee.bots.ratings import ELO, Estimate, means_of, rate, strengths
from tablee.bots.tournament import Deal, Pairing, Played, Table, all_pairings, play, play_deal
from tablee.cli import INTERRUPTED, main
from tablee.kernel.chance import Random
from tablee.kernel.errors import WrongCompany
from tablee.terminal.progress import Progress
from tests.command_line import TABLEE

TEMPERS = ("sailor", "sailor-greedy")
SVG = "{http://www.w3.org/2000/svg}"


# Ratings


def test_ratings_of_two_players_are_those_of_elo() -> None:
    """Ten wins to one are 400 points."""
    shares = [[10 / 11] * 2000]
    ratings = rate(["weak", "strong"], [Pairing("strong", "weak")], shares, 2)
    assert ratings["weak"] == Estimate(0, 0, 0)
    assert ratings["strong"].value == pytest.approx(400, abs=1)


def test_a_fair_share_is_no_difference_at_any_table() -> None:
    for players in (2, 3, 4, 6):
        shares = [[1 / players] * 50]
        ratings = rate(["one", "other"], [Pairing("one", "other")], shares, players)
        assert ratings["one"].value == pytest.approx(0, abs=1e-6)


def test_ratings_find_the_strengths_that_made_the_results() -> None:
    true = {"random": 0.0, "sailor": 150.0, "captain": 420.0}
    names = list(true)
    pairings = [Pairing(one, other) for one in names for other in names if one != other]
    shares = []
    for pair in pairings:
        odds = 10 ** ((true[pair.challenger] - true[pair.others]) / 400)
        shares.append([odds / (odds + 3)] * 2000)
    ratings = rate(names, pairings, shares, 4)
    for name, rating in true.items():
        assert ratings[name].value == pytest.approx(rating, abs=1)


def test_a_bot_that_never_wins_has_a_rating_too() -> None:
    ratings = rate(["one", "other"], [Pairing("one", "other")], [[0.0] * 20], 4)
    assert ratings["one"].value == 0
    assert 100 < ratings["other"].value < 2000


def test_random_is_the_zero_of_ratings_even_if_it_is_not_the_weakest() -> None:
    names, pairs = ["random", "worse"], [Pairing("worse", "random")]
    ratings = rate(names, pairs, [[0.1, 0.2]], 4)
    assert ratings["random"].value == 0
    assert ratings["worse"].value < 0


def test_bots_that_share_no_games_are_not_compared() -> None:
    with pytest.raises(ValueError, match="share no games"):
        strengths(4, [(0, 1), (2, 3)], np.ones((1, 2)), np.full((1, 2), 4.0), 4)


def test_intervals_hold_the_mean_and_shrink_with_games() -> None:
    draw = np.random.default_rng(3)
    few, many = (means_of(draw.random(size).round().tolist())[0] for size in (40, 4000))
    for estimate in (few, many):
        assert estimate.low < estimate.value < estimate.high
        assert estimate.low < 0.5 < estimate.high
    assert (few.high - few.low) / (many.high - many.low) == pytest.approx(10, rel=0.2)
    pairs = [Pairing("one", "other")]
    widths = [
        rating.high - rating.low
        for size in (40, 4000)
        for rating in [rate(["other", "one"], pairs, [draw.random(size).tolist()], 4)["one"]]
    ]
    assert widths[0] > 5 * widths[1]


def test_400_points_are_ten_times_the_strength() -> None:
    assert pytest.approx(400) == ELO * np.log(10)


# Tables and deals


LAND_UNTER = Table("land-unter", 3)


def test_every_deal_is_played_from_every_seat() -> None:
    """The same cards lie at the same seats; only who sits there goes round."""
    game = catalogue.load("land-unter")
    played = play_deal(LAND_UNTER, Pairing("sailor", "random"), 5)
    for seat in range(3):
        bots = [bot("random", game)] * 3
        bots[seat] = bot("sailor", game)
        match = play_game(game, bots, {}, LAND_UNTER.deal_seed(5))
        assert played.deal.points[seat] == match.scores()
        assert played.deal.wins[seat] == shared_win(match.winners(), seat)
    starts = [game.dealt(3, {}, Random(LAND_UNTER.deal_seed(n))).pack() for n in range(20)]
    assert len(set(starts)) == 20
    elsewhere = Table("land-unter", 3, seed=2)
    assert not {elsewhere.deal_seed(n) for n in range(20)} & {
        LAND_UNTER.deal_seed(n) for n in range(20)
    }


def test_a_bot_among_its_copies_wins_exactly_a_fair_share() -> None:
    deal = play_deal(LAND_UNTER, Pairing("random", "random"), 1).deal
    assert deal.points[0] == deal.points[1] == deal.points[2]
    assert sum(deal.wins) == 1
    assert deal.share == pytest.approx(1 / 3)
    assert deal.lead == pytest.approx(0)


def test_a_character_plays_its_own_way() -> None:
    even, greedy = (play_deal(LAND_UNTER, Pairing(name, "random"), 0) for name in TEMPERS)
    assert even.deal.points != greedy.deal.points


def test_switches_of_the_table_are_played() -> None:
    open_table = Table("land-unter", 3, (("open_play", True),))
    pairing = Pairing("random", "sailor")
    assert play_deal(open_table, pairing, 0).deal != play_deal(LAND_UNTER, pairing, 0).deal


def test_a_shared_win_counts_in_parts() -> None:
    assert [shared_win([0, 2], seat) for seat in range(3)] == [0.5, 0, 0.5]
    assert [shared_win([1], seat) for seat in range(3)] == [0, 1, 0]


def test_the_sums_of_a_deal() -> None:
    deal = Deal([1.0, 0.5], [[7, 3], [5, 5]])
    assert deal.share == 0.75
    assert deal.own_points == 6
    assert deal.lead == 2
    assert deal.turned == Deal([0.5, 0.0], [[5, 5], [7, 3]])
    assert deal.turned.lead == -2
    among_two = Deal([0, 0, 1.0], [[1, 2, 3], [3, 1, 2], [0, 1, 5]])
    assert among_two.lead == pytest.approx((1 + 1 + 5) / 3 - (2 + 3 + 3 + 2 + 0 + 1) / 6)


def test_everybody_plays_everybody() -> None:
    names = ["random", "cadet", "sailor-greedy"]
    assert len(all_pairings("land-unter", names, 3)) == 6
    assert len(all_pairings("kilimanjaro", ["random", "cadet", "sailor"], 2)) == 3
    for wrong, complaint in (
        (["random"], "at least two"),
        (["random", "random"], "named twice"),
        (["random", "genius"], "no bot 'genius'"),
        (["random", "sailor-loyal"], "no sailor 'loyal'"),
    ):
        with pytest.raises(WrongCompany, match=complaint):
            all_pairings("land-unter", wrong, 4)


def told(workers: int) -> dict[str, Any]:
    """The numbers of a small arena, but for the times."""
    names = ["random", "sailor"]
    tasks = [(pair, n) for n in range(6) for pair in all_pairings("land-unter", names, 3)]
    results = Results(LAND_UNTER)
    for played in play(LAND_UNTER, tasks, workers):
        results.take_in(played)
    numbers = bulletin(results, names, "")
    assert numbers is not None
    content = numbers.numbers()
    times = content.pop("times")
    assert set(times) == set(names)
    assert all(0 < time["mean"] < time["p99"] * 1.1 for time in times.values())
    return content


def test_an_arena_gives_the_same_numbers_on_any_number_of_cores() -> None:
    alone = told(1)
    assert alone == told(1) == told(2)
    by_pairing = {each["challenger"]: each for each in alone["pairings"]}
    assert by_pairing["sailor"]["games"] == 18
    assert by_pairing["sailor"]["wins"]["value"] > 0.5 > by_pairing["random"]["wins"]["value"]
    assert alone["ratings"]["sailor"]["low"] > 0


def test_two_players_are_seen_from_both_sides_and_rated_once() -> None:
    names = ["random", "sailor"]
    results = Results(Table("kilimanjaro", 2))
    for number in range(4):
        wins = Deal([1.0, 0.5], [[9, 1], [4, 4]])
        clocks = {name: Clock() for name in names}
        results.take_in(Played(Pairing("sailor", "random"), number, wins, clocks))
    found = bulletin(results, names, "")
    assert found is not None
    shares = {finding.pairing: finding.wins.value for finding in found.findings}
    assert shares == {Pairing("sailor", "random"): 0.75, Pairing("random", "sailor"): 0.25}
    # Three wins to one in eight games, and one game more that is fair.
    assert found.ratings["sailor"].value == pytest.approx(ELO * np.log(6.5 / 2.5))


def test_nothing_is_told_before_every_pairing_has_played() -> None:
    results = Results(LAND_UNTER)
    results.take_in(Played(Pairing("sailor", "random"), 0, Deal([1.0], [[1]]), {}))
    assert bulletin(results, ["random", "sailor"], "") is None


def test_a_clock_knows_its_mean_and_its_slowest_hundredth() -> None:
    clock, more = Clock(), Clock()
    for _ in range(98):
        clock.note(0.001)
    more.note(0.1)
    more.note(0.1)
    clock.take_in(more)
    assert clock.choices == 100
    assert clock.mean == pytest.approx((98 * 0.001 + 0.2) / 100)
    assert clock.p99 == pytest.approx(0.1, rel=0.03)
    assert more.p99 == clock.p99
    assert Clock().p99 == 0


# The ladder


def test_a_measured_pairing_is_not_played_again_unless_its_bots_changed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ladder, "WORK", tmp_path / "work")
    fixture = ladder.Fixture(LAND_UNTER, Pairing("cadet", "random"), 6)
    ladder.measure(fixture, 1, False)
    assert "2 of 2 deals to play" in capsys.readouterr().err
    first = fixture.load(False)
    assert first.clocks["cadet"].choices > 0
    ladder.measure(fixture, 1, False)
    assert capsys.readouterr().err == ""
    more = ladder.Fixture(LAND_UNTER, Pairing("cadet", "random"), 7)
    ladder.measure(more, 1, False)
    assert "1 of 3 deals to play" in capsys.readouterr().err
    deals = more.load(False).deals[more.pairing]
    assert sorted(deals) == [0, 1, 2]
    assert first.deals[more.pairing] == {number: deals[number] for number in (0, 1)}
    file = fixture.file
    file.write_text(file.read_text().replace(fixture.sources(), "others"))
    assert fixture.load(False).deals == {more.pairing: {}}
    assert len(fixture.load(True).deals[more.pairing]) == 3


def measured(pairing: Pairing, wins: list[float], deals: int) -> ladder_pages.Measured:
    deal = Deal(wins, [[1, 2, 3, 4]] * 4)
    return ladder_pages.Measured(Table("diabolo", 4), pairing, [deal] * deals, {})


def test_a_missed_bar_is_told() -> None:
    """Of 2,000 games: 75 % where 80 are asked, 25 % where the interval has to be above 27."""
    known = {pair: measured(pair, [], 0) for pair in ladder_pages.LADDER_PAIRINGS}
    for pair, wins, deals in (
        (Pairing("sailor", "random"), [1, 1, 1, 0.0], 500),
        (Pairing("captain", "random"), [1, 1, 1, 1.0], 500),
        (Pairing("captain", "sailor"), [1, 1, 1, 1.0], 499),
        (Pairing("mate", "sailor"), [1, 0, 0, 0.0], 500),
        (Pairing("sailor", "cadet"), [1, 1, 0, 0.0], 500),
    ):
        known[pair] = measured(pair, wins, deals)
    page = ladder_pages.readme({"diabolo": list(known.values())}, "")
    lines = [[cell.strip() for cell in line.split("|")] for line in page.splitlines()]
    told = {(line[1], line[2]): line[8] for line in lines if line[3:4] == ["diabolo"]}
    assert told[("sailor", "random")] == "**missed**"
    assert told[("captain", "random")] == "met"
    assert told[("captain", "sailor")] == "met so far"
    assert told[("champion", "captain")] == "not measured yet"
    assert told[("mate", "sailor")] == "**missed**"
    assert told[("sailor", "cadet")] == "met"


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The pages of docs/bots/ as they are, to be written over."""
    pages = tmp_path / "pages"
    shutil.copytree(ladder_pages.PAGES, pages)
    monkeypatch.setattr(ladder_pages, "PAGES", pages)
    monkeypatch.setattr(ladder, "WORK", tmp_path / "work")
    quick = Pairing("sailor", "random")
    monkeypatch.setattr(ladder_pages, "LADDER_PAIRINGS", [quick])
    monkeypatch.setattr(ladder_pages, "BARS", {quick: ladder_pages.BARS[quick]})
    monkeypatch.setattr(ladder_pages, "STEPS", [])
    monkeypatch.setattr(ladder, "AT_OTHER_TABLES", [])
    return pages


def contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in folder.iterdir()}


def test_the_ladder_writes_the_page_of_the_game_that_was_asked_for(published: Path) -> None:
    before = contents(published)
    ladder.main(["--only", "land-unter", "--games", "8", "--workers", "1"])
    after = contents(published)
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {"README.md", "land-unter.md", "land-unter.svg"}
    was, now = (strengths_told(pages["README.md"]) for pages in (before, after))
    assert set(now) == {"diabolo", "kilimanjaro", "land-unter", "lifeboats"}
    assert now.pop("land-unter")[4:] != was.pop("land-unter")[4:]
    assert now.items() <= was.items()


def strengths_told(page: str) -> dict[str, list[str]]:
    """What a page says of a sailor among three at random, by game."""
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in page.splitlines()]
    return {row[2]: row for row in rows if row[:2] == ["sailor", "random"]}


def test_a_ladder_that_was_stopped_writes_no_page(
    monkeypatch: pytest.MonkeyPatch, published: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = contents(published)
    played = Progress.step

    def stop(progress: Progress) -> None:
        played(progress)
        raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "step", stop)
    ladder.main(["--only", "land-unter", "--games", "8", "--workers", "1"])
    assert contents(published) == before
    assert "stopped; what was played is kept" in capsys.readouterr().out


# Pictures


def test_axes_have_round_numbers_and_hold_what_they_show() -> None:
    assert Axis(0, 100, 0, 1).ticks() == [0, 20, 40, 60, 80, 100]
    assert axis([5, 5], 0, 10).place(5) == 5
    for numbers in ([0.0, 0.0], [-3.0, 7.0], [0.001, 0.002]):
        scale = axis(numbers, 100, 200)
        assert all(100 <= scale.place(number) <= 200 for number in numbers)
        assert 1 <= len(scale.ticks()) <= 8


def test_the_strongest_bot_is_drawn_on_top() -> None:
    ratings = {"weak": Estimate(0, 0, 0), "strong": Estimate(200, 150, 250)}
    picture = ElementTree.fromstring(rating_plot("A < B", "note", ratings))
    rows = {text.text: float(text.get("y", "")) for text in picture.iter(f"{SVG}text")}
    assert rows["strong"] < rows["weak"]
    assert rows["A < B"] < rows["strong"]
    dots = [float(dot.get("cx", "")) for dot in picture.iter(f"{SVG}circle")]
    assert dots[0] > dots[1]


def test_curves_are_drawn_in_panels() -> None:
    curves = {"wins": [(1.0, 0.1), (2.0, 0.4)], "error": [(1.0, 3.0)]}
    picture = ElementTree.fromstring(curve_plot("Learning", "note", curves))
    assert len(list(picture.iter(f"{SVG}polyline"))) == 2


# Commands


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main([str(argument) for argument in arguments])
    return code, *capsys.readouterr()


def test_the_arena_writes_a_page_a_picture_and_all_numbers(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    flags = ["--bots", "random", "cadet", "--games", 4, "--players", 3, "--seed", 7]
    flags += ["--option", "open_play=on", "--option", "loss_passes_on=on", "--workers", 1]
    code, output, progress = run(
        capsys, "arena", "land-unter", *flags, "--out", tmp_path / "new" / "folder"
    )
    assert code == 0
    command = "tablee arena land-unter --bots random cadet --games 4 --players 3 --seed 7 "
    command += "--option open_play=on"
    assert f"    {command}\n" in output
    assert "| cadet  | random    | 6     |" in output
    assert progress.endswith("4 of 4 deals, 0 s left\n")
    page, picture, numbers = (
        (tmp_path / "new" / "folder" / f"land-unter.{ending}").read_text("utf-8")
        for ending in ("md", "svg", "json")
    )
    assert page.startswith("# Arena: Land Unter, 3 players\n")
    assert "![Ratings](land-unter.svg)" in page
    ElementTree.fromstring(picture)
    content = json.loads(numbers)
    assert content["command"] == command
    assert [len(pairing["deals"]) for pairing in content["pairings"]] == [2, 2]


def test_an_arena_can_be_stopped_and_tells_what_it_found() -> None:
    """Its processes are gone with it: only then is the pipe they share closed."""
    command = [*TABLEE, "arena", "land-unter", "--players", "3"]
    command += ["--bots", "random", "cadet", "--games", "900", "--seed", "1", "--workers", "2"]
    arena = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert arena.stderr is not None
    for line in arena.stderr:
        if "60 of 600 deals" in line:
            break
    arena.send_signal(signal.SIGINT)
    output, complaint = arena.communicate()
    assert arena.returncode == INTERRUPTED
    assert "Traceback" not in complaint
    assert output.startswith("# Arena: Land Unter, 3 players\n")
    games = int(output.split("| random | cadet     | ")[1].split()[0])
    assert 45 <= games < 900
