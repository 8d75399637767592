import type { Pool } from 'pg';
import type { JournalEntry, StepNote } from '../../../core/engine/ports';
import { noteKey, stepKey } from '../../../core/engine/request-key';
import { open, seal } from '../../../platform/encryption/encryption';
import { giveWay } from '../../../platform/in-slices';
import { insertSelect, unnestRows } from '../../../platform/postgres/unnest-rows';
import { parseExact } from '../../../platform/text/exact-number';
import { writeJson } from '../../../platform/text/json-text';
import { MOST_IN_A_TURN } from '../../../platform/text/slices-of-text';

/** A row of a journal: a block that has ended, or a note of one that has not. */
export type JournalRecord = JournalEntry | StepNote;

export const isNote = (record: JournalRecord): record is StepNote => 'step' in record;

export const openEntry = (text: string): JournalRecord =>
  parseExact(open(Buffer.from(text, 'base64'))) as JournalRecord;

/** An entry as it is stored. */
export interface Step {
  executionId: string;
  /** The block, in containers with its iteration; of a note also the note's name. */
  key: string;
  sealed: string;
}

/**
 * Encrypts an entry, because a journal holds values for later blocks, with their secrets unmasked. A large
 * entry takes several turns of the event loop.
 */
export async function sealedStep(executionId: string, entry: JournalRecord): Promise<Step> {
  const json = writeJson(entry);
  const isLarge = json.length > MOST_IN_A_TURN;
  if (isLarge) await giveWay();
  const sealed = seal(json);
  if (isLarge) await giveWay();
  return { executionId, key: keyOf(entry), sealed: sealed.toString('base64') };
}

const keyOf = (entry: JournalRecord): string =>
  isNote(entry) ? noteKey(entry) : stepKey(entry.blockId, entry.iteration);

const STEPS = unnestRows<Step>([
  { column: 'execution_id', type: 'uuid', of: ({ executionId }) => executionId },
  { column: 'block_id', type: 'text', of: ({ key }) => key },
  { column: 'entry', type: 'text', of: ({ sealed }) => sealed },
]);

const STEP_COLUMNS = { execution_id: true, block_id: true, entry: true } as const;
// Inserts only while this process owns the execution: one that others took over has a journal of its own
// by now.
const INSERT_STEPS = `
WITH recordable AS (
  SELECT t.* FROM ${STEPS.from('t')}
  JOIN runtime.execution e ON e.id = t.execution_id AND e.owner = $${STEPS.parameters + 1}
), inserted AS (
  ${insertSelect('runtime.execution_step', STEP_COLUMNS)}
  FROM recordable ON CONFLICT DO NOTHING
)
SELECT execution_id FROM recordable`;

/**
 * Appends finished blocks and notes to the journals of their executions. @returns per step, whether its
 * execution is still the owner's
 */
export async function insertSteps(db: Pool, steps: readonly Step[], owner: string): Promise<boolean[]> {
  const { rows } = await db.query<{ execution_id: string }>({
    name: 'insert-steps',
    text: INSERT_STEPS,
    values: [...STEPS.values(steps), owner],
  });
  const recordable = new Set(rows.map((row) => row.execution_id));
  return steps.map(({ executionId }) => recordable.has(executionId));
}
