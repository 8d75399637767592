import { expect, it } from 'vitest';
import { compileWorkflow } from '../../engine/compile-workflow';
import { runWorkflow } from '../../engine/run-workflow';
import { checkWorkflow } from '../../workflow/check-workflow';
import { WorkflowDocument } from '../../workflow/schema';
import { executors } from '../registry/executors';

const position = { x: 0, y: 0 };
const note = { id: 'n', type: 'note', name: 'note', position, config: { text: '<start.x> {{NAME}}' } };
const start = { id: 's', type: 'start', name: 'start', position };
const answer = { id: 'r', type: 'response', name: 'answer', position, config: { body: 'done' } };
const edges = [{ id: 'e', source: 's', target: 'r' }];

const run = (document: WorkflowDocument) =>
  runWorkflow(
    compileWorkflow(document),
    { executionId: 'x', input: {} },
    {
      executors,
      http: { request: () => Promise.reject(new Error('nothing is sent')), close: async () => {} },
      now: Date.now,
      variables: new Map(),
      signal: new AbortController().signal,
    },
  );

it('a note is no problem, runs never, and is in no log', async () => {
  const document = WorkflowDocument.parse({ blocks: { n: note, s: start, r: answer }, edges });
  expect(checkWorkflow(document, { variables: [] })).toEqual([]);
  const { output, traceSpans } = await run(document);
  expect(output).toBe('done');
  expect(traceSpans.map(({ blockId }) => blockId)).toEqual(['s', 'r']);
});

it('a note starts no workflow', async () => {
  const document = WorkflowDocument.parse({ blocks: { n: note }, edges: [] });
  expect(checkWorkflow(document).map(({ code }) => code)).toEqual(['START_MISSING']);
  expect((await run(document)).error).toMatchObject({ code: 'START_MISSING' });
});

it('a note has no place in a container and no connections; stored ones are passed over', async () => {
  const loop = { id: 'l', type: 'loop', name: 'each', position, config: { items: '[]' } };
  const inside = WorkflowDocument.parse({
    blocks: { s: start, l: loop, n: { ...note, parentId: 'l' } },
    edges: [{ id: 'e', source: 's', target: 'l' }],
  });
  expect(checkWorkflow(inside)).toMatchObject([
    { code: 'CONTAINER_START', message: '"note" is a note and can’t be inside "each".', refuses: true },
  ]);
  const ends = [
    { id: 'into', source: 's', target: 'n' },
    { id: 'from', source: 'n', target: 'r' },
  ];
  const connected = WorkflowDocument.parse({
    blocks: { n: note, s: start, r: answer },
    edges: [...edges, ...ends],
  });
  const message = '"note" is a note; notes take no part in a run and can’t be connected.';
  expect(checkWorkflow(connected, { variables: [] })).toEqual([
    expect.objectContaining({ code: 'EDGE_OF_NOTE', edgeId: 'into', message, refuses: true }),
    expect.objectContaining({ code: 'EDGE_OF_NOTE', edgeId: 'from', message, refuses: true }),
  ]);
  const { output, traceSpans } = await run(connected);
  expect([output, traceSpans.map(({ blockId }) => blockId)]).toEqual(['done', ['s', 'r']]);
});
