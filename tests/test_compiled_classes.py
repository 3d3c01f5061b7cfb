"""The compiled engine and the rest of the package fit together: asked of the plain engine, by what
pyproject.toml lists (.ci/compiled asks the compiled one)."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator

import scorer
from tests.compiled import MODULES

COMPILED = {path.removesuffix(".py").replace("/", ".") for path in MODULES}


def engine_classes() -> Iterator[type]:
    """The classes of the package that may derive from the engine's."""
    for found in pkgutil.walk_packages(scorer.__path__, "scorer."):
        if found.name.split(".")[1] not in ("service", "cli", "bulk", "__main__"):
            module = importlib.import_module(found.name)
            for item in vars(module).values():
                if inspect.isclass(item) and item.__module__ == found.name:
                    yield item


def test_no_plain_class_derives_from_a_compiled_one() -> None:
    """mypyc refuses to make an object of it: list the module of the derived class too."""
    derived = {
        (made.__module__, made.__name__, base.__name__)
        for made in engine_classes()
        for base in made.__mro__[1:]
        if base.__module__ in COMPILED and made.__module__ not in COMPILED
    }
    assert not derived


def test_the_engine_has_classes_and_derived_ones() -> None:
    derived = {made for made in engine_classes() if made.__mro__[1].__module__ in COMPILED}
    assert len(derived) > 10
