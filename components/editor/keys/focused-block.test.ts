import { expect, test } from 'vitest';
import { selectedIds } from '../document/flow-elements';
import { lineDocument } from '../document/line-document.fixture';
import { removeSelection } from '../store/block-actions';
import { createEditorStore } from '../store/editor-store';
import { selectOnly } from '../store/selection-actions';
import { selectFocused } from './focused-block';

const open = () =>
  createEditorStore({
    workflow: { id: 'w', workspaceId: 's', name: 'Test', document: lineDocument() },
    readOnly: false,
  });
/** The part of an element that is used: inside a block's node, or outside all. */
const inBlock = (id: string | undefined) =>
  ({
    closest: (selector: string) =>
      selector === '.react-flow__node' && id !== undefined ? { dataset: { id } } : null,
  }) as unknown as Element;

test('while nothing is selected, keys mean the block that has the focus', () => {
  const store = open();
  selectFocused(store, inBlock('b'));
  removeSelection(store);
  expect(Object.keys(store.getState().document.blocks)).toEqual(['a', 'c']);
});

test('what is selected is meant, wherever the focus went', () => {
  const store = open();
  selectOnly(store, ['a']);
  selectFocused(store, inBlock('b'));
  expect([...selectedIds(store.getState().nodes)]).toEqual(['a']);
});

test('outside of blocks, and in one that is gone, nothing is selected', () => {
  const store = open();
  for (const target of [inBlock(undefined), inBlock('gone'), null]) selectFocused(store, target);
  expect(selectedIds(store.getState().nodes).size).toBe(0);
});
