import type { JournalEntry } from '../../core/engine/ports';
import { nestSpans, type TraceSpan } from '../../core/engine/trace-span';
import { pool } from '../../platform/postgres/db';
import { openEntry } from './insert-steps';

const READ_JOURNAL = 'SELECT entry FROM runtime.execution_step WHERE execution_id = $1';
const LIST_STEPS = 'SELECT block_id FROM runtime.execution_step WHERE execution_id = $1';
const READ_STEP = `${READ_JOURNAL} AND block_id = $2`;

/** In the order in which its blocks ended. */
export async function readJournal(executionId: string): Promise<JournalEntry[]> {
  const { rows } = await pool().query<{ entry: string }>(READ_JOURNAL, [executionId]);
  return rows.map((row) => openEntry(row.entry)).sort((a, b) => endedMs(a.span) - endedMs(b.span));
}

/** The finished blocks of a journal. Only one block's output is in memory at a time. */
export async function readSpans(executionId: string): Promise<TraceSpan[]> {
  const { rows: steps } = await pool().query<{ block_id: string }>(LIST_STEPS, [executionId]);
  const spans: TraceSpan[] = [];
  for (const { block_id } of steps) {
    const { rows } = await pool().query<{ entry: string }>(READ_STEP, [executionId, block_id]);
    spans.push(...rows.map(({ entry }) => openEntry(entry).span));
  }
  return nestSpans(spans.sort((a, b) => endedMs(a) - endedMs(b)));
}

const endedMs = ({ endTime }: TraceSpan): number => Date.parse(endTime);
