import { expect, test } from 'vitest';
import { createClient } from '@/lib/platform/http/client';
import { lineDocument } from '../document/line-document.fixture';
import { createEditorStore } from '../store/editor-store';
import { sendInTurn } from '../store/pins-under-way';
import { applyRunEvents, beginRun, type RunState } from '../store/run-state';
import { createRunController } from './run-controller';

const workflow = { id: 'w', workspaceId: 's', name: 'Flow', document: lineDocument() };
const answer = { executionId: 'x', logId: 'l', status: 'success' as const, output: 1, error: null };

/** Returns a controller whose editor shows a run of block `b`. */
function controllerOf({ isSaved, answers }: { isSaved: boolean; answers: () => Response }) {
  const store = createEditorStore({ workflow, readOnly: false });
  const started = applyRunEvents(beginRun(['b'], 0), [{ type: 'run-finished', answer }], 1);
  const run: RunState = { ...started, tallies: { b: { ran: 2, failed: 0 } } };
  store.setState({ run });
  const client = createClient({ fetch: async () => answers() });
  const flush = async () => isSaved;
  return { store, runs: createRunController({ store, client, flush, outputsFor: async () => ({}) }) };
}

const refused = () =>
  new Response(JSON.stringify({ title: 'No', status: 400, detail: 'Not pinned.' }), { status: 400 });

test.each([
  ['that the server refuses', true, 'Not pinned.'],
  ['that could not be saved', false, 'The server can’t be reached'],
])('a run %s leaves in sight what the last one did', async (_, isSaved, words) => {
  const { store, runs } = controllerOf({ isSaved, answers: refused });
  await runs.start({});
  const { run } = store.getState();
  expect(run).toMatchObject({ phase: 'failed', tallies: { b: { ran: 2, failed: 0 } } });
  expect(run.failure).toContain(words);
});

test('a run begins when the server has stored what was pinned and unpinned before', async () => {
  const asked: string[] = [];
  const { store, runs } = controllerOf({
    isSaved: true,
    answers: () => {
      asked.push('run');
      return refused();
    },
  });
  const stored = new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  const pinning = sendInTurn(store, () => stored.then(() => asked.push('pinned')));
  await Promise.all([pinning, runs.start({})]);
  expect(asked).toEqual(['pinned', 'run']);
});
