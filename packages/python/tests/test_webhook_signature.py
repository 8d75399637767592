import hashlib
import hmac
import json
import unittest

from millrace import SignatureError, verify_webhook

SECRET = "whsec_Jm2kXn0uQ7dR4tYwZ8sB1cV5fH9gL3pA"
BODY = '{"id": "e", "data": {"status": "success", "text": "Grüße 🌍"}}'
NOW = 1_790_000_000.123
TIMESTAMP = "1790000000123"


def signature(secret=SECRET, body=BODY, timestamp=TIMESTAMP):
    return hmac.new(secret.encode(), f"{timestamp}.{body}".encode(), hashlib.sha256).hexdigest()


def headers(*secrets, **others):
    signed = ",".join([f"t={TIMESTAMP}", *(f"v1={signature(secret)}" for secret in secrets)])
    return {"service-signature": signed, "idempotency-key": "d-1", **others}


def verify(body=BODY, sent=None, secret=SECRET, **options):
    return verify_webhook(body, headers(SECRET) if sent is None else sent, secret, **{"now": NOW, **options})


class Genuine(unittest.TestCase):
    def test_a_delivery_of_ours_is_genuine_and_parsed(self):
        delivery = verify()
        self.assertEqual(delivery.event, json.loads(BODY))
        self.assertEqual((delivery.delivery_id, delivery.is_test), ("d-1", False))
        self.assertTrue(verify(sent=headers(SECRET, **{"service-test": "true"})).is_test)

    def test_body_and_headers_may_be_of_any_kind_that_frameworks_have(self):
        written = {name.title(): value for name, value in headers(SECRET).items()}
        for body in (BODY.encode(), bytearray(BODY.encode())):
            self.assertEqual(verify(body, written).delivery_id, "d-1")

    def test_while_a_secret_is_rotated_either_side_may_already_have_the_new_one(self):
        rotated = headers("the-new-one", SECRET)
        for secret in (SECRET, "the-new-one"):
            verify(sent=rotated, secret=secret)
        verify(secret=["the-new-one", SECRET])

    def test_five_minutes_are_tolerated(self):
        verify(now=NOW + 299.99)
        verify(now=NOW - 299.99)

    def test_the_published_example_is_genuine(self):
        signed = "t=1767225600000,v1=3b53818f3bf9a4e69365e7fe020a09a57dba1a6481cfa119d3df0b254552963a"
        verify("{}", {"service-signature": signed}, now=1_767_225_600.0)


class Refused(unittest.TestCase):
    def test_what_was_not_signed_so(self):
        zeros = "0" * 64
        signed = [
            "",
            "=",
            f"t={TIMESTAMP}",
            f"v1={signature()}",
            f"t={TIMESTAMP},v1={zeros}",
            f"t={TIMESTAMP},v1=00",
            f"t={TIMESTAMP},v0={signature()}",
            f"t={TIMESTAMP},v1={'é' * 64}",
            f"t={int(TIMESTAMP) + 1},v1={signature()}",
            f"t={'9' * 500},v1={zeros}",
            f"t=²,v1={zeros}",
        ]
        for text in signed:
            with self.subTest(text), self.assertRaises(SignatureError):
                verify(sent={"service-signature": text})
        with self.assertRaises(SignatureError):
            verify(sent={})
        with self.assertRaises(SignatureError):
            verify(BODY.replace("success", "failure"))
        with self.assertRaises(SignatureError):
            verify(secret=SECRET + "x")

    def test_what_is_too_old_or_too_far_ahead(self):
        for options in ({"now": NOW + 300.01}, {"now": NOW - 300.01}, {"now": NOW + 1.01, "tolerance": 1}):
            with self.subTest(options), self.assertRaises(SignatureError):
                verify(**options)

    def test_an_empty_secret_although_the_signature_fits(self):
        for secret in ("", [], [SECRET, ""]):
            with self.subTest(secret), self.assertRaisesRegex(SignatureError, "anybody could sign"):
                verify(sent=headers(""), secret=secret)
