"""The postman: carries mails and calls of the webhook out of the house, beside everything else."""

import asyncio
import smtplib
import ssl
from collections.abc import Awaitable, Callable
from contextlib import suppress
from email.message import EmailMessage
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

import structlog

from tablee.kernel.errors import TableeError
from tablee.server.machine import StartThread
from tablee.server.settings import Mail

PATIENCE = 10.0  # seconds for each answer of a mail server or of the webhook
PAUSES: tuple[float, ...] = (5.0, 30.0, 120.0)  # seconds before another try
AT_ONCE = 4  # mails, and calls of the webhook, under way
ENCRYPTED_FROM_THE_START = 465  # the port of mail servers that know no STARTTLS
LASTING = 500  # answers of a mail server from here on are final

log = structlog.get_logger("tablee.postman")


class Undelivered(TableeError):
    """Something did not arrive. The text names no address: it is logged."""

    def __init__(self, why: str, lasting: bool = False):
        super().__init__(why)
        self.lasting = lasting  # another try would fare no better


class Postman:
    """Goes to the mail server and to the webhook, for a few at a time."""

    def __init__(self, mail: Mail, webhook: str, base_url: str, thread: StartThread):
        self.mail = mail
        self.webhook = webhook
        self.thread = thread
        self.house = urlsplit(base_url).hostname or "localhost"
        self.mailing = asyncio.Semaphore(AT_ONCE)
        self.calling = asyncio.Semaphore(AT_ONCE)
        self.pauses = PAUSES

    async def send(self, message: EmailMessage) -> None:
        """Hand a mail to the mail server. Raises Undelivered."""
        await beside(self.thread, lambda: self._send(message))

    async def call(self, body: bytes) -> None:
        """Post JSON to the webhook. Raises Undelivered."""
        async with self.calling:
            await beside(self.thread, lambda: self._call(body))

    async def persistently(
        self,
        what: str,
        deliver: Callable[[], Awaitable[None]],
        is_wanted: Callable[[], Awaitable[bool]],
    ) -> None:
        """Try to deliver something a few times, as long as it is wanted; failures are logged."""
        for pause in (*self.pauses, None):
            try:
                await deliver()
                return
            except Undelivered as error:
                log.warning(f"{what} not delivered", why=str(error), again_in=pause)
                if pause is None or error.lasting:
                    return
            await asyncio.sleep(pause)
            if not await is_wanted():
                return

    def _send(self, message: EmailMessage) -> None:
        try:
            server = self._mail_server()
            try:
                server.send_message(message)
            finally:
                # It has been taken, or it has not: how they part does not matter.
                with suppress(smtplib.SMTPException, OSError):
                    server.quit()
                server.close()
        except smtplib.SMTPRecipientsRefused as refused:
            codes = [code for code, _ in refused.recipients.values()]
            why = f"the mail server refused the recipient ({codes[0]})"
            raise Undelivered(why, lasting=min(codes) >= LASTING) from None
        except smtplib.SMTPDataError as error:
            why = f"the mail server refused the mail ({error.smtp_code})"
            raise Undelivered(why, lasting=error.smtp_code >= LASTING) from None
        except smtplib.SMTPResponseException as error:
            raise Undelivered(f"the mail server answered {error.smtp_code}") from None
        except (smtplib.SMTPException, OSError, ValueError) as error:
            raise Undelivered(f"no mail server ({type(error).__name__})") from None

    def _mail_server(self) -> smtplib.SMTP:
        mail = self.mail
        if mail.port == ENCRYPTED_FROM_THE_START:
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                mail.host,
                mail.port,
                self.house,
                timeout=PATIENCE,
                context=ssl.create_default_context(),
            )
        else:
            server = smtplib.SMTP(mail.host, mail.port, self.house, timeout=PATIENCE)
        try:
            if mail.starttls and mail.port != ENCRYPTED_FROM_THE_START:
                server.starttls(context=ssl.create_default_context())
            if mail.user:
                server.login(mail.user, mail.password)
        except BaseException:
            server.close()
            raise
        return server

    def _call(self, body: bytes) -> None:
        request = Request(self.webhook, body, {"Content-Type": "application/json"}, method="POST")
        try:
            with build_opener(NoDetours).open(request, timeout=PATIENCE):
                pass
        except HTTPError as answer:
            answer.close()
            raise Undelivered(f"the webhook answered {answer.code}") from None
        except (OSError, HTTPException, ValueError) as error:
            raise Undelivered(f"no webhook ({type(error).__name__})") from None


class NoDetours(HTTPRedirectHandler):
    """A webhook that has moved is an error: following it would turn the call into another."""

    def redirect_request(self, *_: object) -> None:
        return None


async def beside(thread: StartThread, work: Callable[[], None]) -> None:
    """Run something slow in a thread of its own, which a house that closes does not wait for."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[None] = loop.create_future()

    def settle(error: Exception | None) -> None:
        if done.cancelled():
            return
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)

    def run() -> None:
        error: Exception | None = None
        try:
            work()
        except Exception as raised:  # noqa: BLE001 (handed over to whoever waits)
            error = raised
        with suppress(RuntimeError):  # the loop is gone, and with it whoever waited
            loop.call_soon_threadsafe(settle, error)

    thread(run, "postman")
    await done
