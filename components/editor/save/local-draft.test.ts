import { expect, test } from 'vitest';
import type { Workflow } from '@/lib/core/workflow/schema';
import { lineDocument } from '../document/line-document.fixture';
import { readLocalDraft, writeLocalDraft } from './local-draft';
import { memoryStorage } from './memory-storage.fixture';

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

test('a draft is read as it was written, whatever its texts hold and whatever else has changed since', () => {
  const storage = memoryStorage();
  const base = lineDocument();
  for (const url of ['https://example.com/"\\\u2028', 'https://example.com/2']) {
    const { b } = base.blocks;
    const block = { ...b!, config: { ...b!.config, url } };
    const edited = { ...base, blocks: { ...base.blocks, b: block }, edges: base.edges.slice(1) };
    const draft = { baseVersion: 3, base: { name: 'B "1"', document: base }, name: 'N', document: edited };
    expect(writeLocalDraft(storage, 'w', 'tab', { ...draft, savedAtMs: 1 })).toBe(true);
    expect(readLocalDraft(storage, 'w', 'tab', () => true)?.draft).toEqual({ ...draft, savedAtMs: 1 });
  }
});
