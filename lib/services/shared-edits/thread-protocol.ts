import type { ErrorCode, FieldIssue } from '../../platform/errors';

/** A workflow as its row has it: the text of its document, with credentials sealed. */
export interface StoredWorkflow {
  name: string;
  text: string;
}

/** Makes a shared document of the stored workflow, and keeps it open. */
export interface BeginTask {
  kind: 'begin';
  workflowId: string;
  stored: StoredWorkflow;
}

export interface EditTask {
  kind: 'edit';
  workflowId: string;
  /** True if the thread has the document open; `missing` are then the updates that its copy lacks. */
  isOpen: boolean;
  /** Stored updates, which were checked when they came. */
  missing: Uint8Array[];
  /** The workflow as somebody saved it whole, if that was not turned into updates yet. */
  saved: StoredWorkflow | null;
  /** Updates of a client; null to bring the document into step only. */
  edits: Uint8Array[] | null;
}

/** Merges everything into one update. */
export interface StateTask {
  kind: 'state';
  workflowId: string;
}

export interface CloseTask {
  kind: 'close';
  workflowId: string;
}

export type ThreadTask = BeginTask | EditTask | StateTask | CloseTask;

export interface Edited {
  /** The updates to be stored, in order. */
  updates: Uint8Array[];
  /** The workflow to be stored; null if it stayed the same. */
  written: StoredWorkflow | null;
  /** True if others should not have to open this document, though it is valid: see `isHeavy`. */
  isHeavy: boolean;
}

export interface TaskResults {
  begin: { state: Uint8Array };
  /**
   * Null: the document is to be begun anew, because it holds what no editor makes, stored before updates were
   * checked, or because too much was edited at one place at the same time.
   */
  edit: Edited | null;
  /** `isBloated`: most of it is history. */
  state: { state: Uint8Array; isBloated: boolean };
  close: null;
}

export interface ExpectedFailure {
  code: ErrorCode;
  message: string;
  issues: FieldIssue[];
}

export type FromThread =
  | { type: 'ready' }
  | { type: 'done'; result: TaskResults[keyof TaskResults] }
  | { type: 'refused'; failure: ExpectedFailure }
  | { type: 'failed'; error: unknown };
