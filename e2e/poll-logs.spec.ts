import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { patient } from '../scripts/lib/machine-speed.mjs';
import type { KeyHolder } from './fixtures/api';
import { makeAuthor } from './fixtures/author';
import { startUpstream, UPSTREAM } from './fixtures/upstream';

const EXAMPLE = path.join(import.meta.dirname, '../examples/poll-logs.ts');
const RUNS = 120;

/** Starts the published example the way a reader does. */
function startPoller(url: string, apiKey: string, workspaceId: string, state: string) {
  const seen: string[] = [];
  const child: ChildProcess = fork(
    EXAMPLE,
    ['--url', url, '--workspace', workspaceId, '--state', state, '--interval-ms', '50'],
    { silent: true, execArgv: ['--import', 'tsx'], env: { ...process.env, MILLRACE_API_KEY: apiKey } },
  );
  let rest = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) seen.push(JSON.parse(line).executionId);
  });
  const exited = once(child, 'exit');
  return {
    seen,
    stop: async () => {
      child.kill('SIGTERM');
      return (await exited)[0] as number;
    },
  };
}

async function execute(robot: KeyHolder, workflowId: string, times: number): Promise<string[]> {
  const answers = await Promise.all(
    Array.from({ length: times }, (_, index) =>
      robot.call<{ executionId: string }>(
        'POST',
        `/api/v1/workflows/${workflowId}/executions${index % 2 === 0 ? '' : '?mode=async'}`,
        { input: {} },
      ),
    ),
  );
  return answers.map(({ body }) => body.executionId);
}

test('the example that follows the logs sees each run exactly once, also over a restart', async ({
  baseURL,
}) => {
  const robot = await makeAuthor(baseURL, 'follower', { isUnlimited: true });
  const workflowId = await robot.createWorkflow('Followed', {
    blocks: { s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } } },
    edges: [],
  });
  const state = path.join(mkdtempSync(path.join(tmpdir(), 'millrace-follow-')), 'cursor.txt');
  const poll = () => startPoller(baseURL!, robot.key, robot.workspaceId, state);

  const ran = await execute(robot, workflowId, 10);
  const first = poll();
  for (let round = 0; round < 5; round += 1) ran.push(...(await execute(robot, workflowId, 10)));
  await expect.poll(() => first.seen.length, { timeout: patient(60_000) }).toBeGreaterThan(30);
  expect(await first.stop()).toBe(0);
  for (let round = 0; round < 3; round += 1) ran.push(...(await execute(robot, workflowId, 10)));
  const second = poll();
  while (ran.length < RUNS) ran.push(...(await execute(robot, workflowId, 10)));
  await expect.poll(() => first.seen.length + second.seen.length, { timeout: patient(60_000) }).toBe(RUNS);
  expect(await second.stop()).toBe(0);
  expect([...first.seen, ...second.seen].sort()).toEqual([...ran].sort());
});

test('the example waits as long as it is asked to, and twice as long after each failure', async () => {
  const at: number[] = [];
  const upstream = await startUpstream((_, response) => {
    at.push(Date.now());
    if (at.length === 1) response.writeHead(429, { 'retry-after': '3' });
    else if (at.length < 4) response.writeHead(503);
    response.end(JSON.stringify({ data: [], nextCursor: null, resumeCursor: 'c', limits: {} }));
  });
  const state = path.join(mkdtempSync(path.join(tmpdir(), 'millrace-patient-')), 'cursor.txt');
  const poller = startPoller(UPSTREAM, 'key', 'workspace', state);
  await expect.poll(() => at.length, { timeout: patient(30_000) }).toBeGreaterThan(3);
  expect(await poller.stop()).toBe(0);
  await upstream.stop();
  const waits = at.slice(1).map((ms, index) => ms - at[index]!);
  // The example waits for half to all of 4 s after its second failure, of 8 s after its third.
  for (const [index, leastMs] of [3_000, 2_000, 4_000].entries())
    expect(waits[index]).toBeGreaterThanOrEqual(leastMs - 5);
});
