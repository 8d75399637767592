export type SaveState =
  | { kind: 'saved' }
  | { kind: 'unsaved' }
  | { kind: 'saving' }
  /** Kept in this browser only, until the reason is gone. */
  | { kind: 'refused'; reason: string; isKept: boolean }
  /** `isKept`: whether this browser has room to keep what the server hasn’t got. */
  | { kind: 'offline'; retryAtMs: number; isKept: boolean };
