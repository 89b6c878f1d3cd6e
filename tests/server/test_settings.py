"""Settings come from flags, variables and one file; what is wrong is said in one line."""

import re
from pathlib import Path

import pytest

from tablee.cli import main, parser
from tablee.server.running.command_line import settings_asked
from tablee.server.running.sources import (
    SECRET,
    WITHOUT_FLAG,
    WrongSetting,
    every_setting,
    settings_of,
)
from tablee.server.settings import Settings

ROOT = Path(__file__).parents[2]
HOSTING = ROOT / "docs" / "hosting.md"
DEPLOY = ROOT / "deploy"
PASSWORD = "Swordfish"


def asked(*flags: str) -> Settings:
    return settings_asked(parser().parse_args(["serve", *flags]))


def test_a_flag_wins_over_a_variable_and_a_variable_over_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "tablee.toml"
    file.write_text(
        'port = 1001\naddress = "0.0.0.0"\nbots = false\nproxies = ["10.0.0.0/8"]\n'
        "[limits]\nbot_queue = 3\ntables_per_person = 4\n"
    )
    monkeypatch.setenv("TABLEE_CONFIG", str(file))
    monkeypatch.setenv("TABLEE_PORT", "1002")
    monkeypatch.setenv("TABLEE_LIMITS_BOT_QUEUE", "5")
    monkeypatch.setenv("TABLEE_LANGUAGES", "de, fr")
    monkeypatch.setenv("TABLEE_MAIL_HOST", "")  # an empty variable sets nothing
    settings = asked("--port", "1003", "--bots", "--bot-pause", "1.5", "--no-mail-starttls")
    assert settings.port == 1003
    assert settings.address == "0.0.0.0"
    assert settings.bots
    assert settings.bot_pause == 1.5
    assert settings.languages == ("de", "fr")
    assert settings.proxies == ("10.0.0.0/8",)
    assert not settings.mail.starttls
    assert (settings.limits.bot_queue, settings.limits.tables_per_person) == (5, 4)
    assert asked().port == 1002
    monkeypatch.delenv("TABLEE_PORT")
    assert asked().port == 1001
    other = tmp_path / "other.toml"
    other.write_text("port = 1004\n")
    assert asked("--config", str(other)).port == 1004


def test_without_any_setting_a_house_is_for_this_machine_and_lies_in_the_data_folder(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    settings = asked()
    assert (settings.address, settings.port) == ("127.0.0.1", 8420)
    assert settings.database == "sqlite:////somewhere/tablee/house.db"


@pytest.mark.parametrize("setting", list(every_setting()), ids=lambda setting: setting.path)
def test_every_setting_can_be_made_from_everywhere(
    setting: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = next(known for known in every_setting() if known == setting)
    text, written = {
        "address": ("::1", '"::1"'),
        "database": ("sqlite:///other.db", '"sqlite:///other.db"'),
        "base_url": ("https://games.example.org", '"https://games.example.org"'),
        "webhook": ("https://example.org/hook", '"https://example.org/hook"'),
        "hosts": ("games.lan", '["games.lan"]'),
        "languages": ("de", '["de"]'),
        "proxies": ("10.0.0.1", '["10.0.0.1"]'),
        "log_level": ("error", '"error"'),
        "mail.host": ("mail.example.org", '"mail.example.org"'),
        "bot_pause": ("2.5", "2.5"),
    }.get(one.path, ("", ""))
    if not text:
        kind = type(one.default)
        text, written = {
            bool: (str(not one.default).lower(), str(not one.default).lower()),
            int: ("7", "7"),
            str: ("x", '"x"'),
        }[kind]
    sender = {"mail.sender": "a@example.org"} if one.path == "mail.host" else {}

    def value(settings: Settings) -> object:
        section, _, name = one.path.rpartition(".")
        return getattr(getattr(settings, section) if section else settings, name)

    section, _, name = one.path.rpartition(".")
    file = tmp_path / "tablee.toml"
    file.write_text((f"[{section}]\n" if section else "") + f"{name} = {written}\n")
    found = [
        value(settings_of(sender, {}, file)),
        value(settings_of(sender, {one.variable: text})),
        value(settings_of(sender | {one.path: text}, {})),
    ]
    assert found[0] != one.default
    assert found == [found[0]] * 3
    helped = parser().parse_args(["serve"])
    assert hasattr(helped, one.path) == (one.path not in WITHOUT_FLAG)


@pytest.mark.parametrize(
    ("variables", "complaint"),
    [
        (
            {"TABLEE_PORT": "many"},
            "TABLEE_PORT: expected a whole number from 0 to 65535, not 'many'.",
        ),
        (
            {"TABLEE_PORT": "70000"},
            "TABLEE_PORT: expected a whole number from 0 to 65535, not '70000'.",
        ),
        (
            {"TABLEE_PRT": "1"},
            "TABLEE_PRT is the variable of no setting; did you mean TABLEE_PORT?",
        ),
        (
            {"TABLEE_XYZZY": "1"},
            "TABLEE_XYZZY is the variable of no setting; docs/hosting.md lists all there are.",
        ),
        (
            {"TABLEE_LIMITS_BOT_QUEUE": "0"},
            "TABLEE_LIMITS_BOT_QUEUE: expected a whole number from 1, not '0'.",
        ),
        ({"TABLEE_BOTS": "perhaps"}, "TABLEE_BOTS: expected true or false, not 'perhaps'."),
        ({"TABLEE_BOT_PAUSE": "nan"}, "TABLEE_BOT_PAUSE: expected a number from 0 to 60, not 'n"),
        (
            {"TABLEE_LANGUAGES": "fr,it"},
            "TABLEE_LANGUAGES: expected a list, each one of de, en, fr, not 'fr,it'.",
        ),
        ({"TABLEE_LANGUAGES": "fr,fr"}, "TABLEE_LANGUAGES: expected at least one language and e"),
        (
            {"TABLEE_LOG_LEVEL": "loud"},
            "TABLEE_LOG_LEVEL: expected one of debug, error, info, warning, not 'loud'.",
        ),
        ({"TABLEE_ADDRESS": "1.2.3.4:80"}, "TABLEE_ADDRESS: expected an address to listen on"),
        ({"TABLEE_BASE_URL": "games.org"}, "TABLEE_BASE_URL: expected the beginning of a web"),
        ({"TABLEE_BASE_URL": "http://a.b/c"}, "TABLEE_BASE_URL: expected the beginning of a w"),
        ({"TABLEE_BASE_URL": "http://a.b:0x1"}, "TABLEE_BASE_URL: expected the beginning of a"),
        ({"TABLEE_PROXIES": "caddy"}, "TABLEE_PROXIES: expected addresses or networks of prox"),
        ({"TABLEE_MAIL_HOST": "mail.org"}, "TABLEE_MAIL_HOST: mails need a sender."),
        (
            {"TABLEE_DATABASE": f"mysql://anna:{PASSWORD}@host/db"},
            "TABLEE_DATABASE: That is not the address of a database. Expected sqlite:///",
        ),
        ({"TABLEE_WEBHOOK": f"chat/{PASSWORD}"}, "TABLEE_WEBHOOK: expected a web address, such"),
        ({"TABLEE_CONFIG": "nowhere.toml"}, "The settings nowhere.toml cannot be read: No such"),
    ],
)
def test_a_wrong_variable_is_named_with_what_was_expected(
    variables: dict[str, str], complaint: str
) -> None:
    with pytest.raises(WrongSetting, match=f"^{re.escape(complaint)}") as refused:
        settings_of({}, variables)
    assert "\n" not in str(refused.value)
    assert PASSWORD not in str(refused.value)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("prot = 1", "{file}: there is no setting 'prot'; did you mean port?"),
        ("[limits]\nbots = 1", "{file}: there is no setting 'limits.bots'; did you mean limits.bo"),
        ("[limit]\nbot_queue = 1", "{file}: there is no setting 'limit'"),
        ("port = '1'", "port in {file}: expected a whole number from 0 to 65535, not '1'."),
        ("bots = 1", "bots in {file}: expected true or false, not 1."),
        ("languages = 'fr'", "languages in {file}: expected a list, each one of de, en, fr, not"),
        ("limits = 3", "limits in {file}: expected a section, [limits] on its own line."),
        (f"[mail]\npassword = ['{PASSWORD}']", "mail.password in {file}: expected a text."),
        ("port: 3", "{file} is not a TOML file: "),
        ("port = 1\nport = 2", "{file} is not a TOML file: "),
    ],
)
def test_a_wrong_file_is_named_with_what_was_expected(
    content: str, complaint: str, tmp_path: Path
) -> None:
    file = tmp_path / "tablee.toml"
    file.write_text(content)
    with pytest.raises(WrongSetting, match=f"^{re.escape(complaint.format(file=file))}") as refused:
        settings_of({}, {}, file)
    assert "\n" not in str(refused.value)
    assert PASSWORD not in str(refused.value)


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "tablee.toml"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(WrongSetting, match="is not a TOML file"):
        settings_of({}, {}, file)


def test_a_wrong_flag_ends_the_program_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "x"]) == 2
    output, complaint = capsys.readouterr()
    assert output == ""
    assert complaint == "tablee: --port: expected a whole number from 0 to 65535, not 'x'.\n"


def test_settings_never_show_their_secrets() -> None:
    settings = settings_of(
        {},
        {
            "TABLEE_DATABASE": f"postgresql://anna:{PASSWORD}@host/db",
            "TABLEE_WEBHOOK": f"https://example.org/{PASSWORD}",
            "TABLEE_MAIL_HOST": "mail.example.org",
            "TABLEE_MAIL_SENDER": "a@example.org",
            "TABLEE_MAIL_PASSWORD": PASSWORD,
        },
    )
    assert settings.mail.password == PASSWORD
    for text in (repr(settings), str(settings), repr(settings.mail), f"{settings.mail}"):
        assert PASSWORD not in text


def test_the_hosting_page_lists_every_setting_as_it_is() -> None:
    text = HOSTING.read_text("utf-8")
    rows = re.findall(r"^\| `([a-z_.]+)` \| `(TABLEE_[A-Z_]+)` \| (.*?) \| (.*?) \|$", text, re.M)
    expected = []
    for setting in every_setting():
        default = setting.default
        if isinstance(default, bool):
            usual = "`true`" if default else "`false`"
        elif isinstance(default, tuple):
            usual = f"`{','.join(default)}`" if default else ""
        else:
            usual = f"`{default}`" if default != "" else ""
        expected.append((setting.path, setting.variable, usual, setting.description))
    assert rows == expected
    for path in SECRET:
        assert path in {row[0] for row in rows}


def test_what_is_deployed_sets_only_what_there_is() -> None:
    known = {setting.variable for setting in every_setting()}
    texts = {path.name: path.read_text("utf-8") for path in DEPLOY.iterdir()}
    named = {
        name: set(re.findall(r"^\s*(TABLEE_[A-Z_]+)[:=]", texts[name], re.M)) for name in texts
    }
    assert named["compose.yaml"] > {"TABLEE_DATABASE", "TABLEE_BASE_URL", "TABLEE_PROXIES"}
    assert set().union(*named.values()) <= known
    settings = settings_of({}, {}, DEPLOY / "tablee.toml")
    assert settings.base_url == "https://games.example.org"
    (network,) = re.findall(r"subnet: (\S+)", texts["compose.yaml"])
    assert f"TABLEE_PROXIES: {network}\n" in texts["compose.yaml"]
    (start,) = re.findall("^ExecStart=/opt/tablee/bin/tablee (.*)$", texts["tablee.service"], re.M)
    assert parser().parse_args(start.split()).config == Path("/etc/tablee/tablee.toml")


def test_the_image_is_made_of_files_that_exist() -> None:
    text = (DEPLOY / "Dockerfile").read_text("utf-8")
    let_in = (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8").splitlines()
    copied = [
        source
        for line in re.findall("^COPY (?!--from)(.*)$", text, re.M)
        for source in line.split()[:-1]
    ]
    assert "requirements/play.txt" in copied
    for source in copied:
        assert (ROOT / source).exists()
        assert f"!{source}" in let_in
    assert re.search("^USER 8420$", text, re.M)
