import { Tooltip } from 'radix-ui';
import { renderToStaticMarkup } from 'react-dom/server';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lineDocument } from '../document/line-document.fixture';
import { EditorProvider } from '../store/editor-context';
import { createEditorStore } from '../store/editor-store';
import { SaveStatus } from './save-status';
import { sayWhetherRemoved } from './say-removed';

beforeEach(() => {
  toast.dismiss(); // those of files that shared this thread
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => void draw());
});
afterEach(() => {
  toast.dismiss();
  vi.unstubAllGlobals();
});

const openEditor = ({ readOnly = false } = {}) =>
  createEditorStore({
    workflow: { id: 'w', workspaceId: 's', name: 'Flow', document: lineDocument() },
    readOnly,
  });

/** The messages that are shown, with the labels of their buttons. */
const shown = () =>
  toast.getToasts().flatMap((one) => {
    if (!('title' in one)) return [];
    const { title, action } = one;
    const label = typeof action === 'object' && action !== null && 'label' in action ? action.label : null;
    return [[title, label]];
  });
const REMOVED = 'This workflow was deleted, or is no longer shared with you.';

test('an editor whose workflow is taken away can’t be typed into, and offers what isn’t saved', () => {
  const store = openEditor();
  store.setState({ save: { kind: 'unsaved' } });
  sayWhetherRemoved(store, true);
  expect(store.getState().readOnly).toBe(true);
  expect(shown()).toEqual([[REMOVED, 'Copy what wasn’t saved']]);
  const bar = renderToStaticMarkup(
    <Tooltip.Provider>
      {/* What is rendered without a browser is a store's first state. */}
      <EditorProvider store={{ ...store, getInitialState: store.getState }}>
        <SaveStatus onDiscard={async () => {}} />
      </EditorProvider>
    </Tooltip.Provider>,
  );
  expect(bar).toBe('');
});

test('where all is saved there is nothing to copy; once it is shared again it can be changed', () => {
  const store = openEditor();
  store.setState({ save: { kind: 'saved' } });
  sayWhetherRemoved(store, true);
  sayWhetherRemoved(store, true);
  expect(shown()).toEqual([[REMOVED, null]]);
  sayWhetherRemoved(store, false);
  expect(store.getState().readOnly).toBe(false);
});

test('a reader stays one when the workflow is back', () => {
  const store = openEditor({ readOnly: true });
  sayWhetherRemoved(store, true);
  sayWhetherRemoved(store, false);
  expect(store.getState().readOnly).toBe(true);
});
