'use client';

import { MessageSquare } from 'lucide-react';
import { cn } from '../../ui/class-names';
import { countOf } from '../../ui/format-quantity';
import { useEditor, useEditorStore } from '../store/editor-context';
import { openThreadsOf } from './thread-list';

/** Badge on the block's node with the number of its open threads; a click opens them. */
export function CommentBadge({ blockId, className }: { blockId: string; className?: string }) {
  const store = useEditorStore();
  const count = useEditor((state) => openThreadsOf(state.threads, blockId));
  if (count === 0) return null;
  const words = `${countOf(count, 'open comment thread')}`;
  return (
    <button
      type="button"
      title={words}
      aria-label={words}
      onClick={(event) => {
        event.stopPropagation();
        store.setState({ commentsView: { blockId } });
      }}
      className={cn(
        'nodrag tabular flex h-6 shrink-0 items-center gap-0.5 rounded-md px-1',
        'font-medium text-2xs text-accent hover:bg-accent-soft',
        className,
      )}
    >
      <MessageSquare className="size-3.5 fill-accent-soft" aria-hidden />
      {count}
    </button>
  );
}
