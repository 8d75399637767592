import type { WaitingCallers } from '../runs/shapes/start-hold';
import type { Lift, Measure } from './schema';

/** A budget that a process looks at, and has locked. */
export interface TakenBudget {
  id: string;
  workspaceId: string;
  workflowId: string | null;
  measure: Measure;
  server: string | null;
  limit: number;
  withinMinutes: number;
  lift: Lift;
  waitingCallers: WaitingCallers;
  /** Logs up to this number of the feed are counted. */
  seq: number;
  /** The number of the workspace's last log. */
  feed: number;
  counted: number;
  /** The sums of requests when the window began; null before the first look, and for other measures. */
  baseline: number | null;
  isReached: boolean;
  holdId: string | null;
  /** The hold is its own. */
  madeHold: boolean;
  /** The hold is there and is not being released. */
  isHeld: boolean;
  /** The window has ended. */
  isOver: boolean;
}

/** The columns of one, from `b`, with its hold, `h`. */
export const TAKEN = `b.id, b.workspace_id AS "workspaceId", b.workflow_id AS "workflowId", b.measure, b.server,
  b.most AS "limit", b.within_minutes AS "withinMinutes", b.lift, b.waiting_callers AS "waitingCallers", b.seq,
  coalesce((SELECT f.n FROM runtime.workspace_feed f WHERE f.workspace_id = b.workspace_id), 0) AS feed,
  b.counted, b.baseline, b.reached_at IS NOT NULL AS "isReached", b.hold_id AS "holdId",
  b.made_hold AS "madeHold", h.id IS NOT NULL AND h.released_at IS NULL AS "isHeld",
  b.window_start + make_interval(mins => b.within_minutes) <= now() AS "isOver"`;
