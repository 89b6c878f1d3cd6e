"""Uvicorn's WebSocket with a shorter way: texts are heard as they come, and sent without waiting.

By the usual way every text goes through a queue and two tasks and stops the transport meanwhile,
which with hundreds of clients costs about as much as the game.
"""

from collections.abc import Sequence
from typing import Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request

NAME = "tablee.short_way"  # among the extensions of the scope an application gets


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

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:  # else the handshake has failed
            self.scope["extensions"][NAME] = {"way": self}

    def send_receive_event_to_app(self) -> None:
        text = self._heard()
        if self.listener is None or text is None:
            super().send_receive_event_to_app()
        else:
            self.frames = []
            self.listener.hear(text)

    def _heard(self) -> str | None:
        if self.close_sent or self.curr_msg_data_type != "text":
            return None
        try:
            return b"".join(self.frames).decode()
        except UnicodeDecodeError:
            return None

    def say(self, texts: Sequence[bytes]) -> None:
        """Send texts, unless nobody is there any more."""
        if self.close_sent or self.disconnected:
            return
        try:
            for text in texts:
                self.conn.send_text(text)
        except InvalidState:  # the client has begun to close
            return
        self.transport.write(b"".join(self.conn.data_to_send()))

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.listener is not None:
            self.listener.clog()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.listener is not None:
            self.listener.unclog()
