import { expect, test } from 'vitest';
import type { Block, WorkflowDocument } from '@/lib/core/workflow/schema';
import { layOut } from './auto-layout';
import { FRAME_HEADER_PX, LEAST_FRAME, NODE_WIDTH_PX } from './block-size';
import { copyBlocks, pasteBlocks } from './clipboard';
import { refuseConnection } from './connection-rules';
import { containerAt } from './container-at';
import { removeBlocks, setSize } from './edit-blocks';
import { toEdges, toNodes } from './flow-elements';
import { frameSizes, leastFrameSize, makeRoomForFrames, placeOnCanvas } from './frames';
import { loopDocument } from './loop-document.fixture';

const document = loopDocument();
const moved = (from: WorkflowDocument, id: string, part: Partial<Block>): WorkflowDocument => ({
  ...from,
  blocks: { ...from.blocks, [id]: { ...from.blocks[id]!, ...part } },
});

test('a frame is as large as it was made, and as what lies in it needs, however deep', () => {
  expect(frameSizes(moved(document, 'call', { parentId: undefined })).get('inner')).toEqual(LEAST_FRAME);
  const far = moved(document, 'call', { position: { x: 700, y: 400 } });
  const [inner, each] = ['inner', 'each'].map((id) => frameSizes(far).get(id)!);
  expect(inner!.width).toBeGreaterThanOrEqual(700 + NODE_WIDTH_PX);
  expect(each!.width).toBeGreaterThanOrEqual(inner!.width + far.blocks.inner!.position.x);
  const large = setSize(document, 'each', { width: 3_000, height: 2_000 });
  expect(frameSizes(large).get('each')).toEqual({ width: 3_000, height: 2_000 });
  expect(leastFrameSize(large, 'each')).toEqual(frameSizes(document).get('each'));
});

test('a position adds up all frames around it; the innermost frame there takes what is dropped', () => {
  expect(placeOnCanvas(document, 'call')).toEqual({ x: 328 + 24 + 24, y: 0 + 96 + 88 });
  const point = placeOnCanvas(document, 'call');
  expect(containerAt(document, point)).toBe('inner');
  expect(containerAt(document, point, { except: new Set(['inner']) })).toBe('each');
  expect(containerAt(document, point, { except: new Set(['each']) })).toBeUndefined();
  expect(containerAt(document, point, { closed: new Set(['inner']) })).toBe('each');
  expect(containerAt(document, { x: -50, y: 0 })).toBeUndefined();
});

test('a container that a collapsed group hides is no place for blocks, nor are those in it', () => {
  const group = (id: string, blockIds: string[]) => ({ id, title: id, colour: 'blue' as const, blockIds });
  const point = { x: 328 + 24 + 40, y: 96 + 40 };
  const outer = { ...document, groups: [group('outer', ['each', 'after'])] };
  expect(containerAt(outer, point)).toBe('inner');
  expect(containerAt(outer, point, { closed: new Set(['outer']) })).toBeUndefined();
  const within = { ...document, groups: [group('within', ['inner', 'first'])] };
  expect(containerAt(within, point, { closed: new Set(['within']) })).toBe('each');
});

test('a frame that grows pushes what stands beside and below it, and nothing else', () => {
  const { width, height } = frameSizes(document).get('each')!;
  const beside = moved(document, 'after', { position: { x: 328 + width + 40, y: 0 } });
  const grown = setSize(beside, 'each', { width: width + 200, height });
  const room = makeRoomForFrames(beside, grown);
  expect(room.blocks.after?.position).toEqual({ x: 328 + width + 240, y: 0 });
  expect(room.blocks.start).toBe(beside.blocks.start);
  const below = moved(document, 'after', { position: { x: 400, y: height + 40 } });
  const taller = makeRoomForFrames(below, setSize(below, 'each', { width, height: height + 64 }));
  expect(taller.blocks.after?.position).toEqual({ x: 400, y: height + 104 });
});

test('a container goes with what lies in it, and the line it stood in stays connected', () => {
  const without = removeBlocks(document, new Set(['each', 'call']));
  expect(Object.keys(without.blocks)).toEqual(['start', 'after']);
  expect(without.edges).toMatchObject([{ source: 'start', target: 'after' }]);
});

test('a copy of a container has copies of all that lies in it, and their connections', () => {
  const { document: pasted, ids } = pasteBlocks(document, copyBlocks(document, new Set(['each'])));
  expect(ids).toHaveLength(4);
  const copies = ids.map((id) => pasted.blocks[id]!);
  const byType = (type: string) => copies.filter((block) => block.type === type);
  const [outer, inner] = [copies.find(({ parentId }) => parentId === undefined)!, byType('parallel')[0]!];
  expect(outer.type).toBe('loop');
  expect(inner.parentId).toBe(outer.id);
  expect(inner.position).toEqual(document.blocks.inner!.position);
  expect(byType('api').map(({ parentId }) => parentId)).toEqual([outer.id, inner.id]);
  expect(pasted.edges).toHaveLength(document.edges.length + 1);
});

test('blocks copied from one container are pasted beside the originals, or where they are wanted', () => {
  const clip = copyBlocks(document, new Set(['call']));
  const beside = pasteBlocks(document, clip);
  expect(beside.document.blocks[beside.ids[0]!]?.parentId).toBe('inner');
  const out = pasteBlocks(document, clip, { point: { x: 5, y: 900 } });
  expect(out.document.blocks[out.ids[0]!]).toMatchObject({ position: { x: 5, y: 900 } });
  expect(out.document.blocks[out.ids[0]!]).not.toHaveProperty('parentId');
  const elsewhere = pasteBlocks({ ...document, blocks: {}, edges: [] }, clip);
  expect(elsewhere.document.blocks[elsewhere.ids[0]!]).not.toHaveProperty('parentId');
});

test('connections across a border are refused with the way out', () => {
  const connect = (source: string, target: string) =>
    refuseConnection(document, { source, sourceHandle: 'out', target, targetHandle: 'in' });
  expect(connect('start', 'first')).toMatch(/“first” is inside “each” and “start” is not/);
  expect(connect('each', 'first')).toMatch(/by itself/);
  expect(connect('first', 'each')).toMatch(/Connect “each” itself/);
  expect(connect('start', 'after')).toBeNull();
});

test('a container comes before its blocks; a collapsed one hides them and their connections', () => {
  const shuffled = { ...document, blocks: Object.fromEntries(Object.entries(document.blocks).reverse()) };
  const order = toNodes(shuffled, []).map(({ id }) => id);
  for (const [id, { parentId }] of Object.entries(document.blocks))
    if (parentId !== undefined) expect(order.indexOf(parentId)).toBeLessThan(order.indexOf(id));
  const nodes = toNodes(document, []);
  const [closed, hides] = [new Set(['each']), ({ hidden }: { hidden?: boolean }) => hidden === true];
  const collapsed = toNodes(document, nodes, closed);
  expect(collapsed.filter(hides).map(({ id }) => id)).toEqual(['first', 'inner', 'call']);
  expect(collapsed.find(({ id }) => id === 'each')?.type).toBe('block');
  expect(
    toEdges(document, [], undefined, closed)
      .filter(hides)
      .map(({ id }) => id),
  ).toEqual(['e3']);
  expect(toNodes(document, collapsed).some(hides)).toBe(false);
});

test('tidied up, nothing lies over anything else, in frames and around them', () => {
  const piled = Object.keys(document.blocks).reduce(
    (all, id) => moved(all, id, { position: { x: 7, y: 7 } }),
    document,
  );
  const tidy = layOut(piled);
  const sizes = frameSizes(tidy);
  const boxes = Object.values(tidy.blocks).map(({ id, parentId, position }) => ({
    id,
    parentId,
    ...position,
    width: NODE_WIDTH_PX,
    height: 96,
    ...sizes.get(id),
  }));
  for (const a of boxes)
    for (const b of boxes)
      if (a.id < b.id && a.parentId === b.parentId) {
        const apart =
          a.x + a.width < b.x || b.x + b.width < a.x || a.y + a.height < b.y || b.y + b.height < a.y;
        expect([a.id, b.id, apart]).toEqual([a.id, b.id, true]);
      }
  for (const { parentId, y } of boxes) if (parentId !== undefined) expect(y).toBeGreaterThan(FRAME_HEADER_PX);
});
