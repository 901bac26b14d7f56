"""The page in a real browser, as a person uses it: by eye, by keyboard, by screen reader."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adapters.web.playground import Playground, Visit
from adapters.web.scripted import OPTIONS, TRAP, ScriptedTutor, choose_two, question
from quizbot.message import Message, Paragraph, Span
from quizbot.ports import Press
from quizbot.refs import ChannelRef, UserRef

playwright_api = pytest.importorskip("playwright.async_api", reason="playwright isn't installed")
expect = playwright_api.expect

GENERAL = ChannelRef("web", "", "general")

pytestmark = pytest.mark.browser


async def _post(playground: Playground, message: Message | None = None) -> str:
    posted = await playground.adapter.post(
        GENERAL, message or question(), key="answer:1", under=None
    )
    return posted.message


async def test_an_answer_by_keyboard_is_told_privately(
    playground: Playground, visit: Visit, tutor: ScriptedTutor
) -> None:
    await _post(playground)
    async with visit("ada") as page, visit("ben") as other:
        answer = page.get_by_role("button", name=f"A. {OPTIONS['a'][0]}")
        await answer.focus()
        await page.keyboard.press("Enter")
        private = page.locator("[role=log] article[data-private]")
        await expect(private).to_contain_text(TRAP)
        await expect(private).to_contain_text("Only you can see this")
        await expect(other.locator("article[data-message-id]")).to_have_count(1)
        await expect(other.locator("article[data-private]")).to_have_count(0)
        assert TRAP not in await other.content()
        await expect(answer).to_be_focused()
    (press,) = tutor.events
    assert isinstance(press, Press)
    assert press.action.encode() == "answer:1:a"


async def test_a_replacing_reply_takes_the_place_of_the_pressed_message(
    playground: Playground, visit: Visit
) -> None:
    await _post(playground)
    async with visit() as page:
        await page.get_by_role("button", name="B. ").click()
        await page.get_by_role("button", name="Next question").click()
        private = page.locator("article[data-private]")
        await expect(private).to_contain_text("Daily question")
        await expect(private).to_have_count(1)
        await expect(page.get_by_role("button", name="Next question")).to_have_count(0)


async def test_switching_the_persona_shows_that_personas_private_replies(
    playground: Playground, visit: Visit
) -> None:
    await playground.adapter.tell(UserRef("web", "", "ada"), _plain("for Ada only"))
    await playground.adapter.tell(UserRef("web", "", "ben"), _plain("for Ben only"))
    async with visit("ada") as page:
        await expect(page.get_by_text("for Ada only")).to_be_visible()
        await expect(page.get_by_role("button", name="Post now")).to_be_visible()
        await page.get_by_role("radio", name="Ben").check()
        await expect(page.get_by_text("for Ben only")).to_be_visible()
        await expect(page.get_by_text("for Ada only")).to_have_count(0)
        await expect(page.get_by_role("button", name="Post now")).to_be_hidden()


async def test_a_form_tells_errors_at_their_fields_and_keeps_the_answers(visit: Visit) -> None:
    async with visit("ada", timezone_id="Europe/Berlin") as page:
        await page.get_by_role("button", name="Schedule…").click()
        dialog = page.get_by_role("dialog", name="Daily question")
        await expect(dialog.get_by_label("Time", exact=True)).to_be_focused()
        await expect(dialog.get_by_label("Time zone")).to_have_value("Europe/Berlin")
        hours = dialog.get_by_label("Hours until it closes")
        await hours.fill("soon")
        await dialog.get_by_label("Sat").check()
        await dialog.get_by_role("button", name="Save").click()
        await expect(hours).to_be_focused()
        await expect(hours).to_have_attribute("aria-invalid", "true")
        await expect(hours).to_have_value("soon")
        await expect(hours).to_have_accessible_description(re.compile("Give a whole number"))
        await expect(dialog.get_by_label("Sat")).to_be_checked()
        await hours.fill("12")
        await page.keyboard.press("Enter")
        await expect(dialog).to_be_hidden()
        await expect(page.locator("article[data-private]")).to_contain_text("Saved: 12 hours")
        await expect(page.get_by_role("button", name="Schedule…")).to_be_focused()


async def test_escape_closes_the_form_and_nothing_is_sent(
    visit: Visit, tutor: ScriptedTutor
) -> None:
    async with visit() as page:
        await page.get_by_role("button", name="Schedule…").click()
        await expect(page.get_by_role("dialog")).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("dialog")).to_be_hidden()
    assert len(tutor.events) == 1


async def test_the_slash_box_completes_commands_and_values_by_keyboard(
    visit: Visit, tutor: ScriptedTutor
) -> None:
    async with visit() as page:
        box = page.get_by_role("combobox", name="Slash command")
        await page.keyboard.press("/")
        await expect(box).to_be_focused()
        await expect(box).to_have_value("/")
        await expect(page.get_by_role("option")).to_have_count(7)
        await expect(page.get_by_role("option", name="/quiz daily set")).to_contain_text("Admin")
        await page.keyboard.type("pra")
        await expect(page.get_by_role("option")).to_have_count(1)
        await page.keyboard.press("ArrowDown")
        await expect(box).to_have_attribute("aria-activedescendant", "completion-0")
        await page.keyboard.press("Enter")
        await expect(box).to_have_value("/quiz practice ")
        await expect(box).to_have_accessible_description(re.compile("Which bank"))
        await page.keyboard.type("ne")
        await expect(page.get_by_role("option", name="Networks")).to_be_visible()
        await page.keyboard.press("Tab")
        await expect(box).to_have_value("/quiz practice bank:net ")
        await page.keyboard.press("Escape")
        await expect(page.get_by_role("option")).to_have_count(0)
        await page.keyboard.press("Enter")
        await expect(box).to_have_value("")
        await expect(page.locator("article[data-private]")).to_contain_text("practice bank:net")


async def test_a_command_needs_no_prefix_and_the_board_is_a_button(visit: Visit) -> None:
    async with visit("chen") as page:
        await page.get_by_label("Slash command").fill("help")
        await page.keyboard.press("Enter")
        await expect(page.locator("article")).to_contain_text("What I can do")
        await page.get_by_role("button", name="Leaderboard").click()
        table = page.get_by_role("table", name="Leaderboard of #general")
        await expect(table.get_by_role("columnheader")).to_have_count(4)
        picture = page.get_by_role("img", name="A bar for each of the last seven days")
        await expect(picture).to_have_js_property("naturalWidth", 160)
        async with page.expect_download() as download:
            await page.get_by_role("link", name="The whole board").click()
        assert (await download.value).suggested_filename == "board.csv"


async def test_a_menu_is_sent_only_with_the_right_number_chosen(
    playground: Playground, visit: Visit, tutor: ScriptedTutor
) -> None:
    posted = await playground.adapter.post(GENERAL, choose_two(), key="answer:9", under=None)
    async with visit() as page:
        send = page.get_by_role("button", name="Answer")
        await expect(send).to_be_disabled()
        await page.get_by_role("checkbox", name="A. ").check()
        await page.get_by_role("checkbox", name="B. ").check()
        await expect(page.get_by_role("checkbox", name="C. ")).to_be_disabled()
        changed = Message("Choose two", (*choose_two().blocks, *_plain("2 answered").blocks))
        await playground.adapter.edit(posted, changed)
        await expect(page.get_by_text("2 answered")).to_be_visible()
        await expect(page.get_by_role("checkbox", name="A. ")).to_be_checked()
        await send.click()
        await expect(page.locator("article[data-private]")).to_contain_text(TRAP)
    (press,) = tutor.events
    assert isinstance(press, Press)
    assert press.values == ("a", "b")


async def test_a_reply_stands_below_its_parent_and_leads_to_it(
    playground: Playground, visit: Visit
) -> None:
    first = await playground.adapter.post(GENERAL, question("1"), key="answer:1", under=None)
    await playground.adapter.post(GENERAL, question("2"), key="answer:2", under=None)
    async with visit() as page:
        reply = _plain("The answer was B")
        await playground.adapter.post(GENERAL, reply, key="mine:1", under=first)
        await expect(page.locator("article")).to_have_count(3)
        await expect(page.locator("article").nth(1)).to_contain_text("The answer was B")
        await page.get_by_role("link", name="Daily question: ").click()
        await expect(page.locator(f"[data-message-id='{first.message}']")).to_be_focused()


async def test_after_a_restart_the_page_comes_back_and_sends_what_it_still_has(
    playground: Playground, visit: Visit, tutor: ScriptedTutor
) -> None:
    await _post(playground)
    async with visit() as page:
        await playground.stop()
        await expect(page.get_by_role("status").filter(has_text="Reconnecting")).to_be_visible()
        await page.get_by_role("button", name="A. ").click()
        await playground.adapter.post(GENERAL, _plain("Meanwhile"), key="x", under=None)
        await playground.restart(tutor)
        await expect(page.get_by_text("Meanwhile")).to_be_visible()
        await expect(page.locator("article[data-private]")).to_contain_text(TRAP)
        await expect(page.locator("article")).to_have_count(3)


async def test_text_from_a_bank_stays_text(playground: Playground, visit: Visit) -> None:
    nasty = (
        "</script><script>document.title='owned'</script>",
        "<img src=x onerror=alert(1)>",
        "\u202ereversed\u202c",
        "مرحبا (A)",
        "{{7*7}} ${x} `y`",
    )
    blocks = tuple(Paragraph((Span(text, link="javascript:alert(1)"),)) for text in nasty)
    await _post(playground, Message(nasty[0], blocks))
    async with visit() as page:
        shown = await page.locator("article .blocks p").all_text_contents()
        assert tuple(shown) == nasty
        assert await page.locator("article :is(script, img, a)").count() == 0
        assert "owned" not in await page.title()


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_a_phone_shows_everything_without_sideways_scrolling(
    playground: Playground, visit: Visit, scheme: str, tmp_path: Path
) -> None:
    await _post(playground)
    phone = {"width": 360, "height": 740}
    async with visit("ada", viewport=phone, color_scheme=scheme, reduced_motion="reduce") as page:
        await page.get_by_role("button", name="B. ").click()
        await expect(page.locator("article[data-private]")).to_be_visible()
        await page.get_by_label("Slash command").fill("menu")
        await page.keyboard.press("Enter")
        await expect(page.locator("article")).to_have_count(3)
        for inside in ("html", "#scroll", "#log"):
            width = "node => node.scrollWidth - node.clientWidth"
            assert await page.locator(inside).evaluate(width) == 0, inside
        await page.screenshot(path=tmp_path / f"phone-{scheme}.png")
        await page.get_by_role("button", name="Open the sidebar").click()
        await page.get_by_role("radio", name="Ben").check()
        await expect(page.locator("article")).to_have_count(1)
        ground = await page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (ground == "rgb(255, 255, 255)") is (scheme == "light")


async def test_a_remembered_persona_that_is_none_any_more_becomes_the_first(
    playground: Playground, visit: Visit
) -> None:
    async with visit("ada") as page:
        await page.add_init_script("localStorage.setItem('quizbot.persona', 'eve')")
        await page.reload()
        await expect(page.get_by_role("radio", name="Ada")).to_be_checked()


async def test_the_theme_can_be_switched_and_is_remembered(visit: Visit) -> None:
    async with visit("ada", color_scheme="light") as page:
        await page.get_by_role("button", name="Switch between light and dark").click()
        await expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        await page.reload()
        await expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def _plain(words: str) -> Message:
    return Message(words, (Paragraph((Span(words),)),))
