import { expect, test } from 'vitest';
import { checkWorkflow } from '@/lib/core/workflow/check-workflow';
import { expectSteadyGrowth } from '@/lib/platform/testing/growth';
import { FRAME_HEADER_PX } from './block-size';
import { placeOnCanvas } from './frames';
import { lineDocument } from './line-document.fixture';
import { loopDocument } from './loop-document.fixture';
import { containerAround, containersFor, moveInto, refuseMoveInto } from './move-into';

const document = loopDocument();
const ids = (...all: string[]) => new Set(all);

test('a block that goes into a container keeps its place on the canvas, below the header', () => {
  const place = { x: 500, y: 400 };
  const { document: moved } = moveInto(document, ids('after'), 'each', new Map([['after', place]]));
  expect(moved.blocks.after?.parentId).toBe('each');
  expect(placeOnCanvas(moved, 'after')).toEqual(place);
  const high = moveInto(document, ids('after'), 'each', new Map([['after', { x: 330, y: 3 }]]));
  expect(high.document.blocks.after!.position.y).toBeGreaterThan(FRAME_HEADER_PX);
});

test('connections that would cross a border go, the others stay, and the result can be saved', () => {
  const { document: moved, dropped } = moveInto(document, ids('first'), undefined);
  expect(dropped.map(({ id }) => id)).toEqual(['e3']);
  expect(moved.edges.map(({ id }) => id)).toEqual(['e1', 'e2']);
  expect(moved.blocks.first).not.toHaveProperty('parentId');
  expect(checkWorkflow(moved).filter(({ refuses }) => refuses)).toEqual([]);
});

test('blocks that go together keep the connection between them', () => {
  const line = lineDocument();
  const both = {
    ...document,
    blocks: { ...document.blocks, b: line.blocks.b!, c: line.blocks.c! },
    edges: line.edges,
  };
  const { document: moved, dropped } = moveInto(both, ids('b', 'c'), 'inner');
  expect(dropped.map(({ id }) => id)).toEqual(['e1']);
  expect(moved.edges.map(({ id }) => id)).toEqual(['e2']);
  expect(moved.blocks.b!.position).not.toEqual(moved.blocks.c!.position);
});

test('a container takes along what lies in it', () => {
  const { document: moved } = moveInto(document, ids('inner', 'call'), undefined);
  expect(moved.blocks.inner).not.toHaveProperty('parentId');
  expect(moved.blocks.call).toBe(document.blocks.call);
});

test('what can’t go in says why', () => {
  expect(refuseMoveInto(document, ids('each'), 'inner')).toBe('“inner” can’t go into itself.');
  expect(refuseMoveInto(document, ids('start'), 'each')).toMatch(/starts the workflow/);
  expect(refuseMoveInto(document, ids('after'), 'each')).toBeNull();
  expect(refuseMoveInto(document, ids('start', 'each'), undefined)).toBeNull();
});

test('a menu offers the containers that can take it, and the way out of its own', () => {
  const names = (id: string) => containersFor(document, ids(id)).map(({ name }) => name);
  expect([names('after'), names('call'), names('inner'), names('each')]).toEqual([
    ['each', 'inner'],
    ['each'],
    [],
    [],
  ]);
  expect(containerAround(document, ids('call'))).toMatchObject({ from: { id: 'inner' }, to: 'each' });
  expect(containerAround(document, ids('first'))).toMatchObject({ from: { id: 'each' }, to: undefined });
  expect(containerAround(document, ids('start'))).toBeNull();
});

test('many blocks are dragged into a container in one pass', async () => {
  await expectSteadyGrowth((size) => {
    const moved = Array.from({ length: size }, (_, at) => ({ ...document.blocks.after!, id: `b${at}` }));
    const blocks = { ...document.blocks, ...Object.fromEntries(moved.map((block) => [block.id, block])) };
    const places = new Map(moved.map(({ id }, at) => [id, { x: 400 + 300 * at, y: 400 }]));
    return () => moveInto({ ...document, blocks: { ...blocks } }, ids(...places.keys()), 'each', places);
  }, 200);
});
