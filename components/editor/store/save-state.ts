export type SaveState =
  | { kind: 'saved' }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  /**
   * Stored in this browser only, until the reason is gone. `byServer`: the server refused it, and the user
   * may not see how to mend that; they can discard what it refused.
   */
  | { kind: 'refused'; reason: string; byServer: boolean; isKept: boolean }
  /** `isKept`: true if this browser has space to store the edits that the server doesn’t have. */
  | { kind: 'offline'; retryAtMs: number; isKept: boolean };
