"""Builds the site: ``python -m tools.site [folder]``. A warning of Sphinx is an error."""

from __future__ import annotations

import sys
from pathlib import Path

from sphinx.cmd.build import main as sphinx_build

from tools.site.accessible import make_accessible
from tools.site.references import ROOT
from tools.site.sources import write_sources

HERE = Path(__file__).parent


def main() -> int:
    """Build the site and return Sphinx's exit code."""
    target = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/site")
    sources = target.with_name(f"{target.name}-sources")
    write_sources(sources)
    options = ["-b", "html", "-n", "-W", "--keep-going", "-q", "-j", "auto"]
    failed = int(sphinx_build([*options, "-c", str(HERE), str(sources), str(target)]))
    make_accessible(target)
    return failed


if __name__ == "__main__":
    sys.exit(main())
