import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Workflow } from '@/lib/core/workflow/schema';
import { createClient } from '@/lib/platform/http/client';
import { lineDocument } from '../document/line-document.fixture';
import { setField } from '../store/block-actions';
import { createEditorStore } from '../store/editor-store';
import { undo } from '../store/history-actions';
import { SAVE_DELAY_MS } from './autosave';
import { draftKey, readLocalDraft } from './local-draft';
import { memoryStorage } from './memory-storage.fixture';
import { createSaveController } from './save-controller';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const workflow = (part: Partial<Workflow> = {}): Workflow => ({
  ...{
    id: 'w',
    workspaceId: 's',
    folderId: null,
    name: 'Flow',
    description: '',
    liveVersion: null,
    version: 1,
  },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
  document: lineDocument(),
  ...part,
});

const edited = (url: string) => {
  const document = lineDocument();
  const { b } = document.blocks;
  return { ...document, blocks: { ...document.blocks, b: { ...b!, config: { ...b!.config, url } } } };
};

/** An editor whose server answers as told; what it asks and what it writes down is kept. */
function editor(answer: (request: Request) => Response = () => new Response(null, { status: 503 })) {
  const asked: Request[] = [];
  const fetch = async (address: string | URL | Request, init?: RequestInit) => {
    const request = new Request(address, init);
    asked.push(request);
    return answer(request);
  };
  const storage = memoryStorage();
  const store = createEditorStore({ workflow: workflow(), readOnly: false });
  const controller = createSaveController({
    ...{ store, storage, tabId: 'tab', onSaved: () => {} },
    client: createClient({ baseUrl: 'http://server.test', fetch: fetch as typeof globalThis.fetch }),
    workflow: { ...workflow(), document: store.getState().document },
  });
  const draft = () => readLocalDraft(storage, 'w', 'tab', () => true)?.draft;
  const type = (url: string) => setField(store, 'b', 'url', url);
  return { asked, store, storage, controller, draft, type };
}

/** What the server says of a save. */
const saved = ({ document: _, ...summary }: Workflow) => Response.json({ data: summary });
const stale = ({ document, ...current }: Workflow) =>
  Response.json({ currentVersion: current.version, current, currentDocument: document }, { status: 409 });

test('a save asks for an answer without the document', async () => {
  const { asked, type, controller, store } = editor(() => saved(workflow({ version: 2 })));
  type('https://example.com/1');
  expect(await controller.flush()).toBe(true);
  expect(asked.map(({ method, headers }) => [method, headers.get('prefer')])).toEqual([
    ['PUT', 'return=minimal'],
  ]);
  expect(store.getState().save.kind).toBe('saved');
});

test('a conflict is shown from its answer alone: nothing is asked again', async () => {
  const theirs = workflow({ version: 4, document: edited('https://example.com/theirs') });
  const { asked, type, controller, store } = editor(() => stale(theirs));
  type('https://example.com/mine');
  expect(await controller.flush()).toBe(false);
  expect(store.getState().save.kind).toBe('conflict');
  expect(controller.theirs).toEqual(theirs);
  expect(asked).toHaveLength(1);
  controller.takeTheirs(theirs);
  expect(store.getState().document).toEqual(theirs.document);
  expect(controller.theirs).toBeNull();
  undo(store);
  expect(store.getState().document).toEqual(edited('https://example.com/mine'));
});

test('a version that was only renamed elsewhere keeps that name when it is saved over, unread', async () => {
  const { asked, type, controller, store } = editor(() =>
    asked.length === 1
      ? stale(workflow({ version: 2, name: 'Renamed' }))
      : saved(workflow({ version: 3, name: 'Renamed' })),
  );
  type('https://example.com/mine');
  expect(await controller.flush()).toBe(true);
  expect(asked.map(({ method }) => method)).toEqual(['PUT', 'PUT']);
  expect(store.getState().name).toBe('Renamed');
});

test('what the server has already is saved: the answer to it got lost', async () => {
  const mine = edited('https://example.com/mine');
  const { type, controller, store, asked } = editor(() => stale(workflow({ version: 2, document: mine })));
  type('https://example.com/mine');
  expect(await controller.flush()).toBe(true);
  expect(store.getState().document).toEqual(mine);
  expect(asked).toHaveLength(1);
});

test('two seconds of keys write a few drafts, and the last key is in one within a second', async () => {
  const { type, draft, storage } = editor();
  const writes = vi.spyOn(storage, 'setItem');
  for (let key = 1; key <= 20; key += 1) {
    type(`https://example.com/${key}`);
    vi.advanceTimersByTime(100);
  }
  vi.advanceTimersByTime(1_000);
  expect(writes.mock.calls.length).toBeLessThanOrEqual(4);
  expect(draft()?.document).toEqual(edited('https://example.com/20'));
});

test('a tab that is closed with the key still down leaves it in the draft', () => {
  const { type, draft, controller } = editor();
  type('https://example.com/1');
  expect(draft()).toBeUndefined();
  controller.keepNow();
  expect(draft()).toMatchObject({ baseVersion: 1, document: edited('https://example.com/1') });
});

test('a draft begins from what the server held, and is gone once it is saved', async () => {
  const { type, draft, storage, controller } = editor(() => saved(workflow({ version: 2 })));
  type('https://example.com/1');
  controller.keepNow();
  expect(draft()?.base).toEqual({ name: 'Flow', document: lineDocument() });
  await vi.advanceTimersByTimeAsync(SAVE_DELAY_MS);
  expect(storage.getItem(draftKey('w', 'tab'))).toBeNull();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(draft()).toBeUndefined();
});
