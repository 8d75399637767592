import type { SaveState } from '../store/save-state';
import type { SaveFailure } from './save-outcome';

export interface OutboxOptions {
  /** Sends all pending updates, in order. Null: they were accepted. */
  send: (updates: readonly Uint8Array[]) => Promise<SaveFailure | null>;
  /** Returns the reason that the displayed document can't be saved; null when it can. */
  refusal: () => string | null;
  onState: (state: SaveState) => void;
  /** Called with the pending updates, which are stored elsewhere too. */
  onWaiting: (updates: readonly Uint8Array[]) => void;
  merged: (updates: readonly Uint8Array[]) => Uint8Array;
  now?: () => number;
  setTimer?: (run: () => void, delayMs: number) => unknown;
  clearTimer?: (timer: unknown) => void;
}

const SEND_DELAY_MS = 150;
/** With more pending updates they are merged, as each change stores all of them. */
const MAX_WAITING = 50;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

/** Sends updates until the server has confirmed them, one request at a time. */
export function createOutbox(options: OutboxOptions) {
  const {
    send,
    refusal,
    onState,
    onWaiting,
    merged,
    now = Date.now,
    setTimer = (run, delayMs) => setTimeout(run, delayMs),
    clearTimer = (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
  } = options;
  let waiting: readonly Uint8Array[] = [];
  let state: SaveState = { kind: 'saved' };
  let underWay: Promise<void> | null = null;
  let timer: unknown = null;
  let failures = 0;

  function enter(next: SaveState) {
    state = next;
    onState(next);
  }

  function schedule(delayMs: number) {
    clearTimer(timer);
    timer = setTimer(() => void sendNow(), delayMs);
  }

  function keep(updates: readonly Uint8Array[]) {
    waiting = updates;
    onWaiting(updates);
  }

  /** Called after a change, or when others' changes may have fixed the reason of a refusal. */
  function look() {
    if (waiting.length === 0) return;
    const reason = refusal();
    if (reason !== null) {
      clearTimer(timer);
      return enter({ kind: 'refused', reason, byServer: false, isKept: true });
    }
    if (state.kind === 'offline') return;
    if (underWay === null && state.kind !== 'unsaved') enter({ kind: 'unsaved' });
    if (underWay === null) schedule(SEND_DELAY_MS);
  }

  async function sendNow(): Promise<void> {
    clearTimer(timer);
    if (underWay !== null) {
      await underWay;
      return sendNow();
    }
    if (waiting.length === 0 || refusal() !== null) return;
    underWay = attempt(waiting);
    await underWay;
  }

  async function attempt(sent: readonly Uint8Array[]): Promise<void> {
    enter({ kind: 'saving' });
    const failure = await send(sent);
    underWay = null;
    if (failure?.kind === 'unreachable') {
      const delayMs = Math.min(FIRST_RETRY_MS * 2 ** failures++, MAX_RETRY_MS);
      enter({ kind: 'offline', retryAtMs: now() + delayMs, isKept: true });
      return schedule(delayMs);
    }
    failures = 0;
    if (failure?.kind === 'refused') {
      const { reason, isGone } = failure;
      if (waiting.length === sent.length)
        return enter({ kind: 'refused', reason, byServer: !isGone, isKept: true });
      return look();
    }
    const taken = new Set(sent);
    keep(waiting.filter((update) => !taken.has(update)));
    enter({ kind: waiting.length === 0 ? 'saved' : 'unsaved' });
    look();
  }

  return {
    add(update: Uint8Array) {
      const all = [...waiting, update];
      keep(all.length > MAX_WAITING && underWay === null ? [merged(all)] : all);
      look();
    },
    look,
    /** Replaces the pending updates. */
    replace(updates: readonly Uint8Array[]) {
      keep(updates);
      if (updates.length === 0) enter({ kind: 'saved' });
      look();
    },
    /** Sends pending updates; true if all of them were accepted. */
    async flush(): Promise<boolean> {
      await sendNow();
      if (state.kind === 'unsaved' || state.kind === 'saving') await sendNow();
      return waiting.length === 0;
    },
    retryNow() {
      if (state.kind === 'offline') schedule(0);
    },
    get waiting(): readonly Uint8Array[] {
      return waiting;
    },
    get isEmpty(): boolean {
      return waiting.length === 0;
    },
    dispose() {
      clearTimer(timer);
    },
  };
}
