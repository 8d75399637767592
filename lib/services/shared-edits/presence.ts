import { AppError } from '../../platform/errors';
import { pool } from '../../platform/postgres/db';
import { notifyOfSql, notifyThisServer } from '../../platform/postgres/notify';
import type { Actor } from '../access/actor';
import { createLocalWindows } from '../limits/local-windows';
import { findWorkflow } from '../workflows/find-workflow';
import type { Place, Present } from './schema';

/** A client that is silent for this long has left; an editor sends something every 5 s. */
const PRESENT_FOR = "interval '15 seconds'";
const MAX_PRESENT = 50;
/** Of one person in one workflow. Client ids are made by clients, so a limit for each of them is none. */
const MAX_WINDOWS = 10;
/** Of one person. A window reports eight times at most, and every 5 s while it is not in use. */
const MAX_A_SECOND = 30;
const said = createLocalWindows(1_000);

const SAY = `
WITH said AS (
  INSERT INTO runtime.workflow_presence AS p (workflow_id, client_id, user_id, place)
  SELECT $1::uuid, $2::text, $3::uuid, $4::jsonb
  WHERE (
    SELECT count(*) FROM runtime.workflow_presence own
    WHERE own.workflow_id = $1 AND own.user_id = $3 AND own.client_id <> $2::text AND own.seen_at > now() - ${PRESENT_FOR}
  ) < ${MAX_WINDOWS}
  ON CONFLICT (workflow_id, client_id) DO UPDATE SET place = excluded.place, seen_at = now()
  WHERE p.user_id = excluded.user_id
  RETURNING workflow_id
)
SELECT ${notifyOfSql('presence', 'workflow_id::text')} FROM said`;

/**
 * Shows others where a window is. Of one person's windows, those beyond the limit are not shown.
 * @throws AppError not_found, rate_limited
 */
export async function sendPlace(
  actor: Actor,
  { id, clientId, place }: { id: string; clientId: string; place: Place },
): Promise<void> {
  if (said.take(actor.userId).place > MAX_A_SECOND)
    throw new AppError('rate_limited', 'Too many moves in one second.', { headers: { 'retry-after': '1' } });
  await findWorkflow(actor, id, 'reader');
  const values = [id, clientId, actor.userId, JSON.stringify(place)];
  await pool().query({ name: 'say-place', text: SAY, values });
  await notifyThisServer('presence', id);
}

/** Removes a client whose window was closed. */
export async function leave(actor: Actor, id: string, clientId: string): Promise<void> {
  await pool().query({
    name: 'leave-workflow',
    text: `WITH gone AS (
        DELETE FROM runtime.workflow_presence
        WHERE workflow_id = $1 AND client_id = $2 AND user_id = $3 RETURNING workflow_id
      ) SELECT ${notifyOfSql('presence', 'workflow_id::text')} FROM gone`,
    values: [id, clientId, actor.userId],
  });
  await notifyThisServer('presence', id);
}

/** Returns the other clients, in the order they came. */
export async function othersPresent(id: string, clientId: string): Promise<Present[]> {
  const { rows } = await pool().query<Present>({
    name: 'others-present',
    text: `SELECT p.client_id AS "clientId", p.user_id AS "userId", u.name, p.place
      FROM runtime.workflow_presence p JOIN "user" u ON u.id = p.user_id
      WHERE p.workflow_id = $1 AND p.client_id <> $2 AND p.seen_at > now() - ${PRESENT_FOR}
      ORDER BY p.client_id LIMIT ${MAX_PRESENT}`,
    values: [id, clientId],
  });
  return rows;
}

/** Deletes clients whose window ended without notice. */
export async function forgetAbsent(): Promise<void> {
  await pool().query(`DELETE FROM runtime.workflow_presence WHERE seen_at < now() - 4 * ${PRESENT_FOR}`);
}
