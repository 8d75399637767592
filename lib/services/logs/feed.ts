import { pool } from '../../platform/postgres/db';
import { prepare } from '../../platform/postgres/prepared';
import { type CursorState, cursorExpired } from './cursor';

/** A later part of the feed is walked in parts of so many numbers, so that sorting one takes bounded time. */
const CHUNK = 10_000;

/** @param workspaceId the parameter that names it */
export const readFeedText = (workspaceId: string): string => `
SELECT coalesce((SELECT n FROM runtime.workspace_feed WHERE workspace_id = ${workspaceId}), 0)::bigint AS n,
  left(i.database_generation::text, 8) || coalesce('-' || c.system_identifier, '') AS generation
FROM installation i CROSS JOIN pg_control_system() c`;

export interface Feed {
  /** Number of the workspace's last log. */
  n: number;
  generation: string;
}

const READ_FEED = prepare<string>('read-feed', (take) => readFeedText(take('uuid', (id) => id)));

export async function readFeed(workspaceId: string): Promise<Feed> {
  const { rows } = await pool().query<Feed>(READ_FEED.with(workspaceId));
  return rows[0]!;
}

/** A restored database has numbers that were given before: nobody may go on from a cursor of what it was. */
export async function expireCursors(): Promise<void> {
  await pool().query('UPDATE installation SET database_generation = gen_random_uuid()');
}

/** All that has finished so far, as one fixed and sorted set. */
export const firstWalk = ({ n, generation }: Feed): CursorState => ({
  generation,
  after: null,
  upTo: n,
  target: n,
  last: null,
});

/**
 * A cursor's walk. A descending one keeps to its set. An ascending one goes on with what has finished since,
 * so that asking again with the last cursor of a walk never misses a row; a resume cursor covers nothing yet,
 * and its walk begins with that.
 * @throws AppError cursor_expired
 */
export function continuedWalk(
  state: CursorState,
  { n, generation }: Feed,
  order: 'asc' | 'desc',
): CursorState {
  if (state.generation !== generation || state.target > n) throw cursorExpired();
  if (order === 'desc') return state;
  if (state.after === null || state.after < state.upTo) return { ...state, target: n };
  return { ...state, target: n, upTo: Math.min(state.after + CHUNK, n) };
}

/** The part after this one, or null at the end. */
export function nextChunk(state: CursorState): CursorState | null {
  if (state.upTo >= state.target) return null;
  return { ...state, after: state.upTo, upTo: Math.min(state.upTo + CHUNK, state.target), last: null };
}

/** Where the feed goes on once a walk has ended. */
export const resumption = ({ generation, target }: CursorState): CursorState => ({
  generation,
  after: target,
  upTo: target,
  target,
  last: null,
});
