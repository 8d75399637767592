import type { Pool } from 'pg';
import { modelsOf } from '../../logs/cost';
import { type ComposedBody, OUTBOX_BODIES, withBodies } from '../../outgoing-webhooks/outbox';
import type { CompletionRow } from '../shapes/execution-row';
import { sealExact } from './exact-result';
import { isTryNotStarted, LATER_TRIES, laterTryOf } from './later-try';
import { EFFECTS, effectRows } from './record-effects';
import { DONE, EXACT, FILES, filesText, type Parts, recordStatement } from './record-statement';
import { USED_MODELS } from './record-values';

/** @returns per row, whether it was recorded; false means another process had taken the execution over */
export async function recordCompletions(
  db: Pool,
  rows: readonly CompletionRow[],
  owner: string,
): Promise<boolean[]> {
  return withBodies(
    rows,
    (row) => ({ ...row.execution, ...row, files: filesText(row) }),
    (composed) => writeGroup(db, rows, owner, composed),
  );
}

async function writeGroup(
  db: Pool,
  rows: readonly CompletionRow[],
  owner: string,
  composed: readonly ComposedBody[],
): Promise<boolean[]> {
  const models = rows.flatMap(({ execution, cost }) =>
    modelsOf(cost).map((model) => ({ model, logId: execution.logId })),
  );
  const files = rows.flatMap(({ execution, files = [] }) =>
    files.flatMap(({ id, base64 }) => (base64 === null ? [] : [{ logId: execution.logId, id, base64 }])),
  );
  const exact = rows.flatMap(({ execution: { logId }, exact }) =>
    exact ? [{ logId, sealed: sealExact(logId, exact) }] : [],
  );
  const tries = rows.map(laterTryOf).filter((one) => one !== null);
  const failures = rows.filter(isFailureToNotice).map(({ execution }) => execution.executionId);
  const effects = rows.flatMap(effectRows);
  const parts: Parts = {
    lone: rows.length === 1,
    rows: rows.some(({ hasRow }) => hasRow !== false),
    models: models.length > 0,
    tags: rows.some(({ tags = [] }) => tags.length > 0),
    costs: rows.some(({ costTotal }) => costTotal > 0),
    notices: composed.length > 0,
    files: files.length > 0,
    exact: exact.length > 0,
    failures: failures.length > 0,
    tries: tries.length > 0,
    effects: effects.length > 0,
  };
  const { rows: logged } = await db.query<[string]>({
    ...recordStatement(parts),
    rowMode: 'array',
    values: [
      ...(parts.lone ? DONE.valuesOf(rows[0]!) : DONE.values(rows)),
      ...(parts.rows ? [owner] : []),
      ...(models.length === 0 ? [] : USED_MODELS.values(models)),
      ...(composed.length === 0 ? [] : OUTBOX_BODIES.values(composed)),
      ...(files.length === 0 ? [] : FILES.values(files)),
      ...(exact.length === 0 ? [] : EXACT.values(exact)),
      ...(tries.length === 0 ? [] : LATER_TRIES.values(tries)),
      ...(failures.length === 0 ? [] : [failures]),
      ...(effects.length === 0 ? [] : EFFECTS.values(effects)),
    ],
  });
  if (logged.length === rows.length) return rows.map(() => true);
  const ids = new Set(logged.map(([id]) => id));
  return rows.map(({ execution }) => ids.has(execution.executionId));
}

/**
 * True if a notice is to be sent, unless the run is tried again. A cancelled run has not failed, a called run's
 * failure is its caller's to handle, a notice that fails makes no other, and a person who runs a draft by hand
 * sees what happens.
 */
function isFailureToNotice(row: CompletionRow): boolean {
  const { level, ending, execution } = row;
  const { call, failureOf, trigger, version } = execution;
  if (level !== 'error' || call !== undefined || failureOf !== undefined) return false;
  if (ending === 'cancelled' && !isTryNotStarted(row)) return false;
  return !(trigger === 'manual' && version === null);
}
