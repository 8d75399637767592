"""The rules of when a request is sent again, and after how long."""

from __future__ import annotations

import random
import time
from email.utils import parsedate_to_datetime
from typing import Callable, Optional

from .errors import ApiError, MillraceConnectionError, MillraceTimeoutError

BASE_SECONDS = 0.5
MOST_SECONDS = 30.0
# On top of Retry-After, so that clients that were refused together don't return together.
SPREAD_SECONDS = 1.0
# A server that asks for more is not waited for: the caller decides.
LONGEST_RETRY_AFTER_SECONDS = 60.0
MOST_DOUBLINGS = 10
REPEATED = frozenset((429, 500, 502, 503, 504))
REFUSED_UNDONE = 429


def may_repeat(error: BaseException, is_repeatable: bool) -> bool:
    """Returns whether a request is worth sending again.

    A 429 is refused before anything is done; after any other failure a change may have been made, so only a
    repeatable request is sent again.
    """
    if isinstance(error, ApiError):
        if (error.retry_after or 0) > LONGEST_RETRY_AFTER_SECONDS:
            return False
        return error.status == REFUSED_UNDONE or (is_repeatable and error.status in REPEATED)
    return is_repeatable and isinstance(error, (MillraceConnectionError, MillraceTimeoutError))


def wait_before(
    error: BaseException, failures: int, random_value: Callable[[], float] = random.random
) -> float:
    """Returns the seconds before the next attempt: full jitter, and never less than Retry-After.

    ``failures``: the attempts that have failed, from 1.
    """
    doubled = BASE_SECONDS * 2 ** min(failures - 1, MOST_DOUBLINGS)
    asked = error.retry_after if isinstance(error, ApiError) else None
    if asked is not None:
        return asked + random_value() * min(SPREAD_SECONDS, doubled)
    return random_value() * min(MOST_SECONDS, doubled)


def read_retry_after(header: Optional[str], now: Optional[float] = None) -> Optional[float]:
    """Returns the seconds that a Retry-After asks for, given in seconds or as an HTTP date; None for none."""
    text = (header or "").strip()
    if not text:
        return None
    if text.isascii() and text.isdigit():
        return float(text[:15])
    try:
        at = parsedate_to_datetime(text).timestamp()
    except (TypeError, ValueError, OverflowError):
        return None
    return max(0.0, at - (time.time() if now is None else now))
