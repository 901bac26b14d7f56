"""Here is an alias: the name under which somebody chose to stand on boards."""

from __future__ import annotations

import unicodedata

LONGEST = 32


def alias(typed: str) -> str:
    """The alias as it is shown; empty where nothing of it can be seen.

    Spaces are joined, and characters that nobody sees (controls, direction marks, zero widths) are
    left out. Raises ValueError where more than LONGEST characters remain.
    """
    seen = (" " if one.isspace() else one for one in typed)
    kept = "".join(one for one in seen if unicodedata.category(one)[0] != "C")
    joined = unicodedata.normalize("NFC", " ".join(kept.split()))
    if len(joined) > LONGEST:
        raise ValueError(f"an alias has at most {LONGEST} characters")
    return joined if any(unicodedata.category(one)[0] in "LNPS" for one in joined) else ""
