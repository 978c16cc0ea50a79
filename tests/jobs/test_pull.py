"""Tables by link: what is fetched and from where, what changed, and that nothing is lost when it fails."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from spreadsheets import xlsx, xlsx_rows

import cardgen
from cardgen.pack.links import table_address
from cardgen.pack.table_changes import table_changes
from cardgen.sandbox import web

BEFORE = "title,text,cost\nGuard,Name a card.,1\nPriest,Look at a hand.,2\n"
AFTER = "title,text,cost\nGuard,Name a card.,3\nBaron,Compare hands.,3\n"


class Server(ThreadingHTTPServer):
    """A server of this machine that gives what a test lays under a path: a status, headers and a body."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.answers: dict[str, tuple[int, dict[str, str], bytes]] = {}
        self.asked: list[str] = []

    def link(self, path: str) -> str:
        return f"http://127.0.0.1:{self.server_port}{path}"

    def lay(self, path: str, body: str | bytes, status: int = 200, **headers: str) -> str:
        data = body.encode() if isinstance(body, str) else body
        self.answers[path] = (
            status,
            {name.replace("_", "-"): value for name, value in headers.items()},
            data,
        )
        return self.link(path)


class Answering(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        status, headers, body = self.server.answers.get(self.path, (404, {}, b""))
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def write_pack(*tables: str) -> None:
    lists = "".join(f"  - {{table: {each}, layout: story}}\n" for each in tables)
    Path("mine.yaml").write_text(f"format: 1\nname: Mine\ncards:\n{lists}", "utf-8")


ALLOWED = ("--allow-host", "127.0.0.1")


def test_a_table_is_fetched_and_every_row_that_differs_is_told(say: Any, server: Server) -> None:
    link = server.lay("/cards", BEFORE)
    write_pack(f'{{file: cards.csv, link: "{link}"}}')
    assert "hint: fetch it with `cardgen pull`" in say("check", "mine.yaml")
    said = say("pull", "mine.yaml", *ALLOWED)
    assert (said.code, said.errors) == (0, "")
    assert said.splitlines()[0] == "cards.csv: 2 rows, new"
    assert Path("cards.csv").read_text("utf-8") == BEFORE
    assert say("check", "mine.yaml").code == 0
    server.lay("/cards", AFTER)
    rows = ["  row 2, Guard: cost: 1 → 3", "  row 3, Baron: added", "  Priest: removed, was row 3"]
    said = say("pull", "mine.yaml", *ALLOWED, "--dry-run")
    assert said.splitlines() == ["cards.csv: 2 rows, 1 added, 1 removed, 1 changed, not written", *rows]
    assert Path("cards.csv").read_text("utf-8") == BEFORE
    said = say("pull", "mine.yaml", *ALLOWED)
    assert said.splitlines()[:4] == ["cards.csv: 2 rows, 1 added, 1 removed, 1 changed (replaced)", *rows]
    assert Path("cards.csv").read_text("utf-8") == AFTER
    made = cardgen.pull("mine.yaml", allowed_hosts="127.0.0.1")
    assert not made.files
    assert made.notes == ("cards.csv: 2 rows, nothing changed",)
    assert made.facts["tables"][0]["rows"] == 2


def test_a_spreadsheet_is_fetched_once_and_its_sheets_that_are_read_are_compared(
    say: Any, server: Server
) -> None:
    def book(cost: str) -> bytes:
        rows = xlsx_rows([["title", "cost"], ["Storm", cost]])
        return xlsx({"A": xlsx_rows([["title"], ["Guard"]]), "B": rows, "C": xlsx_rows([["x"], [cost]])})

    link = server.lay("/book", book("1"))
    write_pack(f'{{file: k.xlsx, sheet: A, link: "{link}"}}', f'{{file: k.xlsx, sheet: B, link: "{link}"}}')
    assert say("pull", "mine.yaml", *ALLOWED).splitlines()[0] == "k.xlsx: 2 rows, new"
    server.lay("/book", book("2"))
    assert "  row 2, Storm: cost: 1 → 2" in say("pull", "mine.yaml", *ALLOWED).splitlines()
    assert server.asked == ["/book", "/book"]


@pytest.mark.parametrize(
    ("body", "headers", "message", "hint"),
    [
        (
            "<!DOCTYPE html><title>Sign in</title>",
            {},
            "returned a web page",
            "anyone with the link can view it",
        ),
        (AFTER, {"Content_Type": "text/html; charset=utf-8"}, "returned a web page", "downloads the file"),
        (AFTER, {"status": 403}, "127.0.0.1 wants a login", "share the table"),
        (AFTER, {"status": 404}, "127.0.0.1 has nothing at this address (404)", "check the address"),
        (AFTER, {"status": 503}, "answers 503 (Service Unavailable)", "try again later"),
        ("", {}, "the downloaded file is empty", "in a browser"),
        ("title,text\n", {}, "there is no row below the column names", "in a browser"),
        (xlsx({"A": ""}), {}, "a spreadsheet or another compressed file", "the suffix"),
        (b"title\n\xff\xfe\n", {}, "this is not UTF-8 text", "CSV UTF-8"),
        (AFTER, {"Content_Encoding": "gzip"}, "sends the file packed", "another address"),
        (AFTER, {"Content_Length": "99999999"}, "is larger than 20 MB", "several tables"),
        (AFTER, {"Content_Length": "500"}, "closed the connection before the end", "try again"),
        ("", {"status": 302, "Location": "/cards"}, "redirects more than 5 times", "a browser shows"),
        ("", {"status": 302, "Location": "file:///etc/passwd"}, "is not a web address", "https://"),
        (
            "",
            {"status": 302, "Location": "https://accounts.google.com/x"},
            "wants a login",
            "share the table",
        ),
        ("", {"status": 302, "Location": "http://127.0.0.2/x"}, "would be asked by http", "127.0.0.2"),
        (
            "",
            {"status": 302, "Location": "https://127.0.0.2/x"},
            "127.0.0.2 is not a public",
            "--allow-host",
        ),
    ],
)
def test_what_fails_is_told_at_its_link_and_what_was_there_stays(
    say: Any, server: Server, body: Any, headers: dict[str, Any], message: str, hint: str
) -> None:
    link = server.lay("/cards", body, **headers)
    good = server.lay("/good", AFTER)
    write_pack(f'{{file: good.csv, link: "{good}"}}', f'{{file: cards.csv, link: "{link}"}}')
    Path("cards.csv").write_text(BEFORE, "utf-8")
    said = say("pull", "mine.yaml", *ALLOWED)
    assert said.code == 1
    told, *_, last = said.errors.splitlines()
    assert told.startswith("mine.yaml:5:37: error: cards.csv: ")
    assert message in told
    assert hint in last
    assert Path("cards.csv").read_text("utf-8") == BEFORE
    assert not Path("good.csv").exists()


def test_a_server_that_sends_byte_after_byte_is_left_in_time(server: Server) -> None:
    class Dripping(Answering):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            for _ in range(100):
                try:
                    self.wfile.write(b"x")
                except OSError:
                    return
                time.sleep(0.02)

    server.RequestHandlerClass = Dripping
    with pytest.raises(web.NotFetched, match=r"127\.0\.0\.1 takes more than 0\.2 seconds"):
        web.download(server.link("/"), 1000, ["127.0.0.1"], seconds=0.2)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1:248:1893:25c8:1946", True),
        ("64:ff9b::5db8:d822", True),
        *(
            (each, False)
            for each in ("10.0.0.1", "172.16.3.4", "192.168.1.7", "100.64.0.1", "169.254.169.254")
        ),
        *((each, False) for each in ("127.0.0.1", "0.0.0.0", "224.0.0.1", "240.0.0.1", "255.255.255.255")),
        *(
            (each, False)
            for each in ("::1", "::", "fe80::1%eth0", "fc00::1", "ff02::1", "::ffff:93.184.216.34")
        ),
        *((each, False) for each in ("64:ff9b::a00:1", "2002:a00:1::", "2001::1", "::ffff:127.0.0.1")),
    ],
)
def test_only_public_addresses_are_connected_to(address: str, public: bool) -> None:
    assert web.is_public(address) == public


def test_the_address_that_was_checked_is_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    connected: list[Any] = []

    def getaddrinfo(host: str, port: int, **_: Any) -> list[Any]:
        asked.append(host)
        address = {"nas": "192.168.1.7", "two.example": "10.0.0.1"}.get(host, "93.184.216.34")
        also = [(2, 1, 6, "", ("93.184.216.34", port))] if host == "two.example" else []
        return [*also, (2, 1, 6, "", (address, port))]

    def connect(_: Any, place: Any) -> None:
        connected.append(place)
        raise ConnectionRefusedError(111, "Connection refused")

    monkeypatch.setattr("socket.getaddrinfo", getaddrinfo)
    monkeypatch.setattr("socket.socket.connect", connect)
    with pytest.raises(web.NotFetched, match="could not be reached: Connection refused"):
        web.download("https://table.example/a", 10)
    assert (asked, connected) == (["table.example"], [("93.184.216.34", 443)])
    for host, address in (("nas", "192.168.1.7"), ("two.example", "10.0.0.1")):
        with pytest.raises(web.NotFetched, match=f"{host} is at {address}, which is not a public") as found:
            web.download(f"https://{host}/a", 10)
        assert f"--allow-host {host}" in found.value.hint
    assert len(connected) == 1
    with pytest.raises(web.NotFetched, match="could not be reached"):
        web.download("http://NAS:8080/a", 10, ["nas"])
    assert connected[1:] == [("192.168.1.7", 8080)]


@pytest.mark.parametrize(
    ("link", "suffix", "address"),
    [
        ("/d/KEY/edit#gid=7", ".csv", "/d/KEY/export?format=csv&gid=7"),
        ("/d/KEY/edit?gid=7#gid=7", ".tsv", "/d/KEY/export?format=tsv&gid=7"),
        ("/u/1/d/KEY/edit?usp=sharing", ".csv", "/d/KEY/export?format=csv"),
        ("/d/KEY/edit#gid=7", ".xlsx", "/d/KEY/export?format=xlsx"),
        ("/d/e/2PACX-1v/pubhtml?gid=7&single=true", ".csv", "/d/e/2PACX-1v/pub?gid=7&single=true&output=csv"),
        ("/d/e/2PACX-1v/pub", ".ods", "/d/e/2PACX-1v/pub?output=ods"),
        ("/d/KEY/gviz/tq?tqx=out:csv&sheet=A", ".csv", "/d/KEY/gviz/tq?tqx=out:csv&sheet=A"),
        ("/about", ".csv", "/about"),
    ],
)
def test_a_link_of_google_sheets_becomes_that_of_its_export(link: str, suffix: str, address: str) -> None:
    home = "https://docs.google.com/spreadsheets"
    assert table_address(home + link, suffix) == home + address


def test_what_is_wrong_with_links_in_a_pack_is_told(say: Any) -> None:
    write_pack('"https://example.com/cards.csv"', "{file: a.csv, link: example.com/a.csv}")
    said = say("check", "mine.yaml")
    assert "mine.yaml:4:13: error: 'https://example.com/cards.csv' is a web address" in said
    assert "hint: write table: {file: cards.csv, link: and the address}, and run `cardgen pull`" in said
    assert "mine.yaml:5:33: error: 'example.com/a.csv' is not a web address" in said
    said = say("pull", "mine.yaml")
    assert "mine.yaml:5:33: error: 'example.com/a.csv' is not a web address" in said.errors
    write_pack('{file: a.csv, link: "https://a.example"}', '{file: a.csv, link: "https://b.example"}')
    assert "'a.csv' has another link in another list of cards" in say("pull", "mine.yaml").errors
    write_pack('{file: "../a.csv", link: "https://a.example"}', '{file: a.txt, link: "https://a.example"}')
    said = say("pull", "mine.yaml")
    assert "'../a.csv' leads out of the pack's folder" in said.errors
    assert "'a.txt' is not a table that cardgen can read" in said.errors
    said = say("pull", "never-over")
    assert (said.code, "never-over names no table by its address" in said.errors) == (2, True)


def test_rows_without_names_are_found_again_by_what_most_of_their_cells_say() -> None:
    def rows(*lines: str) -> list[tuple[int, list[str]]]:
        return [(number, line.split(",")) for number, line in enumerate(lines, 1)]

    old = rows("cost,a,b,c", "1,x,y,z", "1,x,y,z", "2,p,q,r", "3,s,t,u")
    new = rows("cost,a,b,c,d", "2,p,q,R,", "1,x,y,z,", "1,x,y,z,", "9,k,l,m,n")
    found = table_changes(old, new)
    assert [(each.row.number, each.cells) for each in found.changed] == [(2, (("c", "r", "R"),))]
    assert [row.number for row in found.added] == [5]
    assert [row.number for row in found.removed] == [5]
    assert found.added_columns == ("d",)
    assert found.is_reordered
    assert not table_changes(old, old)
