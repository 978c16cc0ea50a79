"""Download from addresses named by a stranger's pack: with limits, and from public hosts only.

The addresses of a host are looked up once and checked, and the connection is made to one of those that were
checked: a name server that answers otherwise the next time has no target. So is each redirection. Proxies
and cookies are not used.
"""

from __future__ import annotations

import io
import re
import socket
import ssl
import time
from collections.abc import Collection
from http import HTTPStatus
from http.client import HTTPException, HTTPResponse
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any, NamedTuple
from urllib.parse import SplitResult, quote, urljoin, urlsplit

from .. import __version__
from ..units import BadValue, quoted_value

#: Seconds for a whole download, with its redirections.
SECONDS = 60.0
MOST_REDIRECTIONS = 5
#: Maximum number of characters of an address.
MOST_CHARACTERS = 2_000

_UNSEEN = re.compile(r"[\x00-\x20\x7f]")
#: IPv4 addresses in networks that have IPv6 only (RFC 6052).
_NAT64 = IPv6Network("64:ff9b::/96")
#: Hosts with a login, to which private documents are redirected.
_LOGINS = ("accounts.google.com", "login.microsoftonline.com", "login.live.com")
_PART = 1 << 16


class NotFetched(BadValue):
    """A download failed: the problem, and a hint."""


class Download(NamedTuple):
    """The response of an address."""

    data: bytes
    #: The media type that the server states, in lower case and without its parameters; "" for none.
    media_type: str


def download(
    address: str, max_bytes: int, allowed_hosts: Collection[str] = (), seconds: float = SECONDS
) -> Download:
    """Return the response of an https address. Raises NotFetched with the reason if there is none.

    max_bytes: the largest number of bytes. allowed_hosts: names of hosts that may have a private address, or
    use http. seconds: the time limit of the whole download, with its redirections.
    """
    deadline = time.monotonic() + seconds
    allowed = {host.lower() for host in allowed_hosts}
    host = ""
    for _ in range(MOST_REDIRECTIONS + 1):
        parts = _parts_of_allowed_address(address, allowed)
        host = parts.hostname or ""
        if host in _LOGINS:
            raise _login_error(host)
        try:
            with _connection(parts, host in allowed, deadline) as connection:
                connection.sendall(_request(parts))
                response = HTTPResponse(_TimedResponse(connection, deadline), method="GET")  # type: ignore[arg-type]
                response.begin()
                redirected = _redirection_address(response, host)
                if redirected is None:
                    return _read_body(response, max_bytes, host)
                address = urljoin(address, redirected)
        except TimeoutError:
            message = f"{host} takes more than {seconds:g} seconds"
            raise NotFetched(message, "try again later") from None
        except ssl.SSLError as error:
            hint = "check the address; cardgen downloads nothing from a host whose certificate is not valid"
            said = getattr(error, "verify_message", "") or error.reason or "no reason given"
            raise NotFetched(f"the connection to {host} is not secure: {said}", hint) from None
        except HTTPException as error:
            message = f"{host} closed the connection or sent an unreadable answer ({type(error).__name__})"
            raise NotFetched(message, "try again later") from None
        except OSError as error:
            message = f"{host} could not be reached: {error.strerror or error}"
            raise NotFetched(message, "check the address, and the connection to the network") from None
    message = f"{host} redirects more than {MOST_REDIRECTIONS} times"
    raise NotFetched(message, "use the address that a browser shows in the end")


def is_public(address: str) -> bool:
    """Tell whether an IP address is public, not one of a private network or of this machine."""
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        if found in _NAT64:
            found = IPv4Address(int(found) & 0xFFFFFFFF)
        elif found.ipv4_mapped or found.sixtofour or found.teredo:
            return False
    return found.is_global and not (
        found.is_multicast or found.is_reserved or found.is_loopback or found.is_link_local
    )


def _parts_of_allowed_address(address: str, allowed: Collection[str]) -> SplitResult:
    """Return the parts of an address. Raises NotFetched for an address that may not be requested.

    allowed: names of hosts that may be requested by http.
    """
    if len(address) > MOST_CHARACTERS or _UNSEEN.search(address):
        raise NotFetched("this address is too long, or has spaces in it", "copy it once more")
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018 - reading it checks it
        host = (parts.hostname or "").encode("idna").decode()
    except (ValueError, UnicodeError):
        raise NotFetched(f"{quoted_value(address)} is not an address", "copy it once more") from None
    if parts.scheme not in ("https", "http") or not host:
        raise NotFetched(
            f"{quoted_value(address)} is not a web address", "write one that begins with https://"
        )
    if parts.username is not None or parts.password is not None:
        raise NotFetched("there is a user or a password in this address", "share the table by a link")
    if parts.scheme == "http" and parts.hostname not in allowed:
        hint = f"write https://; for a host of your own, add --allow-host {parts.hostname}"
        raise NotFetched(f"{host} would be asked by http, which others on the way can read and change", hint)
    return parts


def _connection(parts: SplitResult, is_allowed: bool, deadline: float) -> socket.socket:
    """Return a connection to one of a host's addresses, after checking all of them.

    is_allowed: whether addresses may be private. Raises NotFetched for an unknown host or a private address,
    OSError if no connection is made.
    """
    host = (parts.hostname or "").encode("idna").decode()
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (socket.gaierror, UnicodeError):
        hint = "check the address, and the connection to the network"
        raise NotFetched(f"no host {host} is found", hint) from None
    for *_, place in found:
        if not is_allowed and not is_public(str(place[0])):
            at = "" if host == place[0] else f"at {place[0]}, which is "
            raise NotFetched(
                f"{host} is {at}not a public address",
                f"if it is a host of your own, add --allow-host {parts.hostname}",
            )
    failed: OSError = OSError(f"{host} has no address")
    for family, kind, protocol, _, place in found:
        connection = socket.socket(family, kind, protocol)
        try:
            connection.settimeout(_seconds_left(deadline))
            connection.connect(place)
            if parts.scheme == "https":
                return ssl.create_default_context().wrap_socket(connection, server_hostname=host)
            return connection
        except OSError as error:
            connection.close()
            failed = error
    raise failed


def _seconds_left(deadline: float) -> float:
    """Return the seconds until a deadline. Raises TimeoutError if it has passed."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _request(parts: SplitResult) -> bytes:
    """Return the HTTP request for an address."""
    safe = "/%:=&?~+!$,;'@()*[]-._"
    target = quote(parts.path or "/", safe=safe) + (f"?{quote(parts.query, safe=safe)}" * bool(parts.query))
    name = (parts.hostname or "").encode("idna").decode()
    name = f"[{name}]" if ":" in name else name
    host = f"{name}:{parts.port}" if parts.port else name
    lines = [
        f"GET {target} HTTP/1.1",
        f"Host: {host}",
        f"User-Agent: cardgen/{__version__}",
        "Accept: */*",
        "Accept-Encoding: identity",
        "Connection: close",
    ]
    return "".join(f"{line}\r\n" for line in [*lines, ""]).encode("ascii")


class _TimedResponse:
    """A connection for HTTPResponse that is read until a deadline."""

    def __init__(self, connection: socket.socket, deadline: float) -> None:
        self._connection, self._deadline = connection, deadline

    def makefile(self, mode: str) -> io.BufferedReader:
        """Return a reader of the connection."""
        return io.BufferedReader(_TimedReader(self._connection, self._deadline))


class _TimedReader(io.RawIOBase):
    """Reads a connection until a deadline: each wait lasts at most for the remaining time, however few bytes
    arrive.
    """

    def __init__(self, connection: socket.socket, deadline: float) -> None:
        self._connection, self._deadline = connection, deadline

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read the bytes that have arrived, and return their number. Raises TimeoutError after the deadline,
        OSError if the connection fails.
        """
        self._connection.settimeout(_seconds_left(self._deadline))
        return self._connection.recv_into(buffer)


def _redirection_address(response: HTTPResponse, host: str) -> str | None:
    """Return the address to which a response redirects; None if the response has the file itself.

    Raises NotFetched for all other responses.
    """
    status = response.status
    if status in (301, 302, 303, 307, 308):
        return response.getheader("Location") or ""
    if status == 200:
        return None
    if status in (401, 403, 407):
        raise _login_error(host)
    if status in (404, 410):
        raise NotFetched(f"{host} has nothing at this address ({status})", "check the address")
    phrase = HTTPStatus(status).phrase if status in {each.value for each in HTTPStatus} else "unknown"
    raise NotFetched(f"{host} answers {status} ({phrase})", "try again later, and check the address")


def _login_error(host: str) -> NotFetched:
    """Return the error for a host that wants a login."""
    hint = "share the table so that anyone with the link can view it, or publish it to the web"
    return NotFetched(f"{host} wants a login before it shows this table", hint)


def _read_body(response: HTTPResponse, max_bytes: int, host: str) -> Download:
    """Return the contents of a response. Raises NotFetched for too many bytes and for an incomplete file,
    OSError or HTTPException if the connection fails.
    """
    if response.getheader("Content-Encoding", "identity").lower() != "identity":
        raise NotFetched(f"{host} sends the file packed, unasked", "use another address of the file")
    too_large = NotFetched(
        f"the file at {host} is larger than {max_bytes >> 20} MB",
        "divide it into several tables, or remove pictures",
    )
    if (response.length or 0) > max_bytes:
        raise too_large
    data = bytearray()
    while part := response.read1(_PART):
        data += part
        if len(data) > max_bytes:
            raise too_large
    if response.length:
        raise NotFetched(f"{host} closed the connection before the end of the file", "try again")
    media_type = response.getheader("Content-Type", "").partition(";")[0].strip().lower()
    return Download(bytes(data), media_type)
