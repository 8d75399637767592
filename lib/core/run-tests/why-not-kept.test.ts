import { expect, test } from 'vitest';
import type { TraceSpan } from '../engine/trace-span';
import type { RecordedRun } from '../replay/recorded-run';
import { whyNotKept } from './why-not-kept';

const span = (name: string, more: Partial<TraceSpan> = {}): TraceSpan => ({
  id: name,
  parentId: null,
  blockId: name,
  name,
  type: 'api',
  status: 'success',
  startTime: '2026-01-31T12:00:00.000Z',
  endTime: '2026-01-31T12:00:01.000Z',
  durationMs: 1_000,
  input: {},
  output: {},
  error: null,
  children: [],
  ...more,
});
const recorded = (spans: TraceSpan[], error: RecordedRun['error'] = null): RecordedRun => ({
  executionId: 'x1',
  spans,
  wholes: new Map(),
  output: null,
  error,
});

test('a run that ended by itself can be kept, also one that failed', () => {
  expect(whyNotKept(recorded([span('fetch')]))).toBeNull();
  expect(whyNotKept(recorded([span('fetch')], { code: 'X', message: 'x', blockId: 'fetch' }))).toBeNull();
});

test('a run that was stopped has no end to expect', () => {
  expect(whyNotKept(recorded([], { code: 'CANCELLED', message: 'x' }))).toContain('was stopped');
});

test('a block that did not run is named, in containers too', () => {
  const inside = span('fetch', { parentId: 'each', iteration: 0, pinned: true });
  expect(whyNotKept(recorded([span('each', { children: [inside] })]))).toContain(
    '“fetch” did not run: its pinned output was used.',
  );
  const warnings = ['It did not run: its last output stands in for it.'];
  expect(whyNotKept(recorded([span('before', { warnings })]))).toContain('its last output was used');
});
