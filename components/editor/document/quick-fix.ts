import type { WorkflowDocument } from '@/lib/core/workflow/schema';

/** What would put a problem right in one step. */
export interface QuickFix {
  /** What it does, as a button says it. */
  label: string;
  apply: (document: WorkflowDocument) => WorkflowDocument;
}
