import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { env } from '../../../platform/env';
import { newId } from '../../../platform/ids';
import { pool } from '../../../platform/postgres/db';
import type { Actor } from '../../access/actor';
import { recordCompletions } from '../../runs/recording/record-completions';
import { listLogs } from '../list-logs';
import { LogsQuery } from '../logs-request';
import { completionOf, type LogsWorld, type Random, type RandomLog, randomLog } from './random-logs';

export interface FeedProof {
  actor: Actor;
  world: LogsWorld;
  random: Random;
  /** Total number of rows to commit. */
  rows: number;
  writers: number;
}

export interface FeedOutcome {
  committed: number;
  rolledBack: number;
  killed: number;
  /** By poller: the rows it should have seen and its failures. */
  pollers: Array<{
    name: string;
    expected: number;
    missed: number;
    repeated: number;
    strange: number;
    walks: number;
  }>;
}

type Filter = { query: Record<string, string>; keeps: (log: RandomLog) => boolean };

/** The filters of the pollers, which cover every access path. */
function filtersOf(world: LogsWorld): Record<string, Filter> {
  const [first, second] = [world.workflows[0]!.id, world.workflows[1]!.id];
  return {
    all: { query: {}, keeps: () => true },
    errors: { query: { level: 'error' }, keeps: (log) => log.level === 'error' },
    'two workflows': {
      query: { workflowIds: `${first},${second}` },
      keeps: (log) => log.workflowId === first || log.workflowId === second,
    },
    'a model': { query: { model: 'gpt-5.2' }, keeps: (log) => log.models.includes('gpt-5.2') },
    'slow webhooks': {
      query: { triggers: 'webhook', minDurationMs: '500' },
      keeps: (log) => log.trigger === 'webhook' && log.durationMs >= 500,
    },
  };
}

/**
 * Runs many writers, whose transactions are held open, rolled back or killed, and whose rows started up to
 * ten minutes before they end; pollers of several filters that follow the feed, one of them rarely; and
 * walkers that read everything from the newest on.
 */
export async function proveFeed(proof: FeedProof): Promise<FeedOutcome> {
  const run = new FeedRun(proof);
  const writing = Promise.all(Array.from({ length: proof.writers }, () => run.write()));
  const polling = Object.entries(filtersOf(proof.world)).flatMap(([name, filter]) => [
    run.follow(`asc ${name}`, filter, 20),
    run.follow(`asc, seldom, ${name}`, filter, 4_000),
    run.followLastCursor(`asc, last nextCursor, ${name}`, filter),
    run.walkDown(`desc ${name}`, filter),
  ]);
  await writing;
  run.done = true;
  return { ...run.counts, committed: run.committed.size, pollers: await Promise.all(polling) };
}

class FeedRun {
  readonly committed = new Map<string, RandomLog>();
  readonly counts = { rolledBack: 0, killed: 0 };
  done = false;
  readonly #proof: FeedProof;
  #left: number;

  constructor(proof: FeedProof) {
    this.#proof = proof;
    this.#left = proof.rows;
  }

  async write(): Promise<void> {
    const { random } = this.#proof;
    let client = await connect();
    while (this.#left > 0) {
      const logs = this.#group(1 + Math.floor(random() ** 2 * 60));
      const fate = random();
      await client.query('BEGIN');
      await recordCompletions(
        client as unknown as pg.Pool,
        logs.map((log) => completionOf(log, this.#proof.actor.userId)),
        newId(),
      );
      if (fate < 0.04) await delay(random() * 150);
      if (fate < 0.1 && fate > 0.06) {
        await client.query('ROLLBACK');
        this.counts.rolledBack += logs.length;
      } else if (fate < 0.06 && fate > 0.03) {
        await kill(client);
        client = await connect();
        this.counts.killed += logs.length;
      } else {
        await client.query('COMMIT');
        for (const log of logs) this.committed.set(log.logId, log);
        this.#left -= logs.length;
      }
    }
    await client.end();
  }

  /** Follows the feed as documented: pages to the end, then from `resumeCursor` on. */
  async follow(name: string, { query, keeps }: Filter, pauseMs: number) {
    const seen = new Map<string, number>();
    let cursor: string | undefined;
    let walks = 0;
    for (let last = false; ; walks += 1) {
      last = this.done;
      let more = true;
      while (more) {
        const page = await this.#page({ ...query, order: 'asc' }, cursor);
        for (const { id } of page.data) seen.set(id, (seen.get(id) ?? 0) + 1);
        more = page.nextCursor !== null;
        cursor = page.nextCursor ?? page.resumeCursor;
      }
      if (last) break;
      await delay(pauseMs);
    }
    const repeated = [...seen.values()].filter((times) => times > 1).length;
    return { ...this.#judged(name, walks, keeps, seen), repeated };
  }

  /**
   * Uses only `nextCursor` and repeats the last one it received: it must tolerate repeated pages, but no
   * row is missed.
   */
  async followLastCursor(name: string, { query, keeps }: Filter) {
    const seen = new Set<string>();
    let cursor: string | undefined;
    let walks = 0;
    for (let last = false; !last; walks += 1) {
      last = this.done;
      for (let next: string | null | undefined = cursor; next !== null; ) {
        const page = await this.#page({ ...query, order: 'asc' }, cursor);
        for (const { id } of page.data) seen.add(id);
        next = page.nextCursor;
        cursor = next ?? cursor;
      }
      await delay(100);
    }
    return this.#judged(name, walks, keeps, seen);
  }

  #judged(
    name: string,
    walks: number,
    keeps: Filter['keeps'],
    seen: ReadonlySet<string> | Map<string, number>,
  ) {
    const expected = [...this.committed.values()].filter(keeps);
    return {
      name,
      walks,
      expected: expected.length,
      missed: expected.filter(({ logId }) => !seen.has(logId)).length,
      repeated: 0,
      strange: [...seen.keys()].filter((id) => !this.#isRight(id, keeps)).length,
    };
  }

  /**
   * Repeatedly walks over everything from the newest on; each walk must contain every row committed before
   * it, once.
   */
  async walkDown(name: string, { query, keeps }: Filter) {
    const sum = { name, walks: 0, expected: 0, missed: 0, repeated: 0, strange: 0 };
    for (let last = false; !last; sum.walks += 1) {
      last = this.done;
      const expected = [...this.committed.values()].filter(keeps);
      const seen = new Set<string>();
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await this.#page(query, cursor);
        for (const { id } of page.data) {
          if (seen.has(id)) sum.repeated += 1;
          seen.add(id);
        }
        cursor = page.nextCursor;
      }
      sum.expected += expected.length;
      sum.missed += expected.filter(({ logId }) => !seen.has(logId)).length;
      sum.strange += [...seen].filter((id) => !this.#isRight(id, keeps)).length;
      await delay(200);
    }
    return sum;
  }

  /** A row may be read before its writer has recorded the commit; at the end there is no such row. */
  #isRight(id: string, keeps: Filter['keeps']): boolean {
    const log = this.committed.get(id);
    return log === undefined ? !this.done : keeps(log);
  }

  #page(query: Record<string, string>, cursor: string | undefined) {
    const { actor, world } = this.#proof;
    const limit = this.done ? '1000' : '300';
    const full = {
      workspaceId: world.workspaceId,
      limit,
      ...query,
      ...(cursor === undefined ? {} : { cursor }),
    };
    return listLogs(actor, LogsQuery.parse(full));
  }

  #group(size: number): RandomLog[] {
    const { random, world } = this.#proof;
    return Array.from({ length: size }, () => {
      const agoMs = random() < 0.1 ? random() * 600_000 : random() * 3_000;
      return randomLog(random, world, Math.floor(Date.now() - agoMs));
    });
  }
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: env().DATABASE_URL });
  client.on('error', () => undefined); // it is deliberately killed in the middle of a transaction
  await client.connect();
  return client;
}

/** Ends the server's side of a connection, whatever it is doing. */
async function kill(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const exited = new Promise((resolve) => client.once('end', resolve));
  await pool().query('SELECT pg_terminate_backend($1)', [rows[0]!.pid]);
  await exited;
}
