"""Runs the studio's server on this machine until somebody ends it."""

from __future__ import annotations

import gc
import hashlib
import logging
import secrets
import socket
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType

import uvicorn

from ..errors import UsageError
from ..sandbox import processes
from .app import Studio, application
from .connections import Connection
from .guard import Guard, Keys

_HOST = "127.0.0.1"
#: Ports below are the system's own; a browser leaves number 80 out of the name of the host.
_FIRST_PORT = 1024
#: Ports from there on that browsers refuse (Fetch standard, "bad port").
_NO_BROWSER = frozenset(
    (1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, *range(6665, 6670), 6679, 6697, 10080)
)
#: Ports for folders lie below those that systems give to outgoing connections (Linux: from 32,768).
_LEAST_PORT, _PORTS = 20_000, 12_000
#: Ports that are tried for a folder: as many studios can be open there, each with drafts of its own.
_TRIALS = 8
#: Seconds without work after which what drawing takes is made ready for the next process that draws.
_PAUSE = 5.0
#: Connections that wait to be taken.
_BACKLOG = 256


class _Server(uvicorn.Server):
    """A server that lets go of those who listen for events as soon as it is to end."""

    def __init__(self, config: uvicorn.Config, studio: Studio) -> None:
        super().__init__(config)
        self._studio = studio

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._studio.end()
        super().handle_exit(sig, frame)


def serve(
    folder: Path,
    file: Path | None,
    base: str,
    port: int | None,
    trust: bool,
    started: Callable[[str, str], None],
) -> None:
    """Serve until SIGINT or SIGTERM, which is raised again in the end.

    folder: where packs of one's own are. file: the pack to open; None to choose first. base: the pack that is
    proposed to begin with. port: 0 for any that is free, None for one of the folder's. trust: work on
    packs without limits. started: told two addresses once it answers: one for the user's eyes, and one to
    start a browser with, which lets in once. Raises UsageError for a port or a file that cannot be had.
    """
    if port is not None and 0 < port < _FIRST_PORT:
        raise UsageError(
            f"port {port} is reserved for the system's servers: choose one from {_FIRST_PORT} with --port"
        )
    if port in _NO_BROWSER:
        raise UsageError(f"browsers refuse to open port {port}: choose another with --port")
    # Commands run without, as they are short; this one is not.
    gc.enable()
    gc.freeze()
    # A request that is broken off is no news.
    logging.getLogger("uvicorn").setLevel(logging.CRITICAL + 1)
    with _bound(ports_of(folder) if port is None else [port]) as bound:
        host = f"{_HOST}:{bound.getsockname()[1]}"
        keys, nonce = Keys.fresh(), secrets.token_urlsafe(16)
        # The first pictures and games come first.
        processes.pause_before_ahead(_PAUSE)
        studio = Studio(folder, file, base, trust)
        studio.make_ready()
        started(keys.address(host), keys.address(host, once=True))
        _Server(configuration(application(studio, host, keys, nonce)), studio).run([bound])


def ports_of(folder: Path) -> list[int]:
    """Return the ports to try for the packs of a folder: always the same, and any that is free in the end.

    A browser keeps the drafts of a page by its host and port, and finds them again where those are the same.
    """
    number = int.from_bytes(hashlib.sha256(str(folder).encode(errors="surrogatepass")).digest()[:4], "big")
    first = _LEAST_PORT + number % (_PORTS - _TRIALS)
    return [*(port for port in range(first, first + _TRIALS) if port not in _NO_BROWSER), 0]


def _bound(ports: Sequence[int]) -> socket.socket:
    """Return a socket that listens at the first of these ports that is free. Raises UsageError for none."""
    for port in ports:
        # Where the protocol is named, asyncio sends without delay; else a picture waits 40 ms for the
        # acknowledgement of its header.
        bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        # Windows would share the port with another studio by SO_REUSEADDR.
        alone = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
        try:
            bound.setsockopt(socket.SOL_SOCKET, alone, 1)
            bound.bind((_HOST, port))
            # Who comes before the server is ready waits for it.
            bound.listen(_BACKLOG)
        except OSError as error:
            bound.close()
            reason = error.strerror
        else:
            return bound
    raise UsageError(f"port {ports[-1]} is not available ({reason}): choose another with --port")


def configuration(app: Guard) -> uvicorn.Config:
    """Return how uvicorn serves the studio."""
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
