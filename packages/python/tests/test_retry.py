import unittest

from millrace import ApiError, MillraceConnectionError, MillraceError, MillraceTimeoutError
from millrace.retry import may_repeat, read_retry_after, wait_before


def refused(status, retry_after=None):
    return ApiError(status, {"code": "x"}, retry_after=retry_after)


class WhetherToRepeat(unittest.TestCase):
    def test_a_repeatable_request_is_sent_again_after_what_passes(self):
        for status in (429, 500, 502, 503, 504):
            self.assertTrue(may_repeat(refused(status), True), status)
        for status in (400, 401, 403, 404, 409, 410, 422, 501):
            self.assertFalse(may_repeat(refused(status), True), status)

    def test_a_change_is_sent_again_only_if_it_was_refused_before_anything_was_done(self):
        self.assertTrue(may_repeat(refused(429), False))
        for error in (refused(503), refused(500), MillraceConnectionError("x"), MillraceTimeoutError("x")):
            self.assertFalse(may_repeat(error, False))
            self.assertTrue(may_repeat(error, True))
        self.assertFalse(may_repeat(MillraceError("x"), True))

    def test_more_than_a_minute_is_the_callers_to_wait(self):
        self.assertTrue(may_repeat(refused(429, 60.0), True))
        self.assertFalse(may_repeat(refused(429, 60.5), True))


class HowLongToWait(unittest.TestCase):
    def test_waits_grow_up_to_30_seconds_and_are_anything_from_nothing_to_that(self):
        error = MillraceConnectionError("x")
        longest = [wait_before(error, failures, lambda: 1) for failures in (1, 2, 3, 4, 5, 6, 7, 8, 2_000)]
        self.assertEqual(longest, [0.5, 1, 2, 4, 8, 16, 30, 30, 30])
        self.assertEqual(wait_before(error, 5, lambda: 0), 0)

    def test_a_wait_is_never_less_than_retry_after_and_at_most_a_second_more(self):
        self.assertEqual(wait_before(refused(429, 7.0), 1, lambda: 0), 7)
        self.assertEqual(wait_before(refused(429, 7.0), 9, lambda: 1), 8)

    def test_retry_after_is_seconds_or_a_date(self):
        noon = 1_769_860_800.0  # 2026-01-31T12:00:00Z
        self.assertEqual(read_retry_after("7", noon), 7)
        self.assertEqual(read_retry_after("0", noon), 0)
        self.assertEqual(read_retry_after("Sat, 31 Jan 2026 12:00:09 GMT", noon), 9)
        self.assertEqual(read_retry_after("Sat, 31 Jan 2026 11:00:00 GMT", noon), 0)
        for header in (None, "", " ", "soon", "²"):
            self.assertIsNone(read_retry_after(header, noon))
