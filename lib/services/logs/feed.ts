import { pool } from '../../platform/postgres/db';
import { prepare } from '../../platform/postgres/prepared';
import { type CursorState, cursorExpired } from './cursor';

/** A later part of the feed is walked in chunks of this size, so that sorting one takes bounded time. */
const CHUNK = 10_000;

/** @param workspaceId the parameter with the workspace's id */
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

/** Returns a walk over everything that has finished so far, as one fixed and sorted set. */
export const firstWalk = ({ n, generation }: Feed): CursorState => ({
  generation,
  after: null,
  upTo: n,
  target: n,
  last: null,
});

/**
 * Returns the walk of a cursor. A descending one keeps its set. An ascending one also covers what has
 * finished since, so that repeating a walk's last cursor never misses a row; a resume cursor covers nothing
 * yet, and its walk begins with those rows.
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

/** Returns the chunk after this one, or null at the end. */
export function nextChunk(state: CursorState): CursorState | null {
  if (state.upTo >= state.target) return null;
  return { ...state, after: state.upTo, upTo: Math.min(state.upTo + CHUNK, state.target), last: null };
}

/** Returns the position from which the feed continues after a walk. */
export const resumption = ({ generation, target }: CursorState): CursorState => ({
  generation,
  after: target,
  upTo: target,
  target,
  last: null,
});
