import { expect, test } from 'vitest';
import { lineDocument } from '../document/line-document.fixture';
import { addBlock } from './block-actions';
import { checkDocument, createEditorStore, type EditorStore } from './editor-store';
import { shownProblems } from './fresh-block';
import { endFresh, leaveField } from './leave-field';
import { openBlock } from './selection-actions';

function withNewBlock(): { store: EditorStore; id: string } {
  const workflow = { id: 'w', workspaceId: 's', name: 'Test', document: lineDocument() };
  const store = createEditorStore({ workflow, readOnly: false });
  checkDocument(store);
  addBlock(store, 'agent', { kind: 'output', blockId: 'b', handle: 'error' });
  return { store, id: store.getState().openBlockId! };
}

const shown = (store: EditorStore) => shownProblems(store.getState()).map(({ field }) => field);

test('a new block isn’t wrong before somebody has left one of its fields', () => {
  const { store, id } = withNewBlock();
  expect(store.getState().problems.map(({ field }) => field)).toContain('prompt');
  expect(shown(store)).toEqual([]);
  leaveField(store, id, 'model');
  expect(shown(store)).toEqual(['model']);
  leaveField(store, id, 'provider');
  expect(shown(store).sort()).toEqual(['model', 'provider.apiKey']);
});

test('all that is wrong is said once its form is left, or the workflow is to run', () => {
  const left = withNewBlock();
  openBlock(left.store, 'b');
  expect(shown(left.store)).toContain('prompt');
  openBlock(left.store, left.id);
  expect(shown(left.store)).toContain('prompt');
  const run = withNewBlock();
  endFresh(run.store);
  expect(shown(run.store)).toContain('prompt');
});

test('the same list comes back while nothing changes, as every block asks for it', () => {
  const { store } = withNewBlock();
  expect(shownProblems(store.getState())).toBe(shownProblems(store.getState()));
  endFresh(store);
  expect(shownProblems(store.getState())).toBe(store.getState().problems);
});
