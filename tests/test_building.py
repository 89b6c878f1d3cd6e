"""Building the client: anew when something changed, and inside every wheel."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import hatch_build

ROOT = Path(__file__).parents[1]


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small one of the test's own."""
    files = {
        "client/package-lock.json": '{"packages": {"": {}}}',
        "client/src/main.ts": "let house;",
        "client/node_modules/vite/index.js": "export {}",
        "src/tablee/games/diabolo/Board.svelte": "<p>Board</p>",
        "src/tablee/games/diabolo/rules.py": "",
        "src/tablee/server/web/index.html": "<p>",
    }
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    for name in ("ROOT", "CLIENT", "LOCK", "PACKAGES", "GAMES", "WEB", "STAMP", "TOOLS"):
        monkeypatch.setattr(
            hatch_build, name, tmp_path / getattr(hatch_build, name).relative_to(ROOT)
        )
    hatch_build.STAMP.write_text(hatch_build.fingerprint())
    assert hatch_build.is_current()
    return tmp_path


@pytest.mark.parametrize(
    "name",
    [
        "client/src/main.ts",
        "client/src/new.svelte",
        "client/package-lock.json",
        "src/tablee/games/diabolo/Board.svelte",
        "src/tablee/games/diabolo/art/devil.svg",
    ],
)
def test_a_changed_source_asks_for_a_build(name: str, checkout: Path) -> None:
    (checkout / name).parent.mkdir(exist_ok=True)
    (checkout / name).write_text("other")
    assert not hatch_build.is_current()


def test_a_source_that_is_gone_or_has_another_name_asks_for_a_build(checkout: Path) -> None:
    source = checkout / "client" / "src" / "main.ts"
    source.rename(source.with_name("other.ts"))
    assert not hatch_build.is_current()


@pytest.mark.parametrize(
    "name", ["client/node_modules/vite/index.js", "src/tablee/games/diabolo/rules.py"]
)
def test_what_is_no_source_asks_for_none(name: str, checkout: Path) -> None:
    (checkout / name).write_text("other")
    assert hatch_build.is_current()


def test_packages_are_installed_when_the_lock_names_others(checkout: Path) -> None:
    def installed(**packages: str) -> bool:
        entries = {name: {"integrity": integrity} for name, integrity in packages.items()}
        there.write_text(json.dumps({"packages": entries}))
        return hatch_build.packages_are_there()

    locked = {"": {}, "vite": {"integrity": "1"}, "mac": {"integrity": "2", "optional": True}}
    (checkout / "client" / "package-lock.json").write_text(json.dumps({"packages": locked}))
    assert not hatch_build.packages_are_there()
    there = checkout / "client" / "node_modules" / ".package-lock.json"
    assert installed(vite="1")
    assert installed(vite="1", mac="2")
    assert not installed(vite="0")
    assert not installed(mac="2")
    assert not installed(vite="1", other="3")
    there.write_text("{")
    assert not hatch_build.packages_are_there()


def test_a_failed_build_is_explained_and_leaves_no_stamp(
    checkout: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (checkout / "client" / "node_modules" / ".package-lock.json").write_text('{"packages": {}}')
    package = {"scripts": {"build": "echo no such file: main.ts; exit 3"}}
    (checkout / "client" / "package.json").write_text(json.dumps(package))
    assert hatch_build.main() == 1
    said = capfd.readouterr().err
    assert "client: failed: building it\n  | no such file: main.ts\n" in said
    assert said.endswith("Mend what is said above, try again.\n")
    assert "Traceback" not in said
    assert not hatch_build.STAMP.exists()
    package["scripts"]["build"] = "echo built"
    (checkout / "client" / "package.json").write_text(json.dumps(package))
    assert hatch_build.main() == 0
    assert hatch_build.is_current()
    capfd.readouterr()
    assert hatch_build.main() == 0
    assert capfd.readouterr().err == ""


def test_what_is_missing_is_said(
    checkout: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert hatch_build.main("nonsense") == 1
    assert "Expected nothing, or npm and its arguments." in capsys.readouterr().err
    monkeypatch.setattr(hatch_build, "find_spec", lambda _: None)
    assert hatch_build.main("npm", "--version") == 1
    assert "Node is missing" in capsys.readouterr().err
    (checkout / "client" / "package-lock.json").unlink()
    assert hatch_build.main() == 1
    assert "package-lock.json is missing. Expected a whole checkout" in capsys.readouterr().err


def test_a_wheel_has_the_client_inside_and_not_its_sources(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "tablee/server/web/index.html" in names
    assert any(name.startswith("tablee/server/web/assets/") for name in names)
    assert "tablee/games/diabolo/rules.py" in names
    assert [name for name in names if name.endswith((".svelte", ".ts", "/test_rules.py"))] == []
