/**
 * Ready-made receivers, shown in the panel. docs/guide/receive-webhooks.md prints the one for Node, and
 * docs/webhooks.md the others. Each checks signature and time on the raw body, and
 * keeps running whatever a stranger sends.
 */
export interface ReceiverCode {
  id: 'node' | 'python' | 'go' | 'php' | 'shell';
  label: string;
  /** The language for syntax highlighting. */
  language: 'javascript' | 'python' | 'go' | 'php' | 'bash';
  code: string;
}

const NODE = `import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.env.WEBHOOK_SECRET;
if (!secret) throw new Error('Set WEBHOOK_SECRET. With an empty secret, anybody could sign.');
const FIVE_MINUTES_MS = 5 * 60 * 1000;
const MAX_BODY_BYTES = 10_000_000; // raise it if your payload includes large outputs or traces
const handled = new Set(); // in production: a unique column of your database, because a restart empties this set

function isGenuine(header = '', body) {
  const parts = header.split(',').map((part) => part.split('='));
  const timestamp = parts.find(([name]) => name === 't')?.[1];
  if (!(Math.abs(Date.now() - Number(timestamp)) <= FIVE_MINUTES_MS)) return false;
  const hex = createHmac('sha256', secret).update(\`\${timestamp}.\`).update(body).digest('hex');
  const expected = Buffer.from(hex);
  return parts.some(([name, value = '']) => {
    const given = Buffer.from(value); // compare lengths in bytes: timingSafeEqual throws if they differ
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

async function receive(request, response) {
  if (Number(request.headers['content-length']) > MAX_BODY_BYTES)
    return response.writeHead(413, { connection: 'close' }).end();
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error('The body is too large.'); // closes the connection
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks); // the raw bytes, before any JSON parser
  if (!isGenuine(request.headers['service-signature'], body)) return response.writeHead(401).end();
  response.writeHead(200).end(); // acknowledge first, then do the work
  const id = request.headers['idempotency-key'];
  if (request.headers['service-test'] === 'true') return; // a test: its execution does not exist
  if (handled.has(id)) return; // a duplicate: the work is done
  handled.add(id);
  const event = JSON.parse(body);
  console.log(id, event.data.status, event.data.executionId);
}

createServer({ requestTimeout: 30_000 }, (request, response) => {
  // A sender that hangs up, or work that fails, must not end the process.
  receive(request, response).catch((error) => console.error('Not handled:', error));
}).listen(process.env.PORT ?? 8080);
`;

const PYTHON = `import hashlib
import hmac
import json
import os
import re
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ.get("WEBHOOK_SECRET", "").encode()
if not SECRET:
    raise SystemExit("Set WEBHOOK_SECRET. With an empty secret, anybody could sign.")
FIVE_MINUTES_MS = 5 * 60 * 1000
MAX_BODY_BYTES = 10_000_000  # raise it if your payload includes large outputs or traces
handled = set()  # in production: a unique column of your database, because a restart empties this set
handled_lock = threading.Lock()


def is_genuine(header: str, body: bytes) -> bool:
    parts = [part.split("=", 1) for part in header.split(",") if "=" in part]
    timestamp = next((value for name, value in parts if name == "t"), "")
    if not re.fullmatch("[0-9]{1,15}", timestamp) or abs(time.time() * 1000 - int(timestamp)) > FIVE_MINUTES_MS:
        return False
    expected = hmac.new(SECRET, timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    return any(name == "v1" and hmac.compare_digest(value.encode(), expected.encode()) for name, value in parts)


def is_new(delivery_id: str) -> bool:
    with handled_lock:
        known = delivery_id in handled
        handled.add(delivery_id)
        return not known


class Receiver(BaseHTTPRequestHandler):
    timeout = 30  # seconds without a byte; then the connection is closed

    def do_POST(self):
        try:
            self.receive()
        except OSError:  # the sender hung up
            self.close_connection = True

    def receive(self):
        length = self.headers.get("Content-Length", "")
        if not re.fullmatch("[0-9]{1,15}", length):
            return self.answer(411)
        if int(length) > MAX_BODY_BYTES:
            return self.answer(413)
        body = self.rfile.read(int(length))  # the raw bytes, before any JSON parser
        if not is_genuine(self.headers.get("service-signature", ""), body):
            return self.answer(401)
        self.answer(200)  # acknowledge first, then do the work
        if self.headers.get("service-test") == "true":
            return  # a test: its execution does not exist
        delivery_id = self.headers.get("Idempotency-Key", "")
        if not is_new(delivery_id):
            return  # a duplicate: the work is done
        event = json.loads(body)
        print(delivery_id, event["data"]["status"], event["data"]["executionId"], flush=True)

    def answer(self, status: int):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Receiver).serve_forever()
`;

const GO = `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	fiveMinutes  = 5 * time.Minute
	maxBodyBytes = 10_000_000 // raise it if your payload includes large outputs or traces
)

var handled sync.Map // in production: a unique column of your database, because a restart empties this set

func isGenuine(header string, body []byte, secret []byte) bool {
	var timestamp string
	var signatures []string
	for _, part := range strings.Split(header, ",") {
		name, value, _ := strings.Cut(part, "=")
		switch name {
		case "t":
			timestamp = value
		case "v1":
			signatures = append(signatures, value)
		}
	}
	ms, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.UnixMilli(ms)).Abs() > fiveMinutes {
		return false
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(timestamp + "."))
	mac.Write(body)
	expected := hex.EncodeToString(mac.Sum(nil))
	for _, signature := range signatures {
		if hmac.Equal([]byte(signature), []byte(expected)) {
			return true
		}
	}
	return false
}

func main() {
	secret := []byte(os.Getenv("WEBHOOK_SECRET"))
	if len(secret) == 0 {
		log.Fatal("Set WEBHOOK_SECRET. With an empty secret, anybody could sign.")
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "8080"
	}
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength > maxBodyBytes {
			w.WriteHeader(http.StatusRequestEntityTooLarge)
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBodyBytes)) // the raw bytes
		if err != nil {
			w.WriteHeader(http.StatusBadRequest) // the sender hung up, or sent more than it said
			return
		}
		if !isGenuine(r.Header.Get("service-signature"), body, secret) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		if r.Header.Get("service-test") == "true" {
			return // a test: its execution does not exist
		}
		id := r.Header.Get("Idempotency-Key")
		if _, known := handled.LoadOrStore(id, true); known {
			return // a duplicate: the work is done
		}
		go log.Println(id, string(body)) // the answer, 200, does not wait for the work
	})
	server := &http.Server{Addr: ":" + port, ReadTimeout: 30 * time.Second}
	log.Fatal(server.ListenAndServe())
}
`;

const PHP = `<?php
const FIVE_MINUTES_MS = 5 * 60 * 1000;
const MAX_BODY_BYTES = 10_000_000; // raise it if your payload includes large outputs or traces

function is_genuine(string $header, string $body, string $secret): bool
{
    $timestamp = '';
    $signatures = [];
    foreach (explode(',', $header) as $part) {
        [$name, $value] = explode('=', $part, 2) + ['', ''];
        if ($name === 't') $timestamp = $value;
        if ($name === 'v1') $signatures[] = $value;
    }
    if (!ctype_digit($timestamp) || abs(microtime(true) * 1000 - (int) $timestamp) > FIVE_MINUTES_MS) return false;
    $expected = hash_hmac('sha256', $timestamp . '.' . $body, $secret);
    foreach ($signatures as $signature) if (hash_equals($expected, $signature)) return true;
    return false;
}

function answer(int $status): never
{
    http_response_code($status);
    exit;
}

$secret = (string) getenv('WEBHOOK_SECRET');
if ($secret === '') answer(500); // with an empty secret, anybody could sign
$body = file_get_contents('php://input', false, null, 0, MAX_BODY_BYTES + 1); // the raw bytes
if (strlen($body) > MAX_BODY_BYTES) answer(413);
if (!is_genuine($_SERVER['HTTP_SERVICE_SIGNATURE'] ?? '', $body, $secret)) answer(401);
if (($_SERVER['HTTP_SERVICE_TEST'] ?? '') === 'true') exit; // a test: its execution does not exist
$id = $_SERVER['HTTP_IDEMPOTENCY_KEY'] ?? '';
// In production: a unique column of your database. A duplicate finds the file of the first delivery.
if (@fopen(sys_get_temp_dir() . '/delivery-' . hash('sha256', $id), 'x') === false) exit;
if (function_exists('fastcgi_finish_request')) fastcgi_finish_request(); // answers now, before the work
$event = json_decode($body, true);
error_log($id . ' ' . $event['data']['status']);
`;

const SHELL = `# Acts as the sender: signs body.json as a delivery and sends it to your receiver. Expect 200; change one byte of
# body.json after signing and expect 401.
# usage: WEBHOOK_SECRET=… bash deliver.sh https://example.com/webhooks body.json
set -euo pipefail
url=$1 body=$2
timestamp=\${TIMESTAMP:-$(date +%s)000}
signature=$( (printf '%s.' "$timestamp"; cat "$body") | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -hex | sed 's/^.*= *//')
id=\${DELIVERY_ID:-$(openssl rand -hex 16)}
curl --silent --show-error --output /dev/null --write-out '%{http_code}\\n' "$url" \\
  --header 'Content-Type: application/json' \\
  --header 'service-event: workflow.execution.completed' \\
  --header "service-timestamp: $timestamp" \\
  --header "service-delivery-id: $id" \\
  --header "Idempotency-Key: $id" \\
  --header "service-signature: t=$timestamp,v1=$signature" \\
  --data-binary "@$body"
`;

export const RECEIVER_CODE: readonly ReceiverCode[] = [
  { id: 'node', label: 'Node', language: 'javascript', code: NODE },
  { id: 'python', label: 'Python', language: 'python', code: PYTHON },
  { id: 'go', label: 'Go', language: 'go', code: GO },
  { id: 'php', label: 'PHP', language: 'php', code: PHP },
  { id: 'shell', label: 'curl', language: 'bash', code: SHELL },
];
