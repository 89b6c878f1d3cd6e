"""Compiled code on disk: what is damaged is compiled anew, and where none can be kept, always."""

import hashlib
import pickle
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from numba import config
from numba.core import caching

DIGEST = hashlib.sha256().digest_size


class Place(caching.UserProvidedCacheLocator):  # type: ignore[misc]
    """Our folder, also where it cannot be written to: the code may lie there already."""

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> "Place":
        return cls(function, file)


class Code(caching.CompileResultCacheImpl):  # type: ignore[misc]
    """Code as Numba keeps it, in our folder."""

    _locator_classes = (Place,)


class CheckedFiles(caching.IndexDataCacheFile):  # type: ignore[misc]
    """Files that end with a digest of all before: code that is damaged could do anything."""

    def _dump(self, content: Any) -> bytes:
        data: bytes = super()._dump(content)
        return data + hashlib.sha256(data).digest()

    def _load_data(self, name: str) -> Any:
        file = Path(self._data_path(name)).read_bytes()
        data, digest = file[:-DIGEST], file[-DIGEST:]
        if hashlib.sha256(data).digest() != digest:
            raise ValueError(f"{name} is damaged")
        return pickle.loads(data)


class KeptCode(caching.FunctionCache):  # type: ignore[misc]
    """The code of one loop, known by the names of all it is made of.

    Numba would know it by the functions as they lie in memory, which differs from one process to
    the next: each would compile it again. (So what a loop closes over must be functions.)
    """

    _impl_class = Code

    def __init__(self, loop: Callable[..., Any], made_of: Sequence[Any], folder: Path):
        theirs, config.CACHE_DIR = config.CACHE_DIR, str(folder)
        super().__init__(loop)
        config.CACHE_DIR = theirs
        self._cache_file = CheckedFiles(
            cache_path=self._cache_path,
            filename_base=self._impl.filename_base,
            source_stamp=self._impl.locator.get_source_stamp(),
        )
        self._names = ",".join(f"{made.__module__}.{made.__qualname__}" for made in made_of)

    def _index_key(self, signature: Any, target: Any) -> tuple[Any, ...]:
        return signature, target.magic_tuple(), self._names

    def load_overload(self, signature: Any, target: Any) -> Any:
        """What is kept; nothing if it cannot be read, and then room is made for new."""
        try:
            return super().load_overload(signature, target)
        except Exception:  # noqa: BLE001 pickles that are damaged raise anything
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, signature: Any, code: Any) -> None:
        """Keep it, if that can be."""
        with suppress(OSError):
            super().save_overload(signature, code)
