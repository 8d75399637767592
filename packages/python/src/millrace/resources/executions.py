from __future__ import annotations

import random
import secrets
import time
from contextlib import closing
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Union, cast

from ..address import path
from ..errors import MillraceConnectionError, MillraceError, MillraceTimeoutError
from ..events import event_in, events_of
from ..pages import Pages
from ..retry import may_repeat, wait_before
from ..transport import EVENTS, Transport
from ..types import ExecutionsQuery, ExecutionState, RunAccepted, RunResult, UnfinishedExecution

# A call that waits lasts as long as its run.
RUN_TIMEOUT = 300.0
# Nothing arrives while a block works.
STREAM_SILENT_FOR = 900.0
# A followed execution sends a comment every 15 s where nothing happens.
FOLLOW_SILENT_FOR = 60.0
FIRST_POLL = 0.25
SLOWEST_POLL = 5.0
MOST_DOUBLINGS = 10
RECONNECT = 1.0
MOST_RECONNECTS = 5


class Executions:
    """Runs of workflows.

    ``tags``: up to ten, by which a log is found again. ``version``: ``live``, ``draft`` or a number; by default
    the live one, and the draft while none is published. ``idempotency_key``: for 24 hours the same key gets
    the same run, and nothing runs twice. By default each call has one of its own, so that it can be repeated;
    give one to be safe over restarts of your program too.
    """

    def __init__(self, http: Transport) -> None:
        self._http = http

    def run(
        self,
        workflow_id: str,
        input: Optional[Mapping[str, Any]] = None,
        *,
        tags: Optional[Sequence[str]] = None,
        version: Union[str, int, None] = None,
        idempotency_key: Optional[str] = None,
    ) -> RunResult:
        """Runs a workflow and waits for the end, also of a run that pauses.

        A run that fails is an answer with the status ``error``, and not raised.
        """
        answer = self._http.json(
            "POST",
            path("workflows", workflow_id, "executions"),
            query={"mode": "sync", "version": version},
            body=_start_body(input, tags),
            idempotency_key=idempotency_key or _new_key(),
            timeout=RUN_TIMEOUT,
        )
        return self._ended(answer)

    def start(
        self,
        workflow_id: str,
        input: Optional[Mapping[str, Any]] = None,
        *,
        tags: Optional[Sequence[str]] = None,
        version: Union[str, int, None] = None,
        idempotency_key: Optional[str] = None,
    ) -> RunAccepted:
        """Queues a run and returns at once; the queue survives a crash."""
        answer = self._http.json(
            "POST",
            path("workflows", workflow_id, "executions"),
            query={"mode": "async", "version": version},
            body=_start_body(input, tags),
            idempotency_key=idempotency_key or _new_key(),
        )
        return cast(RunAccepted, answer)

    def start_batch(
        self,
        workflow_id: str,
        inputs: Sequence[Mapping[str, Any]],
        *,
        tags: Optional[Sequence[str]] = None,
        version: Union[str, int, None] = None,
        idempotency_key: Optional[str] = None,
    ) -> List[RunAccepted]:
        """Queues a run for each of up to 1,000 inputs, all or none, in their order."""
        body: Dict[str, Any] = {"inputs": list(inputs)}
        if tags is not None:
            body["tags"] = list(tags)
        answer = self._http.data(
            "POST",
            path("workflows", workflow_id, "executions", "batch"),
            query={"version": version},
            body=body,
            idempotency_key=idempotency_key or _new_key(),
        )
        return cast(List[RunAccepted], answer)

    def stream(
        self,
        workflow_id: str,
        input: Optional[Mapping[str, Any]] = None,
        *,
        tags: Optional[Sequence[str]] = None,
        version: Union[str, int, None] = None,
        idempotency_key: Optional[str] = None,
    ) -> Iterator[Dict[str, Any]]:
        """Runs a workflow and yields events as its blocks start and end, each with a ``type``.

        ``run-finished`` or ``run-parked`` is the last. The events are not repeated: after a
        MillraceConnectionError the run goes on, and ``wait`` with the id of ``run-started`` has its end.
        """
        lines = self._http.lines(
            "POST",
            path("workflows", workflow_id, "executions"),
            EVENTS,
            query={"mode": "sync", "version": version},
            body=_start_body(input, tags),
            idempotency_key=idempotency_key or _new_key(),
            silent_for=STREAM_SILENT_FOR,
        )
        with closing(lines):
            for received in events_of(lines):
                event = event_in(received.data)
                yield event
                if event["type"] in ("run-finished", "run-parked"):
                    return
        raise MillraceConnectionError("The stream ended before the run. The run goes on.")

    def run_again(
        self, log_id: str, *, version: Optional[str] = None, start_at: Optional[str] = None
    ) -> RunResult:
        """Runs again with what started the run of a log, and waits for the end.

        ``version``: ``live``, ``draft`` or ``original``. ``start_at``: id of the block to go on from; by
        default everything runs.
        """
        answer = self._http.json(
            "POST",
            path("logs", log_id, "run-again"),
            query={"version": version, "from": start_at},
            timeout=RUN_TIMEOUT,
        )
        return self._ended(answer)

    def get(self, execution_id: str) -> ExecutionState:
        return cast(ExecutionState, self._http.json("GET", path("executions", execution_id)))

    def wait(self, execution_id: str, *, within: Optional[float] = None) -> RunResult:
        """Waits for the end of an execution by asking for its state.

        ``within``: the seconds after which MillraceTimeoutError is raised; the run goes on.
        """
        ends = None if within is None else time.monotonic() + within
        polls = 0
        while True:
            state = self.get(execution_id)
            if state["status"] in ("success", "error") and state["logId"] is not None:
                names = ("executionId", "logId", "status", "output", "error")
                return cast(RunResult, {name: state.get(name) for name in names})
            longest = min(SLOWEST_POLL, FIRST_POLL * 1.5 ** min(polls, MOST_DOUBLINGS))
            seconds = longest * random.uniform(0.5, 1)
            if ends is not None and time.monotonic() + seconds > ends:
                raise MillraceTimeoutError(f"The run has not ended within {within:g} s. It goes on.")
            time.sleep(seconds)
            polls += 1

    def follow(self, execution_id: str) -> Iterator[ExecutionState]:
        """Yields the states of an execution, the last one with its end.

        A connection that breaks is made again, and no change of the state is missed but one that another has
        replaced.
        """
        seen = ""
        failures = 0
        while True:
            try:
                lines = self._http.lines(
                    "GET",
                    path("executions", execution_id),
                    EVENTS,
                    headers={"Last-Event-ID": seen} if seen else None,
                    silent_for=FOLLOW_SILENT_FOR,
                )
                with closing(lines):
                    for received in events_of(lines):
                        seen = received.id
                        failures = 0
                        state = cast(ExecutionState, event_in(received.data))
                        yield state
                        if state["endedAt"] is not None:
                            return
                seconds = RECONNECT
            except MillraceError as error:
                failures += 1
                if failures > MOST_RECONNECTS or not may_repeat(error, True):
                    raise
                seconds = wait_before(error, failures)
            time.sleep(seconds)

    def list(self, query: ExecutionsQuery) -> Pages[UnfinishedExecution]:
        """Those that are queued, running, parked or held, newest first. Finished ones are in the logs."""
        return Pages(
            lambda cursor: self._http.json("GET", path("executions"), query={**query, "cursor": cursor})
        )

    def trace(self, execution_id: str) -> Dict[str, Any]:
        """Which blocks of an unfinished execution have ended."""
        return cast(Dict[str, Any], self._http.data("GET", path("executions", execution_id, "trace")))

    def cancel(self, execution_id: str) -> ExecutionState:
        """Stops an execution; a finished one is left as it is."""
        return cast(ExecutionState, self._http.json("POST", path("executions", execution_id, "cancel")))

    def _ended(self, answer: Dict[str, Any]) -> RunResult:
        return cast(RunResult, answer) if "status" in answer else self.wait(answer["executionId"])


def _start_body(input: Optional[Mapping[str, Any]], tags: Optional[Sequence[str]]) -> Dict[str, Any]:
    body: Dict[str, Any] = {"input": dict(input or {})}
    if tags is not None:
        body["tags"] = list(tags)
    return body


def _new_key() -> str:
    return secrets.token_hex(16)
