import type { WorkflowDocument } from '@/lib/core/workflow/schema';

/** What ran, as its log has it; null where the log has none: what runs has a block at least. */
export function recordedDocument(state: { blocks: object }): WorkflowDocument | null {
  return Object.keys(state.blocks).length === 0 ? null : (state as WorkflowDocument);
}
