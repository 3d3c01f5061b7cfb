"""A club's file: its own presets, and what its pages begin with (docs/club.md).

``use_club`` reads the file and has everything know its presets. ``reading`` checks the file,
``lines`` finds the line of each of its values, ``using`` puts the presets into the rulesets,
``template`` is a file to begin with.
"""

from __future__ import annotations

from scorer.documents.club.model import NO_CLUB, Club, ClubError, ClubPreset, Fault
from scorer.documents.club.reading import read_club
from scorer.documents.club.using import club_in_use, club_revision, set_club_in_use, use_club

__all__ = [
    "NO_CLUB",
    "Club",
    "ClubError",
    "ClubPreset",
    "Fault",
    "club_in_use",
    "club_revision",
    "read_club",
    "set_club_in_use",
    "use_club",
]
