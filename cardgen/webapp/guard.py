"""Who may talk to the studio: the page that it opened itself, and nobody else on this machine or the web.

Any page in the same browser can send requests to 127.0.0.1, and a name of its own can be made to point there
(DNS rebinding); others were bitten by both (Jupyter 1830, webpack-dev-server 887). So the host and the origin
must be just ours, and every request carries a cookie that only an address of this run gives away. Browsers
send cookies to all ports of a machine: so ours is for a path that nobody can guess, and all is served below
it.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from time import monotonic
from typing import Any, NamedTuple
from urllib.parse import parse_qs

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

#: The most bytes of a message: a text of a mebibyte, as JSON.
MOST_BODY = 4 << 20
#: Seconds in which a message must have come.
PATIENCE = 20.0
#: Seconds for which the address that a browser is started with lets somebody in.
ENTRY_TIME = 120.0
#: The most requests that are answered at a time; the pictures of a long pack are many.
MOST_AT_ONCE = 200

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Keys(NamedTuple):
    """The secrets of a run."""

    #: The path below which all is served, with a slash at both ends.
    path: str
    #: Of the address in the terminal, which the user may open as often as he likes.
    token: str
    #: Of the address that a browser is started with: others on this machine can read its command line.
    once: str

    @classmethod
    def fresh(cls) -> Keys:
        """Make secrets that nobody can guess."""
        return cls(f"/{secrets.token_urlsafe(16)}/", secrets.token_urlsafe(32), secrets.token_urlsafe(32))

    def address(self, host: str, once: bool = False) -> str:
        """Return an address that lets a browser in."""
        return f"http://{host}/?token={self.once if once else self.token}"


class Guard:
    """Answers all that is not the page's own with a plain refusal, and hands on the rest."""

    def __init__(self, app: App, host: str, keys: Keys, nonce: str) -> None:
        """Begin. host: the name and port that stand in the address, such as 127.0.0.1:4747."""
        self._app, self._host, self._keys = app, host, keys
        # Cookies know no ports: each studio has its own.
        self._cookie = f"cardgen-studio-{host.rpartition(':')[2]}"
        #: The cookie's value for each token; none for one that lets nobody in any more.
        self._cookies = {token: secrets.token_urlsafe(32) for token in keys[1:]}
        self._entered = False
        self._until = monotonic() + ENTRY_TIME
        self._headers = {**_HEADERS, "content-security-policy": _POLICY.format(nonce=nonce)}
        self._open = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        headers = _headers(scope)
        refused = self._refusal(scope, headers)
        if refused is not None:
            await self._answer(send, *refused)
        elif scope["path"] == "/" and b"token=" in scope["query_string"]:
            await self._let_in(scope, send)
        elif not scope["path"].startswith(self._keys.path) or not self._has_cookie(headers):
            await self._answer(
                send, 403, "Open the address that the terminal shows: it lets this browser in."
            )
        elif self._open >= MOST_AT_ONCE:
            await self._answer(send, 503, "Too many requests at once.")
        else:
            self._open += 1
            try:
                await self._hand_on(scope, receive, send, headers)
            finally:
                self._open -= 1

    def _refusal(self, scope: Scope, headers: dict[str, list[str]]) -> tuple[int, str] | None:
        """Say why a request is not from a page of ours, whoever sends it."""
        if headers.get("host") != [self._host]:
            return 421, "This is another host."
        if scope["method"] not in ("GET", "HEAD", "POST"):
            return 405, "There is nothing of that kind."
        origins = headers.get("origin", [])
        if any(origin != f"http://{self._host}" for origin in origins):
            return 403, "This is another origin."
        if scope["method"] == "POST" and len(origins) != 1:
            return 403, "The origin is missing."
        sites = headers.get("sec-fetch-site", ["none"])
        entering = scope["path"] == "/" and scope["method"] == "GET"
        if not entering and any(site not in ("same-origin", "none") for site in sites):
            return 403, "This is another site."
        if scope["method"] == "POST":
            kinds = headers.get("content-type", [])
            if [kind.partition(";")[0].strip().lower() for kind in kinds] != ["application/json"]:
                return 415, "Messages are JSON."
            lengths = headers.get("content-length", ["0"])
            if not all(length.isdigit() and int(length) <= MOST_BODY for length in lengths):
                return 413, "The message is too long."
        return None

    async def _let_in(self, scope: Scope, send: Send) -> None:
        """Turn the token of the address into a cookie, and go on to the page."""
        given = parse_qs(scope["query_string"].decode("ascii", "replace")).get("token", [""])
        token = next((each for each in self._keys[1:] if len(given) == 1 and _same(given[0], each)), None)
        if token is None:
            await self._answer(send, 403, "This address is of another run: open the one in the terminal.")
            return
        if token == self._keys.once and (self._entered or monotonic() > self._until):
            # Used twice: perhaps by somebody who saw it in a list of processes. So nobody stays in by it.
            self._cookies.pop(token, None)
            await self._answer(
                send, 403, "This address was valid for one visit: open the one that the terminal shows."
            )
            return
        self._entered |= token == self._keys.once
        cookie = f"{self._cookie}={self._cookies[token]}; HttpOnly; SameSite=Strict; Path={self._keys.path}"
        # A page that goes on, not a redirect: after that a strict cookie is left out where a link led here.
        onward = f'<meta http-equiv="refresh" content="0; url={self._keys.path}">'
        page = f'<!doctype html><html lang="en"><title>cardgen</title><link rel="icon" href="data:,">{onward}'
        headers = {"content-type": "text/html; charset=utf-8", "set-cookie": cookie}
        await self._answer(send, 200, page, headers)

    def _has_cookie(self, headers: dict[str, list[str]]) -> bool:
        # Other programs on 127.0.0.1 have cookies of their own, of any form.
        pairs = [
            pair.strip().partition("=") for line in headers.get("cookie", []) for pair in line.split(";")
        ]
        given = [value for name, _, value in pairs if name == self._cookie]
        return len(given) == 1 and any(_same(given[0], known) for known in self._cookies.values())

    async def _hand_on(
        self, scope: Scope, receive: Receive, send: Send, headers: dict[str, list[str]]
    ) -> None:
        if scope["method"] == "POST":
            body = await self._body(receive)
            if body is None:
                await self._answer(send, 413, "The message is too long, or took too long.")
                return
            receive = _once(body, receive)
        path = "/" + scope["path"].removeprefix(self._keys.path)
        await self._app({**scope, "path": path}, receive, self._with_headers(send))

    async def _body(self, receive: Receive) -> bytes | None:
        """Take in a whole message; None for one that is too long or does not end in time."""
        parts: list[bytes] = []
        length = 0
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return None
                    parts.append(message.get("body", b""))
                    length += len(parts[-1])
                    if length > MOST_BODY:
                        return None
                    if not message.get("more_body"):
                        return b"".join(parts)
        except TimeoutError:
            return None

    def _with_headers(self, send: Send) -> Send:
        async def sent(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                there = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *(
                        (name.encode(), value.encode())
                        for name, value in {"cache-control": "no-store", **self._headers}.items()
                        if name.encode() not in there
                    ),
                ]
            await send(message)

        return sent

    async def _answer(
        self, send: Send, status: int, text: str, headers: dict[str, str] | None = None
    ) -> None:
        body = text.encode()
        told = {
            "content-type": "text/plain; charset=utf-8",
            "content-length": str(len(body)),
            "connection": "close",
            **(headers or {}),
        }
        send = self._with_headers(send)
        pairs = [(name.encode(), value.encode()) for name, value in told.items()]
        await send({"type": "http.response.start", "status": status, "headers": pairs})
        await send({"type": "http.response.body", "body": body})


def _same(given: str, known: str) -> bool:
    return hmac.compare_digest(given.encode(), known.encode())


def _headers(scope: Scope) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        found.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
    return found


def _once(body: bytes, receive: Receive) -> Receive:
    """Hand on a message that was taken in already, and then what else comes."""
    waiting = [body]

    async def received() -> MutableMapping[str, Any]:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return received
