import { expect, test } from 'vitest';
import { findCommands, groupCommands } from '../../ui/find-commands';
import { lineDocument } from '../document/line-document.fixture';
import { createEditorStore } from '../store/editor-store';
import { addCommands } from './add-commands';
import { editCommands } from './use-editor-commands';
import { viewCommands } from './view-commands';

const store = createEditorStore({
  workflow: { id: 'w', workspaceId: 's', name: 'Test', document: lineDocument() },
  readOnly: false,
});
const nothing = () => undefined;
const acts = {
  onAdd: nothing,
  onImport: nothing,
  onRun: nothing,
  onRunWith: nothing,
  onRunPart: nothing,
  onStop: nothing,
  onSave: nothing,
};
// No command is run here, so that nothing moves a view.
const flow = {} as never;
const commands = [
  ...viewCommands(store, flow),
  ...editCommands(store, flow, acts),
  ...addCommands(store, flow),
];

test.each([
  ['execute', 'Run'],
  ['abort', 'Stop the run'],
  ['payload', 'Run with input…'],
  ['postman', 'Import requests…'],
  ['swagger', 'Import requests…'],
  ['node', 'Add a block'],
  ['step', 'Add a block'],
  ['deactivate', 'Enable or disable the selection'],
  ['auto layout', 'Tidy up the layout'],
  ['subflow', 'Extract the selection to a workflow…'],
  ['minimap', 'Show or hide the map'],
  ['export', 'Download the canvas as SVG'],
  ['freeze', 'Lock or unlock the canvas'],
  ['center', 'Zoom to fit'],
  ['cron', 'Add Schedule'],
  ['if', 'Add Condition'],
  ['foreach', 'Add Loop'],
  ['llm', 'Add Agent'],
  ['delay', 'Add Wait'],
  ['set', 'Add Transform'],
])('%s finds “%s” first', (word, title) => {
  expect(findCommands(groupCommands(commands), word)[0]?.[1][0]?.title).toBe(title);
});

test('a text that nothing is called leads to the blocks, which can be searched by what they do', () => {
  const found = findCommands(groupCommands(commands), 'xyzzy');
  expect(found.map(([heading, offered]) => [heading, offered.map(({ title }) => title)])).toEqual([
    ['No results. Try instead', ['Add a block']],
  ]);
});
