import type { WorkflowDocument } from '@/lib/core/workflow/schema';

/** Returns the executed document from a log; null if the log has none: an executed one is never empty. */
export function recordedDocument(state: { blocks: object }): WorkflowDocument | null {
  return Object.keys(state.blocks).length === 0 ? null : (state as WorkflowDocument);
}
