export type SaveState =
  | { kind: 'saved' }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  /** Stored in this browser only, until the reason is gone. */
  | { kind: 'refused'; reason: string; isKept: boolean }
  /** `isKept`: true if this browser has space to store the edits that the server doesn’t have. */
  | { kind: 'offline'; retryAtMs: number; isKept: boolean };
