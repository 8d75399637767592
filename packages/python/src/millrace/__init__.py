"""Runs, logs and webhooks of a Millrace server."""

from .client import Millrace
from .errors import (
    ApiError,
    MillraceConnectionError,
    MillraceError,
    MillraceTimeoutError,
    SignatureError,
)
from .log_feed import FeedPage
from .pages import Pages
from .types import FeedPlace
from .webhook_signature import VerifiedDelivery, verify_webhook

__all__ = [
    "ApiError",
    "FeedPage",
    "FeedPlace",
    "Millrace",
    "MillraceConnectionError",
    "MillraceError",
    "MillraceTimeoutError",
    "Pages",
    "SignatureError",
    "VerifiedDelivery",
    "verify_webhook",
]

__version__ = "0.1.0"
