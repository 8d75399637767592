import type { JournalEntry, StepNote } from '../../../core/engine/ports';
import { nestSpans, type TraceSpan } from '../../../core/engine/trace-span';
import { pool } from '../../../platform/postgres/db';
import { isNote, openEntry } from '../recording/insert-steps';

const READ_JOURNAL = 'SELECT entry FROM runtime.execution_step WHERE execution_id = $1';
const LIST_STEPS = 'SELECT block_id FROM runtime.execution_step WHERE execution_id = $1';
const READ_STEP = `${READ_JOURNAL} AND block_id = $2`;

/** The records that an earlier try of a run has left. */
export interface Journal {
  /** The entries in the order in which the blocks ended. */
  entries: readonly JournalEntry[];
  notes: readonly StepNote[];
}

export async function readJournal(executionId: string): Promise<Journal> {
  const { rows } = await pool().query<{ entry: string }>(READ_JOURNAL, [executionId]);
  const entries: JournalEntry[] = [];
  const notes: StepNote[] = [];
  for (const { entry } of rows) {
    const record = openEntry(entry);
    if (isNote(record)) notes.push(record);
    else entries.push(record);
  }
  return { entries: entries.sort((a, b) => endedMs(a.span) - endedMs(b.span)), notes };
}

/**
 * The finished blocks of a journal. Only one block's output is in memory at a time. `unfinishedOf`: what to
 * say of those that had not ended when the run was stopped.
 */
export async function readSpans(
  executionId: string,
  unfinishedOf: (ended: readonly TraceSpan[]) => Promise<TraceSpan[]> = async () => [],
): Promise<TraceSpan[]> {
  const { rows: steps } = await pool().query<{ block_id: string }>(LIST_STEPS, [executionId]);
  const spans: TraceSpan[] = [];
  for (const { block_id } of steps) {
    const { rows } = await pool().query<{ entry: string }>(READ_STEP, [executionId, block_id]);
    for (const { entry } of rows) {
      const record = openEntry(entry);
      if (!isNote(record)) spans.push(record.span);
    }
  }
  spans.push(...(await unfinishedOf(spans)));
  return nestSpans(spans.sort((a, b) => endedMs(a) - endedMs(b)));
}

const endedMs = ({ endTime }: TraceSpan): number => Date.parse(endTime);
