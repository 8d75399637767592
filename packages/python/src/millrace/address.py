"""Addresses: of the server, of paths with ids, of queries."""

from __future__ import annotations

import datetime
from typing import Any, Mapping, Union
from urllib.parse import quote, urlencode, urlsplit

from .errors import MillraceError


def path(*parts: Union[str, int]) -> str:
    """Returns a path below ``/api/v1`` with its parts encoded.

    Raises MillraceError for an id that would lead to another path.
    """
    return "/api/v1/" + "/".join(_encoded(str(part)) for part in parts)


def _encoded(part: str) -> str:
    if part in ("", ".", ".."):
        raise MillraceError(f"“{part}” is no id: give the id or name of what the call is about.")
    return quote(part, safe="")


def query_text(query: Mapping[str, Any]) -> str:
    """Returns ``?name=value&…``. None is omitted, lists are joined by commas."""
    values = {name: _text(value) for name, value in query.items() if value is not None}
    return f"?{urlencode(values)}" if values else ""


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (datetime.datetime, datetime.date)):
        return value.isoformat()
    if isinstance(value, (list, tuple, set, frozenset)):
        return ",".join(str(item) for item in value)
    return str(value)


def read_base_url(text: str) -> str:
    """Returns the address without a slash at its end.

    Raises MillraceError that doesn't repeat it, because it may hold a password.
    """
    try:
        url = urlsplit(text)
        host = url.hostname
        _ = url.port  # Raises for one that is no number.
    except ValueError:
        host = None
    if not host or url.scheme not in ("http", "https"):
        raise MillraceError("`url` is no URL: give the server's address, such as http://localhost:3000.")
    if url.username or url.password or url.query or url.fragment:
        raise MillraceError("`url` is the server's address alone, without a password, query or fragment.")
    return text.rstrip("/")
