import type { SaveState } from '../store/save-state';

/** What is saved: the versioned whole, so that a rename can conflict like any other edit. */
export interface Draft<Document> {
  name: string;
  document: Document;
}

export type SaveOutcome =
  | { kind: 'saved'; version: number }
  | { kind: 'conflict' }
  | { kind: 'refused'; reason: string }
  /** No answer, or one that may be different next time. */
  | { kind: 'unreachable' };

export interface AutosaveOptions<Document> {
  version: number;
  save: (draft: Draft<Document>, version: number) => Promise<SaveOutcome>;
  /** Why this draft can't be saved; null when it can. */
  refusal: (draft: Draft<Document>) => string | null;
  onState: (state: SaveState) => void;
  now?: () => number;
  setTimer?: (run: () => void, delayMs: number) => unknown;
  clearTimer?: (timer: unknown) => void;
}

export const SAVE_DELAY_MS = 600;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

export type Autosave<Document> = ReturnType<typeof createAutosave<Document>>;

/**
 * Sends the latest draft, one save at a time; a conflict stops it until `resume` says which version to build
 * on.
 */
export function createAutosave<Document>(options: AutosaveOptions<Document>) {
  const {
    save,
    refusal,
    onState,
    now = Date.now,
    setTimer = (run, delayMs) => setTimeout(run, delayMs),
    clearTimer = (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
  } = options;
  let version = options.version;
  let state: SaveState = { kind: 'saved' };
  let pending: Draft<Document> | null = null;
  let inFlight: Promise<void> | null = null;
  let timer: unknown = null;
  let failures = 0;

  function enter(next: SaveState) {
    state = next;
    onState(next);
  }

  function schedule(delayMs: number) {
    clearTimer(timer);
    timer = setTimer(() => void send(), delayMs);
  }

  function change(draft: Draft<Document>) {
    pending = draft;
    if (state.kind === 'conflict') return;
    const reason = refusal(draft);
    clearTimer(timer);
    if (reason !== null) return enter({ kind: 'refused', reason });
    if (inFlight === null && state.kind !== 'unsaved') enter({ kind: 'unsaved' });
    schedule(SAVE_DELAY_MS);
  }

  async function send(): Promise<void> {
    clearTimer(timer);
    if (inFlight !== null) {
      await inFlight;
      return send();
    }
    if (pending === null || state.kind === 'conflict' || refusal(pending) !== null) return;
    inFlight = attempt(pending);
    await inFlight;
  }

  async function attempt(draft: Draft<Document>): Promise<void> {
    enter({ kind: 'saving' });
    const outcome = await save(draft, version);
    inFlight = null;
    if (outcome.kind === 'unreachable') {
      const delayMs = Math.min(FIRST_RETRY_MS * 2 ** failures++, MAX_RETRY_MS);
      enter({ kind: 'offline', retryAtMs: now() + delayMs });
      return schedule(delayMs);
    }
    failures = 0;
    if (outcome.kind === 'conflict') return enter({ kind: 'conflict' });
    if (outcome.kind === 'refused') {
      if (pending === draft) return enter({ kind: 'refused', reason: outcome.reason });
      return pending === null ? undefined : change(pending);
    }
    version = outcome.version;
    if (pending !== draft && pending !== null) return change(pending);
    pending = null;
    enter({ kind: 'saved' });
  }

  return {
    change,
    /** Sends what waits; true when everything is saved. */
    async flush(): Promise<boolean> {
      await send();
      return state.kind === 'saved';
    },
    /** Goes on after a conflict: `draft` is saved over `version`, or nothing when it is null. */
    resume(onVersion: number, draft: Draft<Document> | null) {
      version = onVersion;
      pending = draft;
      enter(draft === null ? { kind: 'saved' } : { kind: 'unsaved' });
      if (draft !== null) schedule(0);
    },
    /** A draft kept from an earlier visit that another version has overtaken. */
    beginInConflict(draft: Draft<Document>) {
      pending = draft;
      enter({ kind: 'conflict' });
    },
    retryNow() {
      if (state.kind === 'offline') schedule(0);
    },
    get state() {
      return state;
    },
    get version() {
      return version;
    },
    get pending() {
      return pending;
    },
    dispose() {
      clearTimer(timer);
    },
  };
}
