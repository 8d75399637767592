"""The errors of this package. No message holds the API key, or what another server wrote."""

from __future__ import annotations

from typing import Any, Dict, List, Optional


class MillraceError(Exception):
    """The base of every error that this package raises itself."""


class ApiError(MillraceError):
    """An answer that is no success."""

    def __init__(
        self,
        status: int,
        problem: Dict[str, Any],
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        detail = problem.get("detail")
        code = problem.get("code")
        said_id = problem.get("requestId")
        errors = problem.get("errors")
        #: The HTTP status.
        self.status: int = status
        #: The reason in words.
        self.detail: str = (
            detail if isinstance(detail, str) and detail.strip() else f"The server answered {status}."
        )
        #: Stable, such as ``not_found``; ``unknown`` if the answer is no problem document.
        self.code: str = code if isinstance(code, str) else "unknown"
        #: Leads to the cause in the server's log; None if no Millrace answered.
        self.request_id: Optional[str] = said_id if isinstance(said_id, str) else request_id
        #: Every bad value of the request: ``{"param", "code", "message"}``.
        self.errors: List[Dict[str, str]] = errors if isinstance(errors, list) else []
        #: The seconds that the server asks to wait; None if it asks for none.
        self.retry_after: Optional[float] = retry_after
        #: The whole document (RFC 9457), with members of its own such as ``currentVersion``.
        self.problem: Dict[str, Any] = problem
        super().__init__(self.detail)


class MillraceConnectionError(MillraceError, ConnectionError):
    """No connection, or one that broke."""


class MillraceTimeoutError(MillraceError, TimeoutError):
    """No answer in time."""


class SignatureError(MillraceError):
    """A delivery that must not be believed: answer it with 401."""
