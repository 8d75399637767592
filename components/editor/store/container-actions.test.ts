import { expect, test } from 'vitest';
import { withContainers } from '@/lib/core/workflow/containers';
import { loopDocument } from '../document/loop-document.fixture';
import { addBlock, connect, removeSelection } from './block-actions';
import { moveBlocksInto, resizeFrame, takeSelectionOut, toggleCollapsed } from './container-actions';
import { createEditorStore, type EditorStore, showCollapsed } from './editor-store';
import { undo } from './history-actions';
import { neighbourOf, revealBlock, selectAll, selectOnly } from './selection-actions';

const open = (): EditorStore =>
  createEditorStore({
    // In the server's form, with the maps that it derives from the blocks.
    workflow: { id: 'w', workspaceId: 's', name: 'Test', document: withContainers(loopDocument()) },
    readOnly: false,
  });
const refusals = (store: EditorStore) => store.getState().problems.filter(({ refuses }) => refuses);

test('a workflow with containers can be saved after its first change, whatever maps it came with', () => {
  const store = open();
  expect(store.getState().document).toMatchObject({ loops: {}, parallels: {} });
  expect(moveBlocksInto(store, new Set(['after']), 'inner')).toEqual({
    done: 'Moved “after” into “inner”; removed 1 connection across its border',
  });
  expect(refusals(store)).toEqual([]);
});

test('moving out says where from and what it cost; it is one step back', () => {
  const store = open();
  const before = store.getState().document;
  selectOnly(store, ['first']);
  expect(takeSelectionOut(store)).toEqual({
    done: 'Took “first” out of “each”; removed 1 connection across its border',
  });
  undo(store);
  expect(store.getState().document).toBe(before);
  expect(moveBlocksInto(store, new Set(['start']), 'each')).toHaveProperty('refusal');
  expect(store.getState().document).toBe(before);
});

test('a block added behind one in a container lies in it too; containers get no reserved name', () => {
  const store = open();
  expect(addBlock(store, 'api', { kind: 'output', blockId: 'call', handle: 'out' })).toBeNull();
  const added = store.getState().openBlockId!;
  expect(store.getState().document.blocks[added]?.parentId).toBe('inner');
  addBlock(store, 'loop', { kind: 'point', point: { x: 30, y: 100 }, parentId: 'inner' });
  const { blocks } = store.getState().document;
  expect(blocks[store.getState().openBlockId!]).toMatchObject({ name: 'loop1', parentId: 'inner' });
  expect(refusals(store)).toEqual([]);
  expect(connect(store, { source: 'start', sourceHandle: 'out', target: added, targetHandle: 'in' })).toMatch(
    /inside/,
  );
});

test('blocks in a collapsed container can’t be selected; showing a problem in it opens it', () => {
  const store = open();
  toggleCollapsed(store, 'each');
  selectAll(store);
  expect(store.getState().nodes.flatMap(({ id, selected }) => (selected ? [id] : []))).toEqual([
    'start',
    'each',
    'after',
  ]);
  selectOnly(store, ['each']);
  expect(neighbourOf(store, 'down')).toBeNull();
  revealBlock(store, 'call');
  expect(store.getState().collapsed.size).toBe(0);
  selectOnly(store, ['each']);
  expect(neighbourOf(store, 'down')).toBe('inner');
});

test('a block is shown out of all collapsed groups and containers around it', () => {
  const group = (id: string, blockIds: string[]) => ({ id, title: id, colour: 'blue' as const, blockIds });
  const groups = [group('outer', ['each', 'after']), group('own', ['call']), group('other', ['start'])];
  for (const order of [groups, [...groups].reverse()]) {
    const store = open();
    store.setState({ document: { ...store.getState().document, groups: order } });
    showCollapsed(store, new Set(['own', 'inner', 'outer', 'other']));
    revealBlock(store, 'call');
    expect([...store.getState().collapsed]).toEqual(['other']);
    expect(store.getState().nodes.flatMap(({ id, hidden }) => (hidden ? [id] : []))).toEqual(['start']);
  }
});

test('a container is deleted and brought back with what lies in it; resizing it is one step', () => {
  const store = open();
  selectOnly(store, ['each']);
  expect(removeSelection(store)).toBe(4);
  undo(store);
  expect(Object.keys(store.getState().document.blocks)).toHaveLength(6);
  resizeFrame(store, 'each', { width: 2_400, height: 1_500 });
  expect(store.getState().nodes.find(({ id }) => id === 'each')).toMatchObject({
    width: 2_400,
    height: 1_500,
  });
  undo(store);
  expect(store.getState().document.blocks.each).not.toHaveProperty('size');
});
