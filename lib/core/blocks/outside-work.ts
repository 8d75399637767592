import type { BlockError } from './block-error';
import type { Secret } from './secret';

/** Notes of a block about its own work, for the try of its run that goes on after a crash. */
export interface BlockNotes {
  /** Other in each try of a run; the same while the run goes on, in whatever process. */
  tryId: string;
  /** What an earlier try wrote under that name. */
  read(name: string): unknown;
  /** Settles once it is safe. A name is written once. */
  write(name: string, value: unknown): Promise<void>;
}

export interface WorkflowCall {
  workflowId: string;
  input: Readonly<Record<string, unknown>>;
  /** Tells several calls of one block apart, the same after a crash; absent of a block that calls once. */
  part?: string;
  /** Then it is cancelled. Such a call is not parked: its block goes on meanwhile. */
  withinMs?: number;
}

/** A value that a run of a workflow takes. */
export interface WorkflowInput {
  name: string;
  type: 'string' | 'number' | 'boolean' | 'object' | 'array';
  required: boolean;
  description?: string | undefined;
}

/** How a called workflow ended; `executionId` is null when it could not be started. */
export interface CalledWorkflow {
  executionId: string | null;
  status: 'success' | 'error';
  /** Exact, like the error. */
  output: unknown;
  error: BlockError | null;
  /** What of its secrets may be in them, for the caller's log. */
  secrets?: readonly Secret[];
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
  /** Tells several waits of one block apart; absent of a block that waits once. */
  part?: string;
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
