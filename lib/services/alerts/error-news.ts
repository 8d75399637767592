import type { ClientBase } from 'pg';
import { env } from '../../platform/env';
import type { ErrorNews, NewsOfError, RuleFacts } from './rule-facts';
import type { ErrorCondition } from './schema';

/** Errors that a notification names; the summary counts all, up to the second number. */
const MAX_NAMED = 10;
const MAX_COUNTED = 1_000;

const LATEST = `
SELECT coalesce((SELECT events FROM runtime.error_group_progress WHERE workspace_id = $1), 0) AS n`;

// Events up to the counter are all visible: both are committed together.
const EVENTS = `
SELECT e.kind, g.id, g.workflow_id AS "workflowId", g.code
FROM runtime.error_group_event e JOIN runtime.error_group g ON g.id = e.group_id
WHERE e.workspace_id = $1 AND e.number > $2 AND e.number <= $3
  AND ($4::text = 'any' OR e.kind = $4) AND (cardinality($5::uuid[]) = 0 OR g.workflow_id = ANY ($5))
ORDER BY e.number LIMIT ${MAX_COUNTED}`;

interface LookingRule extends Pick<RuleFacts, 'workspaceId' | 'workflowIds'> {
  /** Number of the last event that it has seen; null if it has never looked. */
  eventsSeen: number | null;
}

export interface SeenNews {
  /** Number of the last event that was looked at. */
  upTo: number;
  news: ErrorNews;
}

/**
 * Returns the errors that are new or reopened since the rule last looked; none for a rule that has never
 * looked, which begins now.
 */
export async function readErrorNews(
  client: ClientBase,
  { workspaceId, workflowIds, eventsSeen }: LookingRule,
  on: ErrorCondition['on'],
): Promise<SeenNews> {
  const latest = await client.query<{ n: number }>(LATEST, [workspaceId]);
  const upTo = latest.rows[0]?.n ?? 0;
  const values = [workspaceId, eventsSeen ?? upTo, upTo, on, workflowIds];
  const { rows } = await client.query<Omit<NewsOfError, 'url'>>(EVENTS, values);
  const countOf = (kind: NewsOfError['kind']): number => rows.filter((row) => row.kind === kind).length;
  const errors = rows.slice(0, MAX_NAMED).map((row) => ({ ...row, url: pageOf(workspaceId, row.id) }));
  return { upTo, news: { counts: { new: countOf('new'), reopened: countOf('reopened') }, errors } };
}

function pageOf(workspaceId: string, id: string): string {
  const page = new URL(`/w/${workspaceId}/errors`, env().NEXTAUTH_URL);
  page.searchParams.set('error', id);
  return page.href;
}
