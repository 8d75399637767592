import type { ExactResult } from '../../../core/engine/ports';
import { open, seal } from '../../../platform/encryption/encryption';
import { keyIdOf, NEXT_SEALED, type SealedStore } from '../../../platform/encryption/reseal';
import { pool } from '../../../platform/postgres/db';
import { parseExact } from '../../../platform/text/exact-number';

/** A run waits for one that it called for 30 days at most. */
const KEPT_DAYS = 31;
const FORGET = `DELETE FROM runtime.exact_result WHERE made_at < now() - interval '${KEPT_DAYS} days'`;

/**
 * A log shows a result masked; what callers get of it later is exact, and lies beside the log, sealed.
 * `json`: of an `ExactResult`.
 */
export const sealExact = (logId: string, json: string): Buffer => seal(json, logId);

export const openExact = (logId: string, sealed: Buffer): ExactResult =>
  parseExact(open(sealed, logId)) as ExactResult;

export async function forgetOldExactResults(): Promise<void> {
  await pool().query(FORGET);
}

export const exactResultStore: SealedStore = {
  name: 'exact results of runs',
  select: `SELECT log_id AS a, '' AS b, '' AS c, sealed FROM runtime.exact_result
    WHERE ${keyIdOf('sealed')} = $1 ${NEXT_SEALED}`,
  update: `UPDATE runtime.exact_result SET sealed = $5
    WHERE log_id = $1::uuid AND $2 = '' AND $3 = '' AND sealed = $4`,
  context: ({ a }) => a,
};
