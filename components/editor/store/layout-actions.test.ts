import { expect, test } from 'vitest';
import { lineDocument } from '../document/line-document.fixture';
import { createEditorStore } from './editor-store';
import { alignSelection, distributeSelection, tidyUp } from './layout-actions';
import { selectAll } from './selection-actions';

function uneven() {
  const document = lineDocument();
  document.blocks.b = { ...document.blocks.b!, position: { x: 300, y: 170 } };
  const workflow = { id: 'w', workspaceId: 's', name: 'Test', document };
  return createEditorStore({ workflow, readOnly: false });
}

test('a locked canvas is neither tidied up nor aligned; an unlocked one is', () => {
  const store = uneven();
  const before = store.getState().document;
  store.setState({ locked: true });
  selectAll(store);
  expect(tidyUp(store)).toBeNull();
  alignSelection(store, 'top');
  distributeSelection(store, 'horizontal');
  expect(store.getState().document).toBe(before);
  store.setState({ locked: false });
  expect(tidyUp(store)).toBe('all');
  expect(store.getState().document).not.toBe(before);
});
