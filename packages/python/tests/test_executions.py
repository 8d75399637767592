import unittest

from millrace import ApiError, MillraceConnectionError, MillraceError, MillraceTimeoutError

from .server import Server, event, json_answer, refusal, stream

STATE = {
    "executionId": "e",
    "workflowId": "w",
    "status": "running",
    "startedAt": "t",
    "endedAt": None,
    "logId": None,
    "output": None,
    "error": None,
    "cancelRequested": False,
    "waits": [],
}
ENDED = {**STATE, "status": "success", "endedAt": "t", "logId": "l", "output": {"n": 1}}
RESULT = {"executionId": "e", "logId": "l", "status": "success", "output": {"n": 1}, "error": None}
ACCEPTED = {"executionId": "e", "statusUrl": "/api/v1/executions/e"}
STARTED = {"type": "run-started", "executionId": "e", "logId": "l"}
FINISHED = {"type": "run-finished", "answer": RESULT}


class ExecutionsTest(unittest.TestCase):
    def start(self, *answers):
        self.server = Server(*answers)
        self.addCleanup(self.server.close)
        return self.server.client().executions

    def asked(self):
        return [f"{received.method} {received.url}" for received in self.server.received]


class Run(ExecutionsTest):
    def test_returns_the_result_of_the_call(self):
        executions = self.start(json_answer(RESULT))
        self.assertEqual(executions.run("w", {"n": 1}, version=3), RESULT)
        self.assertEqual(self.asked(), ["POST /api/v1/workflows/w/executions?mode=sync&version=3"])

    def test_waits_for_the_end_of_a_run_that_pauses(self):
        executions = self.start(
            json_answer(ACCEPTED, 202), json_answer(STATE), refusal(503, "unavailable"), json_answer(ENDED)
        )
        self.assertEqual(executions.run("w"), RESULT)
        self.assertEqual(self.asked()[1:], ["GET /api/v1/executions/e"] * 3)

    def test_returns_a_failure(self):
        failed = {**RESULT, "status": "error", "error": {"code": "X", "message": "No."}}
        self.assertEqual(self.start(json_answer(failed)).run("w"), failed)

    def test_again_from_a_log(self):
        executions = self.start(json_answer(RESULT))
        self.assertEqual(executions.run_again("l", version="original", start_at="b"), RESULT)
        self.assertEqual(self.asked(), ["POST /api/v1/logs/l/run-again?version=original&from=b"])

    def test_waits_no_longer_than_it_is_told(self):
        executions = self.start(json_answer(STATE))
        with self.assertRaises(MillraceTimeoutError):
            executions.wait("e", within=0.01)

    def test_start_and_start_batch_queue(self):
        executions = self.start(json_answer(ACCEPTED, 202), json_answer({"data": [ACCEPTED]}, 202))
        self.assertEqual(executions.start("w", tags=["t"]), ACCEPTED)
        self.assertEqual(executions.start_batch("w", [{"n": 1}], idempotency_key="k"), [ACCEPTED])
        self.assertEqual(
            self.asked(),
            ["POST /api/v1/workflows/w/executions?mode=async", "POST /api/v1/workflows/w/executions/batch"],
        )
        self.assertEqual(self.server.received[1].headers["idempotency-key"], "k")


class Streams(ExecutionsTest):
    def test_yields_the_events_up_to_the_end(self):
        executions = self.start(stream(event(STARTED), ": still here\n\n", event(FINISHED)))
        self.assertEqual(list(executions.stream("w", {"n": 1})), [STARTED, FINISHED])
        self.assertEqual(self.server.received[0].headers["accept"], "text/event-stream")

    def test_one_that_breaks_is_an_error_and_nothing_is_started_again(self):
        for breaks in (True, False):
            executions = self.start(stream(event(STARTED), breaks=breaks))
            seen = []
            with self.assertRaises(MillraceConnectionError):
                for one in executions.stream("w"):
                    seen.append(one)
            self.assertEqual(seen, [STARTED])
            self.assertEqual(len(self.server.received), 1)

    def test_whose_reader_may_read_no_further_is_an_api_error(self):
        ended = {"type": "access-ended", "code": "unauthenticated", "message": "The key was revoked."}
        executions = self.start(stream(event(STARTED), event(ended)))
        with self.assertRaises(ApiError) as caught:
            list(executions.stream("w"))
        self.assertEqual((caught.exception.status, caught.exception.code), (401, "unauthenticated"))

    def test_something_else_than_a_stream_is_refused(self):
        with self.assertRaisesRegex(MillraceError, "not with a stream"):
            list(self.start(json_answer(RESULT)).stream("w"))

    def test_following_goes_on_after_a_break_with_the_id_of_the_last_state(self):
        executions = self.start(
            stream("retry: 1000\n\n", event(STATE, "s-1"), breaks=True),
            refusal(503, "unavailable"),
            stream(event(ENDED, "s-2")),
        )
        self.assertEqual(list(executions.follow("e")), [STATE, ENDED])
        ids = [received.headers.get("last-event-id") for received in self.server.received]
        self.assertEqual(ids, [None, "s-1", "s-1"])

    def test_following_connects_again_where_the_server_ends_the_stream_before_the_run(self):
        executions = self.start(stream(event(STATE, "s-1")), stream(event(ENDED, "s-2")))
        self.assertEqual(list(executions.follow("e")), [STATE, ENDED])

    def test_following_ends_with_what_waiting_doesnt_mend(self):
        executions = self.start(refusal(404, "not_found"))
        with self.assertRaises(ApiError):
            list(executions.follow("e"))
        self.assertEqual(len(self.server.received), 1)
