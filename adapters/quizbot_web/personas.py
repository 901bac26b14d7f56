"""Here are the people and places that the playground simulates."""

from __future__ import annotations

from dataclasses import dataclass

PLATFORM = "web"


@dataclass(frozen=True, slots=True)
class Persona:
    """Somebody whom the person at the page can be."""

    id: str
    name: str
    admin: bool = False


PERSONAS = {
    one.id: one
    for one in (
        Persona("ada", "Ada", admin=True),
        Persona("ben", "Ben"),
        Persona("chen", "Chen"),
        Persona("dilara", "Dilara"),
    )
}

PLACES = ("general", "study-hall")
"""The ids of the simulated channels."""
