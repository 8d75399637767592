import { expect, test } from 'vitest';
import { blockDefinitions } from '../blocks/registry/definitions';
import type { TraceSpan } from '../engine/trace-span';
import { lacksInput, reduceRecord } from './reduce-record';

const span = (id: string, type: string, more: Partial<TraceSpan> = {}): TraceSpan => ({
  id,
  parentId: null,
  blockId: id,
  name: id,
  type,
  status: 'success',
  startTime: '2026-01-31T12:00:00.000Z',
  endTime: '2026-01-31T12:00:01.000Z',
  durationMs: 1_000,
  input: { of: id },
  output: { by: id },
  error: null,
  tokens: { prompt: 1, completion: 1, total: 2 },
  cost: 0.5,
  children: [],
  ...more,
});
const reduced = (spans: TraceSpan[], wholes = new Map<string, unknown>()) =>
  reduceRecord({ executionId: 'x1', spans, wholes, output: 1, error: null }, blockDefinitions).spans;

test('inputs are kept of the block that began, outputs of those with work outside of the run', () => {
  const spans = [
    span('start', 'start'),
    span('hook', 'webhook-trigger', { status: 'skipped' }),
    span('draw', 'function'),
    span('fetch', 'api', { warnings: ['w'] }),
    span('ask', 'wait'),
    span('call', 'workflow'),
  ];
  expect(reduced(spans).map(({ id, input, output, warnings }) => [id, input, output, warnings])).toEqual([
    ['start', { of: 'start' }, null, undefined],
    ['hook', null, { by: 'hook' }, undefined],
    ['draw', null, null, undefined],
    ['fetch', null, { by: 'fetch' }, ['w']],
    ['ask', null, { by: 'ask' }, undefined],
    ['call', null, { by: 'call' }, undefined],
  ]);
  expect(reduced(spans)[3]).not.toHaveProperty('cost');
});

test('values that the log keeps beside it are put in their place', () => {
  const cut = { truncated: true, bytes: 9, head: '{' };
  const wholes = new Map([
    ['fetch', { data: 'whole' }],
    ['start', { name: 'whole' }],
  ]);
  const [start, fetch] = reduced(
    [span('start', 'start', { input: cut }), span('fetch', 'api', { output: cut })],
    wholes,
  );
  expect([start?.input, fetch?.output]).toEqual([{ name: 'whole' }, { data: 'whole' }]);
});

test('an input of which the log holds a part is told apart from a whole one', () => {
  const cut = { truncated: true, bytes: 9, fileId: null, head: '{' };
  const began = (input: unknown, whole?: unknown) =>
    lacksInput({ spans: reduced([span('start', 'start', { input })], new Map([['start', whole]])) });
  expect([began(cut), began({ truncated: true, bytes: null }), began(cut, { big: cut, n: 1 })]).toEqual([
    true,
    true,
    true,
  ]);
  expect([began(cut, { big: 'x', n: 1 }), began({ truncated: true }), began(null)]).toEqual([
    false,
    false,
    false,
  ]);
});

test('blocks in containers stay, parts of a block’s work go', () => {
  const inside = span('fetch@each:0', 'api', { parentId: 'each', iteration: 0, order: 1 });
  const part = span('agent#0', 'model', { parentId: 'agent' });
  const [each, agent] = reduced([
    span('each', 'loop', { children: [inside] }),
    span('agent', 'agent', { children: [part] }),
  ]);
  expect(each?.children).toMatchObject([{ id: 'fetch@each:0', iteration: 0, order: 1 }]);
  expect(agent?.children).toEqual([]);
});
