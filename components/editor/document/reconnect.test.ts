import { expect, test } from 'vitest';
import { Block, type WorkflowDocument } from '@/lib/core/workflow/schema';
import { lineDocument } from './line-document.fixture';
import { connectChoices, reconnectEdge, refuseReconnection } from './reconnect';

/** Returns the line document with a loop (d) beside it that contains a block (e). */
function sample(): WorkflowDocument {
  const before = lineDocument();
  const d = Block.parse({ id: 'd', type: 'loop', name: 'each', position: { x: 0, y: 400 } });
  const e = Block.parse({ id: 'e', type: 'api', name: 'inner', position: { x: 32, y: 96 }, parentId: 'd' });
  return { ...before, blocks: { ...before.blocks, d, e } };
}

test('a connection’s end moves to another block, and may stay where it is', () => {
  const document = sample();
  const [first] = document.edges;
  const to = { ...first!, target: 'd' };
  expect(refuseReconnection(document, first!.id, to)).toBeNull();
  expect(refuseReconnection(document, first!.id, first!)).toBeNull();
  const after = reconnectEdge(document, first!.id, to);
  expect(after.edges[0]).toMatchObject({ source: first!.source, target: 'd' });
  expect(after.edges[0]!.id).not.toBe(first!.id);
  expect(after.edges).toHaveLength(document.edges.length);
});

test('what may stand at the other end is offered: no circle, no start, nothing across a border', () => {
  const document = sample();
  const choices = connectChoices(document, { kind: 'output', blockId: 'b', handle: 'error' });
  const ids = choices.map(({ blockId }) => blockId);
  expect(ids).toContain('d');
  for (const refused of ['a', 'b', 'e']) expect(ids).not.toContain(refused);
});

test('of a connection, its present end isn’t offered; other outputs of its block are', () => {
  const document = sample();
  const edge = document.edges.find(({ source }) => source === 'b') ?? document.edges.at(-1)!;
  const targets = connectChoices(document, { kind: 'edge', edgeId: edge.id, end: 'target' });
  expect(targets.map(({ blockId }) => blockId)).not.toContain(edge.target);
  const sources = connectChoices(document, { kind: 'edge', edgeId: edge.id, end: 'source' });
  expect(sources.map(({ connection }) => connection.sourceHandle)).toContain('error');
  expect(
    sources.some(
      ({ connection: { source, sourceHandle } }) =>
        source === edge.source && sourceHandle === edge.sourceHandle,
    ),
  ).toBe(false);
});
