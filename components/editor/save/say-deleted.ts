import { toast } from 'sonner';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import type { EditorState } from '../store/editor-store';

/** Called before others' changes are shown: reports that they deleted the open block, whose form closes. */
export function sayIfOpenWasDeleted(
  { openBlockId, document }: Pick<EditorState, 'openBlockId' | 'document'>,
  next: WorkflowDocument,
): void {
  const open = openBlockId === null ? undefined : document.blocks[openBlockId];
  if (open !== undefined && next.blocks[open.id] === undefined)
    toast.info(`“${open.name}” was deleted in another window.`, { id: `deleted ${open.id}` });
}
