import { AppError } from '../../../platform/errors';
import { isId } from '../../../platform/ids';
import { type Actor, hasRole, requireRole } from '../../access/actor';
import { admitBatch } from '../../limits/admit-batch';
import { admitExecution } from '../../limits/admit-execution';
import { requireUsageLeft } from '../../limits/require-usage-left';
import { type RunnableWorkflow, runnableVersions } from '../compiled/runnable-workflow';
import { isolatedPool } from '../isolated/isolated-pool';
import { LargeInput } from '../isolated/large-input';
import { requireRoomToWait } from '../reading/waited-runs';
import { requireDatabase } from '../recording/database-down';
import type { ExecutionRow, VersionOfRun } from '../shapes/execution-row';
import type { VersionChoice } from '../shapes/requested-run';
import { isHeld, type StartHold } from '../shapes/start-hold';

/** Nobody knows when a hold is released. */
const HELD_RETRY_AFTER_S = 60;

/** The caller who asks for runs, and their number. */
interface AskedAdmission {
  /** Null: whoever knows the address of a trigger. */
  caller: Actor | null;
  workflow: Pick<VersionOfRun, 'workspaceId' | 'holderId'> & { hold?: StartHold | null };
  trigger: ExecutionRow['trigger'];
  mode: ExecutionRow['mode'];
  /** The size of a batch, which is admitted whole or not at all. */
  count?: number;
}

/**
 * The one place that refuses runs before anything of them exists, in one order for all triggers:
 *
 * 1. `unavailable`: the database is away, or there is no memory for a large input (`requireRoom`).
 * 2. `not_found`, `forbidden`: the workflow, and the caller's role (`workflowToRun`).
 * 3. `invalid_request`, `conflict`: the version (`workflowToRun`), and what the trigger itself checks.
 * 4. `idempotency_key_reused` (`startOnce`).
 * 5. `unavailable`: the workflow is held, and the caller waits.
 * 6. `rate_limited`: too many callers of the workspace wait for runs of this process.
 * 7. `usage_exceeded`: the usage of the month.
 * 8. `rate_limited`: the plan's runs per minute, which runs in the browser don't count against.
 *
 * The plan's counter is asked last, so what anything else refuses is not counted. The order of an endpoint's own
 * checks (401, 429, 400, 403, 404) comes before all of it: its 429 is of the API's calls.
 * @throws AppError unavailable, rate_limited, usage_exceeded
 */
export async function admit({ caller, workflow, trigger, mode, count }: AskedAdmission): Promise<void> {
  const { workspaceId, holderId, hold = null } = workflow;
  if (mode === 'sync') {
    if (isHeld(hold, trigger)) throw heldForCallers();
    requireRoomToWait(workspaceId);
  }
  if (caller?.kind === 'user') await requireUsageLeft(workspaceId);
  else if (count === undefined) await admitExecution(holderId, mode);
  else await admitBatch(holderId, count);
}

/** The reason and the person are for members: `GET …/hold` has them. */
const heldForCallers = (): AppError =>
  new AppError('unavailable', 'This workflow is on hold, so nothing was started. Try again later.', {
    headers: { 'retry-after': String(HELD_RETRY_AFTER_S) },
    extensions: { held: true },
  });

/** @throws AppError unavailable */
export function requireRoom(input: unknown): void {
  requireDatabase();
  if (input instanceof LargeInput) isolatedPool().requireRoomFor(input.json.length);
}

/**
 * The same answer for a workflow that isn't there and one the actor can't see. @throws AppError unavailable,
 * not_found, forbidden; invalid_request for a version that isn't there, conflict for `live` when none is, and
 * without a version once the workflow is unpublished
 */
export async function workflowToRun(
  actor: Actor,
  { workflowId, version }: { workflowId: string; version?: VersionChoice | undefined },
): Promise<RunnableWorkflow> {
  requireDatabase();
  const versions = isId(workflowId) ? await runnableVersions(workflowId) : null;
  if (versions === null || !hasRole(actor, versions.workspaceId, 'reader'))
    throw new AppError('not_found', 'Workflow not found, or you have no access to it.');
  requireRole(actor, versions.workspaceId, 'writer');
  const workflow = await versions.choose(version);
  if (workflow !== null) return workflow;
  if (versions.isUnpublished && (version === undefined || version === 'live'))
    throw new AppError(
      'conflict',
      'This workflow is unpublished, so nothing was started. Publish it or make a version live, or choose what runs ' +
        'with version=draft or the number of a version.',
    );
  if (version === 'live')
    throw new AppError('conflict', 'This workflow has no live version. Publish it, or run the draft.');
  const message = `This workflow has no version ${version}.`;
  throw new AppError('invalid_request', message, {
    issues: [{ param: 'version', code: 'param_invalid', message }],
  });
}
