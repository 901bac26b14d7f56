"""Here is serving approved suggestions: every replica notices, and the files' own items win."""

from __future__ import annotations

import logging

from quizbot.app.tools import Tools

log = logging.getLogger(__name__)


async def shelve(tools: Tools) -> None:
    """Serve what is approved by now. Where nothing has changed that costs one small query."""
    library = tools.library
    async with tools.store.read() as tx:
        version = await tx.suggestions.version()
        if version == library.version:
            return
        approved = await tx.suggestions.approved()
    library.serve(approved, version)
    for one in approved:
        bank = library.catalog.banks.get(one.bank)
        if bank is None or one.item_id not in bank.by_id:
            log.warning("the suggested question %s/%s fits its bank no more", one.bank, one.item_id)


async def retire(tools: Tools) -> None:
    """Give up the database's copy of what is in the files by now: it never comes back."""
    gone = tools.library.overtaken()
    if not gone:
        return
    async with tools.store.begin() as tx:
        await tx.suggestions.retire(gone)
    await shelve(tools)
    for one in gone:
        log.info("the suggested question %s/%s is in the files now", one.bank, one.item_id)
