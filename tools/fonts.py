"""The fonts of every picture: those of the extra ``pictures``, and none of the machine's."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  {folders}
  <cachedir>{cache}</cachedir>
  <match target="pattern">
    <edit name="family" mode="append_last"><string>Source Sans Pro</string></edit>
  </match>
</fontconfig>
"""


@contextmanager
def pinned_fonts() -> Iterator[dict[str, str]]:
    """Yield the environment in which a browser finds these fonts alone."""
    import font_source_sans_pro as latin
    from noto_cjk import otc_path

    files = (latin.font_files_ttf["SourceSansPro"], otc_path("sans"))
    folders = "\n  ".join(f"<dir>{Path(file).parent}</dir>" for file in files)
    with TemporaryDirectory() as cache:
        file = Path(cache) / "fonts.conf"
        file.write_text(CONFIGURATION.format(folders=folders, cache=cache), encoding="utf-8")
        yield {**os.environ, "FONTCONFIG_FILE": str(file)}
