import type { JournalEntry } from '../engine/ports';
import { type LogFields, logger } from '../logger';
import type { ExecutionRow } from './execution-row';
import { isLeaseCurrent, leaseRenewed } from './process-lease';
import { runRecorder } from './run-recorder';

/**
 * While the database answers, an entry is written long before. Once one is late, the next block waits for it, so that hardly a finished
 * block is called again should another process go on; and while this process's lease is lapsed none begins at all.
 */
const MAX_UNWRITTEN_MS = 100;

export interface JournalKeeper {
  /** Writes it if the run is one that goes on elsewhere. @returns what the next block has to wait for, if anything */
  keep(entry: JournalEntry): Promise<void> | undefined;
  unwritten(): Promise<void>[];
}

export function journalKeeper(
  { executionId, mode }: ExecutionRow,
  { about, onTakenOver }: { about: LogFields; onTakenOver: () => void },
): JournalKeeper {
  const unwritten = new Map<Promise<void>, number>();
  const write = async (entry: JournalEntry): Promise<void> => {
    try {
      if (!(await runRecorder().journal(executionId, entry))) onTakenOver();
    } catch (error) {
      logger('runs').error('a journal entry could not be written', { ...about, error });
    }
  };
  const allWritten = (): Promise<void> => Promise.all(unwritten.keys()).then(() => undefined);
  return {
    keep: (entry) => {
      const nowMs = performance.now();
      const isBehind = [...unwritten.values()].some((sinceMs) => nowMs - sinceMs > MAX_UNWRITTEN_MS);
      if (mode === 'async') {
        const writing = write(entry).finally(() => unwritten.delete(writing));
        unwritten.set(writing, nowMs);
      }
      if (!isLeaseCurrent()) return allWritten().then(leaseRenewed);
      return isBehind ? allWritten() : undefined;
    },
    unwritten: () => [...unwritten.keys()],
  };
}
