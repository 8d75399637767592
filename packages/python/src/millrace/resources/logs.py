from __future__ import annotations

import json
import threading
from contextlib import closing
from typing import Any, Callable, Dict, Iterator, Optional, cast

from ..address import path
from ..errors import ApiError, MillraceConnectionError, MillraceError
from ..log_feed import INTERVAL_SECONDS, FeedPage, follow_logs
from ..pages import Pages
from ..transport import Transport
from ..types import (
    Effect,
    EffectsQuery,
    ExecutionDetail,
    ExportedLog,
    FeedPlace,
    FoundLog,
    LogDetail,
    LogsQuery,
    LogSummary,
    SearchQuery,
)

NDJSON = "application/x-ndjson"
EXPORT_SILENT_FOR = 300.0


class Logs:
    """Finished runs."""

    def __init__(self, http: Transport) -> None:
        self._http = http

    def list(self, query: LogsQuery) -> Pages[LogSummary]:
        """What finishes during the walk moves no page."""
        return Pages(
            lambda cursor: self._http.json("GET", path("logs"), query={**query, "cursor": cursor}),
            query.get("cursor"),
        )

    def feed(
        self,
        query: LogsQuery,
        *,
        place: Optional[FeedPlace] = None,
        interval: float = INTERVAL_SECONDS,
        stop: Optional[threading.Event] = None,
        on_failure: Optional[Callable[[MillraceError, float], None]] = None,
    ) -> Iterator[FeedPage]:
        """Yields finished runs as they finish, page by page, until ``stop`` is set or the loop is left.

        It waits through failures of the server and the connection; ``on_failure`` is called with each, and the
        seconds that it waits. ``place``: that of the last page that was handled; by default the feed begins
        with the oldest log. ``interval``: the seconds to pause after a page that was the last one.
        """
        return follow_logs(self._http, query, place, interval, stop, on_failure)

    def export(self, query: LogsQuery) -> Iterator[ExportedLog]:
        """Yields all that match, in one call and one stream.

        Raises MillraceConnectionError if it broke before its end: start again.
        """
        lines = self._http.lines("GET", path("logs"), NDJSON, query=query, silent_for=EXPORT_SILENT_FOR)
        with closing(lines):
            for line in lines:
                try:
                    row: Dict[str, Any] = json.loads(line)
                except ValueError:
                    break  # A line that was cut off.
                if "id" in row:
                    yield cast(ExportedLog, row)
                elif "error" in row:
                    raise ApiError(row["error"].get("status", 500), row["error"])
                else:
                    return
        raise MillraceConnectionError("The export broke off before its last line.")

    def search(self, query: SearchQuery) -> Pages[FoundLog]:
        """Looks for a text in what runs received, returned and failed with, newest first. Pages may be empty."""
        return Pages(
            lambda cursor: self._http.json("GET", path("logs", "search"), query={**query, "cursor": cursor})
        )

    def effects(self, query: EffectsQuery) -> Pages[Effect]:
        """The requests with which runs may have changed something at other servers, the newest runs first."""
        return Pages(
            lambda cursor: self._http.json("GET", path("effects"), query={**query, "cursor": cursor})
        )

    def get(self, log_id: str) -> LogDetail:
        return cast(LogDetail, self._http.data("GET", path("logs", log_id)))

    def execution(self, execution_id: str) -> ExecutionDetail:
        """One execution, and the workflow as it ran."""
        return cast(ExecutionDetail, self._http.json("GET", path("logs", "executions", execution_id)))

    def file(self, log_id: str, file_id: str) -> bytes:
        """The bytes of one of a log's ``files``."""
        return self._http.content(path("logs", log_id, "files", file_id))
