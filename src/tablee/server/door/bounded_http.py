"""Uvicorn's HTTP with bounds: on the size of a request, on its time, and on how many are kept.

Uvicorn gives the parser all that comes and keeps all that the parser finds. Here bytes are counted
before the parser sees them, and it sees no request before the one ahead of it is answered.
"""

from http import HTTPStatus
from math import inf
from typing import Any

import httptools
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from tablee.server.door.short_way import ShortWay
from tablee.server.door.tcp_connections import TcpConnection, TcpConnections

LARGEST_HEAD = 64 * 1024  # bytes, the address among them
LONGEST_ADDRESS = 8 * 1024
MOST_HEADERS = 100
LARGEST_BODY = 16 * 1024
LARGEST_WRAPPING = 16 * 1024  # of a body: the sizes of its chunks, their extensions, trailers
PIECE = 4 * 1024  # what the parser is given at once
END_OF_HEAD = b"\r\n\r\n"

TIME_FOR_HEAD = 10.0  # seconds from its first byte; as many until the first byte of all
TIME_FOR_BODY = 20.0
TIME_TO_CLOSE = 2.0  # whoever still sends then can read why nobody listens
MOST_UNHEARD = 1024 * 1024  # bytes sent meanwhile


class TooMuch(Exception):
    """Stops the parser."""


class WritingOnly(FlowControl):
    """Stops whoever writes too much; when to read is known to the protocol alone."""

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


class BoundedHttp(HttpToolsProtocol):
    """One connection, until it becomes a socket."""

    tcp_connections: TcpConnections
    tcp: TcpConnection | None = None  # None: there were too many

    def __init__(self, *args: Any, **more: Any):
        super().__init__(*args, **more)
        self.silent = True  # so far
        self.data = b""  # what came
        self.at = 0  # as far as the parser has seen it
        self.in_body = False
        self.spent = 0  # bytes of this head, or of this body
        self.payload = 0  # of those of the body, what the application gets
        self.by = inf  # when this head or body must be complete
        self.fault = HTTPStatus.BAD_REQUEST  # why the parser was stopped
        self.refusal: HTTPStatus | None = None  # the last answer there will be
        self.refused = False  # it is given
        self.unheard = 0  # bytes that came since

    # The transport

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.flow = WritingOnly(transport)
        self.tcp = self.tcp_connections.enter(transport, self.client[0] if self.client else "")
        if self.tcp is not None:
            self.tcp.overdue = self._overdue
            self.tcp.due = self.loop.time() + TIME_FOR_HEAD

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.tcp is not None:
            self.tcp.leave()

    def data_received(self, data: bytes) -> None:
        if self.refused:
            self.unheard += len(data)
            if self.unheard > MOST_UNHEARD:
                self.transport.abort()
            return
        self.silent = False
        self._unset_keepalive_if_required()
        self.data, self.at = self.data[self.at :] + data, 0
        self._read()

    def _read(self) -> None:
        """Let the parser see what came, as far as it may; take no more before that is done."""
        while self.at < len(self.data) and self._may_read():
            self._feed()
        if self.refused or self.tcp is None or self.transport.is_closing():
            return
        left = len(self.data) - self.at
        if left:
            self.transport.pause_reading()
        else:
            self.data, self.at = b"", 0
            self.transport.resume_reading()
        if not self.tcp.hold(left + self.spent):
            self._refuse(HTTPStatus.TOO_MANY_REQUESTS)
        elif self._may_read() and (self.in_body or self.spent):
            self.tcp.due = self.by
        else:
            self.tcp.due = inf  # uvicorn sees to those who ask for nothing more

    def _may_read(self) -> bool:
        """Not while a request is being answered that has come wholly, or is too large already."""
        if self.refusal is not None or self.tcp is None or self.transport.is_closing():
            return False
        return self._is_free() or (self.in_body and self.payload <= LARGEST_BODY)

    def _is_free(self) -> bool:
        """Everything is answered that came."""
        return self.cycle is None or self.cycle.response_complete

    def _feed(self) -> None:
        """One piece for the parser, in which no two heads end."""
        end = self.data.find(END_OF_HEAD, self.at, self.at + PIECE)
        end = self.at + PIECE if end < 0 else end + len(END_OF_HEAD)
        piece = memoryview(self.data)[self.at : end]
        self.at += len(piece)
        if not self.in_body and not self.spent:
            self.by = self.loop.time() + TIME_FOR_HEAD
        self.spent += len(piece)
        if self.in_body and self.spent > LARGEST_BODY + LARGEST_WRAPPING:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            return
        if not self.in_body and self.spent > LARGEST_HEAD:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
            return
        try:
            self.parser.feed_data(piece)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
        except httptools.HttpParserError:
            self._refuse(self.fault)
        else:
            if self.in_body and self.payload > LARGEST_BODY and self._is_free():
                self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)

    # The parser

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > LONGEST_ADDRESS:
            self.fault = HTTPStatus.REQUEST_URI_TOO_LONG
            raise TooMuch

    def on_header(self, name: bytes, value: bytes) -> None:
        if self.in_body:
            return  # a trailer, which nobody asked for: it is no header of the request
        super().on_header(name, value)
        if len(self.headers) > MOST_HEADERS:
            self.fault = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            raise TooMuch

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self.in_body, self.spent, self.payload = True, 0, 0
        self.by = self.loop.time() + TIME_FOR_BODY

    def on_body(self, body: bytes) -> None:
        self.payload += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self.in_body, self.spent = False, 0
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """From here on the connection is the socket's."""
        if not self._is_free() or self.tcp is None:
            self._refuse(HTTPStatus.BAD_REQUEST)
            return
        tcp, self.tcp = self.tcp, None
        tcp.hold(0)
        tcp.due, tcp.overdue = inf, self.transport.abort
        super().handle_websocket_upgrade()
        way = self.transport.get_protocol()
        assert isinstance(way, ShortWay)
        way.tcp = tcp
        if not way.handshake_initiated:  # it takes shorter heads, and no body
            self.transport.write(answer(HTTPStatus.BAD_REQUEST))
            self.transport.close()

    # Answers

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing() or not self._is_free():
            return
        if self.in_body and self.payload > LARGEST_BODY:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        elif self.refusal is not None:
            self._refuse(self.refusal)
        elif self.at < len(self.data):
            self._unset_keepalive_if_required()
            self._read()

    def _overdue(self) -> None:
        if self.silent:
            self.transport.close()  # a browser opens connections that it then does not need
        else:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)

    def _refuse(self, status: HTTPStatus) -> None:
        """Hear no more; say why, once what came before is answered; then close."""
        self.refusal = status
        has_answer = self.in_body and self._is_free()
        if not self._is_free():
            if not self.in_body or self.cycle.response_started:
                return
            self.cycle.disconnected = True  # the rest of its body will never come
            self.cycle.message_event.set()
        if self.transport.is_closing() or self.tcp is None:
            return
        self._unset_keepalive_if_required()
        if not has_answer:
            self.transport.write(answer(status))
        self.tcp_connections.refused(status)
        self.transport.write_eof()
        self.refused = True
        self.data, self.at = b"", 0
        self.transport.resume_reading()
        self.tcp.hold(0)
        self.tcp.due = self.loop.time() + TIME_TO_CLOSE
        self.tcp.overdue = self.transport.abort


def answer(status: HTTPStatus) -> bytes:
    """One without words, after which the connection is closed."""
    return STATUS_LINE[status] + b"content-length: 0\r\nconnection: close\r\n\r\n"


def bounded_http(tcp_connections: TcpConnections) -> type[BoundedHttp]:
    """The protocol of a server with these connections."""
    return type("BoundedHttp", (BoundedHttp,), {"tcp_connections": tcp_connections})
