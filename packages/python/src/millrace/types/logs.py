"""Finished runs."""

from __future__ import annotations

import datetime
from typing import Any, Dict, List, Optional, Sequence, TypedDict, Union

from .runs import RunError

#: ISO 8601, or Python's own; without a zone it is UTC.
Instant = Union[str, datetime.date, datetime.datetime]


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
    #: ``now`` in the order ``asc``: an empty page, whose ``resumeCursor`` returns what finishes from now on.
    begin: str
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

    payloadDeletedAt: str
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


class Effect(TypedDict):
    """A request of a run that may have changed something at its server."""

    logId: str
    executionId: str
    workflowId: str
    #: None once the workflow is deleted.
    workflowName: Optional[str]
    runStartedAt: str
    sentAt: str
    blockId: str
    blockName: str
    method: str
    host: str
    #: Without the query; secrets are masked.
    path: str
    #: ``accepted``, ``refused``, or ``unknown``: no answer was seen, so that it may have been carried out.
    outcome: str
    status: Optional[int]
    attempts: int
    idempotencyKey: Optional[str]
    #: The number that its run had; the first 100 are kept.
    runTotal: int


class _EffectsQuery(TypedDict):
    workspaceId: str


class EffectsQuery(_EffectsQuery, total=False):
    """At least one of tag, host and execution; of several, all must match."""

    tag: str
    host: str
    execution: str
    #: Rows of a page, 1 to 200; 50 by default.
    limit: int


class FeedPlace(TypedDict, total=False):
    """The place that a reader of the feed has reached, as JSON. It belongs to the feed's query."""

    cursor: str
    #: After a restore of the server's database: the feed went back to then.
    startDate: str
    handledAt: str
