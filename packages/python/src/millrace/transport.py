"""Sends requests to one server with one key, and repeats them where that is safe."""

from __future__ import annotations

import http.client
import json
import re
import socket
import time
import urllib.error
import urllib.request
from typing import Any, Callable, Dict, Generator, Mapping, NoReturn, Optional, TypeVar

from .address import query_text, read_base_url
from .errors import ApiError, MillraceConnectionError, MillraceError, MillraceTimeoutError
from .retry import may_repeat, read_retry_after, wait_before

T = TypeVar("T")

DEFAULT_TIMEOUT = 60.0
DEFAULT_RETRIES = 3
MOST_RETRIES = 100
EVENTS = "text/event-stream"


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The key would be sent on to wherever a redirect leads."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


class Transport:
    def __init__(
        self,
        url: str,
        api_key: str,
        timeout: float = DEFAULT_TIMEOUT,
        max_retries: int = DEFAULT_RETRIES,
    ) -> None:
        self._url = read_base_url(url)
        self.__api_key = _checked_key(api_key)
        self._timeout = _checked_timeout(timeout)
        self._max_retries = _checked_retries(max_retries)
        self._opener = urllib.request.build_opener(_NoRedirects)

    def with_options(self, timeout: Optional[float], max_retries: Optional[int]) -> Transport:
        return Transport(
            self._url,
            self.__api_key,
            self._timeout if timeout is None else timeout,
            self._max_retries if max_retries is None else max_retries,
        )

    def json(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Any:
        """Returns the parsed body; None for 204."""

        def attempt() -> Any:
            request = self._request(method, path, query, body, idempotency_key)
            content = self._read(request, timeout)
            return _parsed(content) if content else None

        return self._repeated(attempt, method == "GET" or idempotency_key is not None, max_retries)

    def data(self, method: str, path: str, **options: Any) -> Any:
        """Returns the ``data`` of the body."""
        return self.json(method, path, **options)["data"]

    def content(self, path: str) -> bytes:
        def attempt() -> bytes:
            return self._read(self._request("GET", path, None, None, None, {"Accept": "*/*"}), None)

        return self._repeated(attempt, True, None)

    def lines(
        self,
        method: str,
        path: str,
        accept: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        idempotency_key: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
        silent_for: float,
    ) -> Generator[str, None, None]:
        """Yields the lines of a stream as they arrive, until the server ends it. Closing it ends the connection.

        ``silent_for``: after this many seconds without a byte the connection is taken for broken.
        """
        sent = {**(headers or {}), "Accept": accept}

        def attempt() -> Any:
            return self._open(self._request(method, path, query, body, idempotency_key, sent), silent_for)

        response = self._repeated(attempt, method == "GET" or idempotency_key is not None, None)
        try:
            if not response.headers.get("Content-Type", "").startswith(accept):
                raise MillraceError("The server answered, but not with a stream: is a proxy in between?")
            while True:
                line = self._explained(response.readline, silent_for)
                if not line:
                    return
                yield line.decode("utf-8").rstrip("\r\n")
        finally:
            response.close()

    def _repeated(self, attempt: Callable[[], T], is_repeatable: bool, max_retries: Optional[int]) -> T:
        most = self._max_retries if max_retries is None else max_retries
        failures = 0
        while True:
            try:
                return attempt()
            except MillraceError as error:
                failures += 1
                if failures > most or not may_repeat(error, is_repeatable):
                    raise
                seconds = wait_before(error, failures)
            time.sleep(seconds)

    def _request(
        self,
        method: str,
        path: str,
        query: Optional[Mapping[str, Any]],
        body: Any,
        idempotency_key: Optional[str],
        headers: Optional[Mapping[str, str]] = None,
    ) -> urllib.request.Request:
        """Returns a request for one attempt: the library changes those that it sends."""
        # Otherwise it could name another server, to which the key would be sent.
        if not path.startswith("/"):
            raise MillraceError("A path begins with /, such as /api/v1/logs.")
        sent: Dict[str, str] = {"Accept": "application/json", **(headers or {}), "x-api-key": self.__api_key}
        content = None
        if body is not None:
            content = json.dumps(body, allow_nan=False).encode("utf-8")
            sent["Content-Type"] = "application/json"
        if idempotency_key is not None:
            sent["Idempotency-Key"] = _checked_idempotency_key(idempotency_key)
        address = self._url + path + query_text(query or {})
        return urllib.request.Request(address, data=content, headers=sent, method=method)

    def _read(self, request: urllib.request.Request, timeout: Optional[float]) -> bytes:
        response = self._open(request, timeout)
        try:
            return self._explained(response.read, timeout)
        finally:
            response.close()

    def _open(self, request: urllib.request.Request, timeout: Optional[float]) -> Any:
        seconds = self._timeout if timeout is None else timeout
        return self._explained(lambda: self._opener.open(request, timeout=seconds), timeout)

    def _explained(self, work: Callable[[], T], timeout: Optional[float]) -> T:
        """Does the work, and raises the errors of this package in place of the library's."""
        try:
            return work()
        except urllib.error.HTTPError as answer:
            self._refuse(answer)
        except (OSError, http.client.HTTPException) as error:
            reason = error.reason if isinstance(error, urllib.error.URLError) else error
            if isinstance(reason, (TimeoutError, socket.timeout)):
                seconds = self._timeout if timeout is None else timeout
                raise MillraceTimeoutError(f"The server did not answer within {seconds:g} s.") from error
            raise MillraceConnectionError("The connection to the server failed or broke.") from error

    def _refuse(self, answer: urllib.error.HTTPError) -> NoReturn:
        """Raises the error that an answer is; the library's own would hold the whole request."""
        with answer:
            if 300 <= answer.code < 400:
                raise MillraceError(
                    "The server redirects to another address. Give that one as `url`: a key is not sent on."
                ) from None
            try:
                text = answer.read().decode("utf-8", "replace")
            except (OSError, http.client.HTTPException):
                text = ""  # The status alone says enough.
            # Some proxies repeat headers of the request in their answers.
            problem = _problem_in(text.replace(self.__api_key, "***"))
            headers = answer.headers
            raise ApiError(
                answer.code,
                problem,
                request_id=headers.get("X-Request-Id"),
                retry_after=read_retry_after(headers.get("Retry-After")),
            ) from None


def _parsed(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        raise MillraceError(
            "The server's answer is not JSON: is `url` the address of a Millrace server?"
        ) from None


def _problem_in(text: str) -> Dict[str, Any]:
    try:
        problem = json.loads(text)
    except ValueError:
        return {}  # A proxy's own page. Its text is nobody's to read.
    return problem if isinstance(problem, dict) else {}


def _checked_key(key: str) -> str:
    if isinstance(key, str) and re.fullmatch("[!-~]{1,500}", key):
        return key
    raise MillraceError("`api_key` is no API key: give one from Settings → API keys, without spaces.")


def _checked_idempotency_key(key: str) -> str:
    if re.fullmatch("[ -~]{1,255}", key):
        return key
    raise MillraceError("An idempotency key has 1 to 255 printable ASCII characters.")


def _checked_timeout(seconds: float) -> float:
    if seconds > 0:
        return seconds
    raise MillraceError("`timeout` is a number of seconds above 0.")


def _checked_retries(count: int) -> int:
    if isinstance(count, int) and 0 <= count <= MOST_RETRIES:
        return count
    raise MillraceError(f"`max_retries` is a whole number from 0 to {MOST_RETRIES}.")
