import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { patient } from '../../../../scripts/lib/machine-speed.mjs';
import { env } from '../../../platform/env';
import { closeDatabase, pool } from '../../../platform/postgres/db';
import type { LeaseTiming } from '../../../platform/postgres/process-lease';
import { forkBundled } from '../../../platform/testing/fork-bundled';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { createWorkflow } from '../../workflows/create-workflow';
import { queueByHand } from '../testing/run-by-hand';
import { openUnreliableLink, type UnreliableLink } from '../testing/unreliable-link';

vi.setConfig({ testTimeout: patient(180_000) });

/** Suits the machine's speed: a process that it holds up for longer is rightly taken for dead. */
const TIMING: LeaseTiming = {
  heartbeatMs: 400,
  leaseMs: patient(3_000),
  gapMs: patient(1_200),
  freeConnections: 2,
};
/** The wait for a block that must not come: as long as the lost owner would need to go on to it. */
const NOTHING_COMES_MS = patient(1_500);

interface TestServer {
  child: ChildProcess;
  link: UnreliableLink;
}

let upstream: Server;
let mill: TestWorkspace;
const servers: TestServer[] = [];
/** Names of the called blocks, in order. */
const calls: string[] = [];
/** Calls of the second block, which a test answers. */
const held: ServerResponse[] = [];

beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  upstream = createServer((request, response) => {
    request.resume();
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    calls.push(pathname.slice(1));
    response.setHeader('content-type', 'application/json');
    if (pathname === '/large') response.end(JSON.stringify('x'.repeat(2_000_000)));
    else if (pathname === '/second') held.push(response);
    else response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  mill = await mintWorkspace();
});
afterAll(async () => {
  for (const { child, link } of servers) {
    child.disconnect();
    await once(child, 'exit');
    await link.close();
  }
  upstream.closeAllConnections();
  upstream.close();
  await closeDatabase();
});

async function startServer(): Promise<TestServer> {
  const link = await openUnreliableLink(env().DATABASE_URL);
  const child = forkBundled(
    path.join(import.meta.dirname, '../testing/isolated-process.ts'),
    [JSON.stringify(TIMING)],
    {
      env: { ...process.env, DATABASE_URL: link.url },
    },
  );
  servers.push({ child, link });
  await once(child, 'message');
  return { child, link };
}

/** Start, then these paths of the upstream one after the other. */
async function workflowOf(paths: readonly string[]): Promise<string> {
  const origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  const block = (id: string, type: string, config: Record<string, unknown> = {}) => {
    return { id, type, name: id, position: { x: 0, y: 0 }, enabled: true, config };
  };
  // An answer is held back until another process has taken over: an attempt must not end before that.
  const patience = { timeoutMs: 300_000, totalTimeoutMs: 600_000 };
  const calling = paths.map((name) =>
    block(name, 'api', { url: `${origin}/${name}`, method: 'POST', ...patience }),
  );
  const all = [block('s', 'start'), ...calling];
  const edges = paths.map((target, index) => {
    return { id: target, source: all[index]!.id, sourceHandle: 'out', target, targetHandle: 'in' };
  });
  const blocks = Object.fromEntries(all.map((one) => [one.id, one]));
  const document = { blocks, edges, schemaVersion: 1, loops: {}, parallels: {} };
  return (await createWorkflow(mill.writer, { ...mill, name: 'Taken over', document })).data.id;
}

const logs = async (executionId: string): Promise<Array<{ level: string }>> =>
  (await pool().query('SELECT level FROM runtime.log WHERE execution_id = $1', [executionId])).rows;

test('a run in its own process whose server is lost stops where it was and ends elsewhere', async () => {
  const workflowId = await workflowOf(['large', 'second', 'third']);
  const lost = await startServer();
  const { executionId } = await queueByHand(mill.writer, { workflowId, input: {} });
  await expect.poll(() => held.length, { timeout: patient(60_000) }).toBe(1);
  lost.link.hold();
  await startServer();
  await expect.poll(() => held.length, { timeout: patient(60_000) }).toBe(2);
  expect(calls).toEqual(['large', 'second', 'second']);
  held[0]!.end('{}');
  await sleep(NOTHING_COMES_MS); // the lost owner has its answer and must not call the next block
  expect(calls).not.toContain('third');
  held[1]!.end('{}');
  await expect.poll(() => logs(executionId), { timeout: patient(30_000) }).toEqual([{ level: 'info' }]);
  lost.link.mend();
  await sleep(NOTHING_COMES_MS); // the lost process reconnects and learns that the run is another's
  expect(await logs(executionId)).toEqual([{ level: 'info' }]);
  expect(calls).toEqual(['large', 'second', 'second', 'third']);
});
