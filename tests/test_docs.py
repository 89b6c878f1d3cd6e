"""The documentation tells of things that exist."""

import ast
import json
import re
from pathlib import Path

import pytest

from tablee.catalogue import games, load
from tablee.kernel import record

ROOT = Path(__file__).parents[1]
HOUSE = ROOT / "src" / "tablee"
FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef


def names_in(path: Path) -> set[str]:
    """Functions and classes of a module, methods as Class.method."""
    found = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, FUNCTION | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{n.name}" for n in node.body if isinstance(n, FUNCTION)}
    return found


def names_in_script(path: Path) -> set[str]:
    """The same of a script of the client: what begins a line, and methods two blanks in."""
    found: set[str] = set()
    within = ""
    for line in path.read_text("utf-8").splitlines():
        outer = re.match(r"(?:export )?(?:async )?(?:function|class|const) (\w+)", line)
        inner = re.match(r"  (?:async )?(\w+)\(", line)
        if outer:
            within = outer[1]
            found.add(within)
        elif inner:
            found.add(f"{within}.{inner[1]}")
    return found


def file_of(word: str) -> Path:
    """A file the walk names: of the client, or of the package."""
    return (ROOT if word.startswith("client/") else HOUSE) / word


def test_every_name_of_the_walk_exists() -> None:
    text = (ROOT / "docs" / "walk.md").read_text("utf-8")
    quoted = re.findall(r"`([^`]+)`", text)
    names: set[str] = set()
    files = 0
    for word in quoted:
        if "/" in word or word.endswith((".py", ".toml")):
            assert file_of(word).is_file(), word
            files += 1
            if word.endswith(".py"):
                names |= names_in(file_of(word))
            elif word.endswith(".ts"):
                names |= names_in_script(file_of(word))
        elif word not in ("37", 'choose("37")'):
            assert word in names, word
    assert files > 10


@pytest.mark.parametrize(
    "path", [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")], ids=lambda path: path.name
)
def test_every_link_leads_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", path.read_text("utf-8")):
        if "://" not in target:
            assert (path.parent / target).exists(), target


def test_every_example_record_replays() -> None:
    text = (ROOT / "docs" / "records.md").read_text("utf-8")
    told = set()
    for block in re.findall(r"```json\n(.*?)```", text, flags=re.DOTALL):
        kept = record.parse(block.encode())
        match = record.begin(load(kept.game), kept)
        for _ in record.replay(match, kept):
            pass
        assert kept.result is not None
        told.add(kept.game)
    assert told == {game.id for game in games()}


def test_every_game_s_notation_is_documented() -> None:
    """The records page names every game and shows choices that can be read."""
    text = (ROOT / "docs" / "records.md").read_text("utf-8")
    for game in games():
        section = text.split(f"## {game.name('en')}\n", 1)[1].split("\n## ", 1)[0]
        shown = re.findall(r"^\| `([^`]+)` \|", section, flags=re.MULTILINE)
        assert shown
        for choice in shown:
            assert game.notation.read(choice) is not None, choice


def test_the_readme_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    exec(compile(code, "README.md", "exec"), {})
    scores = capsys.readouterr().out.split("]")[0] + "]"
    assert len(json.loads(scores)) == 4


def test_the_readme_tells_players_and_minutes_as_the_games_do() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    for game in games():
        shortest, longest = game.minutes
        minutes = str(longest) if shortest == longest else f"{shortest}-{longest}"
        assert f"| {game.players[0]}-{game.players[-1]} | {minutes} |" in text
