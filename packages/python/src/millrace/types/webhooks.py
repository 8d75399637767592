"""Subscriptions, their deliveries and events."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, TypedDict

from .logs import LogFile
from .runs import RunError


class _EventData(TypedDict):
    workflowId: str
    executionId: str
    status: str
    level: str
    trigger: str
    startedAt: str
    endedAt: str
    totalDurationMs: int
    cost: Dict[str, Any]
    files: Optional[List[LogFile]]


class EventData(_EventData, total=False):
    """These members are there if the subscription includes them; ``error`` for a run that failed."""

    error: RunError
    finalOutput: Dict[str, Any]
    traceSpans: List[Dict[str, Any]]
    tags: List[str]
    rateLimits: Dict[str, Any]
    usage: Dict[str, Any]


class WebhookEvent(TypedDict):
    """The body of a delivery."""

    id: str
    type: str
    #: Milliseconds since 1970.
    timestamp: int
    data: EventData
    #: Paths of the server.
    links: Dict[str, str]


class Webhook(TypedDict):
    id: str
    workspaceId: str
    name: str
    #: The name that it has where it is kept in code.
    externalId: Optional[str]
    #: None: all workflows of the workspace.
    workflowId: Optional[str]
    workflowName: Optional[str]
    url: str
    includeFinalOutput: bool
    includeTraceSpans: bool
    includeRateLimits: bool
    includeUsageData: bool
    includeTags: bool
    levelFilter: List[str]
    triggerFilter: List[str]
    #: The types of events that are sent.
    events: List[str]
    extendedRetries: bool
    standardWebhooks: bool
    cloudEvents: bool
    #: Their values are ``***``.
    headers: List[Dict[str, str]]
    tagFilter: Optional[List[str]]
    strictOrder: bool
    maxPerMinute: Optional[int]
    #: Code that returns the body of each ``event``; None: none.
    transform: Optional[str]
    active: bool
    state: str
    disabledAt: Optional[str]
    disabledReason: Optional[str]
    version: int
    secret: Optional[Dict[str, Any]]
    verification: Optional[Dict[str, Any]]
    health: Dict[str, Any]
    pending: int
    lastDelivery: Optional[Dict[str, Any]]
    createdAt: str
    updatedAt: str
    updatedBy: Optional[Dict[str, str]]


class WebhookWithSecret(TypedDict):
    data: Webhook
    #: There only if the server made it, and never again.
    secret: Optional[str]


class KeptWebhook(WebhookWithSecret):
    #: False if it was as given already, so that nothing was written.
    changed: bool


class WebhookDelivery(TypedDict):
    id: str
    eventId: str
    eventType: str
    webhookId: str
    #: None for an event of a whole workspace.
    workflowId: Optional[str]
    #: None for an event that is about no run.
    executionId: Optional[str]
    logId: Optional[str]
    kind: str
    #: None for an event that is about no run, or one that has not ended.
    level: Optional[str]
    trigger: Optional[str]
    state: str
    attempts: int
    maxAttempts: Optional[int]
    lastStatus: Optional[int]
    lastReason: Optional[str]
    nextAttemptAt: Optional[str]
    inFlight: bool
    createdAt: str
    finishedAt: Optional[str]
    url: Optional[str]


class WebhookDeliveryDetail(WebhookDelivery):
    #: Empty until the transform has made it.
    body: str
    #: What the transform was given; None without one.
    payload: Optional[str]
    attemptLog: List[Dict[str, Any]]
    withheld: Optional[str]


class ComposedWebhookEvent(TypedDict):
    #: The event's. An event that is read again has the same one.
    id: str
    type: str
    #: None for an event that is about no run.
    logId: Optional[str]
    executionId: Optional[str]
    #: The text of a delivery's body.
    body: str


class _WebhookEventsPage(TypedDict):
    data: List[ComposedWebhookEvent]
    nextCursor: Optional[str]


class WebhookEventsPage(_WebhookEventsPage, total=False):
    #: On the last page: it returns what has completed since.
    resumeCursor: str


class WebhookRedelivery(TypedDict):
    id: str
    webhookId: str
    since: str
    total: int
    waiting: int
    succeeded: int
    failed: int
    createdAt: str
