import type { StepNote } from '../../core/engine/ports';
import { databaseFault, isDataFault } from '../../platform/postgres/database-faults';
import { pool, relaxedPool } from '../../platform/postgres/db';
import { createGroupWriter } from '../../platform/postgres/group-writer';
import { thisProcess } from '../../platform/postgres/process-lease';
import { reportDatabaseFault } from '../../platform/postgres/report-database-fault';
import { withDatabaseRetry } from '../../platform/postgres/with-database-retry';
import { processSingleton } from '../../platform/process-singleton';
import { insertExecutions } from './insert-executions';
import { insertSteps, type JournalRecord, type Step } from './insert-steps';
import { recordCompletions } from './record-completions';
import { settleRefused } from './settle-refused';
import type { CompletionRow, ExecutionRow } from './shapes/execution-row';
import { tellCaller } from './tell-caller';

const MAX_GROUP = 100;
const MAX_STEPS_GROUP = 500;
/**
 * Texts of one group, in characters: they are escaped and sent in one go, for which everything else waits.
 */
const MAX_GROUP_WEIGHT = 4 * 1024 * 1024;
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
   * Whether the row may have been written; waits when it is just being written. After this it will not be.
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
  /** As `journal`; the database's own crash doesn't undo it. */
  note(executionId: string, note: StepNote): Promise<boolean>;
  /** Settles once log and payload are safe on disk. @returns false when the execution had been taken over */
  complete(row: CompletionRow): Promise<boolean>;
}

export const runRecorder = (): RunRecorder => processSingleton('run-recorder', createRunRecorder);

function createRunRecorder(): RunRecorder {
  const inputWeight = { of: ({ input }: ExecutionRow) => input.length, max: MAX_GROUP_WEIGHT };
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
    weight: { of: weightOf, max: MAX_GROUP_WEIGHT },
    isItemsFault: isDataFault,
    write: (rows) => withDatabaseRetry(() => recordOnce(rows), { repeatable: true }),
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
      isItemsFault: isDataFault,
      write: (steps) =>
        withDatabaseRetry(() => insertSteps(db(), steps, thisProcess().id), { repeatable: true }),
    });
  const [step, note] = [stepWriter(relaxedPool), stepWriter(pool)];
  return {
    accept,
    complete: async (row) => {
      const recorded = await complete(row);
      if (recorded && row.execution.call) await tellCaller(row.execution);
      return recorded;
    },
    noteStart: (row) => delayedStart(() => start(row)),
    journal: (executionId, entry) => step({ executionId, entry }),
    note: (executionId, entry) => note({ executionId, entry }),
  };
}

function weightOf({ traceSpans, finalOutput, files = [] }: CompletionRow): number {
  return files.reduce(
    (sum, { base64 }) => sum + (base64?.length ?? 0),
    traceSpans.length + finalOutput.length,
  );
}

/** A repeated group may find that it was written the first time: log ids are ours alone. */
async function recordOnce(rows: CompletionRow[]): Promise<boolean[]> {
  try {
    const recorded = await recordCompletions(pool(), rows, thisProcess().id);
    return recorded.every(Boolean) ? recorded : await settleRefused(pool(), rows, recorded);
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
