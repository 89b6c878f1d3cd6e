"""Uvicorn's WebSocket with a shorter way: texts are heard as they come, and sent without waiting.

By the usual way every text goes through a queue and two tasks and stops the transport meanwhile,
which with hundreds of clients costs about as much as the game.
"""

from collections.abc import Sequence
from typing import Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, apply_mask  # type: ignore[attr-defined]  # compiled if it can be
from websockets.http11 import Request
from websockets.protocol import OPEN

from tablee.server.door.tcp_connections import TcpConnection

NAME = "tablee.short_way"  # among the extensions of the scope an application gets
WHOLE_TEXT = 0x81  # how the frame begins that holds a text and all of it
MASKED = 0x80  # with the size of a frame from a client
MOST_PARTS = 64  # of one text
TOO_LARGE = 1009  # code of a closing socket
TWO_BYTES, EIGHT_BYTES = 126, 127  # in place of a size: so many bytes follow with the size


class Listener(Protocol):
    """Whoever hears what a client says."""

    def hear(self, text: str) -> None: ...

    def clog(self) -> None:
        """The client does not read what it was sent: send no more."""

    def unclog(self) -> None:
        """It reads again."""


class ShortWay(WebSocketsSansIOProtocol):
    """One client's connection. Once somebody listens, texts no longer go to the application."""

    listener: Listener | None = None
    tcp: TcpConnection | None = None
    in_step = True  # all data since the handshake came frame by frame

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:  # else the handshake has failed
            self.scope["extensions"][NAME] = {"way": self}

    def data_received(self, data: bytes) -> None:
        """Nearly always a frame with a text; everything else goes the usual way."""
        if not self.handshake_initiated:
            super().data_received(data)
            return
        self.in_step = self.in_step and is_one_frame(data)
        text = self._heard(data) if self.in_step else None
        if self.listener is None or text is None:
            super().data_received(data)
        else:
            self.listener.hear(text)

    def _heard(self, frame: bytes) -> str | None:
        """The text in a frame that holds one, alone and not too large."""
        is_part = self.conn.current_size is not None  # of a text in several frames
        if frame[0] != WHOLE_TEXT or is_part or self.conn.state is not OPEN:
            return None
        start = 8 if frame[1] == MASKED | TWO_BYTES else 6
        if len(frame) - start > self.config.ws_max_size:
            return None
        try:
            return apply_mask(frame[start:], frame[start - 4 : start]).decode()
        except UnicodeDecodeError:
            return None

    def handle_cont(self, event: Frame) -> None:
        """One more part; they may be empty, so that the bound on the size bounds them not."""
        super().handle_cont(event)
        if len(self.frames) > MOST_PARTS and not self.transport.is_closing():
            self.conn.fail(TOO_LARGE, "too many parts")
            self.handle_parser_exception()

    def send_receive_event_to_app(self) -> None:
        """A message that came the usual way; texts are for the listener all the same."""
        if self.listener is None or self.close_sent or self.curr_msg_data_type != "text":
            super().send_receive_event_to_app()
            return
        try:
            text = b"".join(self.frames).decode()
        except UnicodeDecodeError:
            super().send_receive_event_to_app()
        else:
            self.frames = []
            self.listener.hear(text)

    def say(self, texts: Sequence[bytes]) -> None:
        """Send texts, unless nobody is there any more."""
        if self.conn.state is OPEN and not self.disconnected:
            self.transport.write(b"".join(map(framed, texts)))

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.tcp is not None:
            self.tcp.leave()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.transport.pause_reading()  # every ping it sends has an answer it would have to read
        if self.listener is not None:
            self.listener.clog()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()
        if self.listener is not None:
            self.listener.unclog()


def is_one_frame(data: bytes) -> bool:
    """Whether this is a frame of a client from its first byte to its last; False if it is huge."""
    if len(data) < 6:
        return False
    size = data[1] - MASKED
    if size < TWO_BYTES:
        return len(data) == 6 + size
    return size == TWO_BYTES and len(data) == 8 + int.from_bytes(data[2:4])


def framed(text: bytes) -> bytes:
    """A text in a frame of its own."""
    size = len(text)
    if size < TWO_BYTES:
        return bytes((WHOLE_TEXT, size)) + text
    if size < 1 << 16:
        return bytes((WHOLE_TEXT, TWO_BYTES)) + size.to_bytes(2) + text
    return bytes((WHOLE_TEXT, EIGHT_BYTES)) + size.to_bytes(8) + text
