import type pg from 'pg';
import { env } from '../env';
import { processSingleton } from '../process-singleton';
import { answerSiblings, askSiblings } from '../siblings';
import { pool } from './db';
import { FailoverClient } from './failover-client.mjs';
import { reportDatabaseFault } from './report-database-fault';

/**
 * The NOTIFY channels between the processes, and the payload of each. An empty id always means "any of
 * them".
 */
const PAYLOADS = {
  /** Permissions changed. */
  auth: 'nothing',
  /** A workflow was saved, renamed or deleted. */
  workflow: 'workflow id',
  /** A user who has a workflow open moved in it. */
  presence: 'workflow id',
  /** A comment was added or changed. */
  comments: 'workflow id',
  /** An output was pinned, or unpinned. */
  pins: 'workflow id',
  /** A trigger's URL was made or replaced. */
  hooks: 'nothing',
  /** A test request was stored. */
  captures: 'workflow id',
  variables: 'workspace id',
  /** What the logs of a workflow leave out was changed; of all workflows, if it is empty. */
  redaction: 'workflow id',
  prices: 'workspace id',
  /** Settings or tokens changed. */
  connections: 'connection id',
  /** The subscriptions of a workflow changed. */
  subscriptions: 'workflow id',
  /** Executions wait in the queue. */
  queue: 'nothing',
  /** A hold was made, or is being released. */
  holds: 'nothing',
  /** A server is away, or answers again. */
  outages: 'nothing',
  /** A run of a workflow waits for its turn, or one that had its turn has ended. */
  turns: 'workflow id',
  /** It is the turn of a run that a caller waits for. */
  turn: 'execution id',
  /** A bulk job was started or resumed. */
  bulk: 'nothing',
  /** The due times of schedules changed. */
  schedules: 'nothing',
  /** Deliveries are due. */
  deliveries: 'nothing',
  /** An execution should end. */
  cancel: 'execution id',
  /** A client of the MCP endpoint cancels a call. */
  mcpCalls: 'hash of client and request id',
  /** A workspace was deleted: its executions should end. */
  removed: 'workspace id',
} as const;
export type Channel = keyof typeof PAYLOADS;
/** The channels without a payload. */
type Wake = { [C in Channel]: (typeof PAYLOADS)[C] extends 'nothing' ? C : never }[Channel];
const CHANNELS = Object.keys(PAYLOADS) as readonly Channel[];

type Listener = (id: string) => void;

const RECONNECT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;
const CHECK_EVERY_MS = 3_000;
const ANSWER_TIMEOUT_MS = 2_000;
const PREFIX = 'millrace_';

interface NotifyState {
  listeners: Map<Channel, Set<Listener>>;
  connection: pg.Client | null;
  closed: boolean;
  /** True if notifications may have been missed. */
  missed: boolean;
}

const notifyState = (): NotifyState =>
  processSingleton('notify', () => ({
    listeners: new Map(),
    connection: null,
    closed: false,
    missed: false,
  }));

/** Calls `listener` for each later notification, from any process. @returns a function that unsubscribes */
export function onNotification(channel: Channel, listener: Listener): () => void {
  const { listeners } = notifyState();
  if (!listeners.has(channel)) listeners.set(channel, new Set());
  listeners.get(channel)!.add(listener);
  return () => void listeners.get(channel)?.delete(listener);
}

/**
 * Notifies all processes. When it settles, this one and those behind the same port know; others are
 * notified through Postgres moments later. Call it after the change has committed.
 */
export async function notify(channel: Channel, id: string): Promise<void> {
  const values = [PREFIX + channel, id];
  await Promise.all([
    notifyThisServer(channel, id),
    pool().query({ name: 'notify', text: 'SELECT pg_notify($1, $2)', values }),
  ]);
}

/** Returns SQL that notifies the other processes when its transaction commits. */
export const notifySql = (channel: Wake): string => `pg_notify('${PREFIX}${channel}', '')`;

/**
 * Like `notifySql` with an id, given as an SQL expression. For this server call `notifyThisServer` as well.
 */
export const notifyOfSql = (channel: Exclude<Channel, Wake>, id: string): string =>
  `pg_notify('${PREFIX}${channel}', ${id})`;

/**
 * Notifies this process and those behind the same port, after a statement with `notifyOfSql` has committed:
 * when it settles, a caller's next request sees the change, whichever process handles it.
 */
export async function notifyThisServer(channel: Channel, id: string): Promise<void> {
  notifyThisProcess(channel, id);
  await askSiblings('notification', { channel, id });
}

/** Notifies this process only. */
export function notifyThisProcess(channel: Channel, id: string): void {
  for (const listener of notifyState().listeners.get(channel) ?? []) listener(id);
}

/**
 * Listens on a separate connection until `stopListening`. After the connection was lost, every channel's
 * listeners are called with an empty id, since notifications may have been missed.
 */
export async function startListening(): Promise<void> {
  notifyState().closed = false;
  answerSiblings('notification', ({ channel, id }) => {
    notifyThisProcess(channel as Channel, id);
    return null;
  });
  await connect();
}

async function connect(): Promise<void> {
  const state = notifyState();
  if (state.connection !== null || state.closed) return;
  const connection = new FailoverClient({
    connectionString: env().DATABASE_URL,
    application_name: 'millrace listen',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
  });
  state.connection = connection;
  connection.on('notification', ({ channel, payload }) =>
    notifyThisProcess(channel.slice(PREFIX.length) as Channel, payload ?? ''),
  );
  connection.on('error', (error) => lost(connection, error));
  connection.on('end', () => lost(connection, new Error('the connection ended')));
  try {
    await connection.connect();
    await connection.query(CHANNELS.map((channel) => `LISTEN ${PREFIX}${channel}`).join('; '));
    if (state.missed) for (const channel of CHANNELS) notifyThisProcess(channel, '');
    state.missed = false;
    checkSoon(connection);
  } catch (error) {
    lost(connection, error);
  }
}

/**
 * Sends a query now and then: a connection that only listens sends nothing, so it would never notice that
 * the network has dropped it.
 */
function checkSoon(connection: pg.Client): void {
  setTimeout(async () => {
    if (notifyState().connection !== connection) return;
    try {
      await connection.query('SELECT 1');
      checkSoon(connection);
    } catch (error) {
      lost(connection, error);
    }
  }, CHECK_EVERY_MS).unref();
}

function lost(connection: pg.Client, error: unknown): void {
  const state = notifyState();
  if (state.connection !== connection) return;
  state.connection = null;
  state.missed = true;
  connection.end().catch(() => undefined); // it has ended already; the reason is reported below
  if (state.closed) return;
  reportDatabaseFault('listen for notifications', error);
  setTimeout(connect, RECONNECT_MS).unref();
}

export async function stopListening(): Promise<void> {
  const state = notifyState();
  state.closed = true;
  const { connection } = state;
  state.connection = null;
  await connection?.end();
}
