"""The command line as a person and a script meet it."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from quizbot import __version__
from quizbot.domain.suggestion import Sketch, State
from quizbot.refs import UserRef
from quizbot.store.store import Store
from quizbot.store.suggestions import Suggestion
from quizbot.store.upgrading import upgrade
from quizbot.testing.house import BANK, PAIR

BROKEN = "bank: broken\ntitle: Broken\nitems:\n  - id: one\n    stem: What?\n    topic: x\n"


def quizbot(
    *words: str, folder: Path, typed: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "quizbot", *words],
        cwd=folder,
        env={"PATH": "/usr/bin:/bin", "HOME": str(folder), "COLUMNS": "200", **environment},
        input=typed,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    folder = tmp_path / "questions"
    folder.mkdir()
    (folder / "rivers.yaml").write_text(BANK, encoding="utf-8")
    return folder


def test_the_version(tmp_path: Path) -> None:
    told = quizbot("--version", folder=tmp_path)
    assert (told.returncode, told.stdout) == (0, f"quizbot {__version__}\n")


def test_help_names_every_command(tmp_path: Path) -> None:
    told = quizbot("--help", folder=tmp_path)
    assert told.returncode == 0
    names = ("run", "play", "check", "insights", "export", "doctor", "db")
    assert all(name in told.stdout for name in names)


def test_a_good_bank_passes_the_check(tmp_path: Path, questions: Path) -> None:
    told = quizbot("check", str(questions), folder=tmp_path)
    assert told.returncode == 0, told.stdout
    assert "0 errors" in told.stderr


def test_faults_go_to_stdout_and_the_exit_code_is_one(tmp_path: Path) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text(BROKEN, encoding="utf-8")
    told = quizbot("check", str(path), "--format", "json", folder=tmp_path)
    assert told.returncode == 1
    faults = json.loads(told.stdout)
    assert {"rule", "severity", "file", "line", "column", "item", "message", "mend"} == set(
        faults[0]
    )
    assert any(fault["item"] == "one" and fault["severity"] == "error" for fault in faults)


def test_a_wrong_setting_is_two_without_a_traceback(tmp_path: Path) -> None:
    for command in (["run"], ["doctor"], ["db", "upgrade"]):
        told = quizbot(*command, folder=tmp_path, QUIZBOT_PORT="eighty")
        assert told.returncode == 2
        assert "port is 'eighty'" in told.stderr
        assert "Traceback" not in told.stderr


def test_a_platform_that_lacks_a_setting_is_two_and_says_which(tmp_path: Path) -> None:
    told = quizbot("run", folder=tmp_path, SLACK_BOT_TOKEN="xoxb-secret")
    assert told.returncode == 2
    assert "SLACK_APP_TOKEN" in told.stderr
    assert "xoxb-secret" not in told.stderr + told.stdout


def test_a_database_that_is_none_is_three(tmp_path: Path) -> None:
    (tmp_path / "notes.db").write_text("notes " * 500)
    told = quizbot("db", "upgrade", folder=tmp_path, QUIZBOT_DATABASE_URL="sqlite:///notes.db")
    assert told.returncode == 3
    assert "another file" in told.stderr.replace("\n", " ")


def test_upgrade_makes_the_database(tmp_path: Path) -> None:
    told = quizbot("db", "upgrade", folder=tmp_path)
    assert told.returncode == 0, told.stderr
    with sqlite3.connect(tmp_path / "data" / "quizbot.db") as database:
        assert database.execute("SELECT count(*) FROM rounds").fetchone() == (0,)


def test_the_doctor_says_what_is_wrong_and_how_to_mend_it(tmp_path: Path, questions: Path) -> None:
    told = quizbot("doctor", folder=tmp_path)
    assert told.returncode == 0, told.stdout
    assert "Rivers (1)" in told.stdout
    (questions / "broken.yaml").write_text(BROKEN, encoding="utf-8")
    told = quizbot("doctor", folder=tmp_path)
    assert told.returncode == 2
    assert "quizbot check" in told.stdout


def test_a_quiz_in_the_terminal(tmp_path: Path, questions: Path) -> None:
    del questions
    told = quizbot("play", "--count", "1", folder=tmp_path, typed="x\nC\nq\n")
    assert told.returncode == 0, told.stderr
    assert "longer than the others" in told.stdout
    assert "The best known river is not the longest one." in told.stdout
    assert "About 3,530 km" in told.stdout
    with sqlite3.connect(tmp_path / "data" / "quizbot.db") as database:
        assert database.execute("SELECT correct FROM attempts").fetchall() == [(1,)]


def test_choosing_two_in_the_terminal(tmp_path: Path, questions: Path) -> None:
    (questions / "rivers.yaml").write_text(PAIR, encoding="utf-8")
    told = quizbot("play", folder=tmp_path, typed="a c\n")
    assert told.returncode == 0, told.stderr
    assert "Scandinavian does not mean Baltic." in told.stdout
    with sqlite3.connect(tmp_path / "data" / "quizbot.db") as database:
        assert database.execute("SELECT correct FROM attempts").fetchall() == [(1,)]


@pytest.fixture
def practised(tmp_path: Path, questions: Path) -> Path:
    del questions
    assert quizbot("play", "--count", "1", folder=tmp_path, typed="C\nq\n").returncode == 0
    return tmp_path


def test_insights_as_text(practised: Path) -> None:
    told = quizbot("insights", "rivers", folder=practised)
    assert told.returncode == 0, told.stderr
    assert "1 person, 1 first answer" in told.stdout
    assert "Not enough answers yet" in told.stdout
    assert "Participation" in told.stdout


@pytest.mark.parametrize("words", [("--format", "json"), ("--json",)])
def test_insights_as_json(practised: Path, words: tuple[str, ...]) -> None:
    told = quizbot("insights", "rivers", *words, "--since", "2026-01-01", folder=practised)
    found = json.loads(told.stdout)
    assert found["since"] == "2026-01-01T00:00:00+00:00"
    assert [(item["item"], item["n"]) for item in found["items"]] == [("longest", 1)]


def test_insights_as_csv_and_picture(practised: Path) -> None:
    told = quizbot("insights", "rivers", "--csv", folder=practised)
    assert told.stdout.splitlines()[1].startswith("longest,")
    path = practised / "picture.png"
    with path.open("wb") as file:
        subprocess.run(
            [sys.executable, "-m", "quizbot", "insights", "rivers", "--png"],
            cwd=practised,
            env={"PATH": "/usr/bin:/bin", "HOME": str(practised)},
            stdout=file,
            timeout=60,
            check=True,
        )
    assert path.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("river",), "rivers"),
        (("rivers", "--since", "2999-01-01"), "future"),
        (("rivers", "--since", "yesterday"), "yesterday"),
        (("rivers", "--channel", "general"), "PLATFORM/WORKSPACE/CHANNEL"),
        (("rivers", "--channel", "slack/T1/C1"), "No question was ever put"),
        (("rivers", "--csv", "--json"), "choose one"),
    ],
)
def test_insights_that_cannot_be_say_why(
    practised: Path, words: tuple[str, ...], said: str
) -> None:
    told = quizbot("insights", *words, folder=practised)
    assert told.returncode == 2
    assert said in told.stderr
    assert "Traceback" not in told.stderr
    assert not told.stdout


SKETCH = Sketch("Which is wider?", "* Volga :: yes\n- Rhine :: no", topic="length")


async def approve(url: str) -> None:
    """Suggest a question and approve it."""
    await upgrade(url)
    store = await Store.open(url)
    now = datetime(2026, 12, 1, tzinfo=UTC)
    async with store.begin() as tx:
        wish = Suggestion(0, "rivers", SKETCH, State.WAITING, None, None, now)
        kept = await tx.suggestions.put(wish, occasion="one")
        ada = await tx.learners.of(UserRef("memory", "", "ada"), name="Ada")
        assert await tx.suggestions.approve(kept, "wider", by=ada.id, at=now)
    await store.close()


def test_approved_suggestions_are_written_as_files_until_they_are_in_the_bank(
    tmp_path: Path, questions: Path
) -> None:
    asyncio.run(approve(f"sqlite:///{tmp_path / 'data' / 'quizbot.db'}"))
    words = ("export", "rivers", "--suggestions", "-o", "out")
    for name in ("suggested.yaml", "suggested-2.yaml"):
        told = quizbot(*words, folder=tmp_path)
        assert told.returncode == 0, told.stderr
        assert f"out/rivers/{name}: 1" in told.stderr
    written = (tmp_path / "out" / "rivers" / "suggested.yaml").read_text(encoding="utf-8")
    assert "id: wider" in written
    bank = questions / "rivers"
    bank.mkdir()
    (questions / "rivers.yaml").rename(bank / "bank.yaml")
    (bank / "suggested.yaml").write_text(written, encoding="utf-8")
    told = quizbot("check", str(questions), folder=tmp_path)
    assert told.returncode == 0, told.stdout
    told = quizbot("export", "--suggestions", "-o", "out", folder=tmp_path)
    assert "No approved suggestion" in told.stderr
    assert sorted(path.name for path in (tmp_path / "out" / "rivers").iterdir()) == [
        "suggested-2.yaml",
        "suggested.yaml",
    ]


def test_an_export_says_what_it_needs(tmp_path: Path, questions: Path) -> None:
    del questions
    told = quizbot("export", "-o", "out", folder=tmp_path)
    assert told.returncode == 2
    assert "--suggestions" in told.stderr
    told = quizbot("export", "mars", "--suggestions", "-o", "out", folder=tmp_path)
    assert told.returncode == 2
    assert "rivers" in told.stderr
    (tmp_path / "out").write_text("a file", encoding="utf-8")
    asyncio.run(approve(f"sqlite:///{tmp_path / 'data' / 'quizbot.db'}"))
    told = quizbot("export", "--suggestions", "-o", "out", folder=tmp_path)
    assert told.returncode == 3
    assert "Traceback" not in told.stderr
