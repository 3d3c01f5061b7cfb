"""What the extra ``bulk`` brings, imported on first use."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def require_extra(module: str, function: str) -> Any:
    """Return a module of the extra ``bulk``.

    Raises ImportError, which says what to install for this function of ``scorer.bulk``.
    """
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise ImportError(
            f"scorer.bulk.{function} needs {package}; install it with "
            "pip install 'mahjong-scorer[bulk]'",
            name=package,
        ) from error
