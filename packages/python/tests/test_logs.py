import itertools
import json
import threading
import unittest

from millrace import ApiError, MillraceConnectionError, MillraceError

from .server import Server, answer_with, broken, json_answer, refusal, stream

QUERY = {"workspaceId": "w", "tags": ["t"]}
NDJSON = "application/x-ndjson; charset=utf-8"


def page(ids, next_cursor, resume_cursor=None):
    body = {"data": [{"id": log_id} for log_id in ids], "nextCursor": next_cursor, "limits": {}}
    return json_answer(body if resume_cursor is None else {**body, "resumeCursor": resume_cursor})


def lines(*rows):
    return [json.dumps(row) + "\n" for row in rows]


class LogsTest(unittest.TestCase):
    def start(self, *answers):
        self.server = Server(*answers)
        self.addCleanup(self.server.close)
        return self.server.client().logs

    def urls(self):
        return [received.url.split("?")[1] for received in self.server.received]


class Lists(LogsTest):
    def test_goes_through_all_pages_also_empty_ones(self):
        logs = self.start(page(["a", "b"], "c-1"), page([], "c-2"), page(["c"], None))
        self.assertEqual([log["id"] for log in logs.list({"workspaceId": "w"})], ["a", "b", "c"])
        self.assertEqual(self.urls(), ["workspaceId=w", "workspaceId=w&cursor=c-1", "workspaceId=w&cursor=c-2"])

    def test_begins_behind_a_cursor(self):
        logs = self.start(page(["c"], None))
        self.assertEqual([log["id"] for log in logs.list({"workspaceId": "w", "cursor": "c-2"})], ["c"])
        self.assertEqual(self.urls(), ["workspaceId=w&cursor=c-2"])

    def test_requests_nothing_that_is_not_read(self):
        logs = self.start(page(["a", "b"], "c-1"))
        found = logs.list({"workspaceId": "w"})
        self.assertEqual(self.server.received, [])
        self.assertEqual([log["id"] for log in itertools.islice(found, 2)], ["a", "b"])
        self.assertEqual(len(self.server.received), 1)

    def test_does_not_go_round_in_circles(self):
        logs = self.start(page(["a"], "c-1"))
        with self.assertRaisesRegex(MillraceError, "same cursor"):
            list(logs.list({"workspaceId": "w"}))
        self.assertEqual(len(self.server.received), 2)


class Feed(LogsTest):
    def ids(self, pages):
        return [log["id"] for one in pages for log in one.data]

    def test_asks_page_by_page_oldest_first_and_goes_on_from_its_last_page(self):
        logs = self.start(page(["a"], "c-1"), page(["b"], None, "r-1"), page(["c"], None, "r-2"))
        pages = list(itertools.islice(logs.feed(QUERY, interval=0), 3))
        self.assertEqual(self.ids(pages), ["a", "b", "c"])
        self.assertEqual([one.place["cursor"] for one in pages], ["c-1", "r-1", "r-2"])
        first = "limit=1000&workspaceId=w&tags=t&order=asc"
        self.assertEqual(self.urls(), [first, f"{first}&cursor=c-1", f"{first}&cursor=r-1"])

    def test_begins_where_a_stored_place_says(self):
        logs = self.start(page(["a"], None, "r-1"), page(["b"], None, "r-2"))
        before = next(logs.feed(QUERY))
        stored = json.loads(json.dumps(before.place))
        self.assertEqual(self.ids([next(logs.feed(QUERY, place=stored))]), ["b"])
        self.assertIn("cursor=r-1", self.urls()[1])

    def test_waits_through_failures_and_reports_each(self):
        refused = refusal(429, "rate_limited")
        logs = self.start(refused, broken, refused, refusal(503, "unavailable"), page(["a"], None))
        failures = []
        feed = logs.feed(QUERY, on_failure=lambda error, seconds: failures.append(type(error)))
        self.assertEqual(self.ids([next(feed)]), ["a"])
        self.assertEqual(failures, [ApiError, MillraceConnectionError, ApiError, ApiError])

    def test_goes_back_by_16_days_when_its_cursor_has_expired_and_keeps_to_that(self):
        logs = self.start(refusal(410, "cursor_expired"), page(["a"], "c-1"), page(["b"], None, "r-1"))
        place = {"cursor": "old", "handledAt": "2026-02-17T12:00:00.000Z"}
        pages = list(itertools.islice(logs.feed(QUERY, place=place), 2))
        self.assertEqual(self.ids(pages), ["a", "b"])
        start = "startDate=2026-02-01T12%3A00%3A00%2B00%3A00"
        self.assertTrue(self.urls()[1].endswith(f"order=asc&{start}"))
        self.assertTrue(self.urls()[2].endswith(f"cursor=c-1&{start}"))
        self.assertEqual(pages[1].place["cursor"], "r-1")

    def test_goes_back_no_further_than_it_was_asked_to_begin(self):
        logs = self.start(refusal(410, "cursor_expired"), page([], None, "r-1"))
        place = {"cursor": "old", "handledAt": "2026-02-17T12:00:00+00:00"}
        next(logs.feed({**QUERY, "startDate": "2026-02-10"}, place=place))
        self.assertIn("startDate=2026-02-10T00%3A00%3A00%2B00%3A00", self.urls()[1])

    def test_ends_with_what_waiting_doesnt_mend(self):
        logs = self.start(refusal(400, "cursor_filter_mismatch"))
        with self.assertRaises(ApiError):
            next(logs.feed(QUERY))
        self.assertEqual(len(self.server.received), 1)

    def test_ends_when_it_is_told_to_stop(self):
        logs = self.start(page(["a"], None, "r-1"))
        stop = threading.Event()
        pages = []
        for one in logs.feed(QUERY, stop=stop, interval=1_000):
            pages.append(one)
            stop.set()
        self.assertEqual(self.ids(pages), ["a"])


class Export(LogsTest):
    END = {"nextCursor": None, "resumeCursor": "r-1", "limits": {}}

    def test_yields_rows(self):
        logs = self.start(stream(*lines({"id": "a", "error": None}, {"id": "ü"}, self.END), content_type=NDJSON))
        self.assertEqual([row["id"] for row in logs.export({"workspaceId": "w"})], ["a", "ü"])
        self.assertEqual(self.server.received[0].headers["accept"], "application/x-ndjson")

    def test_one_that_failed_in_the_middle_is_an_api_error(self):
        problem = {"status": 503, "code": "unavailable", "detail": "Try again."}
        logs = self.start(stream(*lines({"id": "a"}, {"error": problem}), content_type=NDJSON))
        with self.assertRaisesRegex(ApiError, "Try again"):
            list(logs.export({"workspaceId": "w"}))

    def test_one_that_broke_off_is_a_connection_error(self):
        for breaks in (True, False):
            logs = self.start(stream(*lines({"id": "a"}), content_type=NDJSON, breaks=breaks))
            with self.assertRaises(MillraceConnectionError):
                list(logs.export({"workspaceId": "w"}))


class Reading(LogsTest):
    def test_reads_logs_executions_files_and_what_a_search_finds(self):
        logs = self.start(
            json_answer({"data": {"id": "l"}, "limits": {}}),
            json_answer({"executionId": "e"}),
            answer_with(bytes([0, 1, 255])),
            page(["l"], None),
        )
        self.assertEqual(logs.get("l"), {"id": "l"})
        self.assertEqual(logs.execution("e"), {"executionId": "e"})
        self.assertEqual(logs.file("l", "f"), bytes([0, 1, 255]))
        self.assertEqual(list(logs.search({"workspaceId": "w", "q": "Ada"})), [{"id": "l"}])
