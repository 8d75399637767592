import { toast } from 'sonner';
import { expect, test } from 'vitest';
import { createClient } from '@/lib/platform/http/client';
import { removeSelection } from '../store/block-actions';
import { commitDocument } from '../store/editor-store';
import { undo } from '../store/history-actions';
import { editsKey } from './local-edits';
import { memoryStorage } from './memory-storage.fixture';
import { openEditor, startServer, urlAt } from './shared-editing.fixture';

test('what is typed before the server has answered is not lost', async () => {
  const server = startServer();
  const editor = await openEditor(server);
  editor.type('early');
  expect(editor.store.getState().save.kind).toBe('unsaved');
  expect(await editor.editing.flush()).toBe(true);
  expect(urlAt(server.shared)).toBe('early');
  expect([editor.editing.version, editor.store.getState().save.kind]).toEqual([2, 'saved']);
});

test('two editors come to the same, and undo takes back what its own editor did', async () => {
  const server = startServer();
  const [a, b] = [await openEditor(server), await openEditor(server)];
  a.type('https://example.com');
  await a.editing.flush();
  b.hear();
  await b.editing.flush();
  b.hear();
  a.type('https://example.com/a');
  b.type('Xhttps://example.com');
  await Promise.all([a.editing.flush(), b.editing.flush()]);
  a.hear();
  b.hear();
  expect([a.url(), b.url()]).toEqual(['Xhttps://example.com/a', 'Xhttps://example.com/a']);
  undo(b.store);
  await b.editing.flush();
  a.hear();
  expect([a.url(), b.url(), urlAt(server.shared)]).toEqual(Array(3).fill('https://example.com/a'));
});

test('without a connection edits are kept in this browser, over a reload too, and sent later', async () => {
  const server = startServer();
  const editor = await openEditor(server);
  await editor.editing.flush();
  server.state.isUp = false;
  editor.type('offline');
  expect(await editor.editing.flush()).toBe(false);
  expect(editor.store.getState().save.kind).toBe('offline');
  expect(editor.storage.getItem(editsKey('w', 't'))).not.toBeNull();
  // Its page ends without sending; meanwhile another user types.
  server.state.isUp = true;
  const other = await openEditor(server);
  other.type('theirs ');
  await other.editing.flush();
  const again = await openEditor(server, editor.storage);
  await again.editing.flush();
  expect(again.restored).toEqual(['yes']);
  expect(['offlinetheirs ', 'theirs offline']).toContain(urlAt(server.shared));
  expect(again.url()).toBe(urlAt(server.shared));
  expect(editor.storage.getItem(editsKey('w', 't'))).toBeNull();
});

test('who has the form of a block open is told when somebody else deletes it', async () => {
  const server = startServer();
  const [a, b] = [await openEditor(server), await openEditor(server)];
  await Promise.all([a.editing.flush(), b.editing.flush()]);
  b.store.setState({ openBlockId: 'b' });
  a.store.setState(({ nodes }) => ({ nodes: nodes.map((node) => ({ ...node, selected: node.id === 'b' })) }));
  removeSelection(a.store);
  await a.editing.flush();
  b.hear();
  expect(b.store.getState().openBlockId).toBeNull();
  const told = toast.getToasts().filter(({ id }) => id === 'deleted b');
  expect(told).toMatchObject([{ title: expect.stringMatching(/^“.+” was deleted in another window\.$/) }]);
});

test('edits made before the document was read outlast their page, and so do those typed after', async () => {
  const server = startServer();
  server.state.isUp = false;
  /** Pages that end without sending: they never reach the server. */
  const ended = { ...server, client: createClient({ fetch: () => Promise.reject(new TypeError('No.')) }) };
  const editor = await openEditor(ended);
  editor.type('early');
  await expect.poll(() => editor.store.getState().save).toMatchObject({ kind: 'offline', isKept: true });
  // Meanwhile another user types.
  const other = await openEditor(server);
  const second = await openEditor(ended, editor.storage);
  expect([second.url(), second.restored]).toEqual(['early', ['yes']]);
  second.type('early, later');
  const third = await openEditor(server, editor.storage, 'another-tab');
  expect(third.url()).toBe('early, later');
  server.state.isUp = true;
  other.type('theirs ');
  expect(await other.editing.flush()).toBe(true);
  expect(await third.editing.flush()).toBe(true);
  third.hear();
  expect(['early, latertheirs ', 'theirs early, later']).toContain(urlAt(server.shared));
  expect(third.url()).toBe(urlAt(server.shared));
  expect(editor.storage.length).toBe(0);
});

test('edits that came to nothing before the document was read leave nothing behind', async () => {
  const server = startServer();
  server.state.isUp = false;
  const editor = await openEditor(server);
  editor.type('early');
  undo(editor.store);
  expect(editor.storage.length).toBe(0);
});

test('without room in this browser nobody is told that edits are kept', async () => {
  const server = startServer();
  const storage = memoryStorage();
  const full = { is: true };
  const setItem = (key: string, value: string) => {
    if (full.is) throw new DOMException('Full.', 'QuotaExceededError');
    storage.setItem(key, value);
  };
  const editor = await openEditor(server, { ...storage, setItem, length: 0 });
  await editor.editing.flush();
  server.state.isUp = false;
  editor.type('lost with the tab');
  await editor.editing.flush();
  expect(editor.store.getState().save).toMatchObject({ kind: 'offline', isKept: false });
  full.is = false;
  editor.type('kept again');
  expect(editor.store.getState().save).toMatchObject({ kind: 'offline', isKept: true });
});

test('what the editor itself knows to be wrong waits until it is put right', async () => {
  const server = startServer();
  const editor = await openEditor(server);
  await editor.editing.flush();
  const { document } = editor.store.getState();
  const names = Object.values(document.blocks).map(({ name }) => name);
  const twice = { ...document.blocks.b!, name: names.find((name) => name !== document.blocks.b?.name)! };
  commitDocument(
    editor.store,
    { ...document, blocks: { ...document.blocks, b: twice } },
    { label: 'Rename' },
  );
  expect(await editor.editing.flush()).toBe(false);
  expect(editor.store.getState().save.kind).toBe('refused');
  const { sent } = server.state;
  undo(editor.store);
  expect(await editor.editing.flush()).toBe(true);
  expect(server.state.sent).toBe(sent + 1);
  expect(server.shared.current.document.blocks.b?.name).toBe(document.blocks.b?.name);
});

test('what is typed into a workflow that is no longer shared is saved once it is again', async () => {
  const server = startServer();
  const editor = await openEditor(server);
  await editor.editing.flush();
  server.state.isThere = false;
  editor.editing.hear({ kind: 'removed' });
  editor.type('typed after');
  expect(await editor.editing.flush()).toBe(false);
  expect(editor.store.getState().save).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('was deleted'),
  });
  server.state.isThere = true;
  editor.hear();
  expect(await editor.editing.flush()).toBe(true);
  expect(urlAt(server.shared)).toBe('typed after');
});

test('a workflow deleted before it was read: every key says so, until it is back', async () => {
  const server = startServer();
  server.state.isThere = false;
  const editor = await openEditor(server);
  const gone = { kind: 'refused', reason: expect.stringContaining('was deleted') };
  editor.type('early');
  await expect.poll(() => editor.store.getState().save).toMatchObject(gone);
  editor.type('early, later');
  expect(editor.store.getState().save).toMatchObject(gone);
  server.state.isThere = true;
  expect(await editor.editing.flush()).toBe(true);
  expect(urlAt(server.shared)).toBe('early, later');
});
