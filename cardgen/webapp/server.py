"""Run the studio's server on this machine until the user ends it."""

from __future__ import annotations

import gc
import hashlib
import logging
import secrets
import socket
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn

from ..errors import UsageError
from ..sandbox import processes
from .app import StudioApp, application
from .connections import Connection
from .guard import Guard, Keys

_HOST = "127.0.0.1"
#: Lower ports are the system's own; a browser omits port 80 from the host.
_FIRST_PORT = 1024
#: Higher ports that browsers refuse (Fetch standard, "bad port").
_NO_BROWSER = frozenset(
    (1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, *range(6665, 6670), 6679, 6697, 10080)
)
#: Ports for folders are below those that systems use for outgoing connections (Linux: from 32,768).
_LEAST_PORT, _PORTS = 20_000, 12_000
#: Number of ports to try for a folder, and so of studios that can be open there, each with its drafts.
_TRIALS = 8
#: Seconds without work after which resources for drawing are prepared for the next process.
_PAUSE = 5.0
#: Maximum number of connections waiting to be accepted.
_BACKLOG = 256


class _StudioServer(uvicorn.Server):
    """A server that closes the event streams as soon as it shuts down."""

    def __init__(self, config: uvicorn.Config, studio: StudioApp) -> None:
        super().__init__(config)
        self._studio = studio

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End the studio's open requests, then shut down."""
        self._studio.end()
        super().handle_exit(sig, frame)


def serve(
    folder: Path,
    file: Path | None,
    base: str,
    port: int | None,
    trust: bool,
    started: Callable[[str, str], None],
    rules: Path | None = None,
    seating: Mapping[str, Any] | None = None,
) -> None:
    """Serve the studio until SIGINT or SIGTERM, which is raised again at the end.

    folder: the folder of the user's packs. file: the pack to open; None to let the user choose. base: the
    pack suggested to begin with. port: None for one that follows from the folder, 0 for any free one. trust:
    work on packs without limits. started: called once the server answers, with two addresses: one to show the
    user, and one for a browser that is valid for one visit. rules: the user's own game to play. seating: who
    sits down to play; the addresses then open the table. Raises UsageError for an unavailable port or file.
    """
    if port is not None and 0 < port < _FIRST_PORT:
        raise UsageError(
            f"port {port} is reserved for the system's servers: choose one from {_FIRST_PORT} with --port"
        )
    if port in _NO_BROWSER:
        raise UsageError(f"browsers refuse to open port {port}: choose another with --port")
    # Commands run without garbage collection, as they are short; this one is not.
    gc.enable()
    gc.freeze()
    # Do not log interrupted requests.
    logging.getLogger("uvicorn").setLevel(logging.CRITICAL + 1)
    with _listening_socket(ports_to_try(folder) if port is None else [port]) as bound:
        host = f"{_HOST}:{bound.getsockname()[1]}"
        keys, nonce = Keys.random_keys(), secrets.token_urlsafe(16)
        # The first pictures and games go first.
        processes.set_preload_pause(_PAUSE)
        studio = StudioApp(folder, file, base, trust, rules, seating)
        studio.make_ready()
        page = "play" if seating is not None else ""
        started(keys.page_address(host, page=page), keys.page_address(host, once=True, page=page))
        _StudioServer(uvicorn_settings(application(studio, host, keys, nonce)), studio).run([bound])


def ports_to_try(folder: Path) -> list[int]:
    """Return the ports to try for a folder of packs, the same ones each time; the last is 0, for any port.

    A browser stores a page's drafts by host and port, and finds them again at the same port.
    """
    number = int.from_bytes(hashlib.sha256(str(folder).encode(errors="surrogatepass")).digest()[:4], "big")
    first = _LEAST_PORT + number % (_PORTS - _TRIALS)
    return [*(port for port in range(first, first + _TRIALS) if port not in _NO_BROWSER), 0]


def _listening_socket(ports: Sequence[int]) -> socket.socket:
    """Return a socket that listens at the first free port of a list.

    Raises UsageError if none is free.
    """
    for port in ports:
        # With the protocol named, asyncio sends without delay; otherwise a picture waits 40 ms for the
        # acknowledgement of its header.
        bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        # On Windows SO_REUSEADDR would share the port with another studio.
        alone = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
        try:
            bound.setsockopt(socket.SOL_SOCKET, alone, 1)
            bound.bind((_HOST, port))
            # Connections before the server is ready wait.
            bound.listen(_BACKLOG)
        except OSError as error:
            bound.close()
            reason = error.strerror
        else:
            return bound
    raise UsageError(f"port {ports[-1]} is not available ({reason}): choose another with --port")


def uvicorn_settings(app: Guard) -> uvicorn.Config:
    """Return the settings with which uvicorn serves the studio."""
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        ws="none",
        http=Connection,
        lifespan="on",
        backlog=_BACKLOG,
        timeout_keep_alive=60,
        timeout_graceful_shutdown=3,
    )
