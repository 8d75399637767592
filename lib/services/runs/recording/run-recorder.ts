import { setTimeout as sleep } from 'node:timers/promises';
import type { BlockError } from '../../../core/blocks/block';
import type { StepNote } from '../../../core/engine/ports';
import {
  databaseFault,
  isDataFault,
  isStatementsFault,
  StatementTooSlow,
} from '../../../platform/postgres/database-faults';
import { pool, relaxedPool } from '../../../platform/postgres/db';
import { createGroupWriter, type GroupWriter } from '../../../platform/postgres/group-writer';
import { thisProcess } from '../../../platform/postgres/process-lease';
import { reportDatabaseFault } from '../../../platform/postgres/report-database-fault';
import { withDatabaseRetry } from '../../../platform/postgres/with-database-retry';
import { processSingleton } from '../../../platform/process-singleton';
import type { CompletionRow, ExecutionRow } from '../shapes/execution-row';
import { exportRun } from '../telemetry/export-run';
import { countSpending } from './count-run';
import { insertExecutions } from './insert-executions';
import { insertSteps, type JournalRecord, type Step, sealedStep } from './insert-steps';
import { notStored, sizeOfLog, withoutValues } from './log-not-stored';
import { recordCompletions } from './record-completions';
import { resolveUnrecorded } from './resolve-unrecorded';
import { wakeCaller } from './wake-caller';

const MAX_GROUP = 100;
const MAX_STEPS_GROUP = 500;
/**
 * Texts of one group, in characters: they are escaped and sent in one go, for which everything else waits.
 */
const MAX_GROUP_WEIGHT = 4 * 1024 * 1024;
/** Written beside the others, who would wait for it. */
const HEAVY_WEIGHT = 1024 * 1024;
/** A log so small is no reason for a statement to take long. */
const SMALL_LOG = 64 * 1024;
const SLOW_WAIT_MS = 1_000;
/**
 * A synchronous run shorter than this leaves no start record: its caller gets its result, or no response at
 * all.
 */
const START_RECORD_AFTER_MS = 50;
const UNIQUE_VIOLATION = '23505';
/** A caller waits for this one. */
const ACCEPT_WITHIN_MS = 5_000;

/** A synchronous run's start record, which the end must know of. */
export interface StartRecord {
  /**
   * Resolves to true if the row may have been written, after any write under way. It won't be written
   * later.
   */
  settle(): Promise<boolean>;
}

/** All that this process writes of executions, in groups: the fewer commits, the more runs. */
export interface RunRecorder {
  /** Settles once the queued execution is safe on disk. */
  accept(row: ExecutionRow): Promise<void>;
  /** Makes a long synchronous run visible and, should this process die, found. Nothing waits for it. */
  noteStart(row: ExecutionRow): StartRecord;
  /**
   * Settles once it is written, however long the database is away. @returns false when the execution had been
   * taken over
   */
  journal(executionId: string, entry: JournalRecord): Promise<boolean>;
  /** The same as `journal`, but the database's own crash doesn't undo it. */
  note(executionId: string, note: StepNote): Promise<boolean>;
  /**
   * Settles once log and payload are safe on disk. `onNotStored` is called when the log can't be stored as
   * it is, with the error that stands in it instead of its values.
   *
   * @returns false when the execution had been taken over
   */
  complete(row: CompletionRow, onNotStored?: (error: BlockError) => void): Promise<boolean>;
}

export const runRecorder = (): RunRecorder => processSingleton('run-recorder', createRunRecorder);

function createRunRecorder(): RunRecorder {
  const weight = { max: MAX_GROUP_WEIGHT, heavy: HEAVY_WEIGHT };
  const inputWeight = { of: ({ input }: ExecutionRow) => input.length, ...weight };
  const accept = createGroupWriter<ExecutionRow, undefined>({
    maxGroup: MAX_GROUP,
    weight: inputWeight,
    isItemsFault: isDataFault,
    write: async (rows) => {
      // A second row for an execution that has already run would run it again: better refused, and sent again
      // by the caller.
      await withDatabaseRetry(() => insertExecutions(pool(), rows, null), {
        repeatable: false,
        giveUpAfterMs: ACCEPT_WITHIN_MS,
      });
      return rows.map(() => undefined);
    },
  });
  const complete = createGroupWriter<CompletionRow, boolean>({
    maxGroup: MAX_GROUP,
    weight: { of: sizeOfLog, ...weight },
    isItemsFault: isStatementsFault,
    write: (rows) => withDatabaseRetry(() => recordOnce(rows), { repeatable: true, slowTries: 1 }),
  });
  const start = createGroupWriter<ExecutionRow, undefined>({
    maxGroup: MAX_GROUP,
    weight: inputWeight,
    isItemsFault: isDataFault,
    write: async (rows) => {
      const write = () => insertExecutions(relaxedPool(), rows, thisProcess().id);
      await withDatabaseRetry(write, { repeatable: false });
      return rows.map(() => undefined);
    },
  });
  const stepWriter = (db: typeof pool) =>
    createGroupWriter<Step, boolean>({
      maxGroup: MAX_STEPS_GROUP,
      weight: { of: ({ sealed }) => sealed.length, ...weight },
      isItemsFault: isStatementsFault,
      write: (steps) =>
        withDatabaseRetry(() => insertSteps(db(), steps, thisProcess().id), {
          repeatable: true,
          slowTries: 1,
        }),
    });
  const [step, note] = [stepWriter(relaxedPool), stepWriter(pool)];
  return {
    accept,
    complete: async (row, onNotStored = () => undefined) => {
      let logged = row;
      const recorded = await completeSurely(complete, {
        row,
        onNotStored: (error) => {
          logged = { ...row, level: 'error', ending: undefined, error: JSON.stringify(error) };
          onNotStored(error);
        },
      });
      if (recorded) {
        countSpending(row.cost);
        exportRun(logged);
      }
      if (recorded && row.execution.call) await wakeCaller(row.execution);
      return recorded;
    },
    noteStart: (row) => delayedStart(() => start(row)),
    journal: async (executionId, entry) => step(await sealedStep(executionId, entry)),
    note: async (executionId, entry) => note(await sealedStep(executionId, entry)),
  };
}

interface Completion {
  row: CompletionRow;
  onNotStored: (error: BlockError) => void;
  /** Its values were left out already: they are not what can't be written. */
  isBare?: boolean;
}

/** Records a completion; if its values can't be written, with a log that says so instead. */
async function completeSurely(
  complete: GroupWriter<CompletionRow, boolean>,
  { row, onNotStored, isBare = false }: Completion,
): Promise<boolean> {
  try {
    return await complete(row);
  } catch (cause) {
    if (!isStatementsFault(cause)) throw cause;
    const isSlow = cause instanceof StatementTooSlow;
    if (isSlow && (isBare || sizeOfLog(row) <= SMALL_LOG)) {
      await sleep(SLOW_WAIT_MS);
      return completeSurely(complete, { row, onNotStored, isBare });
    }
    if (isBare) throw cause;
    const error = notStored(row, cause);
    onNotStored(error);
    return completeSurely(complete, { row: withoutValues(row, error), onNotStored, isBare: true });
  }
}

/** A repeated group may find that it was written the first time: log ids are ours alone. */
async function recordOnce(rows: CompletionRow[]): Promise<boolean[]> {
  try {
    const recorded = await recordCompletions(pool(), rows, thisProcess().id);
    return recorded.every(Boolean) ? recorded : await resolveUnrecorded(pool(), rows, recorded);
  } catch (error) {
    const { code } = error as { code?: string };
    if (rows.length === 1 && code === UNIQUE_VIOLATION) return [true];
    throw error;
  }
}

function delayedStart(write: () => Promise<undefined>): StartRecord {
  let writing: Promise<boolean> | null = null;
  const timer = setTimeout(() => {
    writing = write().then(
      () => true,
      (error) => {
        reportDatabaseFault('record the start of a run', error);
        // It may be there all the same: the end finds out.
        return databaseFault(error) !== null;
      },
    );
  }, START_RECORD_AFTER_MS);
  return {
    settle: async () => {
      clearTimeout(timer);
      return writing ?? false;
    },
  };
}
