import { toast } from 'sonner';
import { copyUnsaved } from '@/components/page/sign-out';
import { printWorkflowFile } from '@/lib/core/workflow/workflow-file';
import type { EditorStore } from '../store/editor-store';
import { REMOVED } from './save-outcome';

/** True for editors that became read-only because their workflow was removed. */
const closedByRemoval = new WeakSet<EditorStore>();

/** Shows a message while the workflow is removed, and lets nobody type into it; it may be shared again. */
export function sayWhetherRemoved(store: EditorStore, isRemoved: boolean): void {
  const id = 'workflow-removed';
  if (!isRemoved) {
    toast.dismiss(id);
    if (closedByRemoval.delete(store)) store.setState({ readOnly: false });
    return;
  }
  if (!store.getState().readOnly) {
    closedByRemoval.add(store);
    store.setState({ readOnly: true });
  }
  const text = unsavedIn(store);
  const action = { label: 'Copy what wasn’t saved', onClick: () => text !== null && void copyUnsaved(text) };
  toast.error(REMOVED, { id, duration: Number.POSITIVE_INFINITY, ...(text !== null && { action }) });
}

/** Returns the workflow as a file; null if all is saved. */
export function unsavedIn(store: EditorStore): string | null {
  const { save, name, document } = store.getState();
  return save.kind === 'saved' ? null : printWorkflowFile({ name, document });
}
