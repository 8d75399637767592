import { expect, test } from 'vitest';
import type { Workflow } from '@/lib/workflows/schema';
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

const document: Workflow['document'] = { blocks: {}, edges: [], loops: {}, parallels: {} };

test('a draft remembers what its edits began from; an older one without it is still read', () => {
  const base = { name: 'before', document };
  const draft = { baseVersion: 3, base, name: 'after', document, savedAtMs: 1 };
  const { base: _, ...older } = draft;
  const read = (stored: object) =>
    readLocalDraft(memoryStorage({ 'millrace:draft:w:tab': JSON.stringify(stored) }), 'w', 'tab', 2)?.draft;
  expect(read(draft)).toEqual(draft);
  expect(read(older)).toEqual({ ...older, base: null });
});
