"""Lists that the server gives in pages."""

from __future__ import annotations

from typing import Any, Callable, Dict, Generic, Iterator, Optional, TypeVar

from .errors import MillraceError

T = TypeVar("T")


class Pages(Generic[T]):
    """Iterates over the items of a list, and ``pages()`` over its pages. Nothing is requested before."""

    def __init__(
        self, load: Callable[[Optional[str]], Dict[str, Any]], first: Optional[str] = None
    ) -> None:
        self._load = load
        self._first = first

    def pages(self) -> Iterator[Dict[str, Any]]:
        """Yields whole pages: ``data``, ``nextCursor`` and what else the API gives."""
        cursor = self._first
        while True:
            page = self._load(cursor)
            yield page
            following = page["nextCursor"]
            if following is None:
                return
            if following == cursor:
                raise MillraceError("The server gave the same cursor twice.")
            cursor = following

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page["data"]
