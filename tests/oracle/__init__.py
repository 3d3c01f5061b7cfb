"""A slow second opinion on the classical and British scores."""

from .settle import score, settle, waits
from .tiles import NotWinning

__all__ = ["NotWinning", "score", "settle", "waits"]
