"""The site: the built client in memory, each file as it is and compressed."""

import gzip
import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

WEB = Path(__file__).parents[1] / "web"
INDEX = "index.html"
MANIFEST = ".vite/manifest.json"  # which files a page of the client is made of
# The pages people arrive at: a browser asks for their files before its script tells it to.
ARRIVALS = {"": "src/pages/Home.svelte", "table": "src/pages/TablePage.svelte"}
FOR_EVER = "public, max-age=31536000, immutable"  # its name changes with what is in it
ASK_FIRST = "no-cache"
# The framework adds the charset to text.
TEXTS = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
}
OTHERS = {
    ".ico": "image/x-icon",
    ".png": "image/png",
    ".woff2": "font/woff2",
}


class File:
    """One file, ready to be sent."""

    def __init__(self, name: str, content: bytes):
        suffix = Path(name).suffix
        self.content = content
        self.type = TEXTS.get(suffix) or OTHERS.get(suffix, "application/octet-stream")
        self.caching = FOR_EVER if name.startswith("assets/") else ASK_FIRST
        self.mark = hashlib.sha256(content).hexdigest()[:20]
        small = gzip.compress(content, 9, mtime=0) if suffix in TEXTS else content
        self.compressed = small if len(small) < len(content) else None


class Site:
    """All files by their path, and the index in every language of the house.

    A file whose path has a dot in front is not for visitors.
    """

    def __init__(self, files: dict[str, bytes], languages: tuple[str, ...]):
        self.files = {
            f"/{name}": File(name, content)
            for name, content in files.items()
            if name != INDEX and not name.startswith(".")
        }
        self.indexes = {
            language: File(INDEX, in_language(files[INDEX], language, languages))
            for language in languages
            if INDEX in files
        }
        manifest = json.loads(files.get(MANIFEST, b"{}"))
        self.links = {
            first: links(manifest, page) for first, page in ARRIVALS.items() if page in manifest
        }


def links(manifest: Mapping[str, Any], page: str) -> str:
    """A header that names a page's files, less those that the index names itself."""
    early = []
    for name in sorted(reached(manifest, page) - reached(manifest, INDEX)):
        styles = manifest[name].get("css", [])
        early += [f"</{manifest[name]['file']}>; rel=modulepreload"]
        early += [f"</{style}>; rel=preload; as=style; crossorigin" for style in styles]
    return ", ".join(early)


def reached(manifest: Mapping[str, Any], name: str) -> set[str]:
    """A part of the client and all that it imports at once."""
    found, waiting = set[str](), [name]
    while waiting:
        if (one := waiting.pop()) not in found:
            found.add(one)
            waiting += manifest[one].get("imports", [])
    return found


def in_language(index: bytes, language: str, languages: tuple[str, ...]) -> bytes:
    """What is read before any script runs, and all languages of the house for the script."""
    html = f'<html lang="{language}" data-languages="{" ".join(languages)}"'
    for place, words in [
        (r'<html lang="\w+"', html),
        (r'(?<=<meta name="description" content=")[^"]*', escape(texts()["about"][language])),
        (r"(?<=<noscript>)[^<]*", escape(texts()["needs_script"][language])),
    ]:
        index = re.sub(place.encode(), words.encode(), index, count=1)
    return index


@cache
def texts() -> dict[str, dict[str, str]]:
    """What pages say without a script."""
    return tomllib.loads(Path(__file__).with_name("front.toml").read_text("utf-8"))


@cache
def site_in(folder: Path, languages: tuple[str, ...]) -> Site:
    """Read once."""
    paths = [path for path in folder.rglob("*") if path.is_file()]
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    return Site(files, languages)
