import type { ClientBase } from 'pg';
import { logger } from '../../platform/logging/logger';
import { pool } from '../../platform/postgres/db';
import { inTransaction } from '../../platform/postgres/in-transaction';
import { announceHold } from '../holds/announce-hold';
import type { HeldScope } from '../holds/held-scope';
import { holdByRule, keepByRule, releaseByRule } from '../holds/hold-by-rule';
import { catchQueued } from '../runs/holding/catch-queued';
import { reasonWords } from './budget-words';
import { countBudget } from './count-budget';
import { TAKEN, type TakenBudget } from './taken-budget';

const BUDGETS_AT_ONCE = 10;
const BETWEEN_LOOKS_S = 5;
/** A statement that takes longer is aborted, and the budget is looked at again later. */
const COUNT_WITHIN_MS = 5_000;

// Locked rows belong to another process. Those of deleted workflows wait for whoever restores them.
const TAKE = `
SELECT ${TAKEN} FROM runtime.budget b LEFT JOIN runtime.hold h ON h.id = b.hold_id
WHERE b.next_check_at <= now() AND (b.workflow_id IS NULL
  OR EXISTS (SELECT FROM workflow w WHERE w.id = b.workflow_id AND w.deleted_at IS NULL))
ORDER BY b.next_check_at LIMIT ${BUDGETS_AT_ONCE} FOR UPDATE OF b SKIP LOCKED`;

const NEXT_LOOK = `now() + interval '${BETWEEN_LOOKS_S} seconds'`;

const MOVE_ON = `
UPDATE runtime.budget SET counted = $2, seq = $3, baseline = $4,
  next_check_at = CASE WHEN $5::boolean THEN now() ELSE ${NEXT_LOOK} END
WHERE id = $1`;

const REACH = `
UPDATE runtime.budget SET reached_at = now(), hold_id = $2, made_hold = $3, counted = $4, seq = $5, baseline = $6,
  next_check_at = ${NEXT_LOOK} WHERE id = $1`;

/** Assignments that begin a window now, with 0. */
export const BEGIN_WINDOW = `window_start = now(), counted = 0, baseline = NULL, reached_at = NULL, hold_id = NULL,
  made_hold = false, seq = coalesce((
    SELECT f.n FROM runtime.workspace_feed f WHERE f.workspace_id = budget.workspace_id), 0)`;
const BEGIN = `UPDATE runtime.budget SET ${BEGIN_WINDOW}, next_check_at = ${NEXT_LOOK} WHERE id = $1`;

const PUT_OFF = `UPDATE runtime.budget SET next_check_at = now() + interval '1 minute' WHERE id = $1`;
const LOOK_LATER = `UPDATE runtime.budget SET next_check_at = ${NEXT_LOOK} WHERE id = $1`;

// Another one that keeps the same hold, and whose window goes on.
const FIND_HEIR = `
SELECT ${TAKEN} FROM runtime.budget b LEFT JOIN runtime.hold h ON h.id = b.hold_id
WHERE b.hold_id = $1 AND b.id <> $2
  AND (b.lift = 'release' OR b.window_start + make_interval(mins => b.within_minutes) > now())
ORDER BY b.reached_at, b.id LIMIT 1 FOR UPDATE OF b SKIP LOCKED`;
const INHERIT = 'UPDATE runtime.budget SET made_hold = true WHERE id = $1';

/** Looks at the budgets that are due, each in one process: counts, holds what has reached its limit, and lifts. */
export async function checkBudgets(signal: AbortSignal): Promise<void> {
  for (let more = true; more && !signal.aborted; ) {
    const changed: HeldScope[] = [];
    const looked = await inTransaction(pool(), (client) => checkSome(client, changed));
    for (const scope of changed) await announceHold(scope);
    if (changed.length > 0) await catchQueued();
    more = looked === BUDGETS_AT_ONCE;
  }
}

async function checkSome(client: ClientBase, changed: HeldScope[]): Promise<number> {
  await client.query(`SET LOCAL statement_timeout = ${COUNT_WITHIN_MS}`);
  const { rows } = await client.query<TakenBudget>(TAKE);
  for (const budget of rows) if (await checkOne(client, budget)) changed.push(budget);
  return rows.length;
}

/** One that can't be counted in time doesn't hold up the others. @returns true if a hold was changed */
async function checkOne(client: ClientBase, budget: TakenBudget): Promise<boolean> {
  await client.query('SAVEPOINT budget');
  try {
    return await check(client, budget);
  } catch (error) {
    await client.query('ROLLBACK TO SAVEPOINT budget');
    await client.query(PUT_OFF, [budget.id]);
    logger('budgets').error('could not look at a budget', { budgetId: budget.id, error });
    return false;
  }
}

async function check(client: ClientBase, budget: TakenBudget): Promise<boolean> {
  const { id, isReached, isHeld, isOver, lift, limit } = budget;
  if (isReached) {
    // Whoever released it has begun the window anew.
    if (!isHeld) return begin(client, budget, false);
    if (!isOver || lift === 'release') return wait(client, budget);
    return begin(client, budget, await lifted(client, budget));
  }
  if (isOver) return begin(client, budget, false);
  const { counted, seq, baseline, hasMore } = await countBudget(client, budget);
  if (counted < limit) {
    await client.query(MOVE_ON, [id, counted, seq, baseline, hasMore]);
    return false;
  }
  const { waitingCallers } = budget;
  const hold = await holdByRule(client, budget, { reason: reasonWords(budget), waitingCallers });
  if (hold === null) return wait(client, budget);
  await client.query(REACH, [id, hold.id, hold.isMade, counted, seq, baseline]);
  return hold.isMade;
}

async function begin(client: ClientBase, { id }: TakenBudget, isChanged: boolean): Promise<boolean> {
  await client.query(BEGIN, [id]);
  return isChanged;
}

async function wait(client: ClientBase, { id }: TakenBudget): Promise<boolean> {
  await client.query(LOOK_LATER, [id]);
  return false;
}

/** Ends its hold, unless it is somebody else's or another budget still needs it. @returns true if it was ended */
async function lifted(client: ClientBase, budget: TakenBudget): Promise<boolean> {
  const { id, holdId, madeHold } = budget;
  if (!madeHold || holdId === null) return false;
  const { rows } = await client.query<TakenBudget>(FIND_HEIR, [holdId, id]);
  const [heir] = rows;
  if (heir === undefined) {
    await releaseByRule(client, budget, holdId);
    return true;
  }
  await client.query(INHERIT, [heir.id]);
  await keepByRule(client, holdId, reasonWords(heir));
  return false;
}
