"""Accept requests only from the page that the studio opened, and from nothing else on this machine or the
web.

Any page in the same browser can send requests to 127.0.0.1, and can make a name of its own point there (DNS
rebinding); others were affected by both (Jupyter 1830, webpack-dev-server 887). So host and origin must be
exactly ours, and every request carries a cookie that only an address of this run gives. Browsers send cookies
to all ports of a machine: so ours is for an unguessable path, below which everything is served.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Awaitable, Callable, Collection, MutableMapping
from time import monotonic
from typing import Any, NamedTuple
from urllib.parse import parse_qs

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

#: Maximum size of a message in bytes: a text of a mebibyte, as JSON.
MOST_BODY = 4 << 20
#: Maximum size of a message with a file of 20 MiB in base64.
MOST_UPLOAD = 28 << 20
#: Seconds within which a message must be complete.
PATIENCE = 20.0
#: Seconds for which the address that starts the browser is valid.
ENTRY_TIME = 120.0
#: Maximum number of simultaneous requests; a long pack has many pictures.
MOST_AT_ONCE = 200

#: The pages that an address may open instead of the first.
PAGES = ("play",)

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

    #: The path below which everything is served, with a slash at both ends.
    path: str
    #: The token in the address shown in the terminal, which may be used repeatedly.
    token: str
    #: The token in the address that starts the browser: other users can read its command line.
    once: str

    @classmethod
    def random_keys(cls) -> Keys:
        """Return new random keys for a run."""
        return cls(f"/{secrets.token_urlsafe(16)}/", secrets.token_urlsafe(32), secrets.token_urlsafe(32))

    def page_address(self, host: str, once: bool = False, page: str = "") -> str:
        """Return the address with the token that lets a browser in.

        once: use the token that is valid for one visit only. page: the page to open first, one of PAGES.
        """
        return f"http://{host}/?token={self.once if once else self.token}{page and f'&page={page}'}"


class Guard:
    """Refuses requests that are not the page's own, and passes on the rest."""

    def __init__(
        self, app: App, host: str, keys: Keys, nonce: str, uploads: Collection[str] = frozenset()
    ) -> None:
        """Prepare the guard. host: the name and port in the address, such as 127.0.0.1:4747.

        uploads: the paths whose messages may hold files.
        """
        self._app, self._host, self._keys = app, host, keys
        self._uploads = frozenset(keys.path[:-1] + each for each in uploads)
        # Cookies ignore ports: each studio has its own cookie name.
        self._cookie = f"cardgen-studio-{host.rpartition(':')[2]}"
        #: The cookie's value by token; None for a token that is no longer valid.
        self._cookies = {token: secrets.token_urlsafe(32) for token in keys[1:]}
        self._entered = False
        self._until = monotonic() + ENTRY_TIME
        self._headers = {**_HEADERS, "content-security-policy": _POLICY.format(nonce=nonce)}
        self._open = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request of ASGI: refuse it, set the cookie, or pass it on to the application."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        headers = _headers(scope)
        refused = self._reason_to_refuse(scope, headers)
        if refused is not None:
            await self._send_answer(send, *refused)
        elif scope["path"] == "/" and b"token=" in scope["query_string"]:
            await self._set_cookie(scope, send)
        elif not scope["path"].startswith(self._keys.path) or not self._has_cookie(headers):
            await self._send_answer(
                send, 403, "Open the address that the terminal shows: it lets this browser in."
            )
        elif self._open >= MOST_AT_ONCE:
            await self._send_answer(send, 503, "Too many requests at once.")
        else:
            self._open += 1
            try:
                await self._pass_on(scope, receive, send, headers)
            finally:
                self._open -= 1

    def _reason_to_refuse(self, scope: Scope, headers: dict[str, list[str]]) -> tuple[int, str] | None:
        """Return the status and the reason for which a request is refused; None if it may come from the
        page."""
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
            if not all(length.isdigit() and int(length) <= self._longest_body(scope) for length in lengths):
                return 413, "The message is too long."
        return None

    async def _set_cookie(self, scope: Scope, send: Send) -> None:
        """Check the token in the address, and answer with the cookie and a link to the page; 403 for
        others."""
        query = parse_qs(scope["query_string"].decode("ascii", "replace"))
        given = query.get("token", [""])
        token = next(
            (each for each in self._keys[1:] if len(given) == 1 and _are_same_secret(given[0], each)), None
        )
        if token is None:
            await self._send_answer(
                send, 403, "This address is of another run: open the one in the terminal."
            )
            return
        if token == self._keys.once and (self._entered or monotonic() > self._until):
            # Used twice, perhaps by someone who saw it in a list of processes: so revoke the cookie too.
            self._cookies.pop(token, None)
            await self._send_answer(
                send, 403, "This address was valid for one visit: open the one that the terminal shows."
            )
            return
        self._entered |= token == self._keys.once
        cookie = f"{self._cookie}={self._cookies[token]}; HttpOnly; SameSite=Strict; Path={self._keys.path}"
        # A page that continues, not a redirect: after a redirect from a link a strict cookie is not sent.
        to = self._keys.path + next((page for page in PAGES if query.get("page") == [page]), "")
        onward = f'<meta http-equiv="refresh" content="0; url={to}">'
        page = f'<!doctype html><html lang="en"><title>cardgen</title><link rel="icon" href="data:,">{onward}'
        headers = {"content-type": "text/html; charset=utf-8", "set-cookie": cookie}
        await self._send_answer(send, 200, page, headers)

    def _has_cookie(self, headers: dict[str, list[str]]) -> bool:
        """Tell whether the headers have this run's cookie exactly once, with a valid value."""
        # Other programs on 127.0.0.1 have cookies of any form.
        pairs = [
            pair.strip().partition("=") for line in headers.get("cookie", []) for pair in line.split(";")
        ]
        given = [value for name, _, value in pairs if name == self._cookie]
        return len(given) == 1 and any(_are_same_secret(given[0], known) for known in self._cookies.values())

    async def _pass_on(
        self, scope: Scope, receive: Receive, send: Send, headers: dict[str, list[str]]
    ) -> None:
        """Let the application answer a request, after its message has come in whole; 413 if it does not."""
        if scope["method"] == "POST":
            body = await self._read_message(receive, self._longest_body(scope))
            if body is None:
                await self._send_answer(send, 413, "The message is too long, or took too long.")
                return
            receive = _receive_again(body, receive)
        path = "/" + scope["path"].removeprefix(self._keys.path)
        await self._app({**scope, "path": path}, receive, self._with_headers(send))

    def _longest_body(self, scope: Scope) -> int:
        """Return the maximum size of a request's message in bytes."""
        return MOST_UPLOAD if scope["path"] in self._uploads else MOST_BODY

    async def _read_message(self, receive: Receive, max_bytes: int) -> bytes | None:
        """Return the whole message of a request; None if it is too long or takes too long."""
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
                    if length > max_bytes:
                        return None
                    if not message.get("more_body"):
                        return b"".join(parts)
        except TimeoutError:
            return None

    def _with_headers(self, send: Send) -> Send:
        """Return a `send` function that adds the security headers to a response."""

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

    async def _send_answer(
        self, send: Send, status: int, text: str, headers: dict[str, str] | None = None
    ) -> None:
        """Send a response with a text."""
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


def _are_same_secret(given: str, known: str) -> bool:
    """Tell whether two secrets are equal, in a time that does not depend on how many characters agree."""
    return hmac.compare_digest(given.encode(), known.encode())


def _headers(scope: Scope) -> dict[str, list[str]]:
    """Return the headers of a request: their values by name in small letters."""
    found: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        found.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
    return found


def _receive_again(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` function that returns a message already read, then what else arrives."""
    waiting = [body]

    async def received() -> MutableMapping[str, Any]:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return received
