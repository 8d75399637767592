import type { LoopbackHttpServer } from '../../../../../platform/outbound-http/testing/loopback-server';
import type { createTestBed } from '../../../../../platform/outbound-http/testing/outbound-test-client';
import { compileWorkflow } from '../../../../engine/compile-workflow';
import { runWorkflow } from '../../../../engine/run-workflow';
import { WorkflowDocument } from '../../../../workflow/schema';
import type { ImportResult } from '../../../import-export';
import { executors } from '../../../registry/executors';

/** A request as a tool sends it, without the headers in `OF_THE_TOOL`. */
export interface SentRequest {
  /** `METHOD /path?query`, to the byte; null if the tool can't send it. */
  sent: string | null;
  headers: Record<string, string>;
  body: string;
}

/** Headers that describe the tool or the connection, not the request. */
const OF_THE_TOOL = new Set([
  'host',
  'user-agent',
  'accept',
  'accept-encoding',
  'connection',
  'cache-control',
  'postman-token',
  'content-length',
  'transfer-encoding',
  'idempotency-key',
  'traceparent',
]);

const HOST = /^(?:https?:\/\/)?(?:localhost|[a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::\d+)?(?=[/?]|$)/i;

/** Runs an imported block against a local server instead of the hosts that it names. */
export async function sendImported(
  { config, variables = [] }: ImportResult,
  server: LoopbackHttpServer,
  http: ReturnType<ReturnType<typeof createTestBed>['open']>['client'],
): Promise<SentRequest | null> {
  const here = (text: string) => text.replace(HOST, server.origin);
  const place = { position: { x: 0, y: 0 } };
  const start = { id: 'start', type: 'start', name: 'start', ...place };
  const sent = { id: 'sent', type: 'api', name: 'sent', ...place };
  const document = WorkflowDocument.parse({
    blocks: { start, sent: { ...sent, config: { ...config, url: here(String(config.url)) } } },
    edges: [{ id: 'e', source: 'start', target: 'sent' }],
  });
  const before = server.received.length;
  await runWorkflow(
    compileWorkflow(document),
    { executionId: 'x', input: {} },
    {
      executors,
      http,
      now: Date.now,
      signal: new AbortController().signal,
      code: null as never,
      // A variable without a value in the collection gets its own name as its value.
      variables: new Map(variables.map(({ name, value }) => [name, here(value || name)])),
    },
  );
  const received = server.received[before];
  if (received === undefined) return null;
  const { method, url, rawHeaders, body } = received;
  const headers: Record<string, string> = {};
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    if (!OF_THE_TOOL.has(name)) headers[name] = rawHeaders[at + 1] ?? '';
  }
  return withoutBoundary({ sent: `${method} ${url}`, headers, body });
}

function withoutBoundary({ sent, headers, body }: SentRequest): SentRequest {
  const type = headers['content-type'] ?? '';
  const boundary = /boundary=([^;]+)/.exec(type)?.[1];
  if (boundary === undefined) return { sent, headers, body };
  const named = { ...headers, 'content-type': type.replace(boundary, 'BOUNDARY') };
  return { sent, headers: named, body: body.replaceAll(boundary, 'BOUNDARY') };
}
