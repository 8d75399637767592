import type { BlockError } from './block-error';
import type { Secret } from './secret';

/** Notes of a block about its own work, for a try of its run that resumes after a crash. */
export interface BlockNotes {
  /** Different in each try of a run; the same while the run goes on, in any process. */
  tryId: string;
  /** Returns the value written under that name, also by an earlier try. */
  read(name: string): unknown;
  /** Resolves once the value is stored. Each name is written once. */
  write(name: string, value: unknown): Promise<void>;
}

export interface WorkflowCall {
  workflowId: string;
  input: Readonly<Record<string, unknown>>;
  /** Distinguishes several calls of one block, the same after a crash; absent for a block that calls once. */
  part?: string;
  /** Milliseconds until the call is cancelled. Such a call is not parked: its block goes on meanwhile. */
  withinMs?: number;
}

/** An input value of a workflow. */
export interface WorkflowInput {
  name: string;
  type: 'string' | 'number' | 'boolean' | 'object' | 'array';
  required: boolean;
  description?: string | undefined;
}

/** The outcome of a called workflow; `executionId` is null if it could not be started. */
export interface CalledWorkflow {
  executionId: string | null;
  status: 'success' | 'error';
  /** Unmasked, like the error. */
  output: unknown;
  error: BlockError | null;
  /** Its secrets that may be in output and error, for the caller's log. */
  secrets?: readonly Secret[];
}

/** A field of a form, filled in by the answer. */
export interface WaitFormField {
  name: string;
  label: string;
  type: 'text' | 'number' | 'boolean';
  required: boolean;
}

/** The content of a wait's page, and the fields of its answer. */
export interface WaitForm {
  kind: 'callback' | 'approval';
  title: string;
  text: string;
  fields: readonly WaitFormField[];
}

export interface WaitRequest {
  /** Time at which it ends by itself, in milliseconds since 1970; null: only an answer ends it. */
  dueMs: number | null;
  /** Null: nobody is asked. */
  form: WaitForm | null;
  /** Distinguishes several waits of one block; absent for a block that waits once. */
  part?: string;
}

/** A stored wait, which is found again after a crash. */
export interface BegunWait {
  /** The time of the first request, also if the run was resumed meanwhile. */
  startedMs: number;
  dueMs: number | null;
  /** Addresses for the answers of people and programs; null if nobody is asked. */
  links: { url: string; callbackUrl: string } | null;
  ended: Promise<WaitEnd>;
}

/** Who answered: a member of the workspace, or whoever had the link, of whom nothing is known. */
export interface Answerer {
  name: string;
  email: string | null;
}

export type WaitEnd =
  | { how: 'due' }
  | { how: 'cancelled' }
  | {
      how: 'answered';
      decision: 'approved' | 'rejected' | null;
      data: unknown;
      answeredMs: number;
      by?: Answerer | undefined;
    };

/** The failure of all attempts of a block, as an outage of its server shows it. */
export interface ServerFailure {
  code: string;
  /** Null if no response came. */
  status: number | null;
  /** The pause that the server asked for. */
  retryAfterMs: number | null;
  /** The time when the first attempt began, in milliseconds since 1970. */
  sinceMs: number;
}

export interface ServerWaitRequest {
  /** Scheme, host and port. */
  origin: string;
  /** Null before the first attempt. */
  failure: ServerFailure | null;
  /** The most requests that the block may send to it in a second; null: no limit of its own. */
  perSecond: number | null;
}

/**
 * - `open`: the block may send; a probe makes one attempt.
 * - `due`: the longest wait is over.
 * - `refused`: the block doesn't wait, so the failure that it has stands.
 * - `ended`: a person ended the wait.
 */
export type ServerWaitEnd =
  | { how: 'open'; isProbe: boolean; startedMs: number | null }
  | { how: 'due' }
  | { how: 'refused' }
  | { how: 'ended' }
  | { how: 'cancelled' };

/** The servers as this process knows them, for blocks whose runs can be parked. */
export interface KnownServers {
  /** The choice of the workflow, for blocks that follow it. */
  waitsByDefault: boolean;
  /** True if blocks that wait for this server must ask before they send. */
  isAway: (origin: string) => boolean | Promise<boolean>;
  /** Must be called with each answer of a server that a block waits for. */
  answered: (origin: string) => void;
  /** Waits without holding resources; settles at once if there is nothing to wait for. */
  wait: (request: ServerWaitRequest) => Promise<ServerWaitEnd>;
}
