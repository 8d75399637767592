export type SaveState =
  | { kind: 'saved' }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  /** Kept in this browser only, until the reason is gone. */
  | { kind: 'refused'; reason: string }
  | { kind: 'offline'; retryAtMs: number }
  | { kind: 'conflict' };
