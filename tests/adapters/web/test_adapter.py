"""The playground keeps what was posted, finds it again, and shows it to whom it may be shown."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path

import pytest

import quizbot_web
from adapters.web.playground import Playground, flattened
from adapters.web.scripted import STEM, TRAP, ScriptedTutor, board, feedback, question
from quizbot.errors import Refused, SettingsError, Unreachable
from quizbot.ports import Command, Press
from quizbot.refs import ChannelRef, PostRef, UserRef
from quizbot_web import PlaygroundAdapter, articles
from quizbot_web.journal import Journal

GENERAL = ChannelRef("web", "", "general")
ADA, BEN = UserRef("web", "", "ada"), UserRef("web", "", "ben")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def adapter(folder: Path) -> PlaygroundAdapter:
    return quizbot_web.create({"data": str(folder)})


@pytest.fixture
def blocked(adapter: PlaygroundAdapter, folder: Path) -> None:
    """A file stands where the adapter's folder must be."""
    folder.write_text("")


async def _post(adapter: PlaygroundAdapter, round_: str = "1") -> PostRef:
    return await adapter.post(GENERAL, question(round_), key=f"answer:{round_}", under=None)


class TestFinding:
    async def test_a_post_is_found_by_its_key_part_by_part(
        self, adapter: PlaygroundAdapter
    ) -> None:
        posted = await _post(adapter, "12")
        assert await adapter.find(GENERAL, key="answer:12", under=None) == posted
        assert await adapter.find(GENERAL, key="answer:1", under=None) is None
        elsewhere = ChannelRef("web", "", "study-hall")
        assert await adapter.find(elsewhere, key="answer:12", under=None) is None

    async def test_a_reply_is_found_under_its_parent_only(self, adapter: PlaygroundAdapter) -> None:
        parent = await _post(adapter)
        reply = await adapter.post(GENERAL, question(closed=True), key="mine:1", under=parent)
        assert await adapter.find(GENERAL, key="mine:1", under=parent) == reply
        assert await adapter.find(GENERAL, key="mine:1", under=None) is None

    async def test_after_an_edit_only_the_new_buttons_mark_it(
        self, adapter: PlaygroundAdapter
    ) -> None:
        posted = await _post(adapter)
        await adapter.edit(posted, question(closed=True))
        assert await adapter.find(GENERAL, key="answer:1", under=None) is None
        assert await adapter.find(GENERAL, key="mine:1", under=None) == posted

    async def test_a_channel_or_message_that_is_not_there_is_refused(
        self, adapter: PlaygroundAdapter
    ) -> None:
        for name in ("nowhere", "@nobody", "@"):
            with pytest.raises(Refused):
                await adapter.post(
                    ChannelRef("web", "", name), board(), key="board:all", under=None
                )
        with pytest.raises(Refused):
            await adapter.edit(PostRef(GENERAL, "99"), board())
        with pytest.raises(Refused):
            await adapter.tell(UserRef("web", "", "nobody"), board())


class TestKeeping:
    async def test_a_restart_keeps_posts_and_files(
        self, adapter: PlaygroundAdapter, folder: Path
    ) -> None:
        posted = await _post(adapter)
        await adapter.tell(ADA, board())
        again = quizbot_web.create({"data": str(folder)})
        assert await again.find(GENERAL, key="answer:1", under=None) == posted
        assert await again.find(ChannelRef.direct(ADA), key="board:week", under=None) is not None

    @pytest.mark.parametrize("torn", [b'{"id":"7","chan', b"\0" * 40, b"{}", b"nonsense\n"])
    async def test_a_torn_last_line_is_cut_away_by_the_next_post(
        self, adapter: PlaygroundAdapter, folder: Path, torn: bytes
    ) -> None:
        first = await _post(adapter, "1")
        with (folder / "messages.jsonl").open("ab") as stream:
            stream.write(torn)
        again = quizbot_web.create({"data": str(folder)})
        second = await _post(again, "2")
        third = quizbot_web.create({"data": str(folder)})
        assert await third.find(GENERAL, key="answer:1", under=None) == first
        assert await third.find(GENERAL, key="answer:2", under=None) == second
        lines = (folder / "messages.jsonl").read_bytes().splitlines()
        assert all(json.loads(line)["id"] for line in lines)

    @pytest.mark.parametrize("taken_away", [True, False])
    async def test_messages_taken_away_while_it_runs_are_written_anew(
        self, adapter: PlaygroundAdapter, folder: Path, *, taken_away: bool
    ) -> None:
        first = await _post(adapter, "1")
        path = folder / "messages.jsonl"
        path.unlink() if taken_away else path.write_bytes(b"")
        second = await _post(adapter, "2")
        again = quizbot_web.create({"data": str(folder)})
        assert await again.find(GENERAL, key="answer:1", under=None) == first
        assert await again.find(GENERAL, key="answer:2", under=None) == second
        assert b"\0" not in path.read_bytes()

    async def test_a_broken_line_in_the_middle_costs_only_itself(
        self, adapter: PlaygroundAdapter, folder: Path
    ) -> None:
        await _post(adapter, "1")
        kept = await _post(adapter, "2")
        path = folder / "messages.jsonl"
        lines = path.read_bytes().splitlines(keepends=True)
        path.write_bytes(b"\xff broken\n" + lines[1])
        again = quizbot_web.create({"data": str(folder)})
        assert await again.find(GENERAL, key="answer:1", under=None) is None
        assert await again.find(GENERAL, key="answer:2", under=None) == kept

    async def test_a_post_that_its_caller_gave_up_is_still_found(
        self, adapter: PlaygroundAdapter
    ) -> None:
        posting = asyncio.create_task(_post(adapter))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        posting.cancel()
        await asyncio.wait([posting])
        await adapter._room.close()
        assert posting.cancelled()
        assert await adapter.find(GENERAL, key="answer:1", under=None) is not None

    async def test_a_disk_that_takes_nothing_is_unreachable_and_nothing_is_kept(
        self, adapter: PlaygroundAdapter, blocked: None
    ) -> None:
        with pytest.raises(Unreachable):
            await _post(adapter)
        assert await adapter.find(GENERAL, key="answer:1", under=None) is None

    async def test_old_messages_and_their_files_leave_and_the_journal_stays_short(
        self, adapter: PlaygroundAdapter, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(articles, "KEPT_PRIVATE", 3)
        monkeypatch.setattr("quizbot_web.journal.STALE_LINES", 4)
        await adapter.tell(ADA, board())
        for _ in range(12):
            await adapter.tell(ADA, question())
        kept = Journal(folder).read()
        assert len(kept) <= 3 + 4
        assert os.listdir(folder / "files") == []
        assert (await adapter.tell(ADA, question())).message == "14"

    async def test_a_second_quizbot_on_the_same_folder_is_told_so(
        self, playground: Playground, tutor: ScriptedTutor
    ) -> None:
        other = quizbot_web.create(playground.settings)
        with pytest.raises(SettingsError, match="another quizbot"):
            await other.run(tutor)


class TestPages:
    async def test_a_public_post_reaches_everyone_and_a_private_reply_its_reader_only(
        self, playground: Playground
    ) -> None:
        async with playground.page("ada") as ada, playground.page("ben") as ben:
            posted = await _post(playground.adapter)
            await ada.until("article")
            await ben.until("article")
            assert await ben.press(posted.message, "answer:1:a") == "done"
            await ada.settle()
            assert TRAP in flattened(list(ben.articles.values()))
            assert TRAP not in flattened(list(ada.articles.values()))
            assert list(ada.articles) == [posted.message]
        async with playground.page("ada") as ada:
            assert list(ada.articles) == [posted.message]

    async def test_the_caller_is_the_persona_with_its_rights_and_zone(
        self, playground: Playground, tutor: ScriptedTutor
    ) -> None:
        async with playground.page("ada") as ada, playground.page("ben") as ben:
            await ada.command("/quiz help")
            await ben.command("help", id="mine")
        admin, other = tutor.events
        assert isinstance(admin, Command)
        assert isinstance(other, Command)
        assert (admin.text, admin.caller.user, admin.caller.admin) == ("help", ADA, True)
        assert (other.text, other.caller.user, other.caller.admin) == ("help", BEN, False)
        assert (other.id, other.caller.channel, other.caller.name) == ("mine", GENERAL, "Ben")
        assert (other.caller.zone, other.caller.locale) == ("Europe/Berlin", "en-GB")

    async def test_nobody_presses_in_a_message_of_somebody_else(
        self, playground: Playground, tutor: ScriptedTutor
    ) -> None:
        told = await playground.adapter.tell(ADA, question())
        async with playground.page("ben") as ben:
            assert await ben.press(told.message, "answer:1:a") == "refused"
            assert await ben.send(type="command", channel="@ada", text="help") == "refused"
        assert tutor.events == []

    async def test_a_press_in_a_direct_message_has_no_channel(
        self, playground: Playground, tutor: ScriptedTutor
    ) -> None:
        told = await playground.adapter.tell(ADA, question())
        async with playground.page("ada") as ada:
            await ada.press(told.message, "answer:1:a")
            assert {article["channel"] for article in ada.articles.values()} == {"@ada"}
        (press,) = tutor.events
        assert isinstance(press, Press)
        assert press.caller.channel is None

    async def test_an_event_sent_twice_is_handled_twice_and_shown_once(
        self, playground: Playground, tutor: ScriptedTutor
    ) -> None:
        async with playground.page("ada") as ada:
            await ada.command("help", id="e1")
            await ada.command("help", id="e1")
            assert len(ada.articles) == 1
            await playground.restart(tutor)
        async with playground.page("ada") as ada:
            await ada.command("help", id="e1")
            assert len(ada.articles) == 1
        assert len(tutor.events) == 3

    async def test_a_replacing_reply_takes_the_place_and_a_late_repeat_doesnt_turn_it_back(
        self, playground: Playground
    ) -> None:
        told = await playground.adapter.tell(ADA, feedback("a"))
        async with playground.page("ada") as ada:
            await ada.press(told.message, "next:7:1", id="e1")
            await ada.press(told.message, "stop:7", id="e2")
            await ada.press(told.message, "next:7:1", id="e1")
            (article,) = ada.articles.values()
            assert article["id"] == told.message
            assert STEM not in flattened(article)
            assert "stop 7" in flattened(article)

    async def test_a_form_comes_back_with_its_errors_and_then_goes(
        self, playground: Playground
    ) -> None:
        async with playground.page("ada") as ada:
            await ada.command("daily set")
            assert ada.form is not None
            await ada.fill(ada.form["action"], {"hours": ["abc"], "zone": ["UTC"]})
            assert [item["error"] for item in ada.form["fields"] if item["name"] == "hours"] == [
                "Give a whole number, such as 8."
            ]
            await ada.fill(ada.form["action"], {"hours": ["9"]})
            assert "Saved: 9 hours" in flattened(list(ada.articles.values()))

    async def test_an_event_that_a_stop_cuts_off_is_not_called_done(
        self, playground: Playground, tutor: ScriptedTutor
    ) -> None:
        async with playground.page("ada") as ada:
            waiting = asyncio.create_task(ada.command("wait", id="e1"))
            await tutor.waiting.wait()
            await playground.stop()
            with pytest.raises(TypeError):  # aiohttp's word for a closed socket
                await waiting
        await playground.restart(tutor)
        async with playground.page("ada") as ada:
            assert await ada.command("help", id="e1") == "done"

    async def test_silence_is_an_answer(self, playground: Playground) -> None:
        async with playground.page("ada") as ada:
            assert await ada.command("silence") == "done"
            assert ada.articles == {}

    async def test_nonsense_is_told_and_the_page_goes_on(self, playground: Playground) -> None:
        async with playground.page("ada") as ada:
            assert "JSON" in (await ada.raw("{"))["reason"]
            assert await ada.command("help") == "done"

    async def test_completions_come_from_the_tutor(self, playground: Playground) -> None:
        async with playground.page("ada") as ada:
            await ada._wire.send_str(
                json.dumps(
                    {
                        "type": "complete",
                        "id": "1",
                        "command": "practice",
                        "parameter": "bank",
                        "typed": "ne",
                    }
                )
            )
            frame = await ada.until("completions")
        assert [choice["value"] for choice in frame["choices"]] == ["net"]

    async def test_it_says_what_is_missing_until_it_runs(
        self, adapter: PlaygroundAdapter, playground: Playground
    ) -> None:
        assert adapter.missing
        assert playground.adapter.missing == ""
