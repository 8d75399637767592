import type { Socket } from 'node:net';
import type pg from 'pg';
import { pool } from '../db';

export interface DatabaseTraffic {
  /** Statements sent one after the other, each after the response to the one before. */
  roundTrips: number;
  sentBytes: number;
  receivedBytes: number;
}

/** A part of pg's client that is missing from its types. */
interface Connected {
  connection: NodeJS.EventEmitter & { stream: Socket };
}

/** Returns this process's traffic with its database during `work`, in these pools. */
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
