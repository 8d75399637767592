import type { Trigger } from '../../core/blocks/trigger';
import { AppError } from '../../platform/errors';
import type { EndpointResponse } from '../../platform/http/endpoint';
import type { Actor } from '../access/actor';
import type { listWebhookEventsEndpoint } from './endpoints';
import { feedNow, readEventFeed } from './event-feed';
import { keepListening } from './event-listeners';
import { type EventsPosition, readEventsCursor, writeEventsCursor } from './events-cursor';
import type { EventType } from './schema';

type EventsPage = EndpointResponse<typeof listWebhookEventsEndpoint>;

/** Reads the page at a cursor; without one the beginning, which is empty. */
export type Look = (cursor: string | undefined) => Promise<EventsPage>;

interface Both {
  workspaceId: string;
  workflowId: string | null;
  triggers: readonly Trigger[] | undefined;
  /** Events that are no completed executions. */
  events: readonly EventType[];
  limit: number;
  /** Reads completed executions; null if they are not asked for. */
  completed: Look | null;
}

/**
 * Returns a look at completed executions and at other events, which are kept for this reader from now on.
 * A page has the former first. @throws AppError forbidden
 */
export async function lookAtBoth(actor: Actor, { limit, completed, ...asked }: Both): Promise<Look> {
  requireMayKnow(actor, asked.events);
  await keepListening(asked);
  return async (cursor) => {
    if (cursor === undefined) return beginning(completed);
    const position = readEventsCursor(cursor);
    if ((position.logs === null) !== (completed === null)) throw madeWithOthers();
    const page = completed === null ? NOTHING : await completed(position.logs ?? undefined);
    const feed = await readEventFeed({ ...asked, limit: limit - page.data.length }, position.feed);
    const logs = completed === null ? null : (page.nextCursor ?? page.resumeCursor ?? null);
    const data = [...page.data, ...feed.events];
    return pageOf(data, { logs, feed: feed.position }, page.nextCursor !== null || feed.hasMore);
  };
}

const NOTHING: EventsPage = { data: [], nextCursor: null };

async function beginning(completed: Look | null): Promise<EventsPage> {
  const feed = await feedNow();
  const logs = completed === null ? null : ((await completed(undefined)).resumeCursor ?? null);
  return pageOf([], { logs, feed }, false);
}

function pageOf(data: EventsPage['data'], position: EventsPosition, hasMore: boolean): EventsPage {
  const cursor = writeEventsCursor(position);
  return hasMore ? { data, nextCursor: cursor } : { data, nextCursor: null, resumeCursor: cursor };
}

/** What these tell of is read with that scope elsewhere. */
const OF_SETTINGS: ReadonlySet<EventType> = new Set<EventType>(['webhook.disabled', 'alert.fired']);

/** @throws AppError forbidden */
function requireMayKnow({ scopes }: Actor, events: readonly EventType[]): void {
  const found = events.find((type) => OF_SETTINGS.has(type));
  if (found === undefined || scopes === undefined) return;
  if (scopes.has('webhooks:read') || scopes.has('webhooks:write')) return;
  const words = `Reading ${found} needs the scope webhooks:read, which this API key lacks.`;
  throw new AppError('forbidden', words);
}

const madeWithOthers = (): AppError =>
  new AppError('cursor_filter_mismatch', 'This cursor was made with other events. Start without a cursor.', {
    issues: [{ param: 'cursor', code: 'cursor_filter_mismatch', message: 'Made with other events.' }],
  });
