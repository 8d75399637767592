"""What a workspace has beside its workflows: variables, schedules, folders, and waits for an answer."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Sequence, cast

from ..address import path
from ..transport import Transport
from ..types import (
    Folder,
    KeptFolder,
    OpenWaits,
    RunAccepted,
    Variable,
    VariableChange,
    WaitPage,
    WorkflowSchedule,
)


class Variables:
    def __init__(self, http: Transport) -> None:
        self._http = http

    def list(self, workspace_id: str) -> List[Variable]:
        """Values of secrets are not returned."""
        return cast(List[Variable], self._http.data("GET", path("workspaces", workspace_id, "variables")))

    def set(self, workspace_id: str, name: str, change: VariableChange) -> Variable:
        """Creates a variable or replaces its values."""
        at = path("workspaces", workspace_id, "variables", name)
        return cast(Variable, self._http.data("PUT", at, body=dict(change)))

    def delete(self, workspace_id: str, name: str) -> None:
        self._http.json("DELETE", path("workspaces", workspace_id, "variables", name))


class Schedules:
    """The Schedule blocks of a workflow's live version."""

    def __init__(self, http: Transport) -> None:
        self._http = http

    def list(self, workflow_id: str) -> List[WorkflowSchedule]:
        found = self._http.data("GET", path("workflows", workflow_id, "schedules"))
        return cast(List[WorkflowSchedule], found)

    def pause(self, workflow_id: str, block_id: str) -> WorkflowSchedule:
        return self._set_paused(workflow_id, block_id, True)

    def resume(self, workflow_id: str, block_id: str) -> WorkflowSchedule:
        return self._set_paused(workflow_id, block_id, False)

    def run(self, workflow_id: str, block_id: str) -> RunAccepted:
        """Starts a run now, also while it is paused."""
        started = self._http.json("POST", path("workflows", workflow_id, "schedules", block_id, "run"))
        return cast(RunAccepted, started)

    def _set_paused(self, workflow_id: str, block_id: str, paused: bool) -> WorkflowSchedule:
        at = path("workflows", workflow_id, "schedules", block_id)
        return cast(WorkflowSchedule, self._http.data("PATCH", at, body={"paused": paused}))


class Folders:
    def __init__(self, http: Transport) -> None:
        self._http = http

    def list(self, workspace_id: str) -> List[Folder]:
        """All of a workspace in one flat list, by name; ``parentId`` makes the tree."""
        return cast(List[Folder], self._http.data("GET", path("folders"), query={"workspaceId": workspace_id}))

    def create(self, workspace_id: str, name: str, *, parent_id: Optional[str] = None) -> Folder:
        body = {"workspaceId": workspace_id, "name": name, "parentId": parent_id}
        return cast(Folder, self._http.data("POST", path("folders"), body=body))

    def put(
        self, external_id: str, workspace_id: str, name: str, *, parent_id: Optional[str] = None
    ) -> KeptFolder:
        """Creates what has this external id, or makes it as given; the same again changes nothing."""
        body = {"workspaceId": workspace_id, "name": name, "parentId": parent_id}
        return cast(KeptFolder, self._http.json("PUT", path("folders", "by-external-id", external_id), body=body))

    def update(self, folder_id: str, change: Mapping[str, Any]) -> Folder:
        """``name`` renames it, ``parentId`` moves it; None is the top."""
        return cast(Folder, self._http.data("PATCH", path("folders", folder_id), body=dict(change)))

    def delete(self, folder_id: str) -> None:
        """Everything in it moves to its parent."""
        self._http.json("DELETE", path("folders", folder_id))


class Waits:
    """Approvals and callbacks of runs that wait for an answer."""

    def __init__(self, http: Transport) -> None:
        self._http = http

    def list(
        self,
        *,
        workspace_id: Optional[str] = None,
        workflow_ids: Optional[Sequence[str]] = None,
        kinds: Optional[Sequence[str]] = None,
        limit: Optional[int] = None,
    ) -> OpenWaits:
        """Newest first, of one workspace or of all that the key reaches."""
        query: Dict[str, Any] = {
            "workspaceId": workspace_id,
            "workflowIds": workflow_ids,
            "kinds": kinds,
            "limit": limit,
        }
        return cast(OpenWaits, self._http.json("GET", path("waits"), query=query))

    def get(self, token: str) -> WaitPage:
        """What a link asks for; its last part is the token."""
        return cast(WaitPage, self._http.json("GET", path("waits", token)))

    def answer(self, token: str, answer: Any) -> WaitPage:
        """Answers once: an approval with ``{"decision": "approved", "data": {…}}``, a callback with any JSON."""
        return cast(WaitPage, self._http.json("POST", path("waits", token), body=answer))
