import type { JournalEntry, StepNote } from '../../../core/engine/ports';
import { stepKey } from '../../../core/engine/request-key';
import { joinEffects, type StepEffects } from '../../../core/engine/run-effect';
import { nestSpans, type TraceSpan } from '../../../core/engine/trace-span';
import { pool } from '../../../platform/postgres/db';
import { isNote, type JournalRecord, openEntry } from '../recording/insert-steps';

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
  const spans: TraceSpan[] = [];
  await eachRecord(executionId, (record) => {
    if (!isNote(record)) spans.push(record.span);
  });
  spans.push(...(await unfinishedOf(spans)));
  return nestSpans(spans.sort((a, b) => endedMs(a) - endedMs(b)));
}

/** Returns what the blocks had written to other servers, as far as the journal tells; undefined if nothing. */
export async function readEffects(executionId: string): Promise<StepEffects | undefined> {
  const sent = new SentSoFar();
  await eachRecord(executionId, (record) => sent.add(record));
  return sent.effects;
}

/** Collects the effects in records of a journal, without their values, which may be large. */
export class SentSoFar {
  readonly #ended = new Map<string, StepEffects>();
  readonly #begun = new Map<string, StepEffects>();

  constructor(records: readonly JournalRecord[] = []) {
    for (const record of records) this.add(record);
  }

  add(record: JournalRecord): void {
    const { effects } = record;
    if (effects === undefined) return;
    if (!isNote(record)) this.#ended.set(stepKey(record.blockId, record.iteration), effects);
    else if (countOf(effects) >= countOf(this.#begun.get(record.step))) this.#begun.set(record.step, effects);
  }

  /** Undefined if there are none. */
  get effects(): StepEffects | undefined {
    // Notes about a block that has ended are older than its entry.
    const joined = joinEffects(new Map([...this.#begun, ...this.#ended]).values());
    return countOf(joined) === 0 ? undefined : joined;
  }
}

const countOf = (effects: StepEffects | undefined): number =>
  effects === undefined ? 0 : effects.list.length + effects.more;

/** Reads the records one by one, because each may be large. */
async function eachRecord(executionId: string, use: (record: JournalRecord) => void): Promise<void> {
  const { rows: steps } = await pool().query<{ block_id: string }>(LIST_STEPS, [executionId]);
  for (const { block_id } of steps) {
    const { rows } = await pool().query<{ entry: string }>(READ_STEP, [executionId, block_id]);
    for (const { entry } of rows) use(openEntry(entry));
  }
}

const endedMs = ({ endTime }: TraceSpan): number => Date.parse(endTime);
