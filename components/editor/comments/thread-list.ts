import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import type { CommentThread } from '@/lib/services/comments/schema';

const known = new WeakMap<readonly CommentThread[], ReadonlyMap<string, number>>();

/** Counts the open threads per block; cached per list, as every block on the canvas calls this. */
function openByBlock(threads: readonly CommentThread[]): ReadonlyMap<string, number> {
  const found = known.get(threads);
  if (found !== undefined) return found;
  const counts = new Map<string, number>();
  for (const { blockId, resolved } of threads)
    if (blockId !== null && resolved === null) counts.set(blockId, (counts.get(blockId) ?? 0) + 1);
  known.set(threads, counts);
  return counts;
}

export const openThreadsOf = (threads: readonly CommentThread[] | undefined, blockId: string): number =>
  threads === undefined ? 0 : (openByBlock(threads).get(blockId) ?? 0);

export const isOpen = ({ resolved }: CommentThread): boolean => resolved === null;

/** Returns the threads about one block; all threads if `blockId` is null. */
export const threadsAbout = (
  threads: readonly CommentThread[],
  blockId: string | null,
): readonly CommentThread[] =>
  blockId === null ? threads : threads.filter((thread) => thread.blockId === blockId);

/** The current subject of a thread. */
export type Subject =
  | { kind: 'workflow' }
  | { kind: 'block'; blockId: string; name: string; type: string }
  | { kind: 'deleted'; name: string };

export function subjectOf(
  { blockId, blockName }: Pick<CommentThread, 'blockId' | 'blockName'>,
  { blocks }: WorkflowDocument,
): Subject {
  if (blockId === null) return { kind: 'workflow' };
  const block = blocks[blockId];
  if (block === undefined) return { kind: 'deleted', name: blockName ?? blockId };
  return { kind: 'block', blockId, name: block.name, type: block.type };
}

export function subjectWords(subject: Subject): string {
  if (subject.kind === 'workflow') return 'the workflow';
  return subject.kind === 'deleted' ? `${subject.name} (block deleted)` : subject.name;
}

/** Describes the comments that others have added since `before`; null if there are none. */
export function newsOf(
  before: readonly CommentThread[],
  now: readonly CommentThread[],
  { userId, document }: { userId: string; document: WorkflowDocument },
): string | null {
  const seen = new Set(before.flatMap(({ comments }) => comments.map(({ id }) => id)));
  const words = now.flatMap((thread) => {
    const others = thread.comments.filter(({ id, author }) => !seen.has(id) && author?.id !== userId);
    const about = subjectWords(subjectOf(thread, document));
    return others.map(({ author }) => `${author?.name ?? 'Somebody'} commented on ${about}.`);
  });
  return words.length === 0 ? null : [...new Set(words)].join(' ');
}
