"""Finished runs as they finish."""

from __future__ import annotations

import datetime
import threading
import time
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, cast

from .address import path
from .errors import ApiError, MillraceConnectionError, MillraceError, MillraceTimeoutError
from .retry import wait_before
from .transport import Transport
from .types import FeedPlace, LogsQuery, LogSummary

INTERVAL_SECONDS = 10.0
ROWS = 1_000
# The start in a log is at most 15 days before its end; one more is for clocks that differ.
GO_BACK = datetime.timedelta(days=16)


@dataclass(frozen=True)
class FeedPage:
    #: May be empty.
    data: List[LogSummary]
    #: Store it once ``data`` is handled, and give it to the next ``feed``.
    place: FeedPlace


def follow_logs(
    http: Transport,
    query: LogsQuery,
    place: Optional[FeedPlace],
    interval: float,
    stop: Optional[threading.Event],
    on_failure: Optional[Callable[[MillraceError, float], None]],
) -> Iterator[FeedPage]:
    """Yields pages, oldest first, until ``stop`` is set: each run once, late ones too."""
    here: FeedPlace = {} if place is None else place
    failures = 0
    while stop is None or not stop.is_set():
        try:
            page = http.json("GET", path("logs"), query=_asked(query, here), max_retries=0)
        except MillraceError as error:
            if "cursor" in here and isinstance(error, ApiError) and error.code == "cursor_expired":
                here = _back_from(here, query)
                continue
            if not _is_passing(error):
                raise
            failures += 1
            seconds = wait_before(error, failures)
            if on_failure is not None:
                on_failure(error, seconds)
            _pause(seconds, stop)
            continue
        failures = 0
        reached: Dict[str, Any] = {
            **here,
            "cursor": page["nextCursor"] or page.get("resumeCursor"),
            "handledAt": _now().isoformat(),
        }
        here = cast(FeedPlace, reached)
        yield FeedPage(page["data"], here)
        if page["nextCursor"] is None:
            _pause(interval, stop)


def _asked(query: Mapping[str, Any], place: FeedPlace) -> Dict[str, Any]:
    asked = {"limit": ROWS, **query, "order": "asc"}
    for name in ("cursor", "startDate"):
        if place.get(name) is not None:
            asked[name] = place.get(name)
    if place.get("startDate") is not None:
        asked.pop("begin", None)  # Whoever goes back needs what finished meanwhile.
    return asked


def _is_passing(error: MillraceError) -> bool:
    if isinstance(error, ApiError):
        return error.status == 429 or error.status >= 500
    return isinstance(error, (MillraceConnectionError, MillraceTimeoutError))


def _back_from(place: FeedPlace, query: LogsQuery) -> FeedPlace:
    """Returns the place to go on from without a cursor. Some runs come again: they have the same ``id``."""
    handled_at = place.get("handledAt")
    start = (_now() if handled_at is None else _instant(handled_at)) - GO_BACK
    own = query.get("startDate")
    if own is not None:
        start = max(start, _instant(own))
    back: FeedPlace = {"startDate": start.isoformat()}
    if handled_at is not None:
        back["handledAt"] = handled_at
    return back


def _instant(value: Any) -> datetime.datetime:
    """Reads a time; like the API it takes one without a zone for UTC."""
    if isinstance(value, datetime.datetime):
        at = value
    elif isinstance(value, datetime.date):
        at = datetime.datetime(value.year, value.month, value.day)
    else:
        # Python reads a Z only from 3.11 on.
        at = datetime.datetime.fromisoformat(str(value).replace("Z", "+00:00"))
    return at if at.tzinfo is not None else at.replace(tzinfo=datetime.timezone.utc)


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.timezone.utc)


def _pause(seconds: float, stop: Optional[threading.Event]) -> None:
    if stop is None:
        time.sleep(seconds)
    else:
        stop.wait(seconds)
