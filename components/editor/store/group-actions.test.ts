import { beforeEach, expect, test } from 'vitest';
import { copyBlocks } from '../document/clipboard';
import { lineDocument } from '../document/line-document.fixture';
import { pasteClip, removeSelection } from './block-actions';
import { createEditorStore, type EditorStore } from './editor-store';
import {
  colourGroup,
  groupSelection,
  moveTogether,
  renameGroup,
  selectGroup,
  showMoved,
  ungroupSelection,
} from './group-actions';
import { undo } from './history-actions';
import { selectOnly } from './selection-actions';

let store: EditorStore;
const groups = () =>
  (store.getState().document.groups ?? []).map(({ title, blockIds }) => [title, ...blockIds]);
const group = (...ids: string[]) => {
  selectOnly(store, ids);
  expect(groupSelection(store)).toBeNull();
  return store.getState().document.groups!.at(-1)!.id;
};

beforeEach(() => {
  store = createEditorStore({
    workflow: { id: 'w', workspaceId: 's', name: 'Test', document: lineDocument() },
    readOnly: false,
  });
});

test('selected blocks become a group, which is named, coloured, undone', () => {
  const id = group('a', 'b');
  expect(store.getState().namedGroup).toBe(id);
  expect(renameGroup(store, id, ' ')).toBe('Enter a title.');
  expect(renameGroup(store, id, 'Orders')).toBeNull();
  colourGroup(store, id, 'red');
  expect(store.getState().document.groups).toEqual([
    { id, title: 'Orders', colour: 'red', blockIds: ['a', 'b'] },
  ]);
  for (let step = 0; step < 3; step += 1) undo(store);
  expect(store.getState().document).not.toHaveProperty('groups');
});

test('a block goes from one group to another, and groups end with their last block', () => {
  group('a', 'b');
  group('b', 'c');
  expect(groups()).toEqual([
    ['Group 1', 'a'],
    ['Group 2', 'b', 'c'],
  ]);
  selectOnly(store, ['a']);
  removeSelection(store);
  expect(groups()).toEqual([['Group 2', 'b', 'c']]);
  selectOnly(store, ['c']);
  expect(ungroupSelection(store)).toBe(1);
  expect(groups()).toEqual([]);
  expect(Object.keys(store.getState().document.blocks)).toEqual(['b', 'c']);
});

test('a group moves with its blocks: shown on the way, in the document at the end', () => {
  const id = group('a', 'b');
  const ids = new Set(selectGroup(store, id));
  const placeOf = (block: string) => store.getState().document.blocks[block]!.position;
  const [a, c] = [placeOf('a'), placeOf('c')];
  showMoved(store, ids, { x: 40, y: 8 });
  expect(placeOf('a')).toEqual(a);
  expect(store.getState().nodes.find((node) => node.id === 'a')?.position).toEqual({
    x: a.x + 40,
    y: a.y + 8,
  });
  moveTogether(store, ids, { x: 40, y: 8 });
  expect(placeOf('a')).toEqual({ x: a.x + 40, y: a.y + 8 });
  expect(placeOf('c')).toEqual(c);
});

test('a group is copied with all its blocks, not with a part of them', () => {
  group('b', 'c');
  const { document } = store.getState();
  expect(copyBlocks(document, new Set(['b'])).groups).toBeUndefined();
  pasteClip(store, copyBlocks(document, new Set(['b', 'c'])));
  const [first, second] = store.getState().document.groups!;
  expect(first!.blockIds).toEqual(['b', 'c']);
  expect(second!.blockIds).toHaveLength(2);
  for (const id of second!.blockIds) expect(first!.blockIds).not.toContain(id);
});
