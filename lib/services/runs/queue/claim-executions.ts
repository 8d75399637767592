import { HIGHEST_ID, LOWEST_ID } from '../../../platform/ids';
import { queuePool } from '../../../platform/postgres/db';
import { notify } from '../../../platform/postgres/notify';
import { thisProcess } from '../../../platform/postgres/process-lease';
import { QUEUE_STATE } from '../../../platform/postgres/queue-state';
import { holdOf } from '../holding/hold-sql';
import { LARGE_BYTES } from '../isolated/large-values';
import { executionOfStored, type StoredExecution } from '../recording/stored-execution';
import type { ExecutionRow } from '../shapes/execution-row';
import type { EndReason } from '../shapes/place-in-line';
import { needsTurn } from '../turns/turn-sql';

/** The executions that one line of the queue may give this process now. */
export interface ClaimRoom {
  /** Executions in all. */
  room: number;
  /** The most executions that are not the only one of their workspace here. */
  shared: number;
  /** The number of executions that this process has of each workspace, by id; none of 0. */
  held: ReadonlyMap<string, number>;
  /** The workspace that had the last turn. */
  after: string;
}

/** Workspaces that one claim looks at, at most. */
const MAX_WALK = 128;

interface LineSql {
  name: string;
  size: string;
  /** Numbers of its parameters: room, shared, ids and counts of `held`, after. */
  first: number;
  less: string;
}

// One line of the queue. The walk is a loose index scan: one probe for each workspace that has something
// queued, from the one after the last turn, once round. Those with the fewest under way here have their turn
// and give their oldest, an equal part each. Of these the workspaces' first ones come first, then their
// second ones, and so on, counted with those that this process has already. Locked is no more than a row a
// workspace beyond what is claimed.
const lineSql = ({ name, size, first, less }: LineSql): string => {
  const [room, shared] = [`($${first}::bigint - ${less})`, `($${first + 1}::bigint - ${less})`];
  const [ids, counts, after] = [`$${first + 2}::uuid[]`, `$${first + 3}::integer[]`, `$${first + 4}::uuid`];
  const waits = `e.state = ${QUEUE_STATE.sql.queued} AND octet_length(e.input) ${size} ${LARGE_BYTES}`;
  return `
${name}_walk (place, lap, id, waits) AS (
  SELECT 0, 0, ${after}, false
  UNION ALL
  SELECT w.place + 1, next.lap, next.id, next.waits FROM ${name}_walk w CROSS JOIN LATERAL (
    (SELECT w.lap AS lap, e.workspace_id AS id, true AS waits FROM runtime.execution e
     WHERE ${waits} AND e.workspace_id > w.id
       AND e.workspace_id <= CASE w.lap WHEN 0 THEN '${HIGHEST_ID}'::uuid ELSE ${after} END
     ORDER BY e.workspace_id LIMIT 1)
    UNION ALL
    SELECT 1, '${LOWEST_ID}'::uuid, false WHERE w.lap = 0
    ORDER BY 1 LIMIT 1
  ) next
), ${name}_turn AS MATERIALIZED (
  SELECT * FROM (
    SELECT w.id, w.place, h.n AS held FROM ${name}_walk w CROSS JOIN LATERAL (
      SELECT coalesce(sum(u.n), 0) AS n FROM unnest(${ids}, ${counts}) AS u (id, n) WHERE u.id = w.id
    ) h
    WHERE w.waits AND (h.n = 0 OR ${shared} > 0) LIMIT ${MAX_WALK}
  ) t
  ORDER BY t.held, t.place LIMIT greatest(0, ${room})
), ${name}_part AS MATERIALIZED (
  SELECT greatest(1, ceil(${shared}::float8 / greatest(1, count(*))))::bigint AS n FROM ${name}_turn
), ${name}_oldest AS MATERIALIZED (
  SELECT o.*, t.place, t.held FROM ${name}_turn t CROSS JOIN LATERAL (
    SELECT e.id, e.priority, e.accepted_at, e.started_at IS NOT NULL AS begun FROM runtime.execution e
    WHERE ${waits} AND e.workspace_id = t.id
    ORDER BY e.priority DESC, e.accepted_at, e.id LIMIT (SELECT n FROM ${name}_part) FOR UPDATE OF e SKIP LOCKED
  ) o
), ${name}_counted AS (
  SELECT *, held + row_number() OVER (PARTITION BY place ORDER BY priority DESC, accepted_at, id) AS nth FROM ${name}_oldest
), ${name}_taken AS MATERIALIZED (
  SELECT * FROM (SELECT *, row_number() OVER (ORDER BY nth, place) AS turn FROM ${name}_counted) c
  WHERE turn <= ${room} AND (nth = 1 OR turn <= ${shared})
)`;
};

const SMALL = { name: 'small', size: '<', first: 2, less: '(SELECT count(*) FROM large_taken)' };
const LARGE = { name: 'large', size: '>=', first: 7, less: '0' };

const NEXT = ({ name }: LineSql): string => `
  SELECT id, begun, turn, (SELECT n FROM ${name}_part) AS part, '${name}' AS line FROM ${name}_taken`;

// True if the event loop must not touch it: because of its input or the outputs of an earlier try's
// blocks, or because an event loop stood still on it.
const IS_LARGE = `(next.line = '${LARGE.name}' OR e.standstills > 0 OR next.begun AND (
  SELECT coalesce(sum(octet_length(s.entry)), 0) FROM runtime.execution_step s
    WHERE s.execution_id = e.id) >= ${LARGE_BYTES})`;

// SKIP LOCKED lets any number of processes claim side by side. Materialized: as a subquery it may be read
// again for each row of a join, and then it finds others every time. Large ones stand in a line of their own,
// so that they wait for memory without holding up the others, and none of them is passed by a smaller one for
// ever.
//
// The rows are updated by an array of ids and joined afterwards: in a join of the table itself, a planner
// that believes it to be empty reads all of it.
//
// Whether a start must wait is decided here, where every start passes: a row that a hold keeps, or that has
// not had its turn, leaves the line instead of running. So no other process needs to know of a hold or a
// limit before it counts.
const CLAIM = `
WITH RECURSIVE ${lineSql(LARGE)}, ${lineSql(SMALL)},
next AS MATERIALIZED (${NEXT(SMALL)} UNION ALL ${NEXT(LARGE)}),
claimed AS (
  UPDATE runtime.execution e SET (state, owner, started_at, hold_id, turn_at, turn_order) = (
    SELECT CASE WHEN kept.hold_id IS NOT NULL THEN ${QUEUE_STATE.sql.held}
        WHEN kept.waits THEN ${QUEUE_STATE.sql.waiting} ELSE ${QUEUE_STATE.sql.running} END,
      CASE WHEN kept.hold_id IS NULL AND NOT kept.waits THEN $1::uuid END,
      CASE WHEN kept.hold_id IS NULL AND NOT kept.waits THEN now() END,
      kept.hold_id,
      CASE WHEN kept.hold_id IS NULL THEN e.turn_at END,
      CASE WHEN kept.waits AND e.turn_order IS NULL THEN nextval('runtime.turn_order') ELSE e.turn_order END
    FROM (SELECT ${holdOf('e')} AS hold_id, ${needsTurn('e')} AS waits OFFSET 0) AS kept -- looked for once
  )
  WHERE e.id = ANY (ARRAY(SELECT id FROM next)) RETURNING e.*, e.state <> ${QUEUE_STATE.sql.running} AS is_kept
)
SELECT e.id, e.log_id, e.workspace_id, e.workflow_id,
  encode(e.snapshot_hash, 'hex') AS snapshot_hash, e.workflow_version, e.environment, e.trigger,
  e.entry_block, e.mode, e.user_id,
  CASE WHEN e.is_kept OR ${IS_LARGE} THEN '' ELSE e.input END AS input,
  e.accepted_at, e.parent_id, e.root_id, e.depth, e.failure_of, e.first_execution_id, e.tags, e.traceparent,
  e.cancelled, e.standstills, e.end_reason,
  e.is_kept, e.is_kept AND e.hold_id IS NULL AS is_waiting, next.begun,
  NOT next.begun AND e.expires_at IS NOT NULL AND e.expires_at <= now() AS is_expired,
  ${IS_LARGE} AS is_large, next.line, next.turn::integer AS turn, next.part::integer AS part
FROM claimed e JOIN next ON next.id = e.id`;

/** A claim whose answer takes longer may have been given up meanwhile: see recoverOwnExecutions. */
const ANSWER_WITHIN_MS = 5_000;

interface ClaimedRow extends StoredExecution {
  cancelled: boolean;
  standstills: number;
  end_reason: EndReason | null;
  /** It left the line because a hold or a limit keeps it, and is not this process's. */
  is_kept: boolean;
  /** Its workflow limits how many run at once. */
  is_waiting: boolean;
  begun: boolean;
  is_expired: boolean;
  is_large: boolean;
  line: 'small' | 'large';
  turn: number;
  part: number;
}

export interface ClaimedExecution {
  /** Without the input of a large one. */
  row: ExecutionRow;
  isLarge: boolean;
  cancelled: boolean;
  /** True if it was claimed before: then it has a journal. */
  begun: boolean;
  /** The reason for which it ends although nobody cancelled it. */
  endReason: EndReason | 'expired' | null;
  /** The number of times an event loop stood still while it had it. */
  standstills: number;
}

/** The result of one line. */
export interface ClaimedLine {
  /** Without those that are kept from now on. */
  count: number;
  /** True if some are: their room is still free. */
  hasHeld: boolean;
  /** The workspace that had the last turn; null when there was none. */
  last: string | null;
  /** True if a workspace may have more executions than it gave. */
  hasMore: boolean;
}

export interface ClaimedExecutions {
  executions: ClaimedExecution[];
  small: ClaimedLine;
  large: ClaimedLine;
}

/**
 * Takes queued executions for this process, in turns by workspace and of each workspace the oldest first.
 * Executions with large values stand in a line of their own; what it gives counts against `small` too.
 */
export async function claimExecutions(small: ClaimRoom, large: ClaimRoom): Promise<ClaimedExecutions> {
  const askedAtMs = performance.now();
  const { rows } = await queuePool().query<ClaimedRow>(claimStatement(small, large));
  await announceTurns(rows);
  const ours = performance.now() - askedAtMs > ANSWER_WITHIN_MS ? [] : rows;
  const byLine = (line: ClaimedRow['line']) => claimedLine(ours.filter((row) => row.line === line));
  return {
    executions: ours
      .filter((row) => !row.is_kept)
      .map((row) => ({
        row: executionOfStored(row),
        isLarge: row.is_large,
        cancelled: row.cancelled,
        begun: row.begun,
        endReason: row.is_expired ? ('expired' as const) : row.end_reason,
        standstills: row.standstills,
      })),
    small: byLine('small'),
    large: byLine('large'),
  };
}

/** Few come this way: those of a workflow with limits line up as they are stored. */
async function announceTurns(rows: readonly ClaimedRow[]): Promise<void> {
  const workflows = new Set(rows.filter((row) => row.is_waiting).map((row) => row.workflow_id));
  for (const id of workflows) await notify('turns', id);
}

export const claimStatement = (small: ClaimRoom, large: ClaimRoom) => ({
  name: 'claim-executions',
  text: CLAIM,
  values: [thisProcess().id, ...valuesOf(small), ...valuesOf(large)],
});

const valuesOf = ({ room, shared, held, after }: ClaimRoom): unknown[] => [
  room,
  shared,
  [...held.keys()],
  [...held.values()],
  after,
];

function claimedLine(rows: readonly ClaimedRow[]): ClaimedLine {
  const given = new Map<string, number>();
  for (const { workspace_id: id } of rows) given.set(id, (given.get(id) ?? 0) + 1);
  const last = rows.reduce<ClaimedRow | null>((a, b) => (a !== null && a.turn > b.turn ? a : b), null);
  const hasMore = rows.some(({ workspace_id: id, part }) => given.get(id) === part);
  const count = rows.filter((row) => !row.is_kept).length;
  return { count, hasHeld: count < rows.length, last: last?.workspace_id ?? null, hasMore };
}
