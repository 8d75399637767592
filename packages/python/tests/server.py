"""A real server that gives answers in turn, and the last one again and again."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, List, NamedTuple, Optional

from millrace import Millrace

KEY = "millrace_live_a-key-for-tests-alone"


class Received(NamedTuple):
    method: str
    url: str
    headers: Dict[str, str]
    body: str


Answer = Callable[[BaseHTTPRequestHandler], None]


class Server:
    def __init__(self, *answers: Answer) -> None:
        self.received: List[Received] = []
        received = self.received

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_request(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", "0"))).decode()
                headers = {name.lower(): value for name, value in self.headers.items()}
                answer = answers[min(len(received), len(answers) - 1)]
                received.append(Received(self.command, self.path, headers, body))
                answer(self)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_request

            def log_message(self, *_: Any) -> None:
                """Says nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def client(self, **options: Any) -> Millrace:
        return Millrace(self.origin, KEY, **options)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def answer_with(content: bytes, status: int = 200, headers: Optional[Dict[str, str]] = None) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in {"Content-Length": str(len(content)), **(headers or {})}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(content)

    return answer


def json_answer(body: Any, status: int = 200, headers: Optional[Dict[str, str]] = None) -> Answer:
    sent = {"Content-Type": "application/json", **(headers or {})}
    return answer_with(json.dumps(body).encode(), status, sent)


def refusal(status: int, code: str) -> Answer:
    """A refusal after which a client may come again at once."""
    problem = {"status": status, "code": code, "detail": f"It is {code}.", "requestId": "r-1", "errors": []}
    return json_answer(problem, status, {"Retry-After": "0"})


def broken(handler: BaseHTTPRequestHandler) -> None:
    """Closes the connection without an answer."""
    handler.close_connection = True


def stream(*texts: str, content_type: str = "text/event-stream", breaks: bool = False) -> Answer:
    """Sends these texts as chunks, and ends the stream, or breaks it off."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", content_type)
        handler.send_header("Transfer-Encoding", "chunked")
        handler.end_headers()
        for text in texts:
            content = text.encode()
            handler.wfile.write(f"{len(content):x}\r\n".encode() + content + b"\r\n")
        if not breaks:
            handler.wfile.write(b"0\r\n\r\n")
        handler.close_connection = True

    return answer


def event(data: Any, event_id: Optional[str] = None) -> str:
    start = "" if event_id is None else f"id: {event_id}\n"
    return f"{start}data: {json.dumps(data)}\n\n"
