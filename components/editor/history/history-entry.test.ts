import { expect, test } from 'vitest';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { entriesOfLog, factsOfSent, newestFirst, withChosen } from './history-entry';

const OUTPUTS = { status: 'status', headers: 'headers', body: 'data' };

function span(id: string, more: Partial<TraceSpan> = {}): TraceSpan {
  return {
    id,
    parentId: null,
    blockId: 'a',
    name: 'fetch',
    type: 'api',
    status: 'success',
    startTime: '2026-01-01T00:00:00.000Z',
    endTime: '2026-01-01T00:00:01.000Z',
    durationMs: 12,
    input: { method: 'POST', url: 'https://example.com/x' },
    output: { status: 201, headers: { 'content-type': 'application/json' }, data: { ü: 1 } },
    error: null,
    children: [],
    ...more,
  };
}

test('what a block did in a run is listed with its request, status, duration and size', () => {
  const traceSpans = [span('b', { blockId: 'b' }), span('a')];
  const [entry, ...others] = entriesOfLog({ id: 'log', traceSpans }, 'a', OUTPUTS);
  expect(others).toEqual([]);
  expect(entry).toMatchObject({
    source: 'run',
    logId: 'log',
    status: 201,
    durationMs: 12,
    bytes: 8,
    iteration: null,
    request: { method: 'POST', url: 'https://example.com/x' },
    sent: { output: { status: 201 }, timing: null },
  });
});

test('iterations are entries of their own, the last first; of a run no more than twenty', () => {
  const inside = Array.from({ length: 30 }, (_, iteration) =>
    span(`a@${iteration}`, { iteration, parentId: 'loop' }),
  );
  const traceSpans = [span('loop', { blockId: 'loop', children: inside })];
  const entries = entriesOfLog({ id: 'log', traceSpans }, 'a', OUTPUTS);
  expect(entries.map(({ iteration }) => iteration)).toEqual(
    Array.from({ length: 20 }, (_, index) => 29 - index),
  );
});

test('what was skipped or pinned is no response', () => {
  const traceSpans = [span('a', { status: 'skipped' }), span('c', { pinned: true })];
  expect(entriesOfLog({ id: 'log', traceSpans }, 'a', OUTPUTS)).toEqual([]);
});

test('a block that sends nothing has its outcome and no request', () => {
  const traceSpans = [span('a', { output: { n: 1 }, status: 'error' })];
  const [entry] = entriesOfLog({ id: 'log', traceSpans }, 'a', undefined);
  expect(entry).toMatchObject({ request: null, status: null, outcome: 'error' });
});

test('the facts of a send are those of its request and answer', () => {
  const request = { method: 'GET', url: 'https://example.com', headers: [], body: null };
  const sent = {
    span: span('a'),
    output: span('a').output,
    branch: null,
    warnings: [],
    attempts: [],
    request,
    timing: null,
    sizes: { requestBytes: 0, responseBytes: 77 },
    rawBody: null,
  };
  expect(factsOfSent('1', sent, OUTPUTS)).toMatchObject({
    id: '1',
    source: 'sent',
    status: 201,
    bytes: 77,
    request: { method: 'GET' },
  });
  expect(factsOfSent('1', { ...sent, request: null }, OUTPUTS)).toMatchObject({
    request: null,
    status: null,
  });
});

test('the newest come first, and of those to compare the two chosen last', () => {
  const at = (id: string, time: string) => ({ ...factsAt(time), id, sent: null });
  expect(newestFirst([at('a', '1'), at('b', '3'), at('c', '2')]).map(({ id }) => id)).toEqual([
    'b',
    'c',
    'a',
  ]);
  expect(withChosen(['a', 'b'], 'c')).toEqual(['b', 'c']);
  expect(withChosen(['a', 'b'], 'a')).toEqual(['b']);
});

const factsAt = (at: string) => ({
  at,
  source: 'run' as const,
  logId: null,
  iteration: null,
  request: null,
  status: null,
  outcome: 'success' as const,
  durationMs: 1,
  bytes: null,
});
