import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TraceSpan } from '../../../core/engine/trace-span';
import { readTelemetrySettings } from '../../../platform/telemetry/settings';
import { createTelemetry } from '../../../platform/telemetry/telemetry';
import { type OtlpReceiver, startOtlpReceiver } from '../../../platform/telemetry/testing/otlp-receiver';
import type { ReceivedSpan } from '../../../platform/telemetry/testing/otlp-shapes';
import { spanIdOf, traceIdOf } from '../../../platform/telemetry/trace-context';
import type { CompletionRow } from '../shapes/execution-row';
import { MAX_SPANS, runSpans } from './run-spans';

const EXECUTION_ID = '019c1c5e-0b57-7c3a-8d42-5f0d7a3b9c11';
const ROOT = '8d425f0d7a3b9c11';
const AT = Date.parse('2026-11-22T10:00:00.000Z');

const execution: CompletionRow['execution'] = {
  executionId: EXECUTION_ID,
  logId: '019c1c5e-0b57-7c3a-8d42-5f0d7a3b9c12',
  workspaceId: '019c1c5e-0b57-7c3a-8d42-5f0d7a3b9c13',
  workflowId: '019c1c5e-0b57-7c3a-8d42-5f0d7a3b9c14',
  snapshotHash: '00',
  version: 3,
  environment: 'live',
  trigger: 'webhook',
  mode: 'async',
  holderId: '019c1c5e-0b57-7c3a-8d42-5f0d7a3b9c15',
  input: '{}',
  acceptedAtMs: AT - 40,
};
const ended = {
  execution,
  level: 'error' as const,
  startedAtMs: AT,
  endedAtMs: AT + 900,
  error: '{"code":"HTTP_STATUS","message":"The server answered 503."}',
};
const trace = { traceId: traceIdOf(EXECUTION_ID), spanId: ROOT, isSampled: true };

const logSpan = (id: string, more: Partial<TraceSpan> = {}): TraceSpan => ({
  id,
  parentId: null,
  blockId: id,
  name: id,
  type: 'function',
  status: 'success',
  startTime: new Date(AT).toISOString(),
  endTime: new Date(AT + 12).toISOString(),
  durationMs: 12.345,
  input: {},
  output: {},
  error: null,
  children: [],
  ...more,
});

const request = logSpan('orders', {
  type: 'api',
  status: 'error',
  input: { method: 'POST', url: 'https://api.example.com:8443/orders?customer=Ann', body: 'private' },
  output: { status: 503, data: 'private' },
  error: { code: 'HTTP_STATUS', message: 'The server answered 503.' },
  attempts: [
    { status: 503, code: null, startedAt: new Date(AT + 1).toISOString(), durationMs: 5, waitMs: 700 },
    { status: 503, code: null, startedAt: new Date(AT + 706).toISOString(), durationMs: 4, waitMs: 0 },
  ],
});
const answer = logSpan('agent#0', {
  parentId: 'agent',
  blockId: 'agent',
  name: 'Answer',
  type: 'model',
  model: 'm-1',
  tokens: { prompt: 12, completion: 3, total: 15, cacheRead: 4 },
  cost: 0,
});
const agent = logSpan('agent', {
  type: 'agent',
  input: { provider: { kind: 'openai' } },
  children: [answer],
});
const skipped = logSpan('later', { status: 'skipped' });

const attributesOf = ({ attributes }: ReceivedSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

let receiver: OtlpReceiver;
beforeEach(async () => {
  receiver = await startOtlpReceiver();
});
afterEach(() => receiver.close());

/** Sends the spans and returns what a collector has got, by name. */
async function received(spans: readonly TraceSpan[]): Promise<Map<string, ReceivedSpan>> {
  const settings = readTelemetrySettings({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=k',
  });
  const telemetry = createTelemetry(settings!);
  telemetry.spans?.offer(runSpans(ended, spans, trace));
  await telemetry.close();
  expect(receiver.faults).toEqual([]);
  return new Map(receiver.spans.map((span) => [span.name, span]));
}

test('a run is a trace: the run above, below it every block that ran, as the log nests them', async () => {
  const spans = await received([request, agent, skipped]);
  expect([...spans.keys()]).toEqual(['run webhook', 'orders', 'agent', 'Answer']);
  expect(spans.get('run webhook')).toMatchObject({
    traceId: traceIdOf(EXECUTION_ID),
    spanId: ROOT,
    kind: 2,
    status: { code: 2, message: 'The server answered 503.' },
    startTimeUnixNano: `${AT}000000`,
    endTimeUnixNano: `${AT + 900}000000`,
    events: [{ name: 'accepted', timeUnixNano: `${AT - 40}000000`, attributes: [] }],
  });
  expect(spans.get('orders')).toMatchObject({
    parentSpanId: ROOT,
    spanId: spanIdOf(EXECUTION_ID, 'orders'),
    endTimeUnixNano: `${AT + 12}345000`,
  });
  expect(spans.get('Answer')?.parentSpanId).toBe(spans.get('agent')?.spanId);
  expect(receiver.headers[0]?.['x-key']).toBe('k');
});

test('a request has the attributes of HTTP, its attempts are events, and no value leaves', async () => {
  const span = (await received([request])).get('orders')!;
  expect(attributesOf(span)).toMatchObject({
    'http.request.method': 'POST',
    'url.full': 'https://api.example.com:8443/orders',
    'server.address': 'api.example.com',
    'server.port': '8443',
    'http.response.status_code': '503',
    'http.request.resend_count': '1',
    'error.type': 'HTTP_STATUS',
    'millrace.block.type': 'api',
  });
  expect(span.events.map(({ name }) => name)).toEqual(['attempt', 'attempt']);
  expect(JSON.stringify(receiver.spans)).not.toMatch(/private|Ann/);
});

test('an agent and its model have the attributes of GenAI', async () => {
  const spans = await received([agent]);
  expect(attributesOf(spans.get('agent')!)).toMatchObject({
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.provider.name': 'openai',
    'gen_ai.agent.name': 'agent',
  });
  expect(attributesOf(spans.get('Answer')!)).toMatchObject({
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'm-1',
    'gen_ai.usage.input_tokens': '12',
    'gen_ai.usage.output_tokens': '3',
    'millrace.cost_usd': 0,
  });
});

test('a run of very many spans says how many it leaves out', () => {
  const spans = runSpans(
    ended,
    Array.from({ length: MAX_SPANS + 5 }, (_, index) => logSpan(`b${index}`)),
    trace,
  );
  expect(spans).toHaveLength(MAX_SPANS);
  expect(spans[0]?.attributes).toContainEqual({ key: 'millrace.spans_left_out', value: { intValue: '6' } });
});
