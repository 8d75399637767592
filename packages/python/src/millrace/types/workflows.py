"""Workflows, and what a workspace has beside them."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, TypedDict


class WorkflowSummary(TypedDict):
    id: str
    workspaceId: str
    folderId: Optional[str]
    name: str
    description: str
    #: The name that it has where it is kept in code.
    externalId: Optional[str]
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
    #: The name that it has where it is kept in code.
    externalId: Optional[str]


class KeptWorkflow(TypedDict):
    data: Workflow
    #: False if it was as given already, so that nothing was written.
    changed: bool


class KeptFolder(TypedDict):
    data: Folder
    changed: bool


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
