import { expect, test } from 'vitest';
import { WorkflowDocument } from '@/lib/core/workflow/schema';
import type { CommentThread } from '@/lib/services/comments/schema';
import { newsOf, openThreadsOf, subjectOf, subjectWords, threadsAbout } from './thread-list';

const ADA = { id: 'u1', name: 'Ada' };
const BOB = { id: 'u2', name: 'Bob' };
const document = WorkflowDocument.parse({
  blocks: { a: { id: 'a', type: 'api', name: 'fetch', position: { x: 0, y: 0 } } },
  edges: [],
});

function thread(id: string, blockId: string | null, more: Partial<CommentThread> = {}): CommentThread {
  const comment = { author: ADA, text: 'x', createdAt: '2026-01-01T00:00:00Z', editedAt: null };
  return {
    id,
    blockId,
    blockName: blockId,
    resolved: null,
    createdAt: '2026-01-01T00:00:00Z',
    comments: [{ id: `${id}-1`, ...comment }],
    ...more,
  };
}
const reply = (id: string, author: typeof ADA | null) => ({
  id,
  author,
  text: 'x',
  createdAt: '2026-01-01T00:00:00Z',
  editedAt: null,
});

test('a block’s badge counts the threads that are open', () => {
  const resolved = { at: '2026-01-01T00:00:00Z', by: ADA };
  const threads = [thread('1', 'a'), thread('2', 'a', { resolved }), thread('3', null), thread('4', 'a')];
  expect(openThreadsOf(threads, 'a')).toBe(2);
  expect(openThreadsOf(threads, 'b')).toBe(0);
  expect(openThreadsOf(undefined, 'a')).toBe(0);
  expect(threadsAbout(threads, 'a').map(({ id }) => id)).toEqual(['1', '2', '4']);
  expect(threadsAbout(threads, null)).toBe(threads);
});

test('a thread is about a block by its present name, a deleted one by its old, or the workflow', () => {
  const renamed = thread('1', 'a', { blockName: 'old name' });
  expect(subjectWords(subjectOf(renamed, document))).toBe('fetch');
  const gone = thread('2', 'b', { blockName: 'other' });
  expect(subjectWords(subjectOf(gone, document))).toBe('other (block deleted)');
  expect(subjectWords(subjectOf(thread('3', null), document))).toBe('the workflow');
});

test('what others have written is said once, one’s own is not', () => {
  const before = [thread('1', 'a')];
  const replies = [reply('r1', BOB), reply('r2', BOB), reply('r3', ADA), reply('r4', null)];
  const now = [thread('2', null, { comments: [reply('n', BOB)] }), thread('1', 'a')];
  now[1]?.comments.push(...replies);
  const own = { userId: ADA.id, document };
  expect(newsOf(before, now, own)).toBe(
    'Bob commented on the workflow. Bob commented on fetch. Somebody commented on fetch.',
  );
  expect(newsOf(now, now, own)).toBeNull();
});
