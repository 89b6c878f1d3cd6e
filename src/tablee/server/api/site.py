"""The site: the built client in memory, each file as it is and compressed."""

import gzip
import hashlib
import re
from functools import cache
from pathlib import Path

from tablee.kernel.texts import LANGUAGES

WEB = Path(__file__).parents[1] / "web"
INDEX = "index.html"
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
    """All files by their path, and the index in every language."""

    def __init__(self, files: dict[str, bytes]):
        self.files = {
            f"/{name}": File(name, content) for name, content in files.items() if name != INDEX
        }
        self.indexes = {
            language: File(INDEX, in_language(files[INDEX], language))
            for language in LANGUAGES
            if INDEX in files
        }


def in_language(index: bytes, language: str) -> bytes:
    return re.sub(rb'<html lang="\w+"', f'<html lang="{language}"'.encode(), index, count=1)


@cache
def site_in(folder: Path) -> Site:
    """Read once; files whose path has a dot in front are not for visitors."""
    names = {path: path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}
    return Site(
        {
            name.as_posix(): path.read_bytes()
            for path, name in names.items()
            if not any(part.startswith(".") for part in name.parts)
        }
    )
