import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { lineDocument } from '../document/line-document.fixture';
import { EditorProvider } from '../store/editor-context';
import { createEditorStore } from '../store/editor-store';
import type { RunState } from '../store/run-state';
import { BlockRunSign } from './block-run-status';

function signOf(status: 'success' | 'skipped', tally: RunState['tallies'][string]): string {
  const workflow = { id: 'w', workspaceId: 's', name: 'Flow', document: lineDocument() };
  const store = createEditorStore({ workflow, readOnly: false });
  const block = { status } as RunState['blocks'][string];
  store.setState(({ run }) => ({
    run: { ...run, phase: 'finished', blocks: { b: block }, tallies: { b: tally } },
  }));
  return renderToStaticMarkup(
    // What is rendered without a browser is a store's first state.
    <EditorProvider store={{ ...store, getInitialState: store.getState }}>
      <BlockRunSign blockId="b" />
    </EditorProvider>,
  );
}

test('a number is red only where something failed, and the status beside it says the same', () => {
  const failed = signOf('success', { ran: 57, failed: 3 });
  expect(failed).toContain('Ran 57 times, failed 3 times');
  expect(failed).toMatch(/text-danger[^>]*>×/);
  expect(failed).toContain('Error');
  expect(failed).not.toContain('Success');
  const well = signOf('success', { ran: 57, failed: 0 });
  expect(well).not.toContain('text-danger');
  expect(well).toContain('Success');
});

test('a block that ran in some iterations isn’t skipped because the last one passed it over', () => {
  const sign = signOf('skipped', { ran: 4, failed: 0 });
  expect(sign).toContain('Ran 4 times');
  expect(sign).not.toContain('Skipped');
});
