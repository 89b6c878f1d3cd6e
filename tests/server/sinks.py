"""Where notices arrive in tests: a mail server and a webhook, both on real sockets."""

import base64
import socketserver
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import msgspec

from tablee.server.settings import Mail
from tests.waiting import PATIENCE

PEM = Path(__file__).parent / "sink.pem"


@dataclass
class Arrived:
    """A mail, with what stood on its envelope and how it came."""

    sender: str
    to: str
    message: EmailMessage
    raw: bytes
    encrypted: bool
    login: str

    @property
    def text(self) -> str:
        return str(self.message.get_content()).replace("\r\n", "\n")

    def link(self, path: str) -> str:
        """The address of a link of the text, without the house it leads to."""
        (found,) = [word for word in self.text.split() if f"{path}?" in word]
        return found[found.index(path) :]


class MailServer(socketserver.ThreadingTCPServer):
    """Takes every mail, unless it was told what to answer to a recipient or to a mail."""

    daemon_threads = False

    def __init__(self, encrypts: bool = False):
        super().__init__(("127.0.0.1", 0), Session)
        self.encrypts = encrypts
        self.arrived: list[Arrived] = []
        self.lines: list[str] = []  # everything clients said
        self.to_recipients: list[str] = []  # answers to come instead of the usual ones
        self.to_mails: list[str] = []
        self.at_the_end = "221 bye"

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def settings(self, **more: Any) -> Mail:
        chosen = {"host": "127.0.0.1", "port": self.port, "sender": "Tablée <house@example.org>"}
        return Mail(**{**chosen, "starttls": self.encrypts, **more})

    def to(self, mail: str) -> list[Arrived]:
        return [arrived for arrived in self.arrived if arrived.to == mail]


class Session(socketserver.StreamRequestHandler):
    """One client of the mail server."""

    server: MailServer
    timeout = PATIENCE

    def handle(self) -> None:
        self.encrypted, self.login, self.sender, self.recipient = False, "", "", ""
        self.say("220 sink")
        while line := self.rfile.readline().decode().strip():
            self.server.lines.append(line)
            verb, _, rest = line.partition(" ")
            if verb.upper() == "QUIT":
                self.say(self.server.at_the_end)
                return
            answer = getattr(self, f"on_{verb.lower()}", None)
            if answer is None:
                self.say("502 not here")
            else:
                answer(rest)

    def say(self, text: str) -> None:
        self.wfile.write(text.encode() + b"\r\n")

    def on_ehlo(self, _: str) -> None:
        self.say("250-sink")
        if self.server.encrypts and not self.encrypted:
            self.say("250-STARTTLS")
        self.say("250 AUTH PLAIN")

    def on_starttls(self, _: str) -> None:
        if not self.server.encrypts:
            self.say("454 not here")
            return
        self.say("220 go on")
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(PEM)
        self.request = context.wrap_socket(self.request, server_side=True)
        self.rfile.close()
        self.wfile.close()
        self.setup()
        self.encrypted = True

    def finish(self) -> None:
        super().finish()
        self.request.close()

    def on_auth(self, rest: str) -> None:
        _, user, password = base64.b64decode(rest.split()[1]).decode().split("\0")
        self.login = f"{user}:{password}"
        self.say("235 welcome")

    def on_mail(self, rest: str) -> None:
        self.sender = address_in(rest)
        self.say("250 yes")

    def on_rcpt(self, rest: str) -> None:
        self.recipient = address_in(rest)
        self.say(self.server.to_recipients.pop(0) if self.server.to_recipients else "250 yes")

    def on_rset(self, _: str) -> None:
        self.say("250 yes")

    def on_data(self, _: str) -> None:
        self.say("354 go on")
        lines: list[bytes] = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        answer = self.server.to_mails.pop(0) if self.server.to_mails else "250 yes"
        if answer.startswith("250"):
            raw = b"".join(lines)
            message = message_from_bytes(raw, policy=policy.default)
            self.server.arrived.append(
                Arrived(self.sender, self.recipient, message, raw, self.encrypted, self.login)
            )
        self.say(answer)


def address_in(text: str) -> str:
    return text[text.index("<") + 1 : text.index(">")]


class Webhook(ThreadingHTTPServer):
    """Takes every call, unless it was told what to answer; waits before it does if told so."""

    daemon_threads = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Call)
        self.calls: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.answers: list[int] = []  # to come instead of 200
        self.called = threading.Event()
        self.may_answer = threading.Event()
        self.may_answer.set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/hooks/s3cret"


class Call(BaseHTTPRequestHandler):
    """One call of the webhook."""

    server: Webhook
    timeout = PATIENCE

    def do_GET(self) -> None:
        self.server.paths.append(f"GET {self.path}")
        self.answer(200)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        assert self.headers["content-type"] == "application/json"
        self.server.paths.append(f"POST {self.path}")
        self.server.calls.append(msgspec.json.decode(body))
        self.server.called.set()
        self.server.may_answer.wait(PATIENCE)
        self.answer(self.server.answers.pop(0) if self.server.answers else 200)

    def answer(self, status: int) -> None:
        self.send_response(status)
        if 300 <= status < 400:
            self.send_header("location", "/elsewhere")
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def mail_server(encrypts: bool = False) -> Iterator[MailServer]:
    """A mail server until the end of the block."""
    with MailServer(encrypts) as server, running(server):
        yield server


@contextmanager
def webhook() -> Iterator[Webhook]:
    """A webhook until the end of the block."""
    with Webhook() as server, running(server):
        yield server


@contextmanager
def running(server: socketserver.BaseServer) -> Iterator[None]:
    thread = threading.Thread(target=server.serve_forever, args=[0.02])
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join(PATIENCE)
