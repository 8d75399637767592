"""Runs of workflows."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, TypedDict


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
    #: The unavailable server that is waited for: ``origin``, and ``since`` when it is.
    server: Dict[str, str]


class ExecutionState(TypedDict):
    """``status``: ``queued``, ``running``, ``parked``, ``held``, ``waiting``, ``delayed``, ``success`` or ``error``."""

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
