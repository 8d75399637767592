import { expect, test } from 'vitest';
import { MAX_BLOCKS, MAX_EDGES, type WorkflowDocument } from '@/lib/core/workflow/schema';
import { copyBlocks, pasteBlocks } from './clipboard';
import { refuseConnection } from './connection-rules';
import { definitionOf } from './definition-of';
import { type InsertPlace, whyNotBlockType } from './insert-block';
import { lineDocument } from './line-document.fixture';
import { putIntoEdge } from './put-into-edge';
import { whyTooMany } from './size-limits';

/** Returns a workflow filled with unconnected blocks up to `count`. */
function ofBlocks(count: number): WorkflowDocument {
  const document = lineDocument();
  const blocks = { ...document.blocks };
  for (let at = Object.keys(blocks).length; at < count; at += 1)
    blocks[`x${at}`] = { ...blocks.c!, id: `x${at}`, name: `x${at}` };
  return { ...document, blocks };
}

test('a paste over the limit changes nothing and says how many there would be', () => {
  const document = ofBlocks(MAX_BLOCKS - 1);
  const clip = copyBlocks(document, new Set(['b', 'c']));
  const pasted = pasteBlocks(document, clip);
  expect(pasted.document).toBe(document);
  expect(pasted.ids).toEqual([]);
  expect(pasted.refused).toEqual([
    'A workflow has at most 2,000 blocks. This one has 1,999, and would have 2,001.',
  ]);
});

test('the last block that a workflow may have can be added, and none after it', () => {
  const api = definitionOf('api')!;
  expect(whyNotBlockType(ofBlocks(MAX_BLOCKS - 1), api)).toBeNull();
  const words = 'A workflow has at most 2,000 blocks. This one has 2,000.';
  expect(whyNotBlockType(ofBlocks(MAX_BLOCKS), api)).toBe(words);
});

test('connections have a limit of their own', () => {
  const document = lineDocument();
  const [edge] = document.edges;
  const full = {
    ...document,
    edges: Array.from({ length: MAX_EDGES }, (_, at) => ({ ...edge!, id: `e${at}` })),
  };
  expect(whyTooMany(full, { blocks: 1, edges: 0 })).toBeNull();
  const connection = { source: 'a', sourceHandle: 'out', target: 'c', targetHandle: 'in' };
  expect(refuseConnection(document, connection)).toBeNull();
  const words = 'A workflow has at most 5,000 connections. This one has 5,000.';
  expect(refuseConnection(full, connection)).toBe(words);
});

test('a block that is connected where it is added needs one connection more', () => {
  const document = lineDocument();
  const [edge] = document.edges;
  document.blocks.x = { ...document.blocks.b!, id: 'x', name: 'extra', position: { x: 0, y: 400 } };
  const withEdges = (count: number) => ({
    ...document,
    edges: Array.from({ length: count }, (_, at) => ({ ...edge!, id: `e${at}` })),
  });
  const [almost, full] = [withEdges(MAX_EDGES - 1), withEdges(MAX_EDGES)];
  const api = definitionOf('api')!;
  const point: InsertPlace = { kind: 'point', point: { x: 0, y: 0 } };
  const connected: InsertPlace[] = [
    { kind: 'output', blockId: 'b', handle: 'out' },
    { kind: 'edge', edgeId: 'e0' },
  ];
  expect(whyNotBlockType(full, api, point)).toBeNull();
  for (const place of connected) {
    expect(whyNotBlockType(almost, api, place)).toBeNull();
    expect(whyNotBlockType(full, api, place)).toMatch(/at most 5,000 connections/);
    // Nothing leads to a trigger.
    expect(whyNotBlockType(full, definitionOf('webhook-trigger')!, place)).toBeNull();
  }
  expect(putIntoEdge(almost, 'x', 'e0', { x: 0, y: 0 })?.edges).toHaveLength(MAX_EDGES);
  expect(putIntoEdge(full, 'x', 'e0', { x: 0, y: 0 })).toBeNull();
});
