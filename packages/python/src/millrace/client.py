"""The client."""

from __future__ import annotations

from typing import Any, Mapping, Optional

from .resources.executions import Executions
from .resources.logs import Logs
from .resources.webhooks import Webhooks
from .resources.workflows import Versions, Workflows
from .resources.workspace import Folders, Schedules, Variables, Waits
from .transport import DEFAULT_RETRIES, DEFAULT_TIMEOUT, Transport


class Millrace:
    """A client of one server with one API key. Printing it doesn't show the key.

    ``url``: the server's address. ``api_key``: from **Settings → API keys**. ``timeout``: the most seconds to
    wait for a connection and for each next byte. ``max_retries``: the repetitions of a failed call, where they
    are safe; 0 for none.

    Raises MillraceError for an address or a key that can't be one.
    """

    def __init__(
        self,
        url: str,
        api_key: str,
        *,
        timeout: float = DEFAULT_TIMEOUT,
        max_retries: int = DEFAULT_RETRIES,
    ) -> None:
        self._use(Transport(url, api_key, timeout, max_retries))

    def _use(self, http: Transport) -> None:
        self._http = http
        self.executions = Executions(http)
        self.folders = Folders(http)
        self.logs = Logs(http)
        self.schedules = Schedules(http)
        self.variables = Variables(http)
        self.versions = Versions(http)
        self.waits = Waits(http)
        self.webhooks = Webhooks(http)
        self.workflows = Workflows(http)

    def with_options(
        self, *, timeout: Optional[float] = None, max_retries: Optional[int] = None
    ) -> Millrace:
        """Returns a client of the same server and key with other settings."""
        other = Millrace.__new__(Millrace)
        other._use(self._http.with_options(timeout, max_retries))
        return other

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        """Sends any request that the API has, such as ``GET /api/v1/overview``, with the same retries and errors.

        Returns the body, parsed; None for 204.
        """
        return self._http.json(method, path, query=query, body=body, idempotency_key=idempotency_key)
