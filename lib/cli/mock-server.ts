import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AskedRequest } from '../core/mock/match-exchange';
import { type MockAnswers, requestWords } from '../core/mock/mock-answers';
import type { RecordedExchange, RecordedResponse } from '../core/mock/recorded-exchange';

const LOOPBACK = '127.0.0.1';
const MAX_BODY_BYTES = 10 * 1024 * 1024;
const NOT_RECORDED = 501;
/** Characters of a body that a refusal repeats. */
const MOST_SHOWN = 2_000;

export interface MockServer {
  origin: string;
  close(): Promise<void>;
}

/**
 * Serves recorded answers on this machine alone. The first segment of a path is the host that the request is for.
 * `onRequest` is told of each request, with the status that it got.
 */
export async function startMockServer(
  answers: MockAnswers,
  { port, onRequest }: { port: number; onRequest: (words: string) => void },
): Promise<MockServer> {
  const server = createServer((request, response) => {
    void serve(request, response, answers)
      .then(onRequest)
      .catch(() => response.destroy());
  });
  server.listen(port, LOOPBACK);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${port} is in use: name another with --port.`);
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    origin: `http://${LOOPBACK}:${bound}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** @returns what to say of it */
async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  answers: MockAnswers,
): Promise<string> {
  const body = await bodyOf(request);
  if (body === null) {
    sendJson(response, 413, { error: 'The body is larger than 10 MB.' });
    return `413  ${request.method} ${request.url}`;
  }
  const asked = askedIn(request, body);
  const words = requestWords(asked);
  const answer = answers.answer(asked);
  if (answer.kind === 'unanswered') {
    sendJson(response, NOT_RECORDED, refusalOf(asked, answer.nearest, answers));
    return `${NOT_RECORDED}  ${words}`;
  }
  return `${send(response, answer)}  ${words}`;
}

/** @returns the status, or that the connection was closed */
function send(response: ServerResponse, answer: RecordedResponse): string {
  if (answer.kind === 'none') {
    // Whoever sent the recorded request got no answer either.
    response.destroy();
    return `closed (${answer.code})`;
  }
  if (answer.kind === 'incomplete') {
    sendJson(response, NOT_RECORDED, { error: answer.why });
    return String(NOT_RECORDED);
  }
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  const { body } = answer;
  response.statusCode = answer.status;
  response.end(typeof body === 'string' ? body : Buffer.from(body.base64, 'base64'));
  return String(answer.status);
}

/** `/api.example.com/orders?page=2` is for `/orders?page=2` of that host. */
function askedIn({ method = 'GET', url = '/' }: IncomingMessage, body: string): AskedRequest {
  const question = url.indexOf('?');
  const path = question === -1 ? url : url.slice(0, question);
  const end = path.indexOf('/', 1);
  return {
    method,
    host: path.slice(1, end === -1 ? path.length : end),
    path: end === -1 ? '/' : path.slice(end),
    search: question === -1 ? '' : url.slice(question + 1),
    body,
  };
}

function refusalOf(asked: AskedRequest, nearest: RecordedExchange | null, { hosts }: MockAnswers) {
  const error = hosts.has(asked.host.toLowerCase())
    ? 'Nothing recorded answers this request.'
    : `Nothing is recorded of this host. Write the host before the path: ${example(hosts)}.`;
  return {
    error,
    asked: { ...asked, body: asked.body.slice(0, MOST_SHOWN) },
    nearest: nearest === null ? null : { block: nearest.sent.blockName, request: nearest.sent.request },
  };
}

const example = (hosts: ReadonlyMap<string, number>): string =>
  [...hosts.keys()]
    .slice(0, 3)
    .map((host) => `/${host}/…`)
    .join(', ');

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(`${JSON.stringify(body, null, 2)}\n`);
}

/** Null for one that is too large. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > MAX_BODY_BYTES) return null;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}
