'use client';

import { FlaskConical } from 'lucide-react';
import { useEditor, useEditorStore } from '../store/editor-context';

const WORDS = 'Differs from what a test expects';

/** The badge on the node of a block that differs in a test; a click opens the tests. */
export function TestBadge({ blockId }: { blockId: string }) {
  const store = useEditorStore();
  const isDiffering = useEditor((state) => state.tests.differing.has(blockId));
  if (!isDiffering) return null;
  return (
    <button
      type="button"
      title={WORDS}
      aria-label={WORDS}
      onClick={(event) => {
        event.stopPropagation();
        store.setState({ testsOpen: true });
      }}
      className="nodrag flex shrink-0 items-center rounded-md p-1 text-danger hover:bg-danger-soft"
    >
      <FlaskConical className="size-3.5" aria-hidden />
    </button>
  );
}
