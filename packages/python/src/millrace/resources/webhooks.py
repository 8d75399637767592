from __future__ import annotations

import datetime
from typing import Any, Dict, List, Mapping, Optional, Union, cast

from ..address import path
from ..pages import Pages
from ..transport import Transport
from ..types import (
    Instant,
    KeptWebhook,
    Webhook,
    WebhookDelivery,
    WebhookDeliveryDetail,
    WebhookEventsPage,
    WebhookRedelivery,
    WebhookWithSecret,
)

#: A text, ``{"value": text}``, or ``{"generate": True}``: then the server makes one and shows it once.
SecretChoice = Union[str, Mapping[str, Any]]


class Webhooks:
    """Subscriptions to finished runs, and their deliveries."""

    def __init__(self, http: Transport) -> None:
        self._http = http

    def list(self, workspace_id: str, *, workflow_id: Optional[str] = None) -> List[Webhook]:
        """Those of a workspace, or those that cover one of its workflows."""
        query = {"workspaceId": workspace_id, "workflowId": workflow_id}
        return cast(List[Webhook], self._http.data("GET", path("webhooks"), query=query))

    def get(self, webhook_id: str) -> Webhook:
        return cast(Webhook, self._http.data("GET", path("webhooks", webhook_id)))

    def create(self, webhook: Mapping[str, Any]) -> WebhookWithSecret:
        """``webhook``: ``workspaceId``, ``workflowId`` (None: all), ``url``; ``secret`` and the other settings."""
        return cast(WebhookWithSecret, self._http.json("POST", path("webhooks"), body=dict(webhook)))

    def put(self, external_id: str, webhook: Mapping[str, Any]) -> KeptWebhook:
        """Creates what has this external id, or makes it as given; the same again changes nothing.

        ``webhook``: as for ``create``. ``secret``: left out, it stays; None removes it.
        """
        at = path("webhooks", "by-external-id", external_id)
        return cast(KeptWebhook, self._http.json("PUT", at, body=dict(webhook)))

    def update(self, webhook_id: str, settings: Mapping[str, Any]) -> Webhook:
        """``settings``: all of them, and the ``version`` that the change is based on.

        Raises ApiError 409 with ``problem["currentVersion"]`` if that is a stale one.
        """
        return cast(Webhook, self._http.data("PUT", path("webhooks", webhook_id), body=dict(settings)))

    def delete(self, webhook_id: str) -> None:
        """Pending deliveries are cancelled."""
        self._http.json("DELETE", path("webhooks", webhook_id))

    def set_active(self, webhook_id: str, active: bool) -> Webhook:
        """Pauses or resumes a subscription."""
        changed = self._http.data("PUT", path("webhooks", webhook_id, "active"), body={"active": active})
        return cast(Webhook, changed)

    def set_secret(
        self, webhook_id: str, secret: SecretChoice, *, overlap_seconds: Optional[int] = None
    ) -> WebhookWithSecret:
        """With ``overlap_seconds``, at most 7 days, the old secret signs too until then."""
        body: Dict[str, Any] = {"secret": secret if isinstance(secret, str) else dict(secret)}
        if overlap_seconds is not None:
            body["overlapSeconds"] = overlap_seconds
        return cast(WebhookWithSecret, self._http.json("PUT", path("webhooks", webhook_id, "secret"), body=body))

    def remove_secret(self, webhook_id: str) -> Webhook:
        """Deliveries are no longer signed."""
        return cast(Webhook, self._http.data("DELETE", path("webhooks", webhook_id, "secret")))

    def test(self, webhook_id: str, *, event: Optional[str] = None) -> WebhookDeliveryDetail:
        """Sends a made-up event, by default of the first type it is sent, and returns what the receiver answered."""
        query = {} if event is None else {"event": event}
        return cast(
            WebhookDeliveryDetail, self._http.data("POST", path("webhooks", webhook_id, "test"), query=query)
        )

    def verify_receiver(self, webhook_id: str) -> Dict[str, Any]:
        """Sends a good, a tampered and a stale delivery, and returns what the receiver made of them."""
        return cast(Dict[str, Any], self._http.data("POST", path("webhooks", webhook_id, "verify")))

    def deliveries(
        self,
        webhook_id: str,
        *,
        state: Optional[str] = None,
        since: Optional[Instant] = None,
        limit: Optional[int] = None,
    ) -> Pages[WebhookDelivery]:
        """Newest first."""
        query = {"state": state, "since": since, "limit": limit}
        return Pages(
            lambda cursor: self._http.json(
                "GET", path("webhooks", webhook_id, "deliveries"), query={**query, "cursor": cursor}
            )
        )

    def delivery(self, webhook_id: str, delivery_id: str) -> WebhookDeliveryDetail:
        found = self._http.data("GET", path("webhooks", webhook_id, "deliveries", delivery_id))
        return cast(WebhookDeliveryDetail, found)

    def redeliver(self, webhook_id: str, delivery_id: str) -> WebhookDelivery:
        """Sends one delivery again, now: the same id and body."""
        sent = self._http.data("POST", path("webhooks", webhook_id, "deliveries", delivery_id, "redeliver"))
        return cast(WebhookDelivery, sent)

    def redeliver_failed(self, webhook_id: str, since: Instant) -> WebhookRedelivery:
        """Sends again all that have failed since then."""
        text = since.isoformat() if isinstance(since, datetime.date) else since
        sent = self._http.data("POST", path("webhooks", webhook_id, "redeliveries"), body={"since": text})
        return cast(WebhookRedelivery, sent)

    def redelivery(self, webhook_id: str, redelivery_id: str) -> WebhookRedelivery:
        found = self._http.data("GET", path("webhooks", webhook_id, "redeliveries", redelivery_id))
        return cast(WebhookRedelivery, found)

    def events(self, query: Mapping[str, Any]) -> WebhookEventsPage:
        """Returns a page of what a subscription with these settings would be sent. Nothing is sent.

        ``query``: ``workspaceId``, the settings (``workflowId``, ``levels``, ``includeFinalOutput`` …), and
        ``cursor``, without which the events begin now. With ``waitSeconds``, up to 25, the answer waits for one.
        """
        return cast(WebhookEventsPage, self._http.json("GET", path("webhook-events"), query=query))

    def send_pending(self, webhook_id: str) -> int:
        """Makes the next attempt of all pending deliveries at once, and returns how many waited."""
        return int(self._http.data("POST", path("webhooks", webhook_id, "pending", "send"))["count"])
