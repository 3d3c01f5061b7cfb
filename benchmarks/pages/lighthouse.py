"""Lighthouse on every kind of page, as a phone sees it: ``python benchmarks/pages/lighthouse.py``.

Starts the service itself and needs node and ``npm install lighthouse`` somewhere: $LIGHTHOUSE is
its program, else the one on the path. Arguments are parts of the paths to look at. Exits with 1
where a page has less than ``MIN_SCORES``; pages behind keys tell search engines to leave them
alone, and need no points for being found.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.pages.phone import CHROMIUM, HAND, service

LIGHTHOUSE = os.environ.get("LIGHTHOUSE") or shutil.which("lighthouse") or "lighthouse"
TRIES = 3
MIN_SCORES = {"performance": 99, "accessibility": 100, "best-practices": 100, "seo": 100}
TABLE = (
    "rules=classical&round=E&winner=E&won=self_draw&e.points=64&s.points=8&w.points=4&n.points=2"
)
PAGES = {
    "first page": "/",
    "hand": "/hand",
    "table": "/table",
    "waits": "/waits",
    "rules": "/rules",
    "rules of classical": "/rules/classical",
    "rules of MCR": "/rules/mcr",
    "result of a hand": f"/?{HAND}",
    "result of a table": f"/table?{TABLE}",
    "in other rulesets": f"/compare?{HAND}",
    "an American card": "/card",
    "API": "/docs",
    "join": "/join",
}
FIGURES = {
    "FCP": "first-contentful-paint",
    "LCP": "largest-contentful-paint",
    "blocked": "total-blocking-time",
    "shift": "cumulative-layout-shift",
}


def report(address: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / "report.json"
        command = [LIGHTHOUSE, address, "--output=json", f"--output-path={written}", "--quiet"]
        command.append("--chrome-flags=--headless --no-sandbox --disable-gpu")
        environment = {**os.environ, "CHROME_PATH": CHROMIUM}
        # A busy machine now and then gives no trace to read.
        for _ in range(TRIES):
            subprocess.run(command, check=False, env=environment, stderr=subprocess.DEVNULL)
            if written.exists():
                found: dict[str, Any] = json.loads(written.read_text())
                if "runtimeError" not in found:
                    return found
    raise SystemExit(f"Lighthouse gave no report of {address}")


def elements(audits: dict[str, Any]) -> str:
    """How many elements the page has."""
    for name in ("dom-size-insight", "dom-size"):
        for item in audits.get(name, {}).get("details", {}).get("items", ()):
            value = item.get("value")
            return str(value["value"] if isinstance(value, dict) else value)
    return ""


def faults(found: dict[str, Any]) -> list[str]:
    """What costs a page a score that is to be full."""
    costly = []
    for name in set(MIN_SCORES) - {"performance"}:
        for reference in found["categories"][name]["auditRefs"]:
            audit = found["audits"][reference["id"]]
            if reference["weight"] and audit["score"] not in (None, 1):
                items = json.dumps(audit.get("details", {}).get("items", []))[:400]
                costly.append(f"  {audit['id']}: {audit['title']} {items}")
    return costly


def behind_keys(address: str) -> dict[str, str]:
    """Begin a game and a class, and return their pages."""
    players = {"E": {}, "S": {"points": 32, "win": {"by": "self_draw"}}, "W": {}, "N": {}}
    game = posted(f"{address}/api/v1/games", {"ruleset": "mcr", "players": [*"ABCD"]})
    play = game["keys"]["play"]
    entry = {"kind": "hand", "after": 0, "document": {"players": players}}
    posted(f"{address}/api/v1/games/{play}/entries", entry)
    exercises = "/learn/train?rules=classical&level=1&seed=1"
    group = posted(f"{address}/api/v1/classes", {"title": "Tuesday", "set": exercises})
    return {
        "board of a game": f"/games/{play}",
        "sheet of a game": f"/games/{play}/sheet",
        "hand of a game": f"/games/{play}/hand",
        "class": f"/classes/{group['keys']['join']}",
        "class, as its teacher": f"/classes/{group['keys']['teach']}",
    }


def posted(address: str, document: dict[str, Any]) -> dict[str, Any]:
    request = Request(address, json.dumps(document).encode(), {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def main(*parts: str) -> int:
    print("| page | " + " | ".join((*MIN_SCORES, *FIGURES, "elements")) + " |")
    print("|---" * (len(MIN_SCORES) + len(FIGURES) + 2) + "|")
    failed = 0
    with service() as address:
        private = behind_keys(address)
        for name, path in {**PAGES, **private}.items():
            if parts and not any(part in path or part in name for part in parts):
                continue
            found = report(address + path)
            scores = {
                category: round(found["categories"][category]["score"] * 100)
                for category in MIN_SCORES
            }
            figures = [found["audits"][audit]["displayValue"] for audit in FIGURES.values()]
            row = [name, *map(str, scores.values()), *figures, elements(found["audits"])]
            print("| " + " | ".join(row) + " |", *faults(found), sep="\n", flush=True)
            wanted = {k: v for k, v in MIN_SCORES.items() if name not in private or k != "seo"}
            failed += any(scores[category] < least for category, least in wanted.items())
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
