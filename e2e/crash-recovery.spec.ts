import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import { patient } from '../scripts/lib/machine-speed.mjs';
import { type KeyHolder, keyHolder } from './fixtures/api';
import { bootstrap, liftLimits, startProduct } from './fixtures/product';

const RUNS = 200;
/** A double would turn it into …992: also when the process that continues the run reads the journal. */
const ID = '9007199254740993';

/** `pid` and every process below it, parents first. */
function processTree(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return [
    pid,
    ...(children === '' ? [] : children.split(' ').flatMap((child) => processTree(Number(child)))),
  ];
}

function killAll(pids: readonly number[]): void {
  for (const pid of pids)
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // a child may end with its parent
    }
}

test('kill -9 of everything amid 200 queued runs: each ends in one log, with its values', async () => {
  test.skip(process.platform !== 'linux', 'needs /proc to find the processes');
  let calls = 0;
  const passedOn = new Set<string>();
  // Half of them continue before the kill, so that on any machine some are in progress and some wait.
  let held: ServerResponse[] | null = [];
  const slow = createServer((request, response) => {
    calls += 1;
    if (request.method === 'POST') void text(request).then((body) => passedOn.add(body));
    response.setHeader('content-type', 'application/json');
    if (held !== null && calls > RUNS) held.push(response);
    else response.end(`{"id":${ID}}`);
  }).listen(0, '127.0.0.1');
  await once(slow, 'listening');
  const port = (slow.address() as AddressInfo).port;
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-crash-'));
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: '', OUTBOUND_ALLOW: `127.0.0.1:${port}` };

  const first = await startProduct(env);
  const account = await bootstrap(env);
  await liftLimits(env);
  const robot = keyHolder(first, account);
  const id = await robot.createWorkflow('Slow', {
    blocks: {
      s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } },
      a: {
        id: 'a',
        type: 'api',
        name: 'one',
        position: { x: 1, y: 0 },
        config: { url: `http://127.0.0.1:${port}/1` },
      },
      b: {
        id: 'b',
        type: 'api',
        name: 'two',
        position: { x: 2, y: 0 },
        config: {
          url: `http://127.0.0.1:${port}/2`,
          method: 'POST',
          body: { kind: 'json', value: '{"id":<one.data.id>}' },
        },
      },
    },
    edges: [
      { id: 'e1', source: 's', target: 'a' },
      { id: 'e2', source: 'a', target: 'b' },
    ],
  });
  const accepted = await Promise.all(Array.from({ length: RUNS }, () => accept(robot, id)));
  expect(new Set(accepted).size).toBe(RUNS);
  await expect.poll(() => finished(robot).then((ids) => ids.length)).toBeGreaterThan(20);
  killAll(processTree(first.child.pid!));

  const second = await startProduct(env);
  const after = keyHolder(second, account);
  const before = (await finished(after)).length;
  expect(before).toBeLessThan(RUNS);
  for (const response of held) response.end(`{"id":${ID}}`);
  held = null;
  await expect.poll(() => finished(after).then((ids) => ids.length), { timeout: patient(60_000) }).toBe(RUNS);
  expect((await finished(after)).sort()).toEqual([...accepted].sort());
  expect(calls).toBeGreaterThanOrEqual(2 * RUNS);
  expect([...passedOn]).toEqual([`{"id":${ID}}`]);
  await second.stop();
  slow.close();
});

async function accept(robot: KeyHolder, workflowId: string): Promise<string> {
  const { status, body } = await robot.call<{ executionId: string }>(
    'POST',
    `/api/v1/workflows/${workflowId}/executions?mode=async`,
    { input: {} },
  );
  expect(status).toBe(202);
  return body.executionId;
}

async function finished(robot: KeyHolder): Promise<string[]> {
  const { body } = await robot.call<{ data: Array<{ executionId: string }> }>(
    'GET',
    `/api/v1/logs?workspaceId=${robot.workspaceId}&limit=1000`,
  );
  return body.data.map(({ executionId }) => executionId);
}
