import { relaxedPool } from '../../platform/postgres/db';
import { onNotification } from '../../platform/postgres/notify';
import { withDatabaseRetry } from '../../platform/postgres/with-database-retry';
import { processSingleton } from '../../platform/process-singleton';
import { COVERED } from './outbox';

/** The events of runs that go on. Few subscriptions ask for them. */
type RunEventType = 'run.started' | 'run.waiting';

const READ = `
SELECT ${COVERED('s')} AS covered, s.events FROM webhook_subscription s
WHERE s.active AND s.deleted_at IS NULL AND s.events && ARRAY['run.started', 'run.waiting']::text[]
UNION ALL
SELECT covered, events FROM runtime.webhook_listener WHERE expires_at > now()`;

/** In case a notification of a change was lost. */
const MAX_AGE_MS = 30_000;

/** The wanted types, by the workflows and workspaces that subscriptions cover. */
type Wishes = ReadonlyMap<string, ReadonlySet<string>>;

interface State {
  wishes: Wishes | null;
  readAtMs: number;
  reading: Promise<Wishes> | null;
}

const state = (): State =>
  processSingleton('wanted-run-events', () => {
    const made: State = { wishes: null, readAtMs: 0, reading: null };
    onNotification('subscriptions', () => {
      made.wishes = null;
      made.reading = null;
    });
    return made;
  });

interface Covered {
  workspaceId: string;
  workflowId: string;
}

/**
 * Returns true if a subscription, or a reader of the feed, may want the event. All wishes of all workspaces
 * are read at once, so that a run without them costs a look into a map, and the few statements of a process
 * don't grow with its runs.
 */
export function wantsRunEvent(covered: Covered, type: RunEventType): boolean | Promise<boolean> {
  const { wishes, readAtMs } = state();
  const isFresh = wishes !== null && performance.now() - readAtMs < MAX_AGE_MS;
  return isFresh ? has(wishes, covered, type) : readWishes().then((read) => has(read, covered, type));
}

const has = (wishes: Wishes, { workspaceId, workflowId }: Covered, type: RunEventType): boolean =>
  wishes.get(workflowId)?.has(type) === true || wishes.get(workspaceId)?.has(type) === true;

function readWishes(): Promise<Wishes> {
  const now = state();
  if (now.reading !== null) return now.reading;
  const readAtMs = performance.now();
  const reading = withDatabaseRetry(read, { repeatable: true })
    .then((wishes) => {
      // A read that began before the latest change is used, and not kept.
      if (now.reading === reading) Object.assign(now, { wishes, readAtMs });
      return wishes;
    })
    .finally(() => {
      if (now.reading === reading) now.reading = null;
    });
  now.reading = reading;
  return reading;
}

async function read(): Promise<Wishes> {
  // Runs wait for this only after a change, and none of their own statements waits behind it.
  const { rows } = await relaxedPool().query<{ covered: string; events: string[] }>({
    name: 'read-run-event-wishes',
    text: READ,
  });
  const wishes = new Map<string, Set<string>>();
  for (const { covered, events } of rows)
    wishes.set(covered, new Set([...(wishes.get(covered) ?? []), ...events]));
  return wishes;
}
