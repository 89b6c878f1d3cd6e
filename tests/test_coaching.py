"""A course of learning as somebody asks for it on the command line."""

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from tablee import catalogue
from tablee.bots.coaching import course_of
from tablee.bots.network import Network
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
    path.write_text("no training")
    code, _, complaint = run(capsys, *train)
    assert code == 2
    assert "holds no training" in complaint


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
        ("games=0", "are 1 or more"),
        ("until=3", "2 iterations cannot go until 3"),
        ("speed=3", "only these settings: method, "),
        ("method=luck", "policy or values, not luck"),
    ):
        with pytest.raises(WrongOption, match=complaint):
            course_of(game, course, [wrong])
