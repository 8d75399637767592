import { toast } from 'sonner';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import type { EditorState } from '../store/editor-store';

/** Before what others did is shown: the form of a block that they deleted closes. */
export function sayIfOpenWasDeleted(
  { openBlockId, document }: Pick<EditorState, 'openBlockId' | 'document'>,
  next: WorkflowDocument,
): void {
  const open = openBlockId === null ? undefined : document.blocks[openBlockId];
  if (open !== undefined && next.blocks[open.id] === undefined)
    toast.info(`“${open.name}” was deleted in another window.`, { id: `deleted ${open.id}` });
}
