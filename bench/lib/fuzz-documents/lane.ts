import type { WorkflowDocument } from '../../../lib/core/workflow/schema';
import type { Answer, Ask, Question } from './ask';
import type { FuzzRecord } from './record';

/** One of several parallel workers, each with its own workflow. */
export interface Lane {
  ask: Ask;
  /** The headers with its API key, for `/api/v1`. */
  headers: Readonly<Record<string, string>>;
  workspaceId: string;
  record: FuzzRecord;
  /** The workflow that receives the documents; sometimes replaced by a new one. */
  workflowId: string | null;
  /** The document last stored there. */
  stored: WorkflowDocument | null;
}

/** Sends a request for one document, and repeats it while the server is busy. */
export type Call = (what: string, question: Question) => Promise<Answer>;
