import { AppError } from '../../platform/errors';
import type { EndpointInput } from '../../platform/http/endpoint';
import { isId, LOWEST_ID } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { type EffectPlace, effectCursor, readEffectCursor } from './effect-place';
import type { listEffectsEndpoint } from './endpoints';
import type { Effect } from './schema';
import {
  BY_EXECUTION,
  BY_HOST,
  type EffectRow,
  OF_TAGGED_RUNS,
  RUNS_OF_A_PAGE,
  TAGGED_RUNS,
} from './select-effects';
import { toEffect } from './to-effect';

type Asked = EndpointInput<typeof listEffectsEndpoint>['query'];

interface EffectPage {
  data: Effect[];
  nextCursor: string | null;
}

interface TaggedRun {
  started_at: Date;
  log_id: string;
  execution_id: string;
}

/**
 * Lists the requests with which runs may have changed something at other servers.
 * @throws AppError forbidden, invalid_request, cursor_invalid
 */
export async function listEffects(actor: Actor, asked: Asked): Promise<EffectPage> {
  const { workspaceId, tag, host, execution, limit, cursor } = asked;
  requireRole(actor, workspaceId, 'reader');
  const place = readEffectCursor(cursor);
  if (execution !== undefined && !isId(execution)) return { data: [], nextCursor: null };
  if (execution === undefined && tag !== undefined) return ofTag({ ...asked, tag }, place);
  const ofRuns = [place.run.at, place.run.id, place.effect === null ? -1 : place.effect.position, limit + 1];
  if (execution !== undefined)
    return pageOf(limit, BY_EXECUTION, [workspaceId, execution, ...ofRuns, hostOf(host), tag ?? null]);
  if (host === undefined) throw nothingAsked();
  return pageOf(limit, BY_HOST, [workspaceId, hostOf(host), ...ofRuns]);
}

const hostOf = (host: string | undefined): string | null => host?.toLowerCase() ?? null;

async function pageOf(limit: number, text: string, values: unknown[]): Promise<EffectPage> {
  const { rows } = await pool().query<EffectRow>(text, values);
  return toPage(rows, limit);
}

function toPage(rows: readonly EffectRow[], limit: number): EffectPage {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { data: page.map(toEffect), nextCursor: last === undefined ? null : cursorBehind(last) };
}

const cursorBehind = ({ run_at, run_id, started_at, log_id, position }: EffectRow): string =>
  effectCursor({ at: run_at, id: run_id }, { at: started_at, id: log_id, position });

/** A page looks through so many runs at most, and may then be short although more follow. */
async function ofTag(
  { workspaceId, tag, host, limit }: Asked & { tag: string },
  { run, effect }: EffectPlace,
): Promise<EffectPage> {
  const { rows: runs } = await pool().query<TaggedRun>(TAGGED_RUNS, [workspaceId, tag, run.at, run.id]);
  const { rows } = await pool().query<EffectRow>(OF_TAGGED_RUNS, [
    workspaceId,
    tag,
    runs.map(({ started_at }) => started_at),
    runs.map(({ log_id }) => log_id),
    runs.map(({ execution_id }) => execution_id),
    hostOf(host),
    run.id,
    effect?.at ?? '-infinity',
    effect?.id ?? LOWEST_ID,
    effect?.position ?? 0,
    limit + 1,
  ]);
  const page = toPage(rows, limit);
  const last = runs.length === RUNS_OF_A_PAGE ? runs.at(-1) : undefined;
  if (page.nextCursor !== null || last === undefined) return page;
  return { ...page, nextCursor: effectCursor({ at: last.started_at, id: last.log_id }, 'behind all') };
}

function nothingAsked(): AppError {
  const message = 'Give a tag, a host or an execution.';
  return new AppError('invalid_request', message, {
    issues: ['tag', 'host', 'execution'].map((param) => ({ param, code: 'param_missing', message })),
  });
}
