import { createServer, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { patient } from '../../../../scripts/lib/machine-speed.mjs';
import { type LoopbackServer, listen } from '../../../platform/outbound-http/testing/loopback-server';
import { closeDatabase, pool } from '../../../platform/postgres/db';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { getExecution } from '../reading/get-execution';
import { KillableServer } from '../testing/killable-server';
import { queueByHand } from '../testing/run-by-hand';
import { workflowIn } from '../testing/workflow-in';
import { answerWait } from '../waits/answer-wait';

vi.setConfig({ testTimeout: patient(180_000) });

const TIMEOUT_MS = patient(60_000);
const server = new KillableServer();
let mill: TestWorkspace;
let upstream: LoopbackServer;
/** Keys of the requests to each path, in the order they came. */
let asked = new Map<string, string[]>();
/** The responses that are held back; null: none is. */
let held: ServerResponse[] | null = [];

beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  mill = await mintWorkspace();
  upstream = await listen(
    createServer((request, response) => {
      const path = request.url ?? '';
      asked.set(path, [...(asked.get(path) ?? []), String(request.headers['idempotency-key'])]);
      response.setHeader('content-type', 'application/json');
      if (held === null) response.end('{}');
      else held.push(response);
    }),
  );
});
beforeEach(() => {
  asked = new Map();
  held = [];
});
afterEach(() => server.kill());
afterAll(async () => {
  await upstream.close();
  await closeDatabase();
});

/** Queues a run of one API block for each config; kills the server while all their requests are under way. */
async function killedAmid(configs: Record<string, object>): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  await server.start();
  for (const [name, config] of Object.entries(configs)) {
    const api = { type: 'api', config: { url: `${upstream.origin}/${name}`, method: 'POST', ...config } };
    const workflowId = await workflowIn(mill, [api]);
    ids[name] = (await queueByHand(mill.owner, { workflowId, input: {} })).executionId;
  }
  await expect.poll(() => asked.size, { timeout: TIMEOUT_MS }).toBe(Object.keys(configs).length);
  await server.kill();
  held = null;
  await server.start();
  return ids;
}

const stateOf = async (id: string) => (await getExecution(mill.reader, id)).status;
async function endOf(id: string): Promise<unknown> {
  await expect.poll(() => stateOf(id), { timeout: TIMEOUT_MS }).toMatch(/^(success|error)$/);
  const { rows } = await pool().query(
    `SELECT p.trace_spans FROM runtime.log l JOIN runtime.log_payload p ON p.log_id = l.id
      WHERE l.execution_id = $1`,
    [id],
  );
  const spans: Array<{ blockId: string; status: string; error: { code: string } | null }> = JSON.parse(
    rows[0].trace_spans,
  );
  const { status, error } = spans.find(({ blockId }) => blockId === 'b1')!;
  return error === null ? status : error.code;
}

test('a request under way at a kill is sent again only when that is safe, or as its block says', async () => {
  const never = { retry: { when: 'never' } };
  const ids = await killedAmid({
    keyed: {},
    cautious: { retry: { when: 'safe' } },
    never,
    keyless: { headers: [{ key: 'Idempotency-Key', value: '' }] },
    own: { headers: [{ key: 'Idempotency-Key', value: 'order-7' }] },
    read: { ...never, method: 'GET' },
    again: { ...never, onUnknown: 'again' },
    failing: { onUnknown: 'fail' },
  });
  const ends: Record<string, unknown> = {};
  for (const [name, id] of Object.entries(ids)) ends[name] = await endOf(id);
  expect(ends).toEqual({
    keyed: 'success',
    cautious: 'OUTCOME_UNKNOWN',
    never: 'OUTCOME_UNKNOWN',
    keyless: 'OUTCOME_UNKNOWN',
    own: 'success',
    read: 'success',
    again: 'success',
    failing: 'OUTCOME_UNKNOWN',
  });
  const times = Object.fromEntries([...asked].map(([path, keys]) => [path.slice(1), keys.length]));
  expect(times).toEqual({
    keyed: 2,
    own: 2,
    read: 2,
    again: 2,
    cautious: 1,
    never: 1,
    keyless: 1,
    failing: 1,
  });
  for (const keys of asked.values()) expect(new Set(keys).size).toBe(1);
});

async function questionOf(id: string): Promise<string> {
  const url = async () => (await getExecution(mill.owner, id)).waits?.[0]?.url ?? '';
  await expect.poll(url, { timeout: TIMEOUT_MS }).not.toBe('');
  return (await url()).split('/').at(-1)!;
}

test('a person can be asked: the run is parked, and sends it again only once that is approved', async () => {
  const ids = await killedAmid({ yes: { onUnknown: 'ask' }, no: { onUnknown: 'ask' } });
  const [yes, no] = [await questionOf(ids.yes!), await questionOf(ids.no!)];
  expect([...asked.values()].map(({ length }) => length)).toEqual([1, 1]);
  held = [];
  const page = await answerWait(yes, { decision: 'approved' });
  expect(page.title).toContain('Send POST 127.0.0.1');
  await expect.poll(() => asked.get('/yes')?.length, { timeout: TIMEOUT_MS }).toBe(2);
  // Killed once more: it is asked again, for the old answer was about the request before.
  await server.kill();
  held = null;
  await server.start();
  await answerWait(no, { decision: 'rejected' });
  expect(await endOf(ids.no!)).toBe('OUTCOME_UNKNOWN');
  const again = await questionOf(ids.yes!);
  expect(again).not.toBe(yes);
  await answerWait(again, { decision: 'approved' });
  expect(await endOf(ids.yes!)).toBe('success');
  expect([asked.get('/yes')?.length, asked.get('/no')?.length]).toEqual([3, 1]);
});
