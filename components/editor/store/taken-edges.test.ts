import { expect, test } from 'vitest';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { Block, Edge, type WorkflowDocument } from '@/lib/core/workflow/schema';
import { applyRunEvents, beginRun } from './run-state';
import { takenEdges } from './taken-edges';

const block = (id: string, type: string, config: Record<string, unknown> = {}) =>
  Block.parse({ id, type, name: id, position: { x: 0, y: 0 }, config });
const edge = (source: string, sourceHandle: string, target: string) =>
  Edge.parse({ id: `${source}-${sourceHandle}-${target}`, source, sourceHandle, target });

const branches = [{ id: 'big', label: 'big', expression: 'true' }];
const DOCUMENT: WorkflowDocument = {
  schemaVersion: 1,
  blocks: {
    start: block('start', 'start'),
    call: block('call', 'api'),
    which: block('which', 'condition', { branches }),
    mend: block('mend', 'function'),
    answer: block('answer', 'response'),
  },
  edges: [
    edge('start', 'out', 'call'),
    edge('call', 'out', 'which'),
    edge('call', 'error', 'mend'),
    edge('which', 'big', 'answer'),
    edge('which', 'else', 'answer'),
  ],
  loops: {},
  parallels: {},
};

const span = (blockId: string, rest: Partial<TraceSpan> = {}): TraceSpan => ({
  id: `${blockId}@`,
  parentId: null,
  blockId,
  name: blockId,
  type: 'x',
  status: 'success',
  startTime: '',
  endTime: '',
  durationMs: 1,
  input: null,
  output: {},
  error: null,
  children: [],
  ...rest,
});
const ran = (spans: readonly TraceSpan[]) =>
  applyRunEvents(
    beginRun(Object.keys(DOCUMENT.blocks), 0),
    spans.map((one) => ({ type: 'block-finished' as const, blockId: one.blockId, span: one })),
    1,
  );

const keysOf = (taken: ReadonlyMap<string, number>) => [...taken.keys()];

test('a run goes along the port each block was left by', () => {
  const run = ran([
    span('start'),
    span('call'),
    span('which', { output: { branch: 'else', matched: false } }),
    span('mend', { status: 'skipped' }),
    span('answer'),
  ]);
  expect(keysOf(takenEdges(DOCUMENT, run))).toEqual([
    'start-out-call',
    'call-out-which',
    'which-else-answer',
  ]);
});

test('a failure that is caught goes along the error port, one that isn’t goes nowhere', () => {
  const error = { code: 'X', message: 'x' };
  const failed = span('call', { status: 'error', error });
  const rest = [span('which', { status: 'skipped' }), span('answer', { status: 'skipped' })];
  expect(keysOf(takenEdges(DOCUMENT, ran([span('start'), failed, ...rest, span('mend')])))).toEqual([
    'start-out-call',
    'call-error-mend',
  ]);
  expect(keysOf(takenEdges(DOCUMENT, ran([span('start'), failed, ...rest])))).toEqual(['start-out-call']);
});

test('the run goes on behind a block that is switched off, and not behind one it never came to', () => {
  const off: WorkflowDocument = {
    ...DOCUMENT,
    blocks: { ...DOCUMENT.blocks, call: { ...DOCUMENT.blocks.call!, enabled: false } },
  };
  const skipped = [span('start'), span('call', { status: 'skipped' }), span('which')];
  expect(takenEdges(off, ran(skipped)).has('call-out-which')).toBe(true);
  expect(takenEdges(DOCUMENT, ran(skipped)).has('call-out-which')).toBe(false);
});

test('a connection drawn after the run was taken by none', () => {
  const run = ran([span('start'), span('call')]);
  expect(keysOf(takenEdges(DOCUMENT, run))).toEqual(['start-out-call']);
  const redrawn = { ...DOCUMENT, edges: [{ ...DOCUMENT.edges[0]!, id: 'new' }] };
  expect(keysOf(takenEdges(redrawn, run))).toEqual(['start-out-call']);
});

test('once a run has ended it is counted how often each connection was taken', () => {
  const looped: WorkflowDocument = {
    ...DOCUMENT,
    blocks: {
      start: DOCUMENT.blocks.start!,
      each: block('each', 'loop'),
      which: { ...DOCUMENT.blocks.which!, parentId: 'each' },
      small: { ...block('small', 'function'), parentId: 'each' },
      big: { ...block('big', 'function'), parentId: 'each' },
    },
    edges: [edge('start', 'out', 'each'), edge('which', 'big', 'big'), edge('which', 'else', 'small')],
  };
  const inside = (blockId: string, iteration: number, branch?: string) =>
    span(blockId, {
      id: `each:${iteration}/${blockId}`,
      parentId: 'each@',
      iteration,
      ...(branch === undefined ? {} : { output: { branch, matched: branch !== 'else' } }),
    });
  const spans = [
    span('start'),
    ...['big', 'else', 'else'].flatMap((branch, at) => [
      inside('which', at, branch),
      inside(branch === 'else' ? 'small' : 'big', at),
    ]),
    span('each'),
  ];
  const events = spans.map((one) => ({ type: 'block-finished' as const, blockId: one.blockId, span: one }));
  const begun = applyRunEvents(beginRun(Object.keys(looped.blocks), 0), events, 1);
  const counted = takenEdges(looped, { ...begun, phase: 'finished', blocks: { ...begun.blocks } });
  expect(Object.fromEntries(counted)).toEqual({
    'start-out-each': 1,
    'which-big-big': 1,
    'which-else-small': 2,
  });
  expect(Object.values(Object.fromEntries(takenEdges(looped, begun)))).toEqual([1, 1, 1]);
});
