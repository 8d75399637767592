import { beforeEach, expect, test } from 'vitest';
import { copyBlocks } from '../document/clipboard';
import { lineDocument } from '../document/line-document.fixture';
import {
  addBlock,
  connect,
  duplicateSelection,
  nudgeSelection,
  pasteClip,
  placeForNewBlock,
  removeSelection,
  rename,
  setField,
  toggleSelection,
} from './block-actions';
import { createEditorStore, type EditorStore } from './editor-store';
import { redo, undo } from './history-actions';
import { neighbourOf, openBlock, revealBlock, selectAll, selectOnly, stepOut } from './selection-actions';

let store: EditorStore;
const open = (readOnly = false) =>
  createEditorStore({
    workflow: { id: 'w', workspaceId: 's', name: 'Test', document: lineDocument() },
    readOnly,
  });
const selected = () =>
  store
    .getState()
    .nodes.filter((node) => node.selected)
    .map((node) => node.id);

beforeEach(() => {
  store = open();
});

test('a new block is selected, open, and undone in one step', () => {
  expect(addBlock(store, 'api', { kind: 'edge', edgeId: 'e1' })).toBeNull();
  const { openBlockId, document } = store.getState();
  expect(selected()).toEqual([openBlockId]);
  expect(document.edges).toHaveLength(3);
  undo(store);
  expect(store.getState().document).toEqual(lineDocument());
  expect(store.getState().openBlockId).toBeNull();
  redo(store);
  expect(store.getState().document).toEqual(document);
});

test('a new block goes behind the selected one while its output is free', () => {
  selectOnly(store, ['a']);
  expect(placeForNewBlock(store, { x: 500, y: 500 }).kind).toBe('point');
  removeSelection(store);
  store = open();
  store.setState({ edges: [], document: { ...lineDocument(), edges: [] } });
  selectOnly(store, ['a']);
  expect(placeForNewBlock(store, { x: 0, y: 0 })).toEqual({ kind: 'output', blockId: 'a', handle: 'out' });
});

test('renaming with all its references is one step back', () => {
  expect(rename(store, 'a', 'input')).toBeNull();
  expect(store.getState().document.blocks.b?.config.url).toBe('https://example.com/users/<input.id>');
  undo(store);
  expect(store.getState().document).toEqual(lineDocument());
});

test('a name that is taken or means something already is refused in words', () => {
  expect(rename(store, 'a', 'FETCH USER')).toMatch(/“fetch user” already uses this name/);
  expect(rename(store, 'a', 'Loop')).toMatch(/reserved in references/);
  expect(rename(store, 'a', '1st')).toMatch(/begin with a letter/);
  expect(store.getState().document.blocks.a?.name).toBe('start');
});

test('a refused connection changes nothing', () => {
  const before = store.getState().document;
  expect(
    connect(store, { source: 'a', sourceHandle: 'out', target: 'b', targetHandle: 'in' }),
  ).not.toBeNull();
  expect(store.getState().document).toBe(before);
  expect(connect(store, { source: 'a', sourceHandle: 'out', target: 'c', targetHandle: 'in' })).toBeNull();
  expect(store.getState().edges).toHaveLength(3);
});

test('typing is one step, and problems follow it', () => {
  setField(store, 'b', 'url', '');
  expect(
    store.getState().problems.some((problem) => problem.blockId === 'b' && problem.field === 'url'),
  ).toBe(true);
  setField(store, 'b', 'url', 'h');
  setField(store, 'b', 'url', 'https://x.test');
  expect(store.getState().history.past).toHaveLength(1);
  undo(store);
  expect(store.getState().document).toEqual(lineDocument());
});

test('copies are selected, and deleting them gives back the document', () => {
  selectOnly(store, ['b', 'c']);
  duplicateSelection(store);
  expect(selected()).toHaveLength(2);
  expect(Object.keys(store.getState().document.blocks)).toHaveLength(5);
  expect(removeSelection(store)).toBe(2);
  expect(store.getState().document).toEqual(lineDocument());
});

test('pasting what can’t be pasted says so and leaves no step behind', () => {
  const refused = pasteClip(store, copyBlocks(lineDocument(), new Set(['a'])));
  expect(refused).toHaveLength(1);
  expect(store.getState().history.past).toHaveLength(0);
});

test('a mixed selection is switched off together, then on', () => {
  selectAll(store);
  expect(toggleSelection(store)).toBe('Disabled 3 blocks');
  expect(Object.values(store.getState().document.blocks).some((block) => block.enabled)).toBe(false);
  expect(toggleSelection(store)).toBe('Enabled 3 blocks');
  expect(store.getState().document).toEqual(lineDocument());
});

test('nudges in a row are one step', () => {
  selectOnly(store, ['a']);
  nudgeSelection(store, 8, 0);
  nudgeSelection(store, 8, 0);
  expect(store.getState().nodes[0]?.position).toEqual({ x: 16, y: 0 });
  undo(store);
  expect(store.getState().nodes[0]?.position).toEqual({ x: 0, y: 0 });
});

test('arrow keys follow connections, then what lies that way', () => {
  expect(neighbourOf(store, 'right')).toBe('a');
  selectOnly(store, ['a']);
  expect(neighbourOf(store, 'right')).toBe('b');
  selectOnly(store, ['c']);
  expect(neighbourOf(store, 'left')).toBe('b');
  expect(neighbourOf(store, 'right')).toBeNull();
  expect(neighbourOf(store, 'up')).toBeNull();
});

test('Escape closes the panel first, then the selection, then does nothing', () => {
  revealBlock(store, 'b');
  expect(stepOut(store)).toBe(true);
  expect([store.getState().openBlockId, selected()]).toEqual([null, ['b']]);
  expect(stepOut(store)).toBe(true);
  expect(selected()).toEqual([]);
  expect(stepOut(store)).toBe(false);
});

test('a reader’s editor takes no change', () => {
  store = open(true);
  selectAll(store);
  removeSelection(store);
  addBlock(store, 'api', { kind: 'point', point: { x: 0, y: 0 } });
  openBlock(store, null);
  expect(store.getState().document).toEqual(lineDocument());
  expect(undo(store)).toBeNull();
});
