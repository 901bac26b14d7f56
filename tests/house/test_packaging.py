"""Here is what must hold so that a stranger can install, run and change quizbot."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

import quizbot
from quizbot.settings import load

ROOT = Path(__file__).parents[2]
RUN = ROOT / "requirements" / "run.lock"
DEV = ROOT / "requirements" / "dev.lock"
LOCKS = pytest.mark.parametrize("lock", [RUN, DEV], ids=lambda lock: lock.name)

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
PIN = re.compile(r"([a-z0-9-]+)==([^\s;]+)( ; .+)?")
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")

# Written in two halves, so that this file holds none of them itself.
HOSTS = tuple(
    f"{name}.{domain}"
    for name, domain in [
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("registry.npmjs", "org"),
        ("npmjs", "com"),
        ("deb.debian", "org"),
        ("conda.anaconda", "org"),
    ]
)
HERE = re.compile(rf"(?<![\w.:/-])/{'work'}(?![\w-])")


@LOCKS
def test_every_package_is_pinned_and_hashed(lock: Path) -> None:
    entries = _entries(lock)
    assert entries
    for entry in entries:
        pin, *hashes = entry.split(" \\\n")
        assert PIN.fullmatch(pin.strip()), pin
        assert hashes, f"{pin} has no hash"
        assert all(HASH.fullmatch(hashed.strip()) for hashed in hashes), pin


@LOCKS
def test_a_lock_names_no_index_and_no_machine(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    assert "://" not in text
    assert not re.search(r"^\s*-(-?i\b|-?index|-?extra-index|-?find-links|f\b)", text, re.MULTILINE)
    assert not re.search(r"(^|\s)(/|~|[A-Z]:\\)", text, re.MULTILINE)


def test_the_locks_hold_every_dependency() -> None:
    project = _project()
    wanted = _names(project["dependencies"])
    building = tomllib.loads(_text("pyproject.toml"))["build-system"]["requires"]
    extras = project["optional-dependencies"]
    run = wanted | _names(building) | _names(_extra(extras, "all"))
    assert run - _pins(RUN).keys() == set()
    assert (run | _names(_extra(extras, "dev"))) - _pins(DEV).keys() == set()


def test_both_locks_agree() -> None:
    run, dev = _pins(RUN), _pins(DEV)
    assert {name: dev.get(name) for name in run} == run


def test_all_holds_every_platform_and_database() -> None:
    extras = _project()["optional-dependencies"]
    inside = re.fullmatch(r"quizbot\[(.+)\]", extras["all"][0])
    assert inside
    assert set(inside[1].split(",")) == extras.keys() - {"all", "dev"}


def test_the_version_has_one_source() -> None:
    settings = tomllib.loads(_text("pyproject.toml"))
    assert "version" in settings["project"]["dynamic"]
    assert settings["tool"]["hatch"]["version"]["path"] == "src/quizbot/__init__.py"


def test_the_changelog_knows_this_version() -> None:
    versions = re.findall(r"^## \[(.+?)\](.*)$", _text("CHANGELOG.md"), re.MULTILINE)
    assert versions[0] == ("Unreleased", "")
    for version, date in versions[1:]:
        assert re.fullmatch(r"\d+\.\d+\.\d+", version)
        assert re.fullmatch(r" - \d{4}-\d\d-\d\d", date), f"{version} has no date"
    assert re.fullmatch(r"\d+\.\d+\.\d+", quizbot.__version__)
    released = [version for version, _ in versions[1:]]
    assert not released or released[0] == quizbot.__version__


@pytest.mark.parametrize(
    "target",
    ["help", "install", "run", "test", "check", "lock", "bench", "bench-quick", "clean"],
)
def test_make_has_what_was_promised(target: str) -> None:
    makefile = _text("Makefile")
    assert re.search(rf"^{target}:.* ## ", makefile, re.MULTILINE)
    phony = re.search(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)
    assert phony
    assert target in phony[1].split()


def test_make_alone_tells_what_there_is() -> None:
    targets = re.findall(r"^([a-z-]+):", _text("Makefile"), re.MULTILINE)
    assert targets[0] == "help"


def test_the_example_of_settings_is_valid_with_all_of_it_chosen(tmp_path: Path) -> None:
    example = _text("deploy/quizbot.toml.example")
    chosen = re.sub(r"^# ?(?=[a-z_]+ = )", "", example, flags=re.MULTILINE)
    assert tomllib.loads(example) == {}
    keys = tomllib.loads(chosen).keys()
    assert keys >= {"database_url", "questions", "host", "port", "playground", "admins"}
    (tmp_path / "quizbot.toml").write_text(chosen, encoding="utf-8")
    settings = load({}, tmp_path)
    assert (settings.host, settings.port) == ("127.0.0.1", 8080)
    assert settings.playground is True


def test_nothing_committed_names_a_registry_or_a_machine() -> None:
    told = [f"{path}: {needle}" for path in _tracked() for needle in _strangers(ROOT / path)]
    assert told == []


def _strangers(path: Path) -> list[str]:
    text = path.read_bytes().decode("utf-8", errors="ignore")
    found = [host for host in HOSTS if host in text]
    return found + [match[0] for match in HERE.finditer(text)]


def _tracked() -> list[str]:
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this is no git checkout")
    paths = listed.stdout.decode().split("\0")
    return [path for path in paths if path and (ROOT / path).is_file()]


def _text(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def _project() -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads(_text("pyproject.toml"))["project"]
    return project


def _extra(extras: dict[str, list[str]], name: str) -> list[str]:
    """The requirements of an extra; `quizbot[a,b]` in it stands for theirs."""
    found: list[str] = []
    for requirement in extras[name]:
        if inside := re.fullmatch(r"quizbot\[(.+)\]", requirement):
            for other in inside[1].split(","):
                found += _extra(extras, other)
        else:
            found.append(requirement)
    return found


def _names(requirements: list[str]) -> set[str]:
    return {_normal(match[0]) for each in requirements if (match := NAME.match(each))}


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _entries(lock: Path) -> list[str]:
    lines = lock.read_text(encoding="utf-8").splitlines()
    text = "\n".join(line for line in lines if not line.lstrip().startswith("#"))
    return re.split(r"\n(?=\S)", text.strip())


def _pins(lock: Path) -> dict[str, set[str]]:
    """The versions of each package: several where Pythons or systems need different ones."""
    pins: dict[str, set[str]] = {}
    for entry in _entries(lock):
        if match := PIN.match(entry):
            pins.setdefault(match[1], set()).add(match[2])
    return pins
