"""What an HTTP client is told when something was not done."""

from typing import Annotated, Any

import msgspec
import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from msgspec import Meta

from tablee.kernel.errors import TableeError
from tablee.server.api.identity import Asking, language_of
from tablee.server.house.house import House
from tablee.server.refusals import Declined
from tablee.server.store.database import StoreFailed

log = structlog.get_logger("tablee.api")


class Problem(msgspec.Struct, omit_defaults=True):
    """Why not: a code for programs, a sentence for people, the clause if there is one."""

    code: str
    text: Annotated[str, Meta(description="In the reader's language.")]
    clause: Annotated[str, Meta(description="Of the rule book, where that is the reason.")] = ""
    legal: Annotated[tuple[str, ...], Meta(description="What could be chosen instead.")] = ()
    detail: Annotated[str, Meta(description="For whoever writes programs, in English.")] = ""


SAID = {
    400: "The request is not what this route takes.",
    401: "No secret, or none that opens this house.",
    403: "Not for this person; or sent by a browser from another house's page.",
    404: "There is no such thing.",
    409: "Not possible at this moment.",
    413: "The request is too large.",
    429: "Too much or too fast.",
    500: "It failed; the house has written down where. `again` tries once more.",
    503: "The house is closing, or its disk does not write.",
}


def problems(*codes: int, stored: bool = True) -> dict[int, ResponseSpec]:
    """The statuses a route may answer with besides success, for its description.

    `stored`: it reads or writes what the house has on disk.
    """
    usual = {400, 429, 503} if stored else {400, 429}
    return {
        code: ResponseSpec(Problem, description=SAID[code], generate_examples=False)
        for code in sorted(usual.union(codes))
    }


def answer(status: int, problem: Problem) -> Response[Problem]:
    return Response(problem, status_code=status, media_type="application/json")


def language_for(request: Request[Any, Any, Any]) -> str:
    """The reader's language, also where a request was refused before anybody looked at it."""
    return request.state.get("language") or language_of(request, request.app.state.house)


def on_declined(request: Request[Any, Any, Any], error: Declined) -> Response[Problem]:
    language = language_for(request)
    text = error.sentence(language)
    problem = Problem(error.code, text, error.clause, error.legal, error.detail)
    response = answer(error.status, problem)
    if wait := error.numbers.get("wait"):
        response.headers["retry-after"] = str(wait)
    return response


def unknown_host(asking: Asking, house: House) -> tuple[bytes, bytes]:
    """What is said to whoever calls the house by a name it does not know: to people in plain text.

    Its pages would not work, for a page of a foreign name gets nothing.
    """
    declined = Declined("unknown_host")
    text = declined.sentence(language_of(asking, house))
    if "text/html" in asking.headers.get("accept", ""):
        return b"text/plain; charset=utf-8", text.encode()
    return b"application/json", msgspec.json.encode(Problem(declined.code, text))


def on_store_failed(request: Request[Any, Any, Any], error: StoreFailed) -> Response[Problem]:
    log.error("store failed", error=str(error))
    return on_declined(request, Declined("not_stored"))


def on_tablee(request: Request[Any, Any, Any], error: TableeError) -> Response[Problem]:
    return on_declined(request, Declined("wrong_message", detail=str(error)))


def on_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """Whatever the framework refuses, in our words where it would tell too much."""
    status = error.status_code
    if status >= 500:
        return on_unexpected(request, error)
    code = {404: "unknown", 405: "wrong_method", 413: "too_large"}.get(status, "wrong_message")
    language = language_for(request)
    text = Declined(code).sentence(language)
    detail = reasons(error) if code == "wrong_message" else ""
    response = answer(status, Problem(code, text, detail=detail))
    if error.headers and "allow" in {header.lower() for header in error.headers}:
        response.headers.update(error.headers)
    return response


def on_unreadable(request: Request[Any, Any, Any], _: Exception) -> Response[Problem]:
    """JSON in JSON in JSON, or what is no text."""
    detail = "expected JSON in UTF-8, of a few levels"
    return on_declined(request, Declined("wrong_message", detail=detail))


def reasons(error: HTTPException) -> str:
    """Which parts of a request were wrong, and how."""
    extra = error.extra if isinstance(error.extra, list) else []
    found = [
        f"{one.get('key', '')}: {one.get('message', '')}".strip(": ")
        for one in extra
        if isinstance(one, dict)
    ]
    return "; ".join(found) or "expected what the API description says"


def on_unexpected(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    log.error("unexpected", route=request.scope.get("path_template", ""), exc_info=error)
    language = language_for(request)
    return answer(500, Problem("mistake", Declined("mistake").sentence(language)))
