import { expect, test } from 'vitest';
import type { Workflow } from '@/lib/core/workflow/schema';
import { readLocalDraft } from './local-draft';

/** A browser's storage, in memory. */
function memoryStorage(entries: Record<string, string>): Storage {
  const keys = Object.keys(entries);
  return {
    length: keys.length,
    key: (index) => keys[index] ?? null,
    getItem: (key) => entries[key] ?? null,
    setItem: (key, value) => {
      entries[key] = value;
    },
    removeItem: (key) => {
      delete entries[key];
    },
    clear: () => undefined,
  };
}

const document: Workflow['document'] = { blocks: {}, edges: [], schemaVersion: 1, loops: {}, parallels: {} };

test('a draft remembers what its edits began from; an older one without it is still read', () => {
  const base = { name: 'before', document };
  const draft = { baseVersion: 3, base, name: 'after', document, savedAtMs: 1 };
  const { base: _, ...older } = draft;
  const read = (stored: object) =>
    readLocalDraft(memoryStorage({ 'millrace:draft:w:tab': JSON.stringify(stored) }), 'w', 'tab', () => true)
      ?.draft;
  expect(read(draft)).toEqual(draft);
  expect(read(older)).toEqual({ ...older, base: null });
});

test('a draft of any age is offered once its editor is closed, and left alone while it is open', () => {
  const draft = (name: string, savedAtMs: number) =>
    JSON.stringify({ baseVersion: 1, base: null, name, document, savedAtMs });
  const now = Date.now();
  const storage = memoryStorage({
    'millrace:draft:w:closed': draft('of a moment ago', now),
    'millrace:draft:w:older': draft('older', now - 60_000),
    'millrace:draft:w:open': draft('being written', now + 1),
    'millrace:draft:other:closed': draft('of another workflow', now + 2),
  });
  const isOpen = (key: string) => key.endsWith(':open');
  expect(readLocalDraft(storage, 'w', 'new', isOpen)?.draft.name).toBe('of a moment ago');
  expect(readLocalDraft(storage, 'w', 'older', isOpen)?.draft.name).toBe('older');
});
