import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { KeyHolder } from '../../../e2e/fixtures/api';
import { type Attack, type Finding, whatMissed } from './attack';
import type { Target } from './target';

const MB = 1024 * 1024;
const HOLD_MS = 20_000;
const ENDS_WITHIN_MS = 300_000;
const LOOK_EVERY_MS = 250;

/** Publishes a webhook trigger of this account. */
export async function makeHook(
  holder: KeyHolder,
  config: Record<string, unknown> = {},
): Promise<{ path: string; workflowId: string }> {
  const position = { x: 0, y: 0 };
  const id = await holder.createWorkflow('received', {
    blocks: {
      hook: { id: 'hook', type: 'webhook-trigger', name: 'hook', position, config },
      r: { id: 'r', type: 'response', name: 'r', position, config: { body: 'done' } },
    },
    edges: [{ id: 'e', source: 'hook', target: 'r' }],
  });
  await holder.call('POST', `/api/v1/workflows/${id}/publish`, {});
  const { body } = await holder.call<{ data: { url: string } }>('PUT', `/api/v1/workflows/${id}/hooks/hook`);
  return { path: new URL(body.data.url).pathname, workflowId: id };
}

/** Posts a body declared as `bytes`, of which `sent` are sent. @returns the status, or how it ended */
export async function post(
  port: number,
  path: string,
  { bytes, sent }: { bytes: number; sent: Buffer },
): Promise<string> {
  const socket: Socket = connect({ port, host: '127.0.0.1' });
  let heard = '';
  socket.on('error', () => undefined);
  socket.setEncoding('latin1').on('data', (text) => (heard += text));
  await once(socket, 'connect').catch(() => undefined);
  const head = [`POST ${path} HTTP/1.1`, 'host: localhost', 'content-type: application/json'];
  socket.write(`${[...head, 'connection: close', `content-length: ${bytes}`].join('\r\n')}\r\n\r\n`);
  socket.write(sent);
  await Promise.race([once(socket, 'close').catch(() => undefined), sleep(HOLD_MS)]);
  socket.destroy();
  return /^HTTP\/1\.1 (\d+)/.exec(heard)?.[1] ?? 'no answer';
}

/** Checks that each request answered with 202 has exactly one log. @returns the failed checks, in words */
async function whatWasLost(
  { databaseUrl }: Target,
  workflowId: string,
  answers: readonly string[],
): Promise<string[]> {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  const count = async (what: string, table: string): Promise<number> => {
    const sql = `SELECT count(${what})::int AS n FROM runtime.${table} WHERE workflow_id = $1`;
    return (await database.query<{ n: number }>(sql, [workflowId])).rows[0]!.n;
  };
  try {
    const deadline = Date.now() + ENDS_WITHIN_MS;
    while ((await count('*', 'execution')) > 0 && Date.now() < deadline) await sleep(LOOK_EVERY_MS);
    const logs = await count('*', 'log');
    const runs = await count('DISTINCT execution_id', 'log');
    const accepted = answers.filter((answer) => answer === '202').length;
    return [
      ...(runs < accepted ? [`${accepted - runs} of ${accepted} accepted requests have no log`] : []),
      ...(logs > runs ? [`${logs - runs} logs are of runs that have one already`] : []),
    ];
  } finally {
    await database.end();
  }
}

interface Sent {
  count: number;
  body: { bytes: number; sent: Buffer };
  meets: RegExp;
}

function bodies(name: string, { count, body, meets }: Sent): Attack {
  return {
    name,
    run: async (target): Promise<Finding> => {
      const { path, workflowId } = await makeHook(target.holder);
      const answers = await Promise.all(Array.from({ length: count }, () => post(target.port, path, body)));
      // Accepted requests are processed long after the last response.
      const lost = await whatWasLost(target, workflowId, answers);
      return { answers, wrong: [...lost, ...whatMissed(answers, meets)] };
    },
  };
}

export const json = (bytes: number): Buffer => Buffer.from(`"${'x'.repeat(bytes - 2)}"`);

export const BODIES: readonly Attack[] = [
  bodies('250 webhooks of 9.9 of 10 MB', {
    count: 250,
    body: { bytes: 10 * MB, sent: json(9.9 * MB) },
    meets: /^(?:408|no answer)$/,
  }),
  bodies('200 webhooks of 10 MB at once', {
    count: 200,
    body: { bytes: 10 * MB, sent: json(10 * MB) },
    meets: /^(?:202|no answer)$/,
  }),
];
