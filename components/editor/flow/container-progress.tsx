'use client';

import { useEditor } from '../store/editor-context';
import { progressWords } from '../store/run-progress';

/** Shows the progress of a container's iterations in the current run. */
export function ContainerProgress({ blockId }: { blockId: string }) {
  const words = useEditor((state) => progressWords(state.document, state.run, blockId));
  if (words === null) return null;
  return <span className="tabular whitespace-nowrap text-2xs text-muted">{words}</span>;
}
