"""A course of learning as somebody asks for it on the command line."""

import io
from contextlib import nullcontext
from dataclasses import fields
from math import inf, isfinite
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tablee import catalogue
from tablee.bots.coaching import course_of
from tablee.bots.network import Network, weights_file
from tablee.bots.training import Course
from tablee.cli import main
from tablee.kernel.errors import WrongOption

SVG = "{http://www.w3.org/2000/svg}"
COURSE = """
games = 64
iterations = 2
hidden = [16, 8]
minibatch = 512
players = { "3" = 1.0 }
"""


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main([str(argument) for argument in arguments])
    return code, *capsys.readouterr()


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("course") / "course.toml"
    path.write_text(COURSE)
    return path


def kept(path: Path) -> dict[str, Any]:
    """What a training kept, but for its times."""
    with np.load(path) as content:
        return {name: content[name] for name in content.files if name != "curve"}


def test_a_training_taken_up_again_ends_like_one_that_went_through(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, course: Path
) -> None:
    train = ["train", "land-unter", "--course", course]
    whole, parts = tmp_path / "whole.npz", tmp_path / "parts.npz"
    code, output, progress = run(capsys, *train, "--keep", whole)
    assert code == 0
    assert "2 of 2, " in progress
    assert "wins: a fair share" in progress
    assert str(tmp_path / "whole.learned.npz") in output
    code, _, progress = run(capsys, *train, "--keep", parts, "--minutes", 0)
    assert code == 0
    assert "2 of 2, " not in progress
    code, _, progress = run(capsys, *train, "--keep", parts)
    assert code == 0
    assert progress.startswith(f"going on after iteration 1 of {parts}\n")
    one, other = kept(whole), kept(parts)
    assert one.keys() == other.keys()
    for name, array in one.items():
        assert np.array_equal(array, other[name]), name
    picture = ElementTree.fromstring((tmp_path / "parts.svg").read_text("utf-8"))
    assert len(list(picture.iter(f"{SVG}polyline"))) == 4
    networks = [(tmp_path / f"{name}.learned.npz").read_bytes() for name in ("whole", "parts")]
    assert networks[0] == networks[1]
    with np.load(tmp_path / "whole.learned.npz") as content:
        assert set(content.files) == set(Network.__annotations__)


def test_the_network_goes_into_the_file_that_was_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, course: Path
) -> None:
    train = ["train", "land-unter", "--course", course, "--keep", tmp_path / "kept"]
    code, output, _ = run(capsys, *train, "--minutes", 0, "--export", tmp_path / "network")
    assert code == 0
    named = output.removeprefix("written: ").strip().split(", ")
    assert sorted(map(str, tmp_path.iterdir())) == sorted(named)
    assert named[2] == str(tmp_path / "network")


def test_a_training_of_another_course_is_not_taken_up(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, course: Path
) -> None:
    path = tmp_path / "kept.npz"
    train = ["train", "land-unter", "--course", course, "--keep", path, "--minutes", 0]
    assert run(capsys, *train)[0] == 0
    before = path.read_bytes()
    code, _, complaint = run(capsys, *train, "--set", "hidden=[8, 8]")
    assert code == 2
    assert "another game or course" in complaint
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", ["empty", "text", "array", "network", "cut", "curve"])
def test_a_file_that_holds_no_training_is_not_taken_up(
    content: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, course: Path
) -> None:
    path = tmp_path / "kept.npz"
    train = ["train", "land-unter", "--course", course, "--keep", path, "--minutes", 0]
    if content in ("cut", "curve"):
        assert run(capsys, *train)[0] == 0
    with np.load(path) if content == "curve" else nullcontext({}) as told:
        strange = {name: told[name] for name in told} | {"curve": np.array("[1, ")}
    array = io.BytesIO()
    np.save(array, np.arange(9))
    whole = io.BytesIO()
    np.savez(whole, **strange)
    path.write_bytes(
        {
            "empty": lambda: b"",
            "text": lambda: b"no training",
            "array": array.getvalue,
            "network": weights_file(catalogue.load("land-unter")).read_bytes,
            "cut": lambda: path.read_bytes()[:-100],
            "curve": whole.getvalue,
        }[content]()
    )
    before = path.read_bytes()
    code, _, complaint = run(capsys, *train)
    assert code == 2
    assert complaint == f"tablee: {path} holds no training; name another file by --keep.\n"
    assert path.read_bytes() == before


def test_a_course_can_be_changed(course: Path) -> None:
    game = catalogue.load("land-unter")
    changed = course_of(game, course, ["games=128", "method=values", "rate=1", "hidden=[4, 2]"])
    assert (changed.games, changed.method, changed.rate, changed.hidden) == (
        *(128, "values", 1),
        (4, 2),
    )
    assert changed.iterations == changed.last == 2
    assert course_of(game, course, ["until=1"]).last == 1
    for wrong, complaint in (
        ("games", "expected KEY=VALUE"),
        ("games=many", "games of a course is such as 4096, not 'many'"),
        ("games=0", "games of a course goes from 1 to 1000000"),
        ("until=3", "2 iterations cannot go until 3"),
        ("speed=3", "only these settings: method, "),
        ("method=luck", "policy or values, not 'luck'"),
    ):
        with pytest.raises(WrongOption, match=complaint):
            course_of(game, course, [wrong])


odd = st.one_of(
    st.integers().map(str),
    st.floats().map(str),
    st.sampled_from(["true", "[]", "[1]", "[0, 0]", "[8, 8, 8]", "[1.5, 2]", "[true, 1]", "{}"]),
    st.sampled_from(["{7 = 1}", "{3 = -1}", "{3 = 0}", "{3 = nan}", "{3 = true}", '{"3 " = 1}']),
    st.sampled_from(["-1", "0", "1e400", "9" * 5000, "[" * 5000, "07:32:00", "''", "\udcff", "{x"]),
    st.text(),
)


@given(st.sampled_from([one.name for one in fields(Course)]), odd)
@example("seed", "-1")
@example("hidden", "[1]")
@example("players", "{7 = 1}")
@example("rate", "nan")
def test_a_course_is_sound_or_refused(name: str, value: str) -> None:
    try:
        course = course_of(catalogue.load("land-unter"), None, [f"{name}={value}"])
    except WrongOption:
        return
    wide, narrow = course.hidden
    sizes = (wide, narrow, course.games, course.iterations, course.epochs, course.minibatch)
    assert all(type(size) is int and size >= 1 for size in sizes)
    shares = (course.rate, course.entropy, course.clip, course.trust, course.guests)
    assert all(0 <= share <= 1 for share in (*shares, course.switched))
    assert isfinite(course.margin)
    assert course.warmth > 0
    assert course.seed >= 0
    assert set(course.players) <= {"3", "4", "5"}
    weights = course.players.values()
    assert not weights or 0 < sum(weights) < inf
    assert all(weight >= 0 for weight in weights)


@pytest.mark.parametrize(
    "edges",
    [
        ["rate=0", "entropy=0", "clip=0", "trust=0", "margin=0", "guests=0", "switched=0"],
        ["rate=1", "entropy=1", "clip=1", "trust=1", "margin=100", "guests=1", "switched=1"],
        ["method=values", "warmth=0.001", f"seed={2**32 - 1}", "hidden=[1, 1]", "games=1"],
        ["method=values", "warmth=100", "minibatch=1", "games=1", "players={3=0.001, 4=0}"],
    ],
    ids=" ".join,
)
def test_what_a_course_may_be_at_most_can_be_learned_by(
    edges: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path, course: Path
) -> None:
    train = ["train", "land-unter", "--course", course, "--keep", tmp_path / "kept.npz"]
    code, _, progress = run(capsys, *train, "--minutes", 0, "--set", *edges)
    assert code == 0
    assert "1 of 2, " in progress
