import type { JournalEntry, StepNote } from '../../../core/engine/ports';
import { type LogFields, logger } from '../../../platform/logging/logger';
import { isLeaseCurrent, leaseRenewed } from '../../../platform/postgres/process-lease';
import { runRecorder } from '../recording/run-recorder';
import type { ExecutionRow } from '../shapes/execution-row';

export interface JournalWriter {
  /**
   * Writes it if the run is one that goes on elsewhere. @returns what the next block has to wait for, if
   * anything
   */
  keep(entry: JournalEntry): Promise<void> | undefined;
  /** Settles once the note is written, if the run is one that goes on elsewhere. Throws when it can't be. */
  note(note: StepNote): Promise<void>;
  /** Settles once all that was kept is written. */
  allWritten(): Promise<void>;
}

/**
 * A queued run's next block begins once the journal has the one before, so that whoever goes on with the run
 * after a crash calls no block again but those that were under way; while this process's lease is lapsed none
 * begins at all.
 */
export function journalWriter(
  row: ExecutionRow,
  { about, onTakenOver }: { about: LogFields; onTakenOver: () => void },
): JournalWriter {
  let unwritten = 0;
  /**
   * Settles once all entries so far are written. Each entry adds itself to it: if thousands of blocks end
   * at the same time, each would otherwise wait for all others by itself.
   */
  let written: Promise<void> = Promise.resolve();
  const write = async (entry: JournalEntry): Promise<void> => {
    try {
      if (!(await runRecorder().journal(row.executionId, entry))) onTakenOver();
    } catch (error) {
      logger('runs').error('a journal entry could not be written', { ...about, error });
    }
  };
  return {
    keep: (entry) => {
      if (row.mode === 'async') {
        unwritten += 1;
        const before = written;
        written = write(entry).then(() => {
          unwritten -= 1;
          return before;
        });
      }
      if (!isLeaseCurrent()) return written.then(leaseRenewed);
      return unwritten > 0 ? written : undefined;
    },
    note: async (note) => {
      if (row.mode !== 'async') return;
      if (!(await runRecorder().note(row.executionId, note))) onTakenOver();
      if (!isLeaseCurrent()) await leaseRenewed();
    },
    allWritten: () => written,
  };
}
