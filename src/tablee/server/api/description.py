"""The description of the HTTP API (OpenAPI), with the types as the codec itself checks them."""

from typing import Any

import msgspec
from litestar import Litestar, Request
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme, Tag
from litestar.response import Response
from litestar.routes import HTTPRoute
from litestar.types import Method

from tablee import __version__
from tablee.server.api.identity import COOKIE
from tablee.server.api.problems import SAID, Problem

UNSAFE = ("post", "put", "patch", "delete")
SCHEMAS = "#/components/schemas/{name}"
ABOUT = """\
Tables, people, games and records of a house. Playing is described in docs/api.md, with the socket
on which the house sends every change; what can be done on the socket can be done here too.

Every refusal is a `Problem`: a code for programs and a sentence in the reader's language. The
reader's language is the query's `language`, else the person's own, else the one the browser
prefers, else the first one of the house; languages the house does not offer count as none."""


def name_of(handler: HTTPRouteHandler, _method: Method, _path: list[Any]) -> str:
    """The name of an operation in the description."""
    return handler.handler_name


class Description(JsonRenderPlugin):
    """What Litestar knows of the routes, put right where it says less than the codec does."""

    def __init__(self) -> None:
        super().__init__(path="/openapi.json")
        self.text = b""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        if not self.text:
            openapi_schema["components"]["schemas"] = schemas(request.app)
            for item in openapi_schema["paths"].values():
                for method, operation in item.items():
                    complete(method, operation)
            self.text = msgspec.json.encode(openapi_schema)
        return self.text


def schemas(app: Litestar) -> dict[str, Any]:
    """Every type that is sent or taken."""
    routes = [route for route in app.routes if isinstance(route, HTTPRoute)]
    handlers = [handler for route in routes for handler, _ in route.route_handler_map.values()]
    types: list[Any] = []
    for handler in handlers:
        if not handler.resolve_include_in_schema():
            continue
        signature = handler.parsed_fn_signature
        answer = signature.return_type
        types.append(
            answer.inner_types[0].annotation
            if answer.is_subclass_of(Response)
            else answer.annotation
        )
        if "data" in signature.parameters:
            types.append(signature.parameters["data"].annotation)
        types += [spec.data_container for spec in (handler.responses or {}).values()]
    _, found = msgspec.json.schema_components(types, ref_template=SCHEMAS)
    return dict(sorted(found.items()))


def complete(method: str, operation: dict[str, Any]) -> None:
    """What is so for every operation of its kind."""
    operation["summary"] = operation["description"].split("\n")[0].rstrip(".")
    for parameter in operation.get("parameters", []):
        parameter["schema"] = plain(parameter["schema"])
    for status, answer in operation["responses"].items():
        answer.pop("headers", None)  # the same everywhere, and of no use to a client
        if status == "204":
            answer.pop("content", None)
        if status < "300" and status != "202":
            answer["description"] = "Done."
    if method in UNSAFE:
        refuse(operation, 403)
    if "requestBody" in operation:
        refuse(operation, 413)


def plain(schema: dict[str, Any]) -> dict[str, Any]:
    """A parameter that may be left out is not null, and bounds of whole numbers are whole."""
    schema.pop("description", None)  # the parameter has it
    for one in schema.pop("oneOf", []):
        if one != {"type": "null"}:
            schema |= one
    if schema["type"] == "integer":
        for bound in ("minimum", "maximum"):
            if bound in schema:
                schema[bound] = int(schema[bound])
    return schema


def refuse(operation: dict[str, Any], status: int) -> None:
    """One more answer an operation may give."""
    problem = {"$ref": SCHEMAS.format(name=Problem.__name__)}
    operation["responses"].setdefault(
        str(status),
        {
            "description": SAID[status],
            "content": {"application/json": {"schema": problem}},
        },
    )
    operation["responses"] = dict(sorted(operation["responses"].items()))


def openapi() -> OpenAPIConfig:
    """Served at /api/openapi.json."""
    return OpenAPIConfig(
        title="Tablée",
        version=__version__,
        description=ABOUT,
        path="/api",
        render_plugins=[Description()],
        operation_id_creator=name_of,
        use_handler_docstrings=True,
        tags=[
            Tag("house", "What the house offers."),
            Tag("people", "Coming in without an account, and carrying on elsewhere."),
            Tag("tables", "Laying tables, playing at them, and what became of them."),
            Tag("games", "The shelf and the rule books."),
            Tag("records", "Finished games, told again."),
            Tag("operations", "For whoever runs the house."),
        ],
        components=Components(
            security_schemes={
                "bearer": SecurityScheme(
                    type="http",
                    scheme="bearer",
                    description="The secret of a person or a bot, as given by `come_in`.",
                ),
                "cookie": SecurityScheme(
                    type="apiKey",
                    security_scheme_in="cookie",
                    name=COOKIE,
                    description="The same secret, as a browser keeps it.",
                ),
            }
        ),
    )
