import datetime
import threading
import unittest

from millrace import (
    ApiError,
    Millrace,
    MillraceConnectionError,
    MillraceError,
    MillraceTimeoutError,
)

from .server import KEY, Server, answer_with, broken, json_answer, refusal

DONE = json_answer({"data": [{"id": "w-1"}]})


class ClientTest(unittest.TestCase):
    def start(self, *answers):
        server = Server(*answers)
        self.addCleanup(server.close)
        return server


class WhatIsSent(ClientTest):
    def test_the_key_and_each_value_in_its_place(self):
        server = self.start(json_answer({"data": [], "nextCursor": None}))
        start = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
        query = {
            "workspaceId": "a b",
            "tags": ["x", "y z"],
            "minCost": 0,
            "startDate": start,
            "includeTraceSpans": False,
            "model": None,
        }
        list(server.client().logs.list(query))
        self.assertEqual(server.received[0].headers["x-api-key"], KEY)
        self.assertEqual(
            server.received[0].url,
            "/api/v1/logs?workspaceId=a+b&tags=x%2Cy+z&minCost=0"
            "&startDate=1970-01-01T00%3A00%3A00%2B00%3A00&includeTraceSpans=false",
        )

    def test_an_id_cant_lead_to_another_path(self):
        server = self.start(json_answer({"data": {}}))
        client = server.client()
        client.workflows.get("a/b?c")
        self.assertEqual(server.received[0].url, "/api/v1/workflows/a%2Fb%3Fc")
        for wrong in ("", ".", ".."):
            with self.assertRaises(MillraceError):
                client.workflows.delete(wrong)
        with self.assertRaisesRegex(MillraceError, "begins with /"):
            client.request("GET", "@elsewhere.test/")
        self.assertEqual(len(server.received), 1)

    def test_an_address_may_have_a_path_and_nothing_else(self):
        server = self.start(DONE)
        Millrace(f"{server.origin}/millrace/", KEY).workflows.list("w")
        self.assertEqual(server.received[0].url, "/millrace/api/v1/workflows?workspaceId=w")
        wrong = ("", "localhost:3000", "ftp://a.test", "https://me:hush@a.test", "https://a.test?hush", "http://a:b")
        for url in wrong:
            with self.assertRaises(MillraceError) as caught:
                Millrace(url, KEY)
            self.assertNotIn("hush", str(caught.exception))

    def test_settings_that_cant_be_meant_are_refused(self):
        for options in ({"timeout": 0}, {"timeout": float("nan")}, {"max_retries": -1}, {"max_retries": 1.5}):
            with self.assertRaises(MillraceError):
                Millrace("http://a.test", KEY, **options)


class Repeating(ClientTest):
    def test_a_read_is_sent_again_after_what_passes(self):
        for failure in (refusal(503, "unavailable"), refusal(429, "rate_limited"), broken):
            server = self.start(failure, DONE)
            self.assertEqual(server.client().workflows.list("w"), [{"id": "w-1"}])
            self.assertEqual(len(server.received), 2)

    def test_no_more_often_than_it_may_be(self):
        server = self.start(refusal(503, "unavailable"))
        client = server.client(max_retries=2)
        with self.assertRaises(ApiError):
            client.workflows.list("w")
        self.assertEqual(len(server.received), 3)
        with self.assertRaises(ApiError):
            client.with_options(max_retries=0).workflows.list("w")
        self.assertEqual(len(server.received), 4)

    def test_a_change_is_not_sent_again_after_a_503_or_a_broken_connection(self):
        changed = json_answer({"data": {"name": "n"}})
        server = self.start(refusal(503, "unavailable"), broken, refusal(429, "rate_limited"), changed)
        client = server.client()
        with self.assertRaises(ApiError):
            client.workflows.update("w", {"name": "n"})
        with self.assertRaises(MillraceConnectionError):
            client.workflows.update("w", {"name": "n"})
        self.assertEqual(len(server.received), 2)
        self.assertEqual(client.workflows.update("w", {"name": "n"}), {"name": "n"})
        self.assertEqual(len(server.received), 4)

    def test_a_run_is_started_again_with_the_same_key_and_each_run_has_its_own(self):
        result = {"executionId": "e", "logId": "l", "status": "success", "output": 1, "error": None}
        server = self.start(broken, refusal(500, "internal"), json_answer(result))
        executions = server.client().executions
        self.assertEqual(executions.run("w", {"a": 1}, tags=["t"]), result)
        executions.run("w")
        executions.run("w", idempotency_key="order-1")
        keys = [received.headers["idempotency-key"] for received in server.received]
        self.assertRegex(keys[0], "^[0-9a-f]{32}$")
        self.assertEqual(keys[1:3], [keys[0], keys[0]])
        self.assertNotEqual(keys[3], keys[0])
        self.assertEqual(keys[4], "order-1")
        self.assertEqual(server.received[2].body, '{"input": {"a": 1}, "tags": ["t"]}')

    def test_a_key_that_no_header_can_carry_is_refused_before_anything_is_sent(self):
        server = self.start(DONE)
        for key in ("line\nend", "ü", "x" * 256):
            with self.assertRaisesRegex(MillraceError, "printable ASCII"):
                server.client().executions.start("w", idempotency_key=key)
        self.assertEqual(server.received, [])


class Errors(ClientTest):
    def test_a_problem_document_is_an_api_error_with_all_it_says(self):
        issue = {"param": "name", "code": "too_long", "message": "At most 120 characters."}
        problem = {
            "status": 409,
            "code": "conflict",
            "detail": "It has changed.",
            "requestId": "r-7",
            "errors": [issue],
            "currentVersion": 3,
        }
        server = self.start(json_answer(problem, 409, {"Retry-After": "5"}))
        with self.assertRaises(ApiError) as caught:
            server.client().workflows.save("w", {"document": {}})
        error = caught.exception
        self.assertEqual(str(error), "It has changed.")
        self.assertEqual((error.status, error.code, error.request_id), (409, "conflict", "r-7"))
        self.assertEqual((error.errors, error.retry_after), ([issue], 5))
        self.assertEqual(error.problem["currentVersion"], 3)

    def test_a_proxys_own_page_is_an_api_error_without_its_text(self):
        server = self.start(answer_with(b"<h1>secret page</h1>", 404))
        with self.assertRaises(ApiError) as caught:
            server.client().workflows.get("w")
        error = caught.exception
        self.assertEqual((error.status, error.code, error.request_id), (404, "unknown", None))
        self.assertNotIn("secret page", repr(error) + str(vars(error)))

    def test_a_success_that_is_no_json_is_an_error_too(self):
        server = self.start(answer_with(b"<h1>Welcome</h1>"))
        with self.assertRaisesRegex(MillraceError, "is not JSON"):
            server.client().workflows.get("w")

    def test_no_error_and_no_client_shows_the_key(self):
        server = self.start(json_answer({"detail": f"You sent {KEY}", "code": KEY}, 400))
        client = server.client()
        with self.assertRaises(ApiError) as caught:
            client.workflows.get("w")
        self.assertEqual(str(caught.exception), "You sent ***")
        self.assertNotIn(KEY, repr(caught.exception) + str(vars(caught.exception)) + repr(client))
        for key in ("", "with space", "line\nend", "umlaut-ü"):
            with self.assertRaisesRegex(MillraceError, "`api_key` is no API key"):
                Millrace(server.origin, key)

    def test_a_redirect_is_refused_and_its_target_gets_no_key(self):
        elsewhere = self.start(DONE)
        for status in (301, 302, 303, 307, 308):
            server = self.start(answer_with(b"", status, {"Location": elsewhere.origin}))
            with self.assertRaisesRegex(MillraceError, "redirects"):
                server.client().workflows.list("w")
        self.assertEqual(elsewhere.received, [])

    def test_no_answer_in_time_is_a_timeout(self):
        release = threading.Event()
        self.addCleanup(release.set)
        server = self.start(lambda _: release.wait() and None)
        with self.assertRaises(MillraceTimeoutError):
            server.client(timeout=0.05, max_retries=0).workflows.list("w")
        release.set()

    def test_no_server_is_a_connection_error(self):
        server = Server(DONE)
        server.close()
        with self.assertRaises(MillraceConnectionError):
            server.client(max_retries=0).workflows.list("w")
