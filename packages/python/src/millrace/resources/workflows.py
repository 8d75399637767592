from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, cast

from ..address import path
from ..pages import Pages
from ..transport import Transport
from ..types import KeptWorkflow, Workflow, WorkflowSummary, WorkflowVersion, WorkflowVersionDetail


class Workflows:
    def __init__(self, http: Transport) -> None:
        self._http = http

    def list(self, workspace_id: str) -> List[WorkflowSummary]:
        found = self._http.data("GET", path("workflows"), query={"workspaceId": workspace_id})
        return cast(List[WorkflowSummary], found)

    def get(self, workflow_id: str) -> Workflow:
        return cast(Workflow, self._http.data("GET", path("workflows", workflow_id)))

    def create(self, workflow: Mapping[str, Any]) -> Workflow:
        """``workflow``: ``workspaceId``, ``name``, ``document``; ``description`` and ``folderId`` if you like."""
        return cast(Workflow, self._http.data("POST", path("workflows"), body=dict(workflow)))

    def put(self, external_id: str, workflow: Mapping[str, Any]) -> KeptWorkflow:
        """Creates what has this external id, or makes its draft as given; the same again changes nothing.

        ``workflow``: as for ``create``. Raises ApiError 409 with ``problem["currentVersion"]`` if ``version`` is
        given and is a stale one.
        """
        at = path("workflows", "by-external-id", external_id)
        return cast(KeptWorkflow, self._http.json("PUT", at, body=dict(workflow)))

    def save(self, workflow_id: str, workflow: Mapping[str, Any]) -> Workflow:
        """Replaces the draft by ``document``; ``name``, ``description`` and ``folderId`` if they are given.

        Raises ApiError 409 with ``problem["currentVersion"]`` if ``version`` is given and is a stale one.
        """
        return cast(Workflow, self._http.data("PUT", path("workflows", workflow_id), body=dict(workflow)))

    def update(self, workflow_id: str, change: Mapping[str, Any]) -> WorkflowSummary:
        """Renames, describes or moves it: ``name``, ``description``, ``folderId``."""
        changed = self._http.data("PATCH", path("workflows", workflow_id), body=dict(change))
        return cast(WorkflowSummary, changed)

    def delete(self, workflow_id: str, *, version: Optional[int] = None) -> None:
        """Its logs are kept. With ``version``, only if that is still the stored one."""
        self._http.json("DELETE", path("workflows", workflow_id), query={"version": version})


class Versions:
    """Published versions of workflows."""

    def __init__(self, http: Transport) -> None:
        self._http = http

    def list(self, workflow_id: str, *, limit: Optional[int] = None) -> Pages[WorkflowVersion]:
        """Newest first."""
        return Pages(
            lambda cursor: self._http.json(
                "GET", path("workflows", workflow_id, "versions"), query={"limit": limit, "cursor": cursor}
            )
        )

    def get(self, workflow_id: str, number: int) -> WorkflowVersionDetail:
        found = self._http.data("GET", path("workflows", workflow_id, "versions", number))
        return cast(WorkflowVersionDetail, found)

    def publish(
        self, workflow_id: str, *, note: Optional[str] = None, version: Optional[int] = None
    ) -> WorkflowVersion:
        """Makes the draft the next version, and that version live.

        With ``version``, the workflow's own, only if the draft was not saved again since.
        """
        body: Dict[str, Any] = {}
        if note is not None:
            body["note"] = note
        if version is not None:
            body["version"] = version
        return cast(WorkflowVersion, self._http.data("POST", path("workflows", workflow_id, "publish"), body=body))

    def make_live(self, workflow_id: str, number: int) -> WorkflowVersion:
        """Rolls back, or forward again. The draft stays as it is."""
        made = self._http.data("POST", path("workflows", workflow_id, "versions", number, "live"))
        return cast(WorkflowVersion, made)
