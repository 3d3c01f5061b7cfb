"""Firefox and WebKit, driven as they are installed: Firefox by its own protocol, Marionette, over a
socket, and WebKit by WebDriver over HTTP. Neither takes a package of Python's.

Both have a screen of a phone's size: Firefox without any display, WebKit alone on one of Xvfb.
"""

from __future__ import annotations

import http.client
import json
import os
import shutil
import socket
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.service.running import free_port

WIDTH, HEIGHT = 390, 844
PATIENCE = 240
"""Seconds that anything may take: nothing is measured here, and machines do other things too."""

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The name by which WebDriver refers to an element, in scripts' arguments and answers."""

MINIBROWSER = "*/webkit2gtk-4.*/MiniBrowser"


def await_condition(holds: Callable[[], Any], what: str) -> Any:
    """Return what ``holds`` returns once that is true; raise AssertionError if it never is."""
    deadline = time.monotonic() + PATIENCE
    while not (found := holds()):
        assert time.monotonic() < deadline, f"after {PATIENCE} seconds still not: {what}"
        time.sleep(0.05)
    return found


def program(name: str, variable: str) -> str:
    """Return the path of a program; skip the test without it, or fail if the variable is set."""
    found = shutil.which(name)
    if found is None:
        assert variable not in os.environ, f"{variable} is set, and {name} is missing"
        pytest.skip(f"no {name}")
    return found


class Driver(ABC):
    """A browser with one window or more, of which one is in use."""

    @abstractmethod
    def go(self, address: str) -> None:
        """Load a page, and return when it has loaded."""

    @abstractmethod
    def run(self, script: str, *arguments: Any) -> Any:
        """Run the body of a function in the page, and return its value."""

    @abstractmethod
    def tap(self, element: dict[str, str]) -> None:
        """Tap the middle of an element."""

    @abstractmethod
    def open_window(self) -> str:
        """Open another window, and return its handle."""

    @abstractmethod
    def use_window(self, handle: str) -> None:
        """Use the window with this handle from now on."""

    @abstractmethod
    def close_window(self) -> None:
        """Close the window in use."""

    @abstractmethod
    def windows(self) -> list[str]:
        """Return the handles of all windows."""

    def revive(self) -> None:
        """Begin anew where the browser has crashed, and can."""
        return


class Firefox(Driver):
    """Marionette: messages of JSON with their length in front, each answered in turn."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.stream = self.socket.makefile("rb")
        self.number = 0
        self._read()
        self.command("NewSession", capabilities={})

    def command(self, name: str, **parameters: Any) -> Any:
        """Return what a command of WebDriver is answered; its errors are raised."""
        return self._command(f"WebDriver:{name}", **parameters)

    def _command(self, name: str, **parameters: Any) -> Any:
        self.number += 1
        message = json.dumps([0, self.number, name, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, number, error, result = self._read()
        assert number == self.number
        assert error is None, f"{name}: {error}"
        return result

    def _read(self) -> Any:
        length = b""
        while (byte := self.stream.read(1)) != b":":
            assert byte, "Firefox has ended"
            length += byte
        return json.loads(self.stream.read(int(length)))

    def go(self, address: str) -> None:
        self.command("Navigate", url=address)

    def run(self, script: str, *arguments: Any) -> Any:
        return self.command("ExecuteScript", script=script, args=list(arguments))["value"]

    def tap(self, element: dict[str, str]) -> None:
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}}
        steps = [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": element},
            *({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")),
        ]
        self.command("PerformActions", actions=[{**finger, "actions": steps}])

    def open_window(self) -> str:
        handle: str = self.command("NewWindow", type="tab")["handle"]
        return handle

    def use_window(self, handle: str) -> None:
        self.command("SwitchToWindow", handle=handle)

    def close_window(self) -> None:
        self.command("CloseWindow")

    def windows(self) -> list[str]:
        return list(self.command("GetWindowHandles"))

    def quit(self) -> None:
        """Have Firefox end by itself, with all that it keeps on the disk."""
        self._command("Marionette:Quit", flags=["eForceQuit"])

    def close(self) -> None:
        self.stream.close()
        self.socket.close()


class WebKit(Driver):
    """WebDriver as W3C has it: a request over HTTP for each command."""

    def __init__(self, port: int, browser: str) -> None:
        self.port, self.browser = port, browser
        self._begin()

    def _begin(self) -> None:
        self.session = ""
        options = {"binary": self.browser, "args": ["--automation", "--full-screen"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        answer = self.command("POST", "session", capabilities=wanted)
        self.session = f"session/{answer['sessionId']}/"
        self.go("about:blank")
        # With --full-screen alone its toolbar is gone, and the window as large as it likes.
        await_condition(self._fits, "the window fills the screen")

    def revive(self) -> None:
        try:
            # A session whose page has crashed still answers what asks nothing of the page.
            self.run("return null")
        except (AssertionError, OSError, http.client.HTTPException):
            with suppress(AssertionError, OSError, http.client.HTTPException):
                self.close()
            self._begin()

    def _fits(self) -> bool:
        self.command("POST", "window/rect", x=0, y=0, width=WIDTH, height=HEIGHT)
        return bool(self.run("return [innerWidth, innerHeight]") == [WIDTH, HEIGHT])

    def command(self, method: str, path: str, **parameters: Any) -> Any:
        """Return what a command is answered; its errors are raised."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        body = json.dumps(parameters) if method == "POST" else None
        connection.request(method, f"/{self.session}{path}", body)
        answer = connection.getresponse()
        content = json.load(answer)["value"]
        connection.close()
        assert answer.status == 200, f"{path}: {content}"
        return content

    def go(self, address: str) -> None:
        self.command("POST", "url", url=address)

    def run(self, script: str, *arguments: Any) -> Any:
        return self.command("POST", "execute/sync", script=script, args=list(arguments))

    def tap(self, element: dict[str, str]) -> None:
        self.command("POST", f"element/{element[ELEMENT]}/click")

    def open_window(self) -> str:
        handle: str = self.command("POST", "window/new", type="window")["handle"]
        return handle

    def use_window(self, handle: str) -> None:
        self.command("POST", "window", handle=handle)

    def close_window(self) -> None:
        self.command("DELETE", "window")

    def windows(self) -> list[str]:
        return list(self.command("GET", "window/handles"))

    def close(self) -> None:
        self.command("DELETE", "")


@contextmanager
def process(*command: str, **settings: str) -> Iterator[subprocess.Popen[bytes]]:
    """A program that ends with the block, with these variables in its environment."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    started = subprocess.Popen(command, env={**os.environ, **settings}, **quiet)  # type: ignore[call-overload]
    try:
        yield started
    finally:
        started.terminate()
        try:
            started.wait(30)
        except subprocess.TimeoutExpired:
            started.kill()
            started.wait(30)


PREFERENCES = {
    "marionette.port": 0,
    "browser.shell.checkDefaultBrowser": False,
    "app.update.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.w3c_touch_events.enabled": 1,
    "toolkit.legacyUserProfileCustomizations.stylesheets": True,
}


@contextmanager
def firefox(home: Path) -> Iterator[Firefox]:
    """Firefox with a new profile in this folder."""
    found = program("firefox-esr", "SCORER_NEEDS_FIREFOX")
    (home / "chrome").mkdir(parents=True, exist_ok=True)
    (home / "MarionetteActivePort").unlink(missing_ok=True)
    # No window of Firefox is narrower than 500 pixels else.
    (home / "chrome/userChrome.css").write_text(":root, body { min-width: 0 !important; }")
    lines = (f'user_pref("{name}", {json.dumps(value)});\n' for name, value in PREFERENCES.items())
    (home / "user.js").write_text("".join(lines))
    size = {"MOZ_HEADLESS_WIDTH": str(WIDTH), "MOZ_HEADLESS_HEIGHT": str(HEIGHT)}
    flags = ("--headless", "--kiosk", "--no-remote", "--marionette", "--profile", str(home))
    port = home / "MarionetteActivePort"
    with process(found, *flags, **size):
        await_condition(lambda: port.exists() and port.read_text(), "Firefox listens")
        driver = Firefox(int(port.read_text()))
        yield driver
        driver.close()


@contextmanager
def webkit(home: Path) -> Iterator[WebKit]:
    """WebKit as GNOME's, alone on a screen of its own."""
    needed = "SCORER_NEEDS_WEBKIT"
    xvfb, found = program("Xvfb", needed), program("WebKitWebDriver", needed)
    browser = next(map(str, Path("/usr/lib").glob(MINIBROWSER)), "")
    program(browser or "MiniBrowser", needed)
    port = free_port()
    with (
        display(xvfb) as screen,
        process(
            found,
            f"--port={port}",
            DISPLAY=screen,
            XDG_DATA_HOME=str(home),
            XDG_CACHE_HOME=str(home),
            # Without a graphics card it draws by Mesa's software else, which crashes now and then.
            WEBKIT_SKIA_ENABLE_CPU_RENDERING="1",
        ),
    ):
        await_condition(lambda: listens(port), "WebKitWebDriver listens")
        driver = WebKit(port, browser)
        yield driver
        driver.close()


@contextmanager
def display(xvfb: str) -> Iterator[str]:
    """The name of a display with a screen of the size of a phone's."""
    read, write = os.pipe()
    screen = ("-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    started = subprocess.Popen(
        [xvfb, "-displayfd", str(write), *screen],
        pass_fds=[write],
        **quiet,  # type: ignore[call-overload]
    )
    os.close(write)
    try:
        with os.fdopen(read) as numbers:
            yield f":{numbers.readline().strip()}"
    finally:
        started.terminate()
        started.wait(30)


def listens(port: int) -> bool:
    """Tests if a program listens on this port."""
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0
