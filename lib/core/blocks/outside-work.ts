import type { BlockError } from './block-error';

export interface WorkflowCall {
  workflowId: string;
  input: Readonly<Record<string, unknown>>;
}

/** How a called workflow ended; `executionId` is null when it could not be started. */
export interface CalledWorkflow {
  executionId: string | null;
  status: 'success' | 'error';
  output: unknown;
  error: BlockError | null;
}

/** A field of a form that an answer fills in. */
export interface WaitFormField {
  name: string;
  label: string;
  type: 'text' | 'number' | 'boolean';
  required: boolean;
}

/** What the page of a wait shows, and what an answer may hold. */
export interface WaitForm {
  kind: 'callback' | 'approval';
  title: string;
  text: string;
  fields: readonly WaitFormField[];
}

export interface WaitRequest {
  /** When it ends by itself, in milliseconds since 1970; null: only an answer ends it. */
  dueMs: number | null;
  /** Null: nobody is asked. */
  form: WaitForm | null;
}

/** A wait that is safe: it is found again after a crash. */
export interface BegunWait {
  /** As first asked for, also when the run was resumed meanwhile. */
  startedMs: number;
  dueMs: number | null;
  /** Where people and programs answer; null when nobody is asked. */
  links: { url: string; callbackUrl: string } | null;
  ended: Promise<WaitEnd>;
}

export type WaitEnd =
  | { how: 'due' }
  | { how: 'cancelled' }
  | { how: 'answered'; decision: 'approved' | 'rejected' | null; data: unknown; answeredMs: number };
