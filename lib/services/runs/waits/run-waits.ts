import type { BegunWait, ServerWaitEnd, WaitEnd } from '../../../core/blocks/outside-work';
import type { BegunServerWait, OutsideServerWait, OutsideWait } from '../../../core/engine/ports';
import { noteKey } from '../../../core/engine/request-key';
import { askServer, endServerWait, readServerEnd } from '../outages/ask-server';
import type { Park } from '../recording/parked-runs';
import type { ExecutionRow } from '../shapes/execution-row';
import { idOfStep } from './called-ids';
import { waitLinks } from './wait-links';
import { beginWait, readWait } from './wait-rows';

/** Shorter waits are waited out by the process, and leave nothing behind. */
const SHORT_WAIT_MS = 5_000;
/** Time between reads of an answer, for runs that are not parked because another part of them goes on. */
const LOOK_EVERY_MS = 500;
const MAX_TIMER_MS = 24 * 60 * 60 * 1000;

/** Distinguishes the wait for a server from others of the same block. */
const SERVER_PART = 'server';

const isPast = (dueMs: number | null): boolean => dueMs !== null && dueMs <= Date.now();

interface OpenWait {
  dueMs: number | null;
  /** True if its end can wake the run. */
  isStored: boolean;
}

/**
 * The open waits of a run in this process. When the run stands still it is let go for good: it can be
 * parked, and goes on from its journal.
 */
export class RunWaits {
  readonly #open = new Map<string, OpenWait>();
  readonly #left = new AbortController();
  #park: (park: Park) => void = () => undefined;
  /** Settles only when the run is to be parked. */
  readonly parked = new Promise<Park>((resolve) => {
    this.#park = resolve;
  });

  constructor(
    readonly row: ExecutionRow,
    /** Makes the run one that is resumed. */
    readonly becomeResumable: () => Promise<void>,
  ) {}

  async wait({ dueMs, form, part, step, signal }: OutsideWait): Promise<BegunWait> {
    const { executionId } = this.row;
    const id = idOfStep('wait', executionId, part === undefined ? step : noteKey({ step, name: part }));
    const nowMs = Date.now();
    if (form === null && dueMs !== null && dueMs - nowMs <= SHORT_WAIT_MS) {
      const ended = this.#while(id, { dueMs, isStored: false }, () => this.#due(dueMs, signal));
      return { startedMs: nowMs, dueMs, links: null, ended };
    }
    await this.becomeResumable();
    const stored = await beginWait(this.row, { id, step, startedMs: nowMs, dueMs, form });
    const { startedMs, answer } = stored;
    const open = { dueMs: stored.dueMs, isStored: true };
    // A wait that has already ended must not park the run, or it would be parked and woken again and again.
    const ended = answer
      ? Promise.resolve<WaitEnd>({ how: 'answered', ...answer })
      : isPast(stored.dueMs)
        ? Promise.resolve<WaitEnd>({ how: 'due' })
        : this.#while(id, open, () => this.#end(id, stored.dueMs, form !== null, signal));
    return { startedMs, dueMs: stored.dueMs, links: form === null ? null : waitLinks(id), ended };
  }

  /**
   * Asks whether a block may send to a server that is or may be away, and waits until it may. Runs with a
   * caller who waits are refused at once.
   */
  async waitForServer({ step, signal, ...asked }: OutsideServerWait): Promise<BegunServerWait> {
    const { executionId, workspaceId, mode } = this.row;
    if (mode !== 'async')
      return { startedMs: Date.now(), ended: Promise.resolve<ServerWaitEnd>({ how: 'refused' }) };
    const id = idOfStep('wait', executionId, noteKey({ step, name: SERVER_PART }));
    const { startedMs, dueMs, end } = await askServer({ ...asked, id, executionId, workspaceId, step });
    if (end !== null && end.how !== 'due') return { startedMs, ended: Promise.resolve<ServerWaitEnd>(end) };
    const ended = this.#while(id, { dueMs, isStored: true }, () => this.#serverEnd(id, dueMs, signal));
    return { startedMs, ended };
  }

  /** Waits for an execution that others run. `work` settles at its end, or when its signal is aborted. */
  async awaitExecution<T>(id: string, work: (left: AbortSignal) => Promise<T>): Promise<T> {
    await this.becomeResumable();
    return this.#while(id, { dueMs: null, isStored: true }, () => work(this.#left.signal));
  }

  standsStill(): void {
    const open = [...this.#open];
    if (this.#left.signal.aborted || open.length === 0 || open.some(([, { isStored }]) => !isStored)) return;
    const due = open.flatMap(([, { dueMs }]) => (dueMs === null ? [] : [dueMs]));
    const wakeAtMs = due.length === 0 ? null : Math.min(...due);
    if (wakeAtMs !== null && wakeAtMs - Date.now() <= SHORT_WAIT_MS) return;
    this.#left.abort();
    this.#park({ wakeAtMs, awaits: open.map(([id]) => id) });
  }

  /** Once the run was let go nothing of it goes on. */
  async #while<T>(id: string, open: OpenWait, work: () => Promise<T>): Promise<T> {
    this.#open.set(id, open);
    try {
      const end = await work();
      if (!this.#left.signal.aborted) return end;
    } catch (error) {
      if (!this.#left.signal.aborted) throw error;
    } finally {
      this.#open.delete(id);
    }
    return new Promise<never>(() => undefined);
  }

  async #due(dueMs: number, signal: AbortSignal): Promise<WaitEnd> {
    for (let leftMs = dueMs - Date.now(); leftMs > 0; leftMs = dueMs - Date.now())
      if (!(await this.#sleep(leftMs, signal))) return { how: 'cancelled' };
    return { how: 'due' };
  }

  async #end(id: string, dueMs: number | null, isAsked: boolean, signal: AbortSignal): Promise<WaitEnd> {
    for (;;) {
      // An answer that came in time counts, however late it is read.
      const answer = isAsked ? ((await readWait(id))?.answer ?? null) : null;
      if (answer !== null) return { how: 'answered', ...answer };
      const leftMs = dueMs === null ? Number.POSITIVE_INFINITY : dueMs - Date.now();
      if (leftMs <= 0) return { how: 'due' };
      const stepMs = isAsked ? Math.min(leftMs, LOOK_EVERY_MS) : leftMs;
      if (!(await this.#sleep(stepMs, signal))) return { how: 'cancelled' };
    }
  }

  async #serverEnd(id: string, dueMs: number, signal: AbortSignal): Promise<ServerWaitEnd> {
    for (;;) {
      const end = await readServerEnd(id);
      if (end !== null) return end;
      const leftMs = dueMs - Date.now();
      if (leftMs <= 0) return this.#endServerWait(id, 'due');
      if (await this.#sleep(Math.min(leftMs, LOOK_EVERY_MS), signal)) continue;
      // A run that was let go waits on; only a cancelled one has ended.
      return signal.aborted ? this.#endServerWait(id, 'cancelled') : { how: 'cancelled' };
    }
  }

  async #endServerWait(id: string, how: 'due' | 'cancelled'): Promise<ServerWaitEnd> {
    await endServerWait(id, how === 'due' ? 'due' : 'ended');
    return { how };
  }

  /** @returns false when there is nothing to wait for any more */
  #sleep(ms: number, signal: AbortSignal): Promise<boolean> {
    const ends = AbortSignal.any([signal, this.#left.signal]);
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        ends.removeEventListener('abort', end);
        resolve(!ends.aborted);
      };
      const timer = setTimeout(end, Math.min(ms, MAX_TIMER_MS));
      if (ends.aborted) end();
      else ends.addEventListener('abort', end, { once: true });
    });
  }
}
