import type { ExecutionRow } from './execution-row';

/** Whose key it is: the same word of another person, or in another workspace, is another key. */
export interface IdempotencyKey {
  workspaceId: string;
  userId: string;
  key: string;
  /** SHA-256 of what was asked for. */
  fingerprint: Buffer;
}

/** A published version by its number, whichever is live, or the draft. */
export type VersionChoice = 'live' | 'draft' | number;

export interface AskedRun {
  workspaceId: string;
  workflowId: string;
  mode: ExecutionRow['mode'];
  /** As it was asked for; absent when it was not. */
  version?: VersionChoice;
  tags?: readonly string[];
  input: unknown;
}
