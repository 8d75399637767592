import type { Socket } from 'node:net';
import type pg from 'pg';
import { pool } from '../db';

export interface DatabaseTraffic {
  /** Each waits for the answer before it: statements that were sent one by one. */
  roundTrips: number;
  sentBytes: number;
  receivedBytes: number;
}

/** The part of pg's client that its types leave out. */
interface Connected {
  connection: NodeJS.EventEmitter & { stream: Socket };
}

/** What this process sends its database and gets from it while `work` is done, in these pools. */
export async function databaseTraffic(
  work: () => Promise<unknown>,
  pools: readonly pg.Pool[] = [pool()],
): Promise<DatabaseTraffic> {
  const used = new Map<Connected['connection'], { read: number; written: number }>();
  let roundTrips = 0;
  const onAnswer = () => {
    roundTrips += 1;
  };
  const onAcquire = (client: pg.PoolClient) => {
    const { connection } = client as unknown as Connected;
    if (used.has(connection)) return;
    used.set(connection, { read: connection.stream.bytesRead, written: connection.stream.bytesWritten });
    connection.on('readyForQuery', onAnswer);
  };
  for (const each of pools) each.on('acquire', onAcquire);
  try {
    await work();
  } finally {
    for (const each of pools) each.off('acquire', onAcquire);
    for (const connection of used.keys()) connection.off('readyForQuery', onAnswer);
  }
  const sum = (bytes: (stream: Socket, before: { read: number; written: number }) => number) =>
    [...used].reduce((total, [{ stream }, before]) => total + bytes(stream, before), 0);
  return {
    roundTrips,
    sentBytes: sum((stream, before) => stream.bytesWritten - before.written),
    receivedBytes: sum((stream, before) => stream.bytesRead - before.read),
  };
}
