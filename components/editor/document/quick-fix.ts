import type { WorkflowDocument } from '@/lib/core/workflow/schema';

/** A change that fixes a problem in one step. */
export interface QuickFix {
  /** The text of its button. */
  label: string;
  apply: (document: WorkflowDocument) => WorkflowDocument;
}
