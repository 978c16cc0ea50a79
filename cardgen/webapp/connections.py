"""Connections to the studio's server, limited in number and in the time they take to ask for something.

Any program on this machine can open connections, and needs no cookie for that. uvicorn limits the time
between two requests, and no time before the end of the first one's head.
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

#: Maximum number of open connections. A browser opens six to one server for all of its tabs.
MOST_CONNECTIONS = 128
#: Seconds from the opening of a connection, or from the first byte of a later request, until the head of the
#: request must be complete. A browser sends it at once, or leaves a spare connection empty.
HEAD_TIME = 20.0


class Connection(H11Protocol):
    """A connection that is closed if the head of a request does not arrive in time."""

    _overdue: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection; if there are too many, close the oldest idle one."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            waiting = [each for each in self.connections if isinstance(each, Connection) and each._overdue]
            # Timers start in the order of the connections.
            oldest = min(waiting, key=lambda each: each._deadline, default=self)
            oldest._close()
        if not transport.is_closing():
            self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer of a connection that has ended."""
        self._stop_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse a part of a request; start or stop the timer for its head."""
        if self._overdue is None and self._awaits_request():
            self._expect_head()
        super().data_received(data)
        if not self._awaits_request():
            self._stop_timer()

    @property
    def _deadline(self) -> float:
        """Return the time of the event loop at which the head is overdue; 0.0 if none is expected."""
        return self._overdue.when() if self._overdue else 0.0

    def _awaits_request(self) -> bool:
        """Tell whether the connection waits for the head of a request."""
        return self.conn.their_state is h11.IDLE

    def _expect_head(self) -> None:
        """Start the timer that closes the connection if no head comes in time."""
        self._overdue = self.loop.call_later(HEAD_TIME, self._close)

    def _stop_timer(self) -> None:
        """Stop the timer, if it runs."""
        if self._overdue is not None:
            self._overdue.cancel()
            self._overdue = None

    def _close(self) -> None:
        """Abort the connection."""
        self._stop_timer()
        if not self.transport.is_closing():
            # At once: nothing is left to send, and data in a full buffer would keep the connection open.
            self.transport.abort()
            self.connections.discard(self)
