"""``?fields=`` selects the fields of an answer, or of each item of a list."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorer import types
from tests.games.databases import serving, sqlite
from tests.games.playing import Table, codes, moved

RULESETS = "/api/v1/rulesets"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with serving(sqlite(tmp_path)) as app:
        yield Table.begun(app.test_client())


def selected(document: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: document[name] for name in names}


def test_each_item_of_a_list_has_the_selected_fields_alone(client: FlaskClient) -> None:
    whole = client.get(RULESETS).get_json()
    # In the order of the document, whatever the order and however often they are named.
    for query in ("id,name,presets", "presets,%20id,name,id", "id&fields=name,presets"):
        found = client.get(f"{RULESETS}?fields={query}")
        assert found.status_code == 200
        assert found.get_json() == [selected(item, "id", "name", "presets") for item in whole]
        assert [list(item) for item in found.get_json()] == [["id", "name", "presets"]] * len(whole)


def test_every_field_may_be_selected(client: FlaskClient) -> None:
    names = ",".join(types.Ruleset.__annotations__)
    for path in (RULESETS, f"{RULESETS}/riichi"):
        assert client.get(f"{path}?fields={names}").get_json() == client.get(path).get_json()


def test_one_ruleset_has_the_selected_fields_in_the_language_of_the_request(
    client: FlaskClient,
) -> None:
    whole = client.get(f"{RULESETS}/mcr?lang=fr").get_json()
    found = client.get(f"{RULESETS}/mcr?fields=summary,rules&lang=fr").get_json()
    assert found == selected(whole, "summary", "rules")


@pytest.mark.parametrize("query", ["nam", "id,", "", "id,names", "Id", "0"])
def test_an_unknown_field_is_refused_with_those_that_there_are(
    client: FlaskClient, table: Table, query: str
) -> None:
    for path, known in ((RULESETS, "id, name, summary"), (f"{RULESETS}/mcr", "id, name, summary")):
        refused = client.get(f"{path}?fields={query}")
        assert (refused.status_code, codes(refused)) == (422, [("/fields", "bad_value")])
        assert known in refused.get_json()["detail"]
    refused = table.client.get(f"{table.play}?fields={query}")
    assert (refused.status_code, codes(refused)) == (422, [("/fields", "bad_value")])
    assert "version, title, ruleset" in refused.get_json()["detail"]


def test_an_unknown_ruleset_is_not_found_whatever_is_selected(client: FlaskClient) -> None:
    assert client.get(f"{RULESETS}/mcrr?fields=id").status_code == 404


def test_each_selection_of_a_catalogue_has_its_etag(client: FlaskClient) -> None:
    paths = [RULESETS, f"{RULESETS}?fields=id", f"{RULESETS}?fields=id,name"]
    tags = [client.get(path).headers["ETag"] for path in paths]
    assert len(set(tags)) == 3
    for path in paths:
        statuses = [client.get(path, headers={"If-None-Match": tag}).status_code for tag in tags]
        assert statuses == [304 if path == known else 200 for known in paths]
    assert client.get(f"{RULESETS}?fields=name,id").headers["ETag"] == tags[2]


def test_a_sheet_has_the_selected_fields_alone(table: Table) -> None:
    for version in range(3):
        table.write(moved(version))
    sheet = table.now()
    assert table.now("?fields=version,totals") == selected(sheet, "version", "totals")
    assert table.now("?fields=entries&since=2") == {"entries": sheet["entries"][2:]}


def test_a_selection_of_a_sheet_is_polled_by_its_own_etag(table: Table) -> None:
    path = f"{table.play}?fields=version,totals"
    tags = [table.client.get(at).headers["ETag"] for at in (path, table.play)]

    def status(at: str, tag: str) -> int:
        return table.client.get(at, headers={"If-None-Match": tag}).status_code

    assert [status(path, tag) for tag in tags] == [304, 200]
    assert [status(table.play, tag) for tag in tags] == [200, 304]
    table.write(moved(0))
    assert status(path, tags[0]) == 200


def test_openapi_declares_it(client: FlaskClient) -> None:
    paths = client.get("/openapi.json").get_json()["paths"]
    declaring = {
        path
        for path, methods in paths.items()
        for operation in methods.values()
        if any(parameter.get("name") == "fields" for parameter in operation.get("parameters", ()))
    }
    assert declaring == {RULESETS, f"{RULESETS}/{{id}}", "/api/v1/games/{key}"}
