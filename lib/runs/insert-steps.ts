import type { Pool } from 'pg';
import type { JournalEntry } from '../engine/ports';
import { open, seal } from '../variables/encryption';

const INSERT_STEPS = `
INSERT INTO runtime.execution_step (execution_id, block_id, iteration, entry)
SELECT * FROM unnest($1::uuid[], $2::text[], $3::integer[], $4::text[])
ON CONFLICT DO NOTHING`;

/** A journal holds what later blocks will see, secrets unmasked, so it is kept encrypted. */
const sealEntry = (entry: JournalEntry): string => seal(JSON.stringify(entry)).toString('base64');

export const openEntry = (text: string): JournalEntry => JSON.parse(open(Buffer.from(text, 'base64')));

/** Appends finished blocks to the journals of their executions. */
export async function insertSteps(
  db: Pool,
  steps: ReadonlyArray<{ executionId: string; entry: JournalEntry }>,
): Promise<void> {
  await db.query({
    name: 'insert-steps',
    text: INSERT_STEPS,
    values: [
      steps.map((step) => step.executionId),
      steps.map((step) => step.entry.blockId),
      steps.map((step) => step.entry.span.iteration ?? 0),
      steps.map((step) => sealEntry(step.entry)),
    ],
  });
}
