import type { Pool } from 'pg';
import type { JournalEntry } from '../../core/engine/ports';
import { open, seal } from '../../platform/encryption/encryption';
import { parseExact } from '../../platform/text/exact-number';
import { writeJson } from '../../platform/text/json-text';

// Only while the execution is this process's: what others have taken over has a journal of its own by now.
const INSERT_STEPS = `
WITH ours AS (
  SELECT t.* FROM unnest($1::uuid[], $2::text[], $3::integer[], $4::text[]) AS t(execution_id, block_id, iteration, entry)
  JOIN runtime.execution e ON e.id = t.execution_id AND e.owner = $5
), inserted AS (
  INSERT INTO runtime.execution_step (execution_id, block_id, iteration, entry) SELECT * FROM ours ON CONFLICT DO NOTHING
)
SELECT execution_id FROM ours`;

/** A journal holds what later blocks will see, secrets unmasked, so it is kept encrypted. */
export const sealEntry = (entry: JournalEntry): string => seal(writeJson(entry)).toString('base64');

export const openEntry = (text: string): JournalEntry =>
  parseExact(open(Buffer.from(text, 'base64'))) as JournalEntry;

/**
 * Appends finished blocks to the journals of their executions. @returns per step, whether its execution is
 * still the owner's
 */
export async function insertSteps(
  db: Pool,
  steps: ReadonlyArray<{ executionId: string; entry: JournalEntry }>,
  owner: string,
): Promise<boolean[]> {
  const { rows } = await db.query<{ execution_id: string }>({
    name: 'insert-steps',
    text: INSERT_STEPS,
    values: [
      steps.map((step) => step.executionId),
      steps.map((step) => step.entry.blockId),
      steps.map((step) => step.entry.span.iteration ?? 0),
      steps.map((step) => sealEntry(step.entry)),
      owner,
    ],
  });
  const ours = new Set(rows.map((row) => row.execution_id));
  return steps.map(({ executionId }) => ours.has(executionId));
}
