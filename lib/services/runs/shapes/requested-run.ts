import type { ExecutionRow } from './execution-row';

export interface IdempotencyKey {
  workspaceId: string;
  /**
   * The key's scope: a person, or a workflow whose trigger keeps duplicates apart. The same word in
   * another scope, or in another workspace, is another key.
   */
  scopeId: string;
  key: string;
  /** SHA-256 of the run that was asked for. */
  fingerprint: Buffer;
}

/** A key of a call that is waiting; `signal` is aborted when its caller leaves. */
export interface OnceKey extends IdempotencyKey {
  signal: AbortSignal;
}

/** A published version by its number, whichever is live, or the draft. */
export type VersionChoice = 'live' | 'draft' | number;

export interface RequestedRun {
  workspaceId: string;
  workflowId: string;
  mode: ExecutionRow['mode'];
  /** The version that was asked for; absent when none was. */
  version?: VersionChoice;
  tags?: readonly string[];
  /** The times that were asked for; absent when none were. */
  timing?: object;
  input: unknown;
}
