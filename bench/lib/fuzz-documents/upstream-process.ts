import { createServer, type ServerResponse } from 'node:http';
import { anthropicEvents } from '../../../lib/platform/models/testing/anthropic-wire';
import { googleEvents } from '../../../lib/platform/models/testing/google-wire';
import { openAiEvents } from '../../../lib/platform/models/testing/openai-wire';
import type { ScriptedAnswer } from '../../../lib/platform/models/testing/scripted-answer';

/**
 * The only server that the bench's workflows may call: it responds with the received body, with the size
 * named in its path, or like a model. Sends the port to its parent.
 */
const TOKEN = '{"access_token":"t0ken-of-the-fuzz","expires_in":3600}';
const LONG_ANSWER = 2_000;
/** The largest response that a path may request, in bytes. */
const MOST_BYTES = 64 * 1024 * 1024;

const sendJson = (response: ServerResponse, body: string, headers: Record<string, string> = {}): void =>
  void response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body);

const SIZES: Readonly<Record<string, (response: ServerResponse, count: number) => void>> = {
  size: (response, count) => sendJson(response, `"${'x'.repeat(count)}"`),
  list: (response, count) => sendJson(response, `[${'{"a":1},'.repeat(Math.floor(count / 8))}0]`),
  deep: (response, count) => {
    const levels = Math.min(count, 5_000);
    sendJson(response, `${'['.repeat(levels)}${']'.repeat(levels)}`);
  },
  headers: (response, count) => sendJson(response, '{}', { 'x-large': 'x'.repeat(Math.min(count, 200_000)) }),
};

/** Calls the first given tool once, and then answers. */
function modelAnswer(body: string): ScriptedAnswer {
  const asked = JSON.parse(body) as { tools?: unknown; messages?: unknown[]; contents?: unknown[] };
  const tool = /"name":"([A-Za-z0-9_-]+)"/.exec(JSON.stringify(asked.tools ?? null))?.[1];
  const isFirst = (asked.messages ?? asked.contents ?? []).length <= 2;
  const usage = { input: 10, output: 10 };
  if (tool !== undefined && isFirst) return { toolCalls: [{ name: tool, arguments: { a: 'x' } }], usage };
  return { text: `{"a": "${'answer '.repeat(body.length % LONG_ANSWER)}"}`, usage };
}

function answer(path: string, body: string, response: ServerResponse): void {
  const [, kind = '', count] = path.split('/');
  const events = path.endsWith('/chat/completions')
    ? openAiEvents
    : path.endsWith('/messages')
      ? anthropicEvents
      : path.endsWith(':streamGenerateContent')
        ? googleEvents
        : null;
  if (events !== null && body !== '') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(events(modelAnswer(body)).join(''));
    return;
  }
  const sized = SIZES[kind];
  if (sized !== undefined) sized(response, Math.min(MOST_BYTES, Number.parseInt(count ?? '0', 10) || 0));
  else if (kind === 'token') sendJson(response, TOKEN);
  else sendJson(response, body === '' ? '{"ok":true,"data":[1,2,3]}' : body);
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('error', () => response.destroy());
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const path = (request.url ?? '/').split('?')[0] as string;
    try {
      answer(path, Buffer.concat(chunks).toString(), response);
    } catch (error) {
      response.writeHead(400).end(String(error));
    }
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) process.send?.({ port: address.port });
});
process.on('disconnect', () => process.exit(0));
