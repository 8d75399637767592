import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../platform/errors';
import type { EndpointInput, EndpointResponse } from '../../platform/http/endpoint';
import type { RequestContext } from '../../platform/http/operation';
import { processSingleton } from '../../platform/process-singleton';
import { type Actor, requireRole } from '../access/actor';
import { readerIn, requireStillAllowed } from '../access/live-stream';
import { readLimits } from '../limits/read-limits';
import type { Limits } from '../limits/schema';
import { readLogRows } from '../logs/list-logs';
import { costOf, type FullLogRow } from '../logs/log-row';
import { levelOf } from '../logs/log-status';
import type { LogsQuery } from '../logs/logs-request';
import { findWorkflow } from '../workflows/find-workflow';
import type { listWebhookEventsEndpoint } from './endpoints';
import { EVENT_TYPE } from './event-schema';
import { type Look, lookAtBoth } from './look-at-both';
import { type CompletedExecution, composeBody } from './payload';
import { toPayloadFlags, wantsLimits } from './payload-flags';
import type { ComposedEvent } from './schema';

type EventsQuery = EndpointInput<typeof listWebhookEventsEndpoint>['query'];
type EventsPage = EndpointResponse<typeof listWebhookEventsEndpoint>;
type Caller = Pick<RequestContext, 'signal' | 'authenticateAgain' | 'roomFor'>;

const LOOKS_EVERY_MS = 1_000;
/** The most answers of a process that wait at a time; further ones come at once. */
const MAX_WAITING = 100;
const MAX_WAITING_OF_WORKSPACE = 10;

/**
 * Returns the events since the cursor. Executions that have completed are read from the feed of the logs and
 * composed as the outbox does, so that none is missed and none repeated.
 * @throws AppError forbidden, not_found, cursor_invalid, cursor_filter_mismatch, cursor_expired
 */
export async function listWebhookEvents(
  actor: Actor,
  query: EventsQuery,
  context: Caller,
): Promise<EventsPage> {
  const { workspaceId, workflowId } = query;
  requireRole(actor, workspaceId, 'reader');
  if (workflowId !== undefined) await requireWorkflow(actor, workspaceId, workflowId);
  const look = await lookFor(actor, query, (cursor) => completedPage(query, cursor, context));
  const page = await lookUntilThere(look, query, context);
  if (query.waitSeconds > 0) await requireStillAllowed(readerIn(context, workspaceId, 'reader'));
  return page;
}

async function lookFor(actor: Actor, query: EventsQuery, completed: Look): Promise<Look> {
  const { events = [EVENT_TYPE], workspaceId, workflowId = null, triggers, limit } = query;
  const others = events.filter((type) => type !== EVENT_TYPE);
  if (others.length === 0) return completed;
  return lookAtBoth(actor, {
    workspaceId,
    workflowId,
    triggers,
    limit,
    events: others,
    completed: events.includes(EVENT_TYPE) ? completed : null,
  });
}

/** Returns a page of completed executions. */
async function completedPage(
  query: EventsQuery,
  cursor: string | undefined,
  context: Caller,
): Promise<EventsPage> {
  const { rows, ...cursors } = await readLogRows({ ...logsQueryOf(query), cursor }, context);
  const flags = toPayloadFlags(query);
  const limits = rows.length > 0 && wantsLimits(flags) ? await readLimits(query.workspaceId) : null;
  return { data: rows.map((row) => eventOf(row, limits, flags)), ...cursors };
}

async function requireWorkflow(actor: Actor, workspaceId: string, id: string): Promise<void> {
  const workflow = await findWorkflow(actor, id, 'reader');
  if (workflow.workspaceId !== workspaceId) throw new AppError('not_found', 'Workflow not found.');
}

function logsQueryOf(query: EventsQuery): LogsQuery {
  const { workspaceId, workflowId, levels = [], triggers, limit } = query;
  const [level, ...others] = new Set(levels);
  return {
    workspaceId,
    workflowIds: workflowId === undefined ? undefined : [workflowId],
    level: others.length > 0 ? undefined : level,
    triggers,
    order: 'asc',
    begin: 'now',
    limit,
    details: 'full',
    includeFinalOutput: query.includeFinalOutput,
    includeTraceSpans: query.includeTraceSpans,
  };
}

/** Looks again until something has happened, or the time is over. */
async function lookUntilThere(look: Look, query: EventsQuery, context: Caller): Promise<EventsPage> {
  const { waitSeconds, workspaceId } = query;
  const leave = waitSeconds > 0 && query.cursor !== undefined ? enter(workspaceId) : null;
  const endsAtMs = performance.now() + (leave === null ? 0 : waitSeconds * 1_000);
  try {
    for (let { cursor } = query; ; ) {
      const page = await look(cursor);
      const isThere = page.data.length > 0 || page.nextCursor !== null;
      if (isThere || context.signal.aborted || performance.now() >= endsAtMs) return page;
      cursor = page.resumeCursor;
      await sleep(LOOKS_EVERY_MS, undefined, { signal: context.signal }).catch(() => undefined);
    }
  } finally {
    leave?.();
  }
}

/** Counts an answer that waits. @returns the function that ends it; null if it may not wait */
function enter(workspaceId: string): (() => void) | null {
  const waiting = processSingleton('waiting-for-webhook-events', () => new Map<string, number>());
  const own = waiting.get(workspaceId) ?? 0;
  const all = [...waiting.values()].reduce((sum, count) => sum + count, 0);
  if (own >= MAX_WAITING_OF_WORKSPACE || all >= MAX_WAITING) return null;
  waiting.set(workspaceId, own + 1);
  return () => {
    const left = (waiting.get(workspaceId) ?? 1) - 1;
    if (left === 0) waiting.delete(workspaceId);
    else waiting.set(workspaceId, left);
  };
}

/** The event's id is the log's, so that an event that is read again has the same. */
function eventOf(row: FullLogRow, limits: Limits | null, flags: number): ComposedEvent {
  const execution = executionOf(row);
  const body = composeBody({ id: row.id, timestampMs: row.ended_ms, execution, limits }, flags);
  return { id: row.id, type: EVENT_TYPE, logId: row.id, executionId: row.execution_id, body };
}

function executionOf(row: FullLogRow): CompletedExecution {
  return {
    logId: row.id,
    workflowId: row.workflow_id,
    executionId: row.execution_id,
    level: levelOf(row.level),
    trigger: row.trigger,
    tags: row.tags ?? [],
    startedAtMs: row.started_ms,
    endedAtMs: row.ended_ms,
    cost: row.cost ?? JSON.stringify(costOf(row)),
    files: row.files ?? null,
    finalOutput: row.final_output ?? 'null',
    traceSpans: row.trace_spans ?? '[]',
    error: row.error ?? null,
  };
}
