"""The check of deliveries."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from dataclasses import dataclass
from typing import List, Mapping, Optional, Sequence, Tuple, Union, cast

from .errors import SignatureError
from .types import WebhookEvent

TOLERANCE_SECONDS = 300.0
MOST_HEADER_CHARACTERS = 2_000


@dataclass(frozen=True)
class VerifiedDelivery:
    event: WebhookEvent
    #: The same on each attempt and redelivery: drop repeats by it. "" if the sender sent none.
    delivery_id: str
    #: The header says so and is not signed. The execution of a test does not exist.
    is_test: bool


def verify_webhook(
    body: Union[bytes, str],
    headers: Mapping[str, str],
    secret: Union[str, Sequence[str]],
    *,
    tolerance: float = TOLERANCE_SECONDS,
    now: Optional[float] = None,
) -> VerifiedDelivery:
    """Checks that a delivery was signed with the secret, and not long ago, and parses it.

    ``body``: the raw body, before any JSON parser. ``secret``: while it is rotated, the old and the new one.
    ``tolerance``: the most seconds that the delivery's time may differ from now.

    Raises SignatureError: answer with 401.
    """
    secrets = [secret] if isinstance(secret, str) else list(secret)
    if not secrets or "" in secrets:
        raise SignatureError(
            "Give the secret of the subscription: with an empty one, anybody could sign."
        )
    content = body.encode("utf-8") if isinstance(body, str) else bytes(body)
    timestamp, signatures = _read_header(_header(headers, "service-signature"))
    if not _is_signed_by(secrets, timestamp.encode("ascii") + b"." + content, signatures):
        raise SignatureError("The signature is not that of the secret and the body.")
    # Looked at last: whoever doesn't have the secret learns nothing from the answer.
    seconds = time.time() if now is None else now
    if abs(seconds - int(timestamp) / 1000) > tolerance:
        raise SignatureError("The delivery is too old, or its time is too far ahead.")
    return VerifiedDelivery(
        event=cast(WebhookEvent, json.loads(content)),
        delivery_id=_header(headers, "idempotency-key"),
        is_test=_header(headers, "service-test") == "true",
    )


def _read_header(header: str) -> Tuple[str, List[str]]:
    parts = [part.strip().partition("=") for part in header[:MOST_HEADER_CHARACTERS].split(",")]
    timestamp = next((value for name, _, value in parts if name == "t"), "")
    signatures = [
        value for name, _, value in parts if name == "v1" and re.fullmatch("[0-9a-f]{64}", value)
    ]
    if not re.fullmatch("[0-9]{1,15}", timestamp) or not signatures:
        raise SignatureError("The delivery is not signed: `service-signature` is missing or not valid.")
    return timestamp, signatures


def _is_signed_by(secrets: Sequence[str], signed: bytes, signatures: Sequence[str]) -> bool:
    """Tries every pair, so that the time doesn't say which one fits; each is compared in constant time."""
    is_genuine = False
    for secret in secrets:
        expected = hmac.new(secret.encode("utf-8"), signed, hashlib.sha256).hexdigest()
        for signature in signatures:
            is_genuine |= hmac.compare_digest(signature, expected)
    return is_genuine


def _header(headers: Mapping[str, str], name: str) -> str:
    """Frameworks write the names of headers in any case."""
    return next((value for written, value in headers.items() if written.lower() == name), "")
