/** The outcome of sending a batch. `afterMs`: the collector's own wish. */
export type SendResult =
  | { kind: 'sent' }
  | { kind: 'again'; afterMs: number | null; why: string }
  | { kind: 'refused'; why: string };

interface QueueOptions<Item> {
  /** Items beyond are dropped. */
  maxQueued: number;
  maxBatch: number;
  /** An item waits at most this long for others. */
  everyMs: number;
  send(items: readonly Item[]): Promise<SendResult>;
  /** Called for items that nobody will get, with the reason. */
  onDropped(count: number, why: string): void;
}

/** Items on their way to the collector. Nobody ever waits for it. */
export interface ExportQueue<Item> {
  offer(items: readonly Item[]): void;
  /** Sends what is there, once and without waiting again; what does not get through by then is dropped. */
  close(withinMs: number): Promise<void>;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** A collector may ask for a longer pause, but not for one without end. */
const LONGEST_WISH_MS = 300_000;
/** A batch that is refused for want of anything is tried for about two minutes. */
const MAX_TRIES = 8;

/** Creates a queue that sends one batch at a time, when it is full or `everyMs` have passed. */
export function createExportQueue<Item>(options: QueueOptions<Item>): ExportQueue<Item> {
  const { maxQueued, maxBatch, everyMs, send, onDropped } = options;
  let queued: Item[] = [];
  let timer: NodeJS.Timeout | null = null;
  let sending: Promise<void> | null = null;
  let endPause = (): void => {};
  let isClosing = false;

  function arm(afterMs: number): void {
    timer ??= setTimeout(start, afterMs).unref();
  }

  function start(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    sending ??= sendAll().finally(() => {
      sending = null;
      if (queued.length >= maxBatch) start();
      else if (queued.length > 0) arm(everyMs);
    });
  }

  /** Sends whole batches, and at least one of whatever size. */
  async function sendAll(): Promise<void> {
    do {
      const batch = queued.slice(0, maxBatch);
      queued = queued.slice(maxBatch);
      if (batch.length > 0) await sendSurely(batch);
    } while (queued.length >= maxBatch || (isClosing && queued.length > 0));
  }

  async function sendSurely(batch: readonly Item[]): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const result = await send(batch);
      if (result.kind === 'sent') return;
      if (result.kind === 'refused' || tries === MAX_TRIES || isClosing)
        return onDropped(batch.length, result.why);
      const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1));
      await pause(Math.max(pauseMs, Math.min(LONGEST_WISH_MS, result.afterMs ?? 0)));
    }
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = setTimeout(resolve, ms).unref();
      endPause = () => {
        clearTimeout(wake);
        resolve();
      };
    });
  }

  return {
    offer(items) {
      const room = Math.max(0, maxQueued - queued.length);
      const taken = items.length <= room ? items : items.slice(0, room);
      for (const item of taken) queued.push(item);
      if (taken.length < items.length) onDropped(items.length - taken.length, 'the queue is full');
      if (queued.length >= maxBatch) start();
      else if (queued.length > 0) arm(everyMs);
    },
    async close(withinMs) {
      isClosing = true;
      endPause();
      if (queued.length > 0) start();
      let late: NodeJS.Timeout | undefined;
      const deadline = new Promise<void>((resolve) => {
        late = setTimeout(resolve, withinMs);
      });
      await Promise.race([sending, deadline]);
      clearTimeout(late);
      if (timer !== null) clearTimeout(timer);
    },
  };
}
