'use client';

import { ScanLine } from 'lucide-react';
import { uncoveredWords } from '../store/coverage-state';
import { useEditor } from '../store/editor-context';

/** The badge on the node of a block that no test and no recent run has passed, or not by all its ports. */
export function CoverageBadge({ blockId }: { blockId: string }) {
  const items = useEditor((state) => state.coverage?.get(blockId));
  if (items === undefined) return null;
  const words = uncoveredWords(items);
  return (
    <span
      role="img"
      title={words}
      aria-label={words}
      className="flex shrink-0 items-center rounded-md p-1 text-warning"
    >
      <ScanLine className="size-3.5" aria-hidden />
    </span>
  );
}
