"""What the tests ask of a browser, whatever its engine is."""

from abc import ABC, abstractmethod
from typing import Any


class Engine(ABC):
    """One window with one page."""

    @abstractmethod
    def go(self, url: str) -> None:
        """Open an address, and wait until it is loaded."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Give the page this size, in pixels."""

    @abstractmethod
    def run(self, function: str, *arguments: object) -> Any:
        """What a function of JavaScript answers to these arguments."""

    @abstractmethod
    def click(self, x: float, y: float) -> None:
        """Click there with a mouse, and take it away again."""

    @abstractmethod
    def picture(self) -> bytes:
        """What is seen, as a PNG."""
