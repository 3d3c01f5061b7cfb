#!/usr/bin/env python3
"""Check a service that has just started: wait until it is ready, score a hand, read its pages."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

HAND = Path(__file__).parents[1] / "examples/hand.json"
TOTAL = 336
PAGES = ("/", "/rules", "/learn", "/api/v1/rulesets")


def wait_until_ready(address: str, seconds: float) -> None:
    """Return when the service is ready. Raises SystemExit after so many seconds."""
    until = time.monotonic() + seconds
    while True:
        try:
            urlopen(f"{address}/readyz", timeout=10).close()
            return
        except (URLError, OSError) as error:
            if time.monotonic() >= until:
                raise SystemExit(f"{address}/readyz is not ready: {error}") from None
        time.sleep(0.5)


def check(address: str) -> None:
    """Score a hand and read the pages. Raises SystemExit for what is not as it should be."""
    request = Request(f"{address}/api/v1/score", HAND.read_bytes())
    request.add_header("Content-Type", "application/json")
    try:
        with urlopen(request, timeout=10) as answer:
            total = json.load(answer)["total"]
        if total != TOTAL:
            raise SystemExit(f"{address} scores {HAND.name} as {total}, not {TOTAL}")
        for page in PAGES:
            urlopen(f"{address}{page}", timeout=10).close()
    except HTTPError as error:
        raise SystemExit(f"{error.url} answers {error.code}") from None


def main() -> None:
    """Check the service whose address is given."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address", help="as in http://127.0.0.1:8000")
    parser.add_argument("seconds", nargs="?", type=float, default=60, help="by default 60")
    arguments = parser.parse_args()
    address = arguments.address.rstrip("/")
    wait_until_ready(address, arguments.seconds)
    check(address)
    print(f"{address} scores, and its pages are there")


if __name__ == "__main__":
    main()
