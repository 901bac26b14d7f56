"""What must be true of settings: the environment first, then the file, then the default."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from quizbot.errors import SettingsError
from quizbot.settings import load


def test_nothing_set_means_the_defaults(tmp_path: Path) -> None:
    settings = load({}, tmp_path)
    assert settings.database_url == "sqlite:///data/quizbot.db"
    assert (settings.host, settings.port) == ("127.0.0.1", 8080)
    assert settings.playground is None
    assert settings.questions[0].name == "questions"
    assert (settings.questions[0] / "pmle" / "bank.yaml").exists()


def test_the_environment_goes_before_the_file(tmp_path: Path) -> None:
    (tmp_path / "quizbot.toml").write_text('port = 9000\nhost = "127.0.0.2"\nplayground = true\n')
    settings = load({"QUIZBOT_PORT": "9001"}, tmp_path)
    assert (settings.port, settings.host, settings.playground) == (9001, "127.0.0.2", True)


def test_the_questions_of_the_working_folder_go_before_the_shipped_ones(tmp_path: Path) -> None:
    (tmp_path / "questions").mkdir()
    assert load({}, tmp_path).questions == (tmp_path / "questions",)


@pytest.mark.parametrize("name", ["QUIZBOT_QUESTION", "QUIZBOT_DATABSE_URL", "QUIZBOT_ADMIN"])
def test_a_misspelt_variable_is_told_with_the_one_that_was_meant(tmp_path: Path, name: str) -> None:
    with pytest.raises(SettingsError, match=f"{name}. Did you mean QUIZBOT_"):
        load({name: "x"}, tmp_path)


@pytest.mark.parametrize("name", ["QUIZBOT_SERVICE_HOST", "QUIZBOT_PORT_8080_TCP"])
def test_what_a_cluster_sets_by_itself_is_let_be(tmp_path: Path, name: str) -> None:
    load({name: "x"}, tmp_path)


def test_several_paths_and_admins(tmp_path: Path) -> None:
    environment = {"QUIZBOT_QUESTIONS": os.pathsep.join(("a", "b")), "QUIZBOT_ADMINS": "U1, U2"}
    settings = load(environment, tmp_path)
    assert settings.questions == (tmp_path / "a", tmp_path / "b")
    assert settings.admins == {"U1", "U2"}


def test_a_list_in_the_file(tmp_path: Path) -> None:
    (tmp_path / "quizbot.toml").write_text('questions = ["a", "b"]\nadmins = ["U1"]\n')
    settings = load({}, tmp_path)
    assert settings.questions == (tmp_path / "a", tmp_path / "b")
    assert settings.admins == {"U1"}


def test_platform_settings_are_handed_on_and_never_shown(tmp_path: Path) -> None:
    settings = load({"SLACK_BOT_TOKEN": "xoxb-secret", "QUIZBOT_DISCORD_SHARDS": "0/1"}, tmp_path)
    assert settings.adapters == {"slack_bot_token": "xoxb-secret", "discord_shards": "0/1"}
    assert "secret" not in repr(settings)


@pytest.mark.parametrize(
    ("environment", "toml", "words"),
    [
        ({"QUIZBOT_PORT": "eighty"}, "", "port is 'eighty'"),
        ({"QUIZBOT_PORT": "70000"}, "", "1 to 65535"),
        ({"QUIZBOT_PLAYGROUND": "maybe"}, "", "Write 1 or 0"),
        ({"QUIZBOT_LOG_LEVEL": "loud"}, "", "one of debug, info"),
        ({"QUIZBOT_LOG_FORMAT": "xml"}, "", "console or json"),
        ({"QUIZBOT_DATABASE_URL": "mysql://x"}, "", "sqlite:///PATH or postgresql://"),
        ({}, "prot = 9000", "Did you mean port?"),
        ({}, "port = ", "isn't TOML"),
        ({}, "port = 1.5", "must be a text, a number"),
        ({"QUIZBOT_CONFIG": "elsewhere.toml"}, "", "can't be read"),
    ],
)
def test_a_wrong_setting_is_named_with_its_mend(
    tmp_path: Path, environment: dict[str, str], toml: str, words: str
) -> None:
    if toml:
        (tmp_path / "quizbot.toml").write_text(toml)
    with pytest.raises(SettingsError, match=words.replace("?", r"\?")):
        load(environment, tmp_path)
