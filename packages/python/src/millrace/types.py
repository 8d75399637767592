"""The shapes of what the API takes and returns, in its own names. The API reference explains each member."""

from __future__ import annotations

import datetime
from typing import Any, Dict, List, Optional, Sequence, TypedDict, Union

#: ISO 8601, or Python's own; without a zone it is UTC.
Instant = Union[str, datetime.date, datetime.datetime]


class RunError(TypedDict):
    code: str
    message: str


class RunResult(TypedDict):
    """The end of a run. ``status``: ``success`` or ``error``; ``error`` is None for a success."""

    executionId: str
    logId: str
    status: str
    output: Any
    error: Optional[RunError]


class RunAccepted(TypedDict):
    executionId: str
    #: A path of the server.
    statusUrl: str


class _ExecutionWait(TypedDict):
    blockId: str
    dueAt: Optional[str]
    #: The page to answer on; None when nobody is asked.
    url: Optional[str]


class ExecutionWait(_ExecutionWait, total=False):
    iteration: str


class ExecutionState(TypedDict):
    """``status``: ``queued``, ``running``, ``parked``, ``success`` or ``error``."""

    executionId: str
    workflowId: str
    status: str
    startedAt: Optional[str]
    #: None until it has ended.
    endedAt: Optional[str]
    logId: Optional[str]
    output: Any
    error: Optional[RunError]
    cancelRequested: bool
    waits: List[ExecutionWait]


class UnfinishedExecution(TypedDict):
    executionId: str
    workflowId: str
    workflowName: Optional[str]
    status: str
    trigger: str
    mode: str
    #: None: the draft.
    version: Optional[int]
    acceptedAt: str
    startedAt: Optional[str]
    parentExecutionId: Optional[str]
    cancelRequested: bool
    blocksEnded: Optional[int]
    waits: List[ExecutionWait]
    statusUrl: str
    cancelUrl: str


class _ExecutionsQuery(TypedDict):
    workspaceId: str


class ExecutionsQuery(_ExecutionsQuery, total=False):
    workflowIds: Sequence[str]
    triggers: Sequence[str]
    statuses: Sequence[str]
    #: Rows of a page, 1 to 200; 50 by default.
    limit: int


class _LogFilters(TypedDict):
    workspaceId: str


class LogFilters(_LogFilters, total=False):
    """All must match. Dates are those of a run's start."""

    level: str
    statuses: Sequence[str]
    triggers: Sequence[str]
    workflowIds: Sequence[str]
    #: With their sub-folders.
    folderIds: Sequence[str]
    minDurationMs: int
    maxDurationMs: int
    #: In USD.
    minCost: float
    maxCost: float
    model: str
    #: Runs with one of these.
    tags: Sequence[str]
    #: Runs with all of these.
    allTags: Sequence[str]
    executionId: str
    startDate: Instant
    endDate: Instant


class LogsQuery(LogFilters, total=False):
    #: ``nextCursor`` or ``resumeCursor`` of an earlier page: the list begins behind it.
    cursor: str
    #: ``desc``, the default, is newest first.
    order: str
    #: Rows of a page, 1 to 1,000; 100 by default, and 1,000 of a feed.
    limit: int
    #: ``full`` adds ``workflow``, the whole ``cost`` and ``error``.
    details: str
    includeTraceSpans: bool
    includeFinalOutput: bool


class SearchQuery(LogFilters):
    #: The text to look for.
    q: str


class LogFile(TypedDict):
    id: str
    name: str
    contentType: str
    #: In bytes.
    size: int
    url: str


class LogWorkflow(TypedDict, total=False):
    id: str
    name: str
    description: str
    deleted: bool


class _LogSummary(TypedDict):
    id: str
    workflowId: str
    executionId: str
    version: Optional[int]
    level: str
    status: str
    trigger: str
    tags: List[str]
    startedAt: str
    endedAt: str
    totalDurationMs: int
    waitedMs: int
    cost: Dict[str, Any]
    files: Optional[List[LogFile]]


class LogSummary(_LogSummary, total=False):
    """A finished run. These members are there if the query asks for them."""

    workflow: LogWorkflow
    error: Optional[RunError]
    traceSpans: List[Dict[str, Any]]
    finalOutput: Dict[str, Any]


class ExportedLog(LogSummary):
    errorCode: Optional[str]
    errorMessage: Optional[str]


class FoundLog(ExportedLog):
    match: Optional[Dict[str, Any]]


class ExecutionData(TypedDict):
    traceSpans: List[Dict[str, Any]]
    finalOutput: Dict[str, Any]
    error: Optional[RunError]


class LogDetail(_LogSummary):
    workflow: LogWorkflow
    executionData: ExecutionData
    limits: Dict[str, Any]


class ExecutionDetail(TypedDict):
    executionId: str
    workflowId: str
    version: Optional[int]
    workflowState: Dict[str, Any]
    executionMetadata: Dict[str, Any]
    limits: Dict[str, Any]


class FeedPlace(TypedDict, total=False):
    """The place that a reader of the feed has reached, as JSON. It belongs to the feed's query."""

    cursor: str
    #: After a restore of the server's database: the feed went back to then.
    startDate: str
    handledAt: str


class WorkflowSummary(TypedDict):
    id: str
    workspaceId: str
    folderId: Optional[str]
    name: str
    description: str
    #: Counts the saves.
    version: int
    #: The published version that callers run; None while there is none.
    liveVersion: Optional[int]
    createdAt: str
    updatedAt: str


class Workflow(WorkflowSummary):
    document: Dict[str, Any]


class WorkflowVersion(TypedDict):
    number: int
    note: str
    author: Optional[Dict[str, str]]
    createdAt: str
    live: bool


class WorkflowVersionDetail(WorkflowVersion):
    document: Dict[str, Any]


class Folder(TypedDict):
    id: str
    workspaceId: str
    parentId: Optional[str]
    name: str


class Variable(TypedDict):
    """Values of secrets are never returned."""

    name: str
    builtIn: bool
    plain: bool
    value: Optional[str]
    sameForLive: bool
    liveValue: Optional[str]
    updatedAt: Optional[str]


class VariableChange(TypedDict, total=False):
    """Members that are left out stay as they are."""

    #: For drafts, and for live versions while they have no value of their own.
    value: str
    #: For live versions; None: the same as drafts.
    liveValue: Optional[str]
    #: Readable and not masked in logs. A new variable is a secret unless this is true.
    plain: bool


class WorkflowSchedule(TypedDict):
    blockId: str
    version: int
    settings: Dict[str, Any]
    paused: bool
    #: The next ten times.
    nextAt: List[str]
    waiting: int
    outcomes: List[Dict[str, Any]]


class OpenWait(TypedDict):
    """An approval or callback that waits for an answer."""

    kind: str
    title: str
    text: str
    blockId: str
    #: The page to answer on. Its last part is the token.
    url: str
    startedAt: str
    dueAt: Optional[str]
    workspaceId: str
    workspaceName: str
    workflowId: str
    workflowName: str
    executionId: str
    version: Optional[int]
    trigger: str
    runStartedAt: str


class OpenWaits(TypedDict):
    data: List[OpenWait]
    #: There are older ones.
    hasMore: bool


class WaitPage(TypedDict):
    kind: str
    title: str
    text: str
    fields: List[Dict[str, Any]]
    state: str
    decision: Optional[str]
    expiresAt: Optional[str]
    answeredAt: Optional[str]


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
    extendedRetries: bool
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


class WebhookDelivery(TypedDict):
    id: str
    eventId: str
    webhookId: str
    workflowId: str
    executionId: str
    logId: str
    kind: str
    level: str
    trigger: str
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
    body: str
    attemptLog: List[Dict[str, Any]]
    withheld: Optional[str]


class WebhookRedelivery(TypedDict):
    id: str
    webhookId: str
    since: str
    total: int
    waiting: int
    succeeded: int
    failed: int
    createdAt: str
