"""Many workspaces: who may install, what is kept of it, and when it is thrown away."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from adapters.slack.kit_text import flatten
from adapters.slack.slack_people import People
from adapters.slack.slack_server import SlackServer
from adapters.slack.slack_shop import Shop
from adapters.slack.slack_stage import GENERAL, IDS
from adapters.slack.slack_world import Workspace
from quizbot.errors import Refused
from quizbot.message import Message
from quizbot.refs import ChannelRef, UserRef
from quizbot.testing.stage import ADMIN, MEMBER

TRAP = "The best known river is not the longest one."


async def test_two_workspaces_install_play_and_know_nothing_of_each_other(
    shop: Shop, server: SlackServer, workspaces: list[Workspace]
) -> None:
    for workspace in workspaces:
        assert await shop.install(workspace) == 302
        await shop.house.schedule_in(ChannelRef("slack", workspace.id, GENERAL))
    await shop.house.pass_time(timedelta(hours=1))
    posts = [call.token for call in server.calls if call.method == "chat.postMessage"]
    assert sorted(posts) == ["xoxb-1", "xoxb-2"]
    people = People(server, workspaces[1], shop.deliver)
    question = next(m for m in server.world.messages if m.bot_id and "Which" in flatten(m.blocks))
    button = question.blocks[-3]["elements"][0]["action_id"]
    await people.press(IDS[MEMBER], question, button)
    told = flatten(server.world.messages[-1].blocks)
    async with shop.house.tools.store.read() as tx:
        tallies = [await tx.attempts.answered(round_id) for round_id in (1, 2)]
    assert sum(tallies) == (1 if TRAP in told else 0)


async def test_the_tokens_are_kept_encrypted_and_go_with_the_app(
    shop: Shop, server: SlackServer, workspaces: list[Workspace], tmp_path: Path
) -> None:
    await shop.install(workspaces[0])
    kept = await shop.kept("T1")
    assert kept is not None
    assert "xoxb" not in kept
    assert b"xoxb-1" not in (tmp_path / "q.db").read_bytes()
    people = People(server, workspaces[0], shop.deliver)
    await people.event({"type": "tokens_revoked", "tokens": {"oauth": ["U1"]}})
    assert await shop.kept("T1") == kept
    workspaces[0].revoked = True
    await people.event({"type": "app_uninstalled"})
    assert await shop.kept("T1") is None


async def test_a_state_is_good_for_one_installation_in_the_browser_that_began_it(
    shop: Shop, workspaces: list[Workspace]
) -> None:
    state, cookie = await shop.begin()
    other, others_cookie = await shop.begin()
    shop.grant(workspaces[0].id, workspaces[0].bot_token)
    for wrong, with_cookie in (
        ("guessed", ""),
        ("guessed", "quizbot_slack_state=guessed"),
        ("", cookie),
        (state, ""),
        (state, others_cookie),
        (other, cookie),
    ):
        assert await shop.back(wrong, with_cookie) == 400
    assert await shop.kept("T1") is None
    assert await shop.back(state, cookie) == 302
    shop.grant(workspaces[1].id, workspaces[1].bot_token)
    assert await shop.back(state, cookie) == 400
    assert await shop.kept("T2") is None


async def test_a_state_ends_after_ten_minutes(shop: Shop, workspaces: list[Workspace]) -> None:
    state, cookie = await shop.begin()
    shop.grant(workspaces[0].id, workspaces[0].bot_token)
    shop.clock.advance(timedelta(minutes=10))
    assert await shop.back(state, cookie) == 400


@pytest.mark.parametrize("query", ["error=access_denied", "code=", "code=unknown"])
async def test_what_slack_did_not_grant_keeps_nothing(
    shop: Shop, workspaces: list[Workspace], query: str
) -> None:
    state, cookie = await shop.begin()
    assert await shop.back(state, cookie, query) == 400
    assert await shop.kept(workspaces[0].id) is None


async def test_a_whole_organisation_and_a_token_that_does_not_work_are_refused(shop: Shop) -> None:
    for team, token in (("", "xoxb-1"), ("T1", "xoxb-unknown"), ("T1", "")):
        state, cookie = await shop.begin()
        shop.grant(team, token)
        assert await shop.back(state, cookie) == 400
        assert await shop.kept("T1") is None


@pytest.mark.parametrize("kind", ["broken", "dropped", "lost", "limit"])
@pytest.mark.parametrize("method", ["oauth.v2.access", "auth.test"])
async def test_a_slack_that_does_not_answer_lets_the_visitor_begin_anew(
    shop: Shop,
    server: SlackServer,
    workspaces: list[Workspace],
    method: str,
    kind: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    server.fail(method, kind)
    assert await shop.install(workspaces[0]) in {400, 502}
    assert "Traceback" not in caplog.text
    assert await shop.install(workspaces[0]) == 302


async def test_nobody_installs_while_quizbot_does_not_run(
    shop: Shop, workspaces: list[Workspace]
) -> None:
    state, cookie = await shop.begin()
    shop.grant(workspaces[0].id, workspaces[0].bot_token)
    await shop.disconnect()
    assert await shop.back(state, cookie) == 503
    async with shop.http.get(f"{shop.base}/slack/install", allow_redirects=False) as said:
        assert said.status == 503


async def test_who_installs_anew_is_answered_with_the_new_token(
    shop: Shop, server: SlackServer, workspaces: list[Workspace]
) -> None:
    await shop.install(workspaces[0])
    await shop.adapter.tell(_ada(), Message("Before", ()))
    workspaces[0].bot_token = "xoxb-new"
    await shop.install(workspaces[0])
    await shop.adapter.tell(_ada(), Message("After", ()))
    posts = [call.token for call in server.calls if call.method == "chat.postMessage"]
    assert posts == ["xoxb-1", "xoxb-new"]


@pytest.mark.parametrize("kind", ["limit", "broken", "dropped", "error"])
async def test_a_late_uninstall_of_a_workspace_that_works_takes_nothing_away(
    shop: Shop, server: SlackServer, workspaces: list[Workspace], kind: str
) -> None:
    await shop.install(workspaces[0])
    people = People(server, workspaces[0], shop.deliver)
    await people.event({"type": "app_uninstalled"})
    server.fail("auth.test", kind, error="internal_error")
    await people.event({"type": "tokens_revoked", "tokens": {"bot": ["UBOT"]}})
    assert await shop.kept("T1") is not None


async def test_a_workspace_that_is_gone_is_answered_by_nothing_and_stops_no_other(
    shop: Shop, server: SlackServer, workspaces: list[Workspace]
) -> None:
    for workspace in workspaces:
        await shop.install(workspace)
        await shop.house.schedule_in(ChannelRef("slack", workspace.id, GENERAL))
    workspaces[0].revoked = True
    people = People(server, workspaces[0], shop.deliver)
    await people.event({"type": "app_uninstalled"})
    await people.command(IDS[MEMBER], GENERAL, "help")
    await people.open_home(IDS[MEMBER])
    before = len(server.calls)
    await shop.house.pass_time(timedelta(hours=1))
    assert {call.token for call in server.calls[before:]} == {"xoxb-2"}
    with pytest.raises(Refused, match="isn't installed"):
        await shop.adapter.tell(_ada(), Message("x", ()))


async def test_a_token_sealed_with_another_key_is_refused_and_says_why(
    shop: Shop, workspaces: list[Workspace]
) -> None:
    await shop.install(workspaces[0])
    sealed = await shop.kept("T1")
    assert sealed is not None
    await shop.house.tutor.cabinet.put("slack/installed/T1", sealed[:-8] + "AAAAAA==")
    with pytest.raises(Refused, match="QUIZBOT_SECRET_KEY"):
        await shop.adapter.tell(_ada(), Message("x", ()))


def _ada() -> UserRef:
    return UserRef("slack", "T1", IDS[ADMIN])
