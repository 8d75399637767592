import { pool } from '../../platform/postgres/db';
import { exactUsd } from '../../platform/postgres/exact-usd';

const ADD_USAGE = `
INSERT INTO runtime.usage_month AS u (user_id, month, cost)
SELECT owner_id, date_trunc('month', now() AT TIME ZONE 'UTC')::date, $2 FROM workspace WHERE id = $1
ON CONFLICT (user_id, month) DO UPDATE SET cost = ${exactUsd('u.cost + excluded.cost')}`;

/**
 * Adds what was spent outside a run to the month's usage of the workspace's plan holder; a completed run
 * adds its own.
 */
export async function addUsage(workspaceId: string, usd: number): Promise<void> {
  if (usd > 0) await pool().query({ name: 'add-usage', text: ADD_USAGE, values: [workspaceId, usd] });
}
