import { expect, test } from 'vitest';
import { undo } from '../store/history-actions';
import type { SharedEditing } from './shared-editing';
import { openEditor, type Server, startServer, urlAt } from './shared-editing.fixture';

test('what the server refuses can be discarded: the editor goes on from the server’s document, and undo brings it back', async () => {
  const server = startServer();
  const [editor, other] = [await openEditor(server), await openEditor(server)];
  await Promise.all([editor.editing.flush(), other.editing.flush()]);
  server.state.refuses = 'These edits take too long to be merged.';
  const long = 'x'.repeat(3_000);
  editor.type(long);
  expect(await editor.editing.flush()).toBe(false);
  expect(editor.store.getState().save).toMatchObject({
    kind: 'refused',
    reason: server.state.refuses,
    byServer: true,
  });
  other.type('theirs');
  expect(await other.editing.flush()).toBe(true);
  await editor.editing.discard();
  expect([editor.url(), editor.store.getState().save.kind]).toEqual(['theirs', 'saved']);
  expect(editor.storage.length).toBe(0);
  editor.type('theirs, mine');
  expect(await editor.editing.flush()).toBe(true);
  expect(urlAt(server.shared)).toBe('theirs, mine');
  undo(editor.store);
  expect(undo(editor.store)).toBe('Discard changes');
  expect(editor.url()).toContain(long);
});

test('without the server nothing is discarded', async () => {
  const server = startServer();
  const editor = await openEditor(server);
  await editor.editing.flush();
  editor.type('mine');
  server.state.isUp = false;
  await expect(editor.editing.discard()).rejects.toThrow();
  expect(editor.url()).toBe('mine');
});

/** Types into an editor whose server is away, and begins the document anew after its page ended. */
async function leaveUnsent(server: Server, endPage: (editing: SharedEditing) => void) {
  const editor = await openEditor(server);
  await editor.editing.flush();
  server.state.isUp = false;
  editor.type('unsent');
  endPage(editor.editing);
  server.state.isUp = true;
  server.beginAnew();
  const next = await openEditor(server, editor.storage);
  await next.editing.flush();
  return next;
}

test('edits that a closed tab left are brought back though the document was begun anew', async () => {
  const server = startServer();
  const next = await leaveUnsent(server, (editing) => editing.keepWhole());
  expect([next.restored, next.lost, next.url()]).toEqual([['yes'], [], 'unsent']);
  expect(urlAt(server.shared)).toBe('unsent');
  expect(next.storage.length).toBe(0);
});

test('who opens a workflow is told of edits that a crash left and that fit nowhere any more', async () => {
  const next = await leaveUnsent(startServer(), () => {});
  expect([next.restored, next.lost]).toEqual([[], ['yes']]);
  expect(next.storage.length).toBe(0);
});

test('an open editor sends what the server lacks when the document is begun anew', async () => {
  const server = startServer();
  const editor = await openEditor(server);
  await editor.editing.flush();
  server.state.isUp = false;
  editor.type('mine');
  await editor.editing.flush();
  server.state.isUp = true;
  server.beginAnew();
  editor.hear();
  await expect.poll(() => urlAt(server.shared)).toBe('mine');
  expect(editor.lost).toEqual([]);
});
