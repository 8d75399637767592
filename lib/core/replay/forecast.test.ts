import { expect, test } from 'vitest';
import { blockDefinitions } from '../blocks/registry/definitions';
import type { TraceSpan } from '../engine/trace-span';
import { forecastOf } from './forecast';
import type { ReplayedRun } from './replay-run';

const AT = '2026-01-31T12:00:00.000Z';

function span(id: string, changes: Partial<TraceSpan> = {}): TraceSpan {
  return {
    id,
    parentId: null,
    blockId: id,
    name: id,
    type: 'api',
    status: 'success',
    startTime: AT,
    endTime: AT,
    durationMs: 0,
    input: { method: 'GET', url: 'https://example.com/', params: [], headers: [], body: { kind: 'none' } },
    output: { status: 200, data: null, headers: {}, error: null },
    error: null,
    children: [],
    ...changes,
  };
}

interface Parts {
  recorded: TraceSpan[];
  now?: TraceSpan[];
  error?: { code: string; blockId: string };
  unanswered?: string[];
}

function replay({ recorded, now = recorded, error, unanswered = [] }: Parts): ReplayedRun {
  const outcome = {
    status: error === undefined ? 'success' : 'error',
    error: error === undefined ? null : { message: 'm', blockName: error.blockId, ...error },
    traceSpans: now,
  };
  return {
    outcome: outcome as never,
    blocks: new Map(recorded.map((one, order) => [one.id, { span: one, order }])),
    recordedStep: (step) => step,
    unanswered: new Set(unanswered),
  };
}

const judge = (parts: Parts, doubts: Parameters<typeof forecastOf>[1] = []) =>
  forecastOf(replay(parts), doubts, blockDefinitions);

const posting = (headers: object[] = []) =>
  span('charge', {
    input: { method: 'POST', url: 'https://example.com/', params: [], headers, body: { kind: 'none' } },
  });

test('a success rests on requests as they were recorded', () => {
  const told = { blockId: null, blockName: null, code: null, otherwise: null, mayDiffer: false };
  expect(judge({ recorded: [span('fetch')] })).toEqual({ outcome: 'succeeds', ...told });
});

test('another request, one without a record, and code with a secret are never called a success', () => {
  const changed = span('fetch', {
    input: { ...(span('fetch').input as object), url: 'https://example.com/other' },
  });
  expect(judge({ recorded: [span('fetch')], now: [changed] })).toMatchObject({
    outcome: 'unrecorded',
    blockId: 'fetch',
  });
  const later = [span('fetch'), span('send')];
  expect(judge({ recorded: [span('fetch')], now: later, unanswered: ['send'] })).toMatchObject({
    outcome: 'unrecorded',
    blockId: 'send',
  });
  const secret = { kind: 'secret' as const, blockId: 'fetch', message: 'm' };
  expect(judge({ recorded: [span('fetch')] }, [secret])).toMatchObject({
    outcome: 'unrecorded',
    code: 'SECRET_NOT_RECORDED',
  });
});

test('a setting that sends nothing else is no other request', () => {
  const slower = span('fetch', { input: { ...(span('fetch').input as object), timeoutMs: 5 } });
  expect(judge({ recorded: [span('fetch')], now: [slower] }).outcome).toBe('succeeds');
});

test('a failure names its block, and whether it may pass', () => {
  const failed = span('fetch', {
    status: 'error',
    error: { code: 'TIMEOUT', message: 'm', retryable: true },
  });
  const error = { code: 'TIMEOUT', blockId: 'fetch' };
  expect(judge({ recorded: [failed], error })).toMatchObject({
    outcome: 'fails',
    blockName: 'fetch',
    code: 'TIMEOUT',
    mayDiffer: true,
  });
});

test('an accepted POST would be repeated, unless it is not reached or its author sends a key', () => {
  expect(judge({ recorded: [posting()] })).toMatchObject({
    outcome: 'repeats',
    blockName: 'charge',
    otherwise: 'succeeds',
    repeated: [{ method: 'POST', host: 'example.com', path: '/' }],
  });
  expect(judge({ recorded: [posting()], now: [{ ...posting(), status: 'skipped' }] }).outcome).toBe(
    'succeeds',
  );
  const keyed = posting([{ key: 'Idempotency-Key', value: 'order-1', enabled: true }]);
  expect(judge({ recorded: [keyed] }).outcome).toBe('succeeds');
  const refused = { ...posting(), output: { status: 422, data: null, headers: {}, error: null } };
  expect(judge({ recorded: [refused] }).outcome).toBe('succeeds');
});
