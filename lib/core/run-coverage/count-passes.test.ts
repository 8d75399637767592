import { expect, test } from 'vitest';
import { blockDefinitions } from '../blocks/registry/definitions';
import { compileWorkflow } from '../engine/compile-workflow';
import type { TraceSpan } from '../engine/trace-span';
import { documentOf } from '../rehearsal/testing/rehearse-document';
import { PassCount } from './count-passes';

const document = documentOf(
  {
    fetch: ['api', { url: 'https://shop.example/' }],
    paid: ['condition', { branches: [{ id: 'yes', label: 'Paid', expression: 'true' }] }],
    answer: ['response', {}],
    failed: ['response', {}],
    off: ['function', { code: 'return 1;' }],
  },
  ['start>fetch', 'fetch>paid', 'fetch:error>failed', 'paid:yes>answer', 'answer>off'],
);
document.blocks.off!.enabled = false;

const span = (blockId: string, type: string, more: Partial<TraceSpan> = {}): TraceSpan => ({
  id: blockId,
  parentId: null,
  blockId,
  name: blockId,
  type,
  status: 'success',
  startTime: '2026-01-01T00:00:00.000Z',
  endTime: '2026-01-01T00:00:00.000Z',
  durationMs: 0,
  input: null,
  output: null,
  error: null,
  children: [],
  ...more,
});

const countOf = (...runs: TraceSpan[][]) => {
  const count = new PassCount(compileWorkflow(document, blockDefinitions), blockDefinitions);
  for (const spans of runs) count.add(spans);
  return Object.fromEntries(
    count.elements.map((element) => [
      `${element.kind} ${element.blockId}${element.port === null ? '' : `:${element.port}`}`,
      count.of(element),
    ]),
  );
};

test('lists blocks, conditions and connected error ports, none of them passed without a run', () => {
  expect(countOf()).toEqual({
    'block start': 0,
    'block fetch': 0,
    'error-port fetch:error': 0,
    'block paid': 0,
    'condition paid:yes': 0,
    'condition paid:else': 0,
    'block answer': 0,
    'block failed': 0,
  });
});

test('counts each run once for what it passes', () => {
  const error = { code: 'HTTP_STATUS', message: '500' };
  const passed = countOf(
    [
      span('start', 'start'),
      span('fetch', 'api'),
      span('paid', 'condition', { output: { branch: 'yes' } }),
      span('answer', 'response'),
    ],
    [
      span('start', 'start'),
      span('fetch', 'api', { status: 'error', error }),
      span('paid', 'condition', { status: 'skipped' }),
      span('failed', 'response'),
    ],
  );
  expect(passed).toMatchObject({
    'block start': 2,
    'block fetch': 2,
    'error-port fetch:error': 1,
    'block paid': 1,
    'condition paid:yes': 1,
    'condition paid:else': 0,
    'block failed': 1,
  });
});
