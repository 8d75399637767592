'use client';

import { Pin } from 'lucide-react';
import { useEditor, useEditorStore } from '../store/editor-context';

const WORDS = 'Pinned: runs in the editor use this output and don’t execute the block';

/** The badge on a pinned block's node; a click opens the pinned output. */
export function PinBadge({ blockId }: { blockId: string }) {
  const store = useEditorStore();
  const isPinned = useEditor((state) => state.pins[blockId] !== undefined);
  if (!isPinned) return null;
  return (
    <button
      type="button"
      title={WORDS}
      aria-label={WORDS}
      onClick={(event) => {
        event.stopPropagation();
        store.setState({ editingPin: blockId });
      }}
      className="nodrag flex shrink-0 items-center rounded-md p-1 text-accent hover:bg-accent-soft"
    >
      <Pin className="size-3.5 fill-current" aria-hidden />
    </button>
  );
}
