"""Sets of icons: listed, searched and drawn, and fetched from a registry; what was there stays on failure."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import tarfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from test_pull import Server

import cardgen

ICONS = {
    "prefix": "toys",
    "width": 10,
    "height": 10,
    "icons": {
        "broad-sword": {"body": '<path d="M0 0h9v9h-9z"/>'},
        "kite": {"body": '<path fill="#C8102E" d="M0 0h9v9z"/>'},
        "odd-sword": {"body": "<text>A</text>"},
    },
    "aliases": {"sabre-sword": {"parent": "broad-sword"}},
}
INFO = {
    "name": "Toys",
    "author": {"name": "Ann"},
    "license": {"title": "CC BY-SA 4.0", "spdx": "CC-BY-SA-4.0"},
}
LINE = "Toys, 4 icons, CC BY-SA 4.0, Ann"


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def package(**files: str) -> bytes:
    with tarfile.open(fileobj=(made := io.BytesIO()), mode="w:gz") as archive:
        for name, text in files.items():
            member = tarfile.TarInfo(f"package/{name}.json")
            member.size = len(text.encode())
            archive.addfile(member, io.BytesIO(text.encode()))
    return made.getvalue()


def publish(server: Server, packed: bytes, digest: str = "") -> tuple[str, ...]:
    """Lay a package into a registry, and return the options that fetch it."""
    digest = digest or f"sha512-{base64.b64encode(hashlib.sha512(packed).digest()).decode()}"
    about = {"dist": {"tarball": server.lay("/toys.tgz", packed), "integrity": digest}}
    server.lay("/@iconify-json/toys/latest", json.dumps(about))
    return ("icons", "--fetch", "toys", "--registry", server.link(""), "--allow-host", "127.0.0.1")


def test_a_fetched_set_is_a_file_that_a_pack_uses_with_its_credit(say: Any, server: Server) -> None:
    said = say(
        *publish(server, package(icons=json.dumps(ICONS), info=json.dumps(INFO), chars='{"1fa81": "kite"}'))
    )
    assert said.code == 0
    assert said.splitlines()[0] == f"toys.json: {LINE}"
    assert "CC BY-SA 4.0: what is made of these icons must be shared under the same licence" in said
    assert json.loads(Path("toys.json").read_text("utf-8")) == {
        **ICONS,
        "info": INFO,
        "chars": {"1fa81": "kite"},
    }
    Path("mine.yaml").write_text(
        "format: 1\nname: Mine\nicons: {sets: [toys.json]}\ncards:\n"
        '  - {rows: [{name: a, text: "{kite} {toys:broad-sword}"}], layout: story}\n',
        "utf-8",
    )
    assert say("check", "mine.yaml").code == 0
    assert "CC BY-SA 4.0" in say("stats", "mine.yaml")


def test_sets_are_listed_and_icons_found_and_drawn(say: Any) -> None:
    assert "cardgen icons --fetch game-icons" in say("icons")
    Path("toys.json").write_text(json.dumps({**ICONS, "info": INFO}), "utf-8")
    Path("other.json").write_text('{"a": 1}', "utf-8")
    assert say("icons").splitlines() == [f"toys.json: {LINE}"]
    said = say("icons", "--search", "sword", "-o", "swords.png")
    assert said.splitlines() == [
        "swords.png: 4 icons",
        "sword",
        "toys:broad-sword",
        "toys:odd-sword",
        "toys:sabre-sword",
        "cannot be drawn: toys:odd-sword",
    ]
    with Image.open("swords.png") as picture:
        assert picture.width > picture.height > 100
    made = cardgen.icons("toys.json", search="kite")
    assert made.facts["icons"] == ["toys:kite"]
    assert "no icon here has 'crab'" in say("icons", "--search", "crab")
    assert "this JSON file is not a set of icons" in say("icons", "other.json").errors


@pytest.mark.parametrize(
    ("packed", "digest", "message"),
    [
        (package(icons="{}"), "", "there is no set of icons in the package"),
        (package(info="{}"), "", "there is no set of icons in the package"),
        (b"PK", "", "there is no set of icons in the package"),
        (package(icons=json.dumps(ICONS)), "sha512-AAAA", "not the one that the registry describes"),
    ],
    ids=range(4),
)
def test_what_was_there_stays_where_fetching_fails(
    say: Any, server: Server, packed: bytes, digest: str, message: str
) -> None:
    Path("toys.json").write_text("before", "utf-8")
    said = say(*publish(server, packed, digest))
    assert said.code
    assert message in said.errors
    assert "Traceback" not in said.errors
    assert Path("toys.json").read_text("utf-8") == "before"


def test_a_set_that_the_registry_has_not_and_a_name_that_is_none_are_told(say: Any, server: Server) -> None:
    options = ("--registry", server.link(""), "--allow-host", "127.0.0.1")
    assert "there is no set 'toy'" in say("icons", "--fetch", "toy", *options).errors
    server.lay("/@iconify-json/toy/latest", "[]")
    assert "the registry's answer is not understood" in say("icons", "--fetch", "toy", *options).errors
    asked = len(server.asked)
    assert "'../toy' is not the name of a set" in say("icons", "--fetch", "../toy", *options).errors
    assert len(server.asked) == asked
    for words, message in (
        (("--fetch", "toy", "--search", "a"), "--fetch goes alone"),
        (("-o", "a.png"), "add --search"),
        (("--search", "a", "-o", "a.txt"), "should end in .pdf or .png"),
        (("--registry", "https://example.org"), "go with --fetch"),
    ):
        assert message in say("icons", *words).errors


def test_a_pack_is_no_set(say: Any) -> None:
    said = say("icons", "own.yaml")
    assert (said.code, "own.yaml is a pack; name a set (.json)" in said.errors) == (2, True)
