import type { WorkflowDocument } from '../../../lib/core/workflow/schema';
import type { Answer, Ask, Question } from './ask';
import type { FuzzRecord } from './record';

/** One of several that work at once, with a workflow of its own. */
export interface Lane {
  ask: Ask;
  /** Of a key, for `/api/v1`. */
  headers: Readonly<Record<string, string>>;
  workspaceId: string;
  record: FuzzRecord;
  /** What documents are put into; made anew now and then. */
  workflowId: string | null;
  /** What was saved there last. */
  stored: WorkflowDocument | null;
}

/** Asks on behalf of one document, until the server isn't busy. */
export type Call = (what: string, question: Question) => Promise<Answer>;
