"""The examples in deploy/: what they must say so that games are kept and their keys are not told.
What needs a container or a proxy is tried by hand (docs/operations.md)."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from scorer.service.offline.pyodide import NPM_NAME
from scorer.service.settings import DEFAULTS, UNPREFIXED_VARIABLES

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    """The services of compose.yaml."""
    found: dict[str, Any] = yaml.safe_load(text("compose.yaml"))["services"]
    return found


def text(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def statements(name: str) -> list[str]:
    """The lines of a file that say something."""
    lines = (line.strip() for line in text(name).splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def test_the_container_is_nobody_and_writes_games_into_its_volume_alone() -> None:
    lines = statements("Containerfile")
    assert "USER 10001:10001" in lines
    assert "VOLUME /data" in lines
    assert any("--owner=10001 --mode=700 /data" in line for line in lines)
    assert any("XDG_DATA_HOME=/data" in line and "HOST=0.0.0.0" in line for line in lines)


def test_the_container_has_all_that_is_copied_and_runs() -> None:
    copied = re.findall(r"^COPY (.+) \S+$", text("Containerfile"), re.M)
    named = [name for line in copied if "--from=" not in line for name in line.split()]
    assert {"scorer", "templates", "wsgi.py", "gunicorn.conf.py", "deploy/backup.py"} <= {*named}
    assert all((ROOT / name).exists() for name in named)


def test_the_container_compiles_the_engine_and_leaves_the_compiler_behind() -> None:
    stages = text("Containerfile").split("\nFROM ")
    (compiles,) = [stage for stage in stages if "HATCH_BUILD_HOOK_ENABLE_MYPYC=1" in stage]
    assert "AS wheel" in compiles.splitlines()[0]
    assert "gcc" in compiles
    assert not [stage for stage in stages if stage is not compiles and "gcc" in stage]


def test_the_container_has_what_phones_keep_and_may_not_write_it() -> None:
    lines = statements("Containerfile")
    assert f"RUN npm pack {NPM_NAME}" in lines
    file = f"{NPM_NAME.replace('@', '-')}.tgz"
    assert f"COPY --from=pyodide /{file} /tmp/" in lines
    assert any(line.endswith(f"scorer offline add --from /tmp/{file}") for line in lines)
    copied = lines.index("COPY --from=offline /opt/offline /opt/offline")
    assert copied < lines.index("USER 10001:10001")
    assert text("Containerfile").count("SCORER_OFFLINE_FOLDER=/opt/offline") == 2


def test_only_the_proxy_is_reached_from_outside(services: dict[str, Any]) -> None:
    assert [name for name, one in services.items() if "ports" in one] == ["proxy"]
    assert not {*services["proxy"]["networks"]} & {*services["database"]["networks"]}
    settings = services["scorer"]["environment"]
    assert settings["SCORER_TRUSTED_PROXIES"] == "1"
    assert "127.0.0.1" in settings["SCORER_TRUSTED_HOSTS"].split(",")


def test_the_service_may_write_nothing_and_gain_nothing(services: dict[str, Any]) -> None:
    scorer = services["scorer"]
    assert scorer["read_only"] is True
    assert scorer["cap_drop"] == ["ALL"]
    assert scorer["security_opt"] == ["no-new-privileges:true"]
    assert (ROOT / "deploy" / scorer["build"]["context"] / scorer["build"]["dockerfile"]).is_file()


@pytest.mark.parametrize("name", ["scorer", "database", "proxy"])
def test_no_container_writes_but_to_volumes_or_takes_all_there_is(
    services: dict[str, Any], name: str
) -> None:
    found = services[name]
    assert found["read_only"] is True
    assert found["cap_drop"] == ["ALL"]
    assert found["security_opt"] == ["no-new-privileges:true"]
    assert re.fullmatch(r"\d+[mg]", found["mem_limit"])
    assert found["pids_limit"] > 0
    assert not {*found.get("cap_add", ())} & {"ALL", "SYS_ADMIN", "NET_ADMIN", "SYS_PTRACE"}


def test_every_image_is_pinned_by_one_command(tmp_path: Path, services: dict[str, Any]) -> None:
    digest = f"sha256:{'0123456789abcdef' * 4}"
    docker = tmp_path / "docker"
    docker.write_text(f'#!/bin/sh\necho "$@" >&2\necho {digest}\n')
    docker.chmod(0o755)
    path = {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    ran = subprocess.run([DEPLOY / "pin.sh"], env=path, capture_output=True, text=True, check=True)
    pinned = dict(line.split("=", 1) for line in ran.stdout.splitlines())
    usual = dict(re.findall(r"^ARG (\w+_IMAGE)=(\S+)$", text("Containerfile"), re.M))
    images = [str(service["image"]) for service in services.values() if "image" in service]
    images += services["scorer"]["build"]["args"].values()
    tags = {name: image.partition("@")[0] for name, image in pinned.items()}
    assert {f"${{{name}:-{tag}}}" for name, tag in tags.items()} == {*images}
    assert all(image.endswith(f"@{digest}") for image in pinned.values())
    assert {name: tags[name] for name in usual} == usual
    assert all(image in ran.stderr for image in usual.values())


def test_an_image_that_cannot_be_looked_up_is_an_error(tmp_path: Path) -> None:
    docker = tmp_path / "docker"
    docker.write_text("#!/bin/sh\nexit 1\n")
    docker.chmod(0o755)
    path = {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    ran = subprocess.run([DEPLOY / "pin.sh"], env=path, capture_output=True, text=True, check=False)
    assert (ran.returncode != 0, ran.stdout) == (True, "")


def test_every_image_of_the_containerfile_may_be_pinned() -> None:
    stages = re.findall(r"^FROM (\S+)", text("Containerfile"), re.M)
    own = set(re.findall(r"^FROM \S+ AS (\w+)$", text("Containerfile"), re.M))
    assert {*stages} - own == {"${NODE_IMAGE}", "${PYTHON_IMAGE}"}


def test_the_container_has_a_python_on_which_the_tests_run() -> None:
    (image,) = re.findall(
        r"^ARG PYTHON_IMAGE=\S+/python:(\d+\.\d+)-slim$", text("Containerfile"), re.M
    )
    (tested,) = re.findall(
        r"^for version in ([\d. ]+);", (ROOT / ".ci/pythons").read_text(encoding="utf-8"), re.M
    )
    assert image in tested.split()


def test_a_bill_of_materials_lists_what_is_installed_with_its_hashes(tmp_path: Path) -> None:
    """The command of docs/operations.md; the tool comes with the extra ``audit``."""
    if not (tool := shutil.which("cyclonedx-py")):
        assert "SCORER_NEEDS_AUDIT" not in os.environ, "cyclonedx-bom is not installed"
        pytest.skip("cyclonedx-bom is not installed")
    words = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"^cyclonedx-py (.+)$", words, re.M)
    bill = tmp_path / "bill.json"
    told = [str(bill) if word == "sbom.cdx.json" else word for word in command.split()]
    subprocess.run([tool, *told], cwd=ROOT, check=True, capture_output=True)
    found = json.loads(bill.read_text(encoding="utf-8"))
    locked = set(re.findall(r"^([\w.-]+)==([^ ]+)", text("../requirements.lock"), re.M))
    assert {(one["name"], one["version"]) for one in found["components"]} == locked
    assert found["metadata"]["component"]["name"] == "mahjong-scorer"
    for one in found["components"]:
        assert any(way.get("hashes") for way in one["externalReferences"])


def test_a_password_is_in_no_file_and_no_address(services: dict[str, Any]) -> None:
    settings = services["scorer"]["environment"]
    assert settings["DATABASE_URL"] == "postgresql://scorer@database/games"
    assert settings["PGPASSWORD"].startswith("${POSTGRES_PASSWORD:?")
    assert services["database"]["environment"]["POSTGRES_PASSWORD"] == "${POSTGRES_PASSWORD}"


def test_the_database_outlives_its_container(services: dict[str, Any]) -> None:
    (volume,) = services["database"]["volumes"]
    name, _, place = volume.partition(":")
    assert name in yaml.safe_load(text("compose.yaml"))["volumes"]
    assert place == "/var/lib/postgresql/data"


@pytest.mark.parametrize("name", ["scorer.env", "compose.yaml"])
def test_every_setting_that_is_named_is_one(name: str) -> None:
    known = {f"SCORER_{one}" for one in DEFAULTS} | {*UNPREFIXED_VARIABLES}
    known |= {"SCORER_SITE", "SCORER_BEHIND"}  # the Caddyfile's own
    named = set(re.findall(r"\b(?:SCORER_[A-Z_]+|DATABASE_URL)\b", text(name)))
    assert named
    assert named <= known


def test_the_unit_keeps_games_where_systemd_keeps_state() -> None:
    lines = statements("scorer.service")
    for line in (
        *("StateDirectory=scorer", "StateDirectoryMode=0700", "UMask=0077"),
        *("Environment=XDG_DATA_HOME=%S/scorer", "DynamicUser=yes", "ProtectSystem=strict"),
    ):
        assert line in lines


def test_a_proxy_writes_no_address_down() -> None:
    nginx = statements("nginx.conf")
    assert "access_log off;" in nginx
    servers = nginx.count("server {")
    assert servers == 2
    assert nginx.count("error_log /var/log/nginx/scorer.log alert;") == servers
    caddy = text("Caddyfile")
    assert "request>uri delete" in caddy
    assert "request>headers delete" in caddy
    # "log" in a site would log every request; it stands among the options for all sites alone.
    assert statements("Caddyfile").count("log {") == 1


@pytest.mark.parametrize("word", ["limit_req", "limit_conn", "proxy_cache", "rate_limit", "cache"])
def test_a_proxy_counts_no_polls_and_keeps_no_answers(word: str) -> None:
    for name in ("nginx.conf", "Caddyfile"):
        assert not [line for line in statements(name) if line.startswith(word)]
