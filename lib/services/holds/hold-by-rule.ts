import type { ClientBase } from 'pg';
import { newId } from '../../platform/ids';
import { systemAudit } from '../audit/system-audit';
import type { WaitingCallers } from '../runs/shapes/start-hold';
import type { HeldScope } from './held-scope';

const FIND = `
SELECT id, released_at IS NULL AS "isHeld" FROM runtime.hold
WHERE workspace_id = $1 AND workflow_id IS NOT DISTINCT FROM $2::uuid FOR UPDATE`;

// It does what a person's hold does to a release: it keeps from the first run that waits.
const HOLD_ANEW = `
UPDATE runtime.hold SET reason = $2, waiting_callers = $3, held_by = NULL, held_at = now(),
  released_at = NULL, per_minute = NULL, next_release_at = NULL, released_through = NULL
WHERE id = $1`;

// Whoever deletes one of them has it locked, and waits for what this transaction has: then nothing is held.
const FIND_THERE = `
SELECT s.id FROM workspace s WHERE s.id = $1
  AND ($2::uuid IS NULL OR EXISTS (SELECT FROM workflow w WHERE w.id = $2 AND w.deleted_at IS NULL))
FOR KEY SHARE OF s SKIP LOCKED`;
const LOCK_WORKFLOW = `
SELECT id FROM workflow WHERE id = $1 AND deleted_at IS NULL FOR SHARE SKIP LOCKED`;

const HOLD = `
INSERT INTO runtime.hold (id, workspace_id, workflow_id, reason, waiting_callers)
VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`;

const RELEASE = `
UPDATE runtime.hold SET released_at = now(), next_release_at = now(), per_minute = NULL
WHERE id = $1 AND released_at IS NULL`;

const audited = (action: string): string => `
WITH happened AS (SELECT $1::uuid AS workspace_id)
${systemAudit({ from: 'happened', action, target: '$2::text', detail: '$3::jsonb' })}`;
const AUDIT = {
  held: { workflow: audited('workflow.held'), workspace: audited('workspace.held') },
  released: { workflow: audited('workflow.released'), workspace: audited('workspace.released') },
} as const;

interface RuleHold {
  reason: string;
  waitingCallers: WaitingCallers;
}

/**
 * Holds a scope by a rule, in the caller's transaction; call `announceHold` after its commit. A hold that is there
 * stays as it is (`isMade` false). @returns null while the workflow or the workspace is being deleted
 */
export async function holdByRule(
  client: ClientBase,
  scope: HeldScope,
  { reason, waitingCallers }: RuleHold,
): Promise<{ id: string; isMade: boolean } | null> {
  const { workspaceId, workflowId } = scope;
  const { rows } = await client.query<{ id: string; isHeld: boolean }>(FIND, [workspaceId, workflowId]);
  const [there] = rows;
  if (there?.isHeld === true) return { id: there.id, isMade: false };
  const id = there?.id ?? newId();
  if (there !== undefined) await client.query(HOLD_ANEW, [id, reason, waitingCallers]);
  else {
    if (!(await isThere(client, scope))) return null;
    const made = await client.query(HOLD, [id, workspaceId, workflowId, reason, waitingCallers]);
    if (made.rowCount !== 1) return null; // somebody held it at the same moment: the next look finds that
  }
  await audit(client, 'held', scope, { reason, waitingCallers });
  return { id, isMade: true };
}

async function isThere(client: ClientBase, { workspaceId, workflowId }: HeldScope): Promise<boolean> {
  const { rowCount } = await client.query(FIND_THERE, [workspaceId, workflowId]);
  if (rowCount !== 1 || workflowId === null) return rowCount === 1;
  return (await client.query(LOCK_WORKFLOW, [workflowId])).rowCount === 1;
}

/** Releases a hold that a rule made; call `announceHold` after the commit. */
export async function releaseByRule(client: ClientBase, scope: HeldScope, holdId: string): Promise<void> {
  const { rowCount } = await client.query(RELEASE, [holdId]);
  if (rowCount === 1) await audit(client, 'released', scope, { perMinute: null });
}

const RENAME = 'UPDATE runtime.hold SET reason = $2 WHERE id = $1';

/** Gives a hold the reason of another rule, which keeps it now. */
export async function keepByRule(client: ClientBase, holdId: string, reason: string): Promise<void> {
  await client.query(RENAME, [holdId, reason]);
}

async function audit(
  client: ClientBase,
  happened: keyof typeof AUDIT,
  { workspaceId, workflowId }: HeldScope,
  detail: object,
): Promise<void> {
  const text = AUDIT[happened][workflowId === null ? 'workspace' : 'workflow'];
  await client.query(text, [workspaceId, workflowId ?? workspaceId, JSON.stringify(detail)]);
}
