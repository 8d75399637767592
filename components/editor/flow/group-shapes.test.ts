import type { InternalNode } from '@xyflow/react';
import { expect, test } from 'vitest';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { toNodes } from '../document/flow-elements';
import { placeOnCanvas } from '../document/frames';
import { lineDocument } from '../document/line-document.fixture';
import { loopDocument } from '../document/loop-document.fixture';
import { NO_RUN } from '../store/run-state';
import { GROUP_CARD } from './group-bounds';
import { cardShapes } from './group-shapes';

const grouped = (document: WorkflowDocument, ...blockIds: string[]): WorkflowDocument => ({
  ...document,
  groups: [{ id: 'g', title: 'Group', colour: 'blue', blockIds }],
});

function shapesOf(document: WorkflowDocument, collapsed: ReadonlySet<string>, failed?: string) {
  const nodeLookup = new Map(
    toNodes(document, [], collapsed).map((node) => {
      const internals = { positionAbsolute: placeOnCanvas(document, node.id) };
      return [node.id, { ...node, internals } as unknown as InternalNode] as const;
    }),
  );
  const status = { status: 'error' } as unknown as (typeof NO_RUN)['blocks'][string];
  const run = failed === undefined ? NO_RUN : { ...NO_RUN, blocks: { [failed]: status } };
  const problems = [{ code: 'X', message: '', blockId: 'b', severity: 'error' as const, refuses: false }];
  const editor = { document, collapsed, run, problems, fresh: null, openBlockId: null };
  return cardShapes({ nodeLookup }, editor);
}

test('a collapsed group is a box on the map, in the colour of the gravest of its blocks', () => {
  const document = grouped(lineDocument(), 'b', 'c');
  const { x, y } = document.blocks.b!.position;
  const card = { left: x, top: y, right: x + GROUP_CARD.width, bottom: y + GROUP_CARD.height };
  const collapsed = new Set(['g']);
  expect(shapesOf(document, collapsed)).toEqual([{ ...card, isFrame: false, mark: 'problem' }]);
  expect(shapesOf(document, collapsed, 'c')).toEqual([{ ...card, isFrame: false, mark: 'error' }]);
  expect(shapesOf(document, new Set())).toEqual([]);
});

test('one that lies in a collapsed container or group is none', () => {
  const inside = grouped(loopDocument(), 'first');
  expect(shapesOf(inside, new Set(['g']))).toHaveLength(1);
  expect(shapesOf(inside, new Set(['g', 'each']))).toEqual([]);
  const outer = { id: 'o', title: 'Outer', colour: 'red' as const, blockIds: ['each'] };
  const nested = { ...inside, groups: [...inside.groups!, outer] };
  expect(shapesOf(nested, new Set(['g', 'o']))).toHaveLength(1);
  expect(shapesOf(nested, new Set(['g', 'o']))[0]).toMatchObject({ left: 328, top: 0 });
});
