"""Server-sent events."""

from __future__ import annotations

import json
from typing import Any, Dict, Iterable, Iterator, List, NamedTuple

from .errors import ApiError


class ServerEvent(NamedTuple):
    #: The id of the last event that had one; "" before.
    id: str
    data: str


def events_of(lines: Iterable[str]) -> Iterator[ServerEvent]:
    """Reads events; comments and fields that no stream of ours has are skipped."""
    last_id = ""
    data: List[str] = []
    for line in lines:
        if not line:
            if data:
                yield ServerEvent(last_id, "\n".join(data))
            data = []
            continue
        field, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if field == "data":
            data.append(value)
        elif field == "id":
            last_id = value


def event_in(data: str) -> Dict[str, Any]:
    """Returns the event. Raises ApiError when the key may read no further."""
    event: Dict[str, Any] = json.loads(data)
    if event.get("type") != "access-ended":
        return event
    status = 401 if event["code"] == "unauthenticated" else 403
    raise ApiError(status, {"status": status, "code": event["code"], "detail": event["message"]})
