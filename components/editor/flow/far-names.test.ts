import type { InternalNode } from '@xyflow/react';
import { expect, test } from 'vitest';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { toNodes } from '../document/flow-elements';
import { placeOnCanvas } from '../document/frames';
import { lineDocument } from '../document/line-document.fixture';
import { loopDocument } from '../document/loop-document.fixture';
import { NO_RUN } from '../store/run-state';
import { FarNames, type Seen } from './far-names';
import { GROUP_CARD } from './group-bounds';

const ZOOM = 0.25;
const size = { width: 1_200, height: 800 };

/** Returns a document as canvas nodes, with its origin at this place of the screen. */
function seen(document: WorkflowDocument, { at = 100, collapsed = new Set<string>(), selected = '' } = {}) {
  const nodes = toNodes(document, [], collapsed).map((node) => ({
    ...node,
    selected: node.id === selected,
    internals: { positionAbsolute: placeOnCanvas(document, node.id) },
  }));
  const nodeLookup = new Map(nodes.map((node) => [node.id, node as unknown as InternalNode]));
  const flow = { nodeLookup, transform: [at, 100, ZOOM], ...size } satisfies Seen['flow'];
  return { flow, editor: { document, collapsed, run: NO_RUN, openBlockId: null } };
}

const measure = (name: string) => ({ text: name, widthPx: name.length * 6 });
const namesOf = (state: Seen) => new FarNames({ measure, withIcons: true }).place(state, true);
const idsOf = (labels: ReadonlyArray<{ id: string }>) => labels.map(({ id }) => id).sort();

/** Returns a workflow of `count` blocks in rows of forty. */
function rows(count: number): WorkflowDocument {
  const { blocks, ...rest } = lineDocument();
  const ids = Array.from({ length: count }, (_, index) => `b${index}`);
  const positionOf = (at: number) => ({ x: (at % 40) * 256, y: Math.floor(at / 40) * 144 });
  return {
    ...rest,
    edges: [],
    blocks: Object.fromEntries(
      ids.map((id, at) => [id, { ...blocks.b!, id, name: id, position: positionOf(at) }]),
    ),
  };
}

test('a block has its name below it, with its icon; a container above its frame; a note has none', () => {
  const document = loopDocument();
  const position = { x: 600, y: -900 };
  document.blocks.n = { ...document.blocks.start!, id: 'n', type: 'note', name: 'note', position };
  const labels = namesOf(seen(document));
  expect(idsOf(labels)).toEqual(['after', 'call', 'each', 'first', 'inner', 'start']);
  const start = labels.find(({ id }) => id === 'start')!;
  expect(start).toMatchObject({ text: 'start', x: 100 + 92 * ZOOM, hasIcon: true });
  expect(start.top).toBeGreaterThan(100 + 76 * ZOOM);
  expect(labels.find(({ id }) => id === 'each')!.top).toBeLessThan(100);
});

test('what is out of sight has no name on the screen', () => {
  expect(idsOf(namesOf(seen(lineDocument(), { at: -150 })))).toEqual(['c']);
});

test('what is selected and what failed is named before what begins runs', () => {
  const document = lineDocument();
  for (const block of Object.values(document.blocks)) block.position = { x: 0, y: 0 };
  const state = seen(document);
  expect(idsOf(namesOf(state))).toEqual(['a']);
  const failed = { status: 'error' } as unknown as (typeof NO_RUN)['blocks'][string];
  const run = { ...NO_RUN, blocks: { b: failed } };
  expect(idsOf(namesOf({ ...state, editor: { ...state.editor, run } }))).toEqual(['b']);
  expect(idsOf(namesOf(seen(document, { selected: 'c' })))).toEqual(['c']);
  expect(idsOf(namesOf({ ...state, editor: { ...state.editor, openBlockId: 'c' } }))).toEqual(['c']);
});

test('a collapsed group has its title below its card, in place of the names of its blocks', () => {
  const groups = [{ id: 'g', title: 'Orders', colour: 'blue' as const, blockIds: ['b', 'c'] }];
  const document = { ...lineDocument(), groups };
  const open = namesOf(seen(document));
  expect(idsOf(open)).toEqual(['a', 'b', 'c', 'g']);
  expect(open.find(({ id }) => id === 'g')!.top).toBeLessThan(100);
  const labels = namesOf(seen(document, { collapsed: new Set(['g']) }));
  expect(idsOf(labels)).toEqual(['a', 'g']);
  const { x, y } = document.blocks.b!.position;
  expect(labels.find(({ id }) => id === 'g')).toMatchObject({
    text: 'Orders',
    x: Math.round(100 + (x + GROUP_CARD.width / 2) * ZOOM),
    top: Math.round(100 + (y + GROUP_CARD.height) * ZOOM) + 2,
    hasIcon: false,
  });
});

test('a group in a collapsed container has no title of its own', () => {
  const groups = [{ id: 'g', title: 'Calls', colour: 'blue' as const, blockIds: ['first'] }];
  const document = { ...loopDocument(), groups };
  expect(idsOf(namesOf(seen(document, { collapsed: new Set(['g']) })))).toContain('g');
  expect(idsOf(namesOf(seen(document, { collapsed: new Set(['g', 'each']) })))).not.toContain('g');
});

test('while the view moves only the shown names are looked at, and stay; others come when all are', () => {
  const document = rows(2_000);
  const names = new FarNames({ measure, withIcons: true });
  const first = names.place(seen(document), true);
  expect(first.length).toBeGreaterThan(40);
  let looked = 0;
  const count = (state: ReturnType<typeof seen>) => {
    const { nodeLookup } = state.flow;
    const get = nodeLookup.get.bind(nodeLookup);
    nodeLookup.get = (id) => {
      looked += 1;
      return get(id);
    };
    return state;
  };
  const lookedAt = (place: () => unknown) => {
    looked = 0;
    place();
    return looked;
  };
  const all = lookedAt(() => new FarNames({ measure, withIcons: true }).place(count(seen(document)), true));
  let moved = first;
  for (let step = 1; step <= 20; step += 1) {
    const state = count(seen(document, { at: 100 - step * 10 }));
    expect(lookedAt(() => (moved = names.place(state, false)))).toBeLessThan(all / 20);
    expect(idsOf(moved).every((id) => idsOf(first).includes(id))).toBe(true);
  }
  const rested = names.place(seen(document, { at: -100 }), true);
  expect(idsOf(moved).filter((id) => !idsOf(rested).includes(id))).toEqual([]);
  expect(rested.length).toBeGreaterThan(moved.length);
});
