import pg from 'pg';
import { env } from './env';
import { processSingleton } from './process-singleton';

// It is there; the types leave it out.
declare module 'pg' {
  interface Client {
    unref(): void;
  }
}

const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5_000;

export interface ChannelHandler {
  notice(payload: string): void;
  /** The connection is (again) listening; notices may have been missed before. */
  reset(): void;
}

interface Listener {
  handlers: Map<string, Set<ChannelHandler>>;
  client: pg.Client | null;
  retryMs: number;
  retryTimer: NodeJS.Timeout | null;
}

/** Postgres channels, heard over the process's one LISTEN connection; it reconnects on its own and holds no process open. */
export function listenTo(channel: string, handler: ChannelHandler): void {
  const listener = theListener();
  const known = listener.handlers.get(channel);
  if (known !== undefined) {
    known.add(handler);
    return;
  }
  listener.handlers.set(channel, new Set([handler]));
  if (listener.client !== null) subscribe(listener.client, listener, channel);
  else if (listener.retryTimer === null) connect(listener);
}

/** Ends the connection; until the next `listenTo` nothing is heard. */
export async function closeDatabaseListener(): Promise<void> {
  const listener = theListener();
  const { client, retryTimer } = listener;
  if (retryTimer !== null) clearTimeout(retryTimer);
  Object.assign(listener, { client: null, retryTimer: null, handlers: new Map() });
  await client?.end();
}

function theListener(): Listener {
  return processSingleton('database-listener', () => ({
    handlers: new Map(),
    client: null,
    retryMs: FIRST_RETRY_MS,
    retryTimer: null,
  }));
}

function connect(listener: Listener): void {
  const client = new pg.Client({
    connectionString: env().DATABASE_URL,
    application_name: 'millrace-listener',
    keepAlive: true,
  });
  listener.client = client;
  client.on('notification', ({ channel, payload = '' }) => {
    for (const handler of listener.handlers.get(channel) ?? []) handler.notice(payload);
  });
  client.on('error', (error) => lose(listener, client, error));
  client.on('end', () => lose(listener, client, new Error('the connection ended')));
  client.connect().then(
    () => {
      client.unref();
      listener.retryMs = FIRST_RETRY_MS;
      for (const channel of listener.handlers.keys()) subscribe(client, listener, channel);
    },
    (error: Error) => lose(listener, client, error),
  );
}

function subscribe(client: pg.Client, listener: Listener, channel: string): void {
  client.query(`LISTEN ${pg.escapeIdentifier(channel)}`).then(
    () => {
      for (const handler of listener.handlers.get(channel) ?? []) handler.reset();
    },
    (error: Error) => lose(listener, client, error),
  );
}

function lose(listener: Listener, client: pg.Client, error: Error): void {
  if (listener.client !== client) return;
  console.error(`[database] the notice connection was lost, trying again: ${error.message}`);
  listener.client = null;
  client.removeAllListeners('notification');
  client.end().catch((cause: Error) => console.error(`[database] closing it failed: ${cause.message}`));
  listener.retryTimer = setTimeout(() => {
    listener.retryTimer = null;
    connect(listener);
  }, listener.retryMs);
  listener.retryTimer.unref();
  listener.retryMs = Math.min(listener.retryMs * 2, MAX_RETRY_MS);
}
