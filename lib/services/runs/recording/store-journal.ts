import { pool } from '../../../platform/postgres/db';
import { thisProcess } from '../../../platform/postgres/process-lease';
import { withDatabaseRetry } from '../../../platform/postgres/with-database-retry';
import { insertSteps, type JournalRecord, type Step, sealedStep } from './insert-steps';

const STEPS_AT_ONCE = 200;
/** Characters of their sealed texts; an entry that has more is written alone. */
const WEIGHT_AT_ONCE = 4 * 1024 * 1024;

/** Writes records of an execution that this process owns, in parts. What is there already stays as it is. */
export async function storeJournal(executionId: string, records: readonly JournalRecord[]): Promise<void> {
  const owner = thisProcess().id;
  for await (const steps of inParts(executionId, records))
    await withDatabaseRetry(() => insertSteps(pool(), steps, owner), { repeatable: true });
}

async function* inParts(executionId: string, records: readonly JournalRecord[]): AsyncGenerator<Step[]> {
  let part: Step[] = [];
  let weight = 0;
  for (const record of records) {
    const step = await sealedStep(executionId, record);
    if (part.length === STEPS_AT_ONCE || (part.length > 0 && weight + step.sealed.length > WEIGHT_AT_ONCE)) {
      yield part;
      [part, weight] = [[], 0];
    }
    part.push(step);
    weight += step.sealed.length;
  }
  if (part.length > 0) yield part;
}
