import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Ask } from './ask';
import type { FuzzRecord } from './record';

const LOOK_EVERY_MS = 500;
const MOST_WAITING = 150;
const ENDS_WITHIN_MS = 300_000;
const CANCELLED_WITHIN_MS = 120_000;
const TOLD = 5;

const countUnfinished = async (database: pg.Client): Promise<number> => {
  const { rows } = await database.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM runtime.execution WHERE state <> 'parked'`,
  );
  return rows[0]!.n;
};

/** Waits for room in the queue: otherwise queued runs would only be measured at the end. */
export function watchQueue(database: pg.Client): { room(): Promise<void>; stop(): void } {
  let unfinished = 0;
  let goesOn = true;
  const looks = (async () => {
    while (goesOn) {
      unfinished = await countUnfinished(database);
      await sleep(LOOK_EVERY_MS);
    }
  })();
  return {
    room: async () => {
      while (unfinished > MOST_WAITING) await sleep(LOOK_EVERY_MS);
    },
    stop: () => {
      goesOn = false;
      void looks;
    },
  };
}

/** Checks that every run ends; those that wait for a person or a date are cancelled. Each has one log. */
export async function checkEnds(
  database: pg.Client,
  record: FuzzRecord,
  { ask, headers }: { ask: Ask; headers: Readonly<Record<string, string>> },
): Promise<void> {
  await untilNone(database, `state <> 'parked'`, ENDS_WITHIN_MS);
  const { rows: waiting } = await database.query<{ id: string; state: string }>(
    'SELECT id::text, state FROM runtime.execution',
  );
  for (const { id, state } of waiting) {
    if (state !== 'parked') record.find(numberOf(record, id), 'run', `${id} is still ${state}`);
    await ask({ method: 'POST', path: `/api/v1/executions/${id}/cancel`, headers });
  }
  await untilNone(database, 'true', CANCELLED_WITHIN_MS);
  const { rows: left } = await database.query<{ id: string; state: string }>(
    'SELECT id::text, state FROM runtime.execution',
  );
  for (const { id, state } of left)
    record.find(numberOf(record, id), 'run', `${id} is ${state} though it was cancelled`);
  await checkLogs(database, record);
}

async function untilNone(database: pg.Client, condition: string, withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    const { rows } = await database.query(`SELECT 1 FROM runtime.execution WHERE ${condition} LIMIT 1`);
    if (rows.length === 0) return;
    await sleep(LOOK_EVERY_MS);
  }
}

const numberOf = (record: FuzzRecord, executionId: string): number =>
  record.accepted.find((run) => run.executionId === executionId)?.number ?? -1;

const IDS_AT_ONCE = 5_000;

async function checkLogs(database: pg.Client, record: FuzzRecord): Promise<void> {
  const { accepted } = record;
  const [missing, repeated]: [string[], string[]] = [[], []];
  for (let at = 0; at < accepted.length; at += IDS_AT_ONCE) {
    const ids = accepted.slice(at, at + IDS_AT_ONCE).map(({ executionId }) => executionId);
    const { rows } = await database.query<{ id: string; logs: number }>(
      `SELECT started.id, count(log.execution_id)::int AS logs
       FROM unnest($1::uuid[]) started (id) LEFT JOIN runtime.log ON log.execution_id = started.id
       GROUP BY started.id HAVING count(log.execution_id) <> 1`,
      [ids],
    );
    for (const { id, logs } of rows) (logs === 0 ? missing : repeated).push(id);
  }
  for (const [words, ids] of [
    ['has no log', missing],
    ['has more than one log', repeated],
  ] as const)
    for (const id of ids.slice(0, TOLD))
      record.find(numberOf(record, id), 'log', `${id} ${words} (${ids.length} such)`);
}
