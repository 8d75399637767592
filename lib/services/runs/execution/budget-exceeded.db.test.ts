import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { patient } from '../../../../scripts/lib/machine-speed.mjs';
import type { BlockError } from '../../../core/blocks/block';
import { outboundClient } from '../../../platform/outbound-http/outbound-client';
import { closeDatabase, pool } from '../../../platform/postgres/db';
import { triedAgainForMs } from '../../../platform/postgres/with-database-retry';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { getLog } from '../../logs/get-log';
import { createWorkflow } from '../../workflows/create-workflow';
import { isolatedPool } from '../isolated/isolated-pool';
import { LARGE_BYTES } from '../isolated/large-values';
import type { RunTask } from '../isolated/protocol';
import { runByHand } from '../testing/run-by-hand';
import { workflowIn } from '../testing/workflow-in';
import { RunTransfer } from './run-transfer';

vi.setConfig({ testTimeout: patient(120_000) });

const KB = 1_000;
const MIB = 1024 * 1024;
const INPUTS = [{ name: 'v', type: 'string' }];

let upstream: Server;
let calls = 0;
let mill: TestWorkspace;
let neighbour: TestWorkspace;

beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  upstream = createServer((request, response) => {
    calls += 1;
    request.resume();
    response.setHeader('content-type', 'application/json').end('{"ok": true}');
  }).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
});
beforeEach(async () => {
  [mill, neighbour] = await Promise.all([mintWorkspace(), mintWorkspace()]);
  calls = 0;
});
afterAll(async () => {
  upstream.close();
  upstream.closeAllConnections();
  isolatedPool().close();
  await outboundClient().close();
  await closeDatabase();
});

/** Start, a request, and a Response that repeats the input. */
const repeating = (times: number) => {
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/`;
  const body = `[${'"<b0.v>",'.repeat(times)}0]`;
  return workflowIn(
    mill,
    [
      { type: 'api', config: { url } },
      { type: 'response', config: { body } },
    ],
    INPUTS,
  );
};

test('a Response of 180 MB ends in words in its log, while the runs of others succeed', async () => {
  const workflowId = await repeating(1_999);
  const input = { v: 'x'.repeat(90 * KB) };
  const others = await workflowIn(neighbour, [{ type: 'response', config: { body: 'ok' } }]);
  const large = [1, 2, 3].map(() => runByHand(mill.writer, { workflowId, input }));
  const small = Array.from({ length: 30 }, () =>
    runByHand(neighbour.writer, { workflowId: others, input: {} }),
  );
  for (const { status } of await Promise.all(small)) expect(status).toBe('success');
  for (const { status, error, logId } of await Promise.all(large)) {
    expect(status).toBe('error');
    expect(error).toMatchObject({ code: 'REF_TOO_LARGE' });
    expect(error?.message).toMatch(/^Body would have more than 10 MB once its references are filled in/);
    expect((await getLog(mill.reader, logId)).data.level).toBe('error');
  }
  // Nobody took it for the database's being away.
  expect(triedAgainForMs()).toBe(0);
});

test('what is large within its budget goes on elsewhere, and no request is sent twice', async () => {
  const workflowId = await repeating(25);
  const v = 'x'.repeat(90 * KB);
  const { status, output } = await runByHand(mill.writer, { workflowId, input: { v } });
  expect(status).toBe('success');
  expect(calls).toBe(1);
  const written = JSON.stringify(output);
  expect(written.split(v)).toHaveLength(26);
});

test('a document with more references than may be saved says how many are allowed', async () => {
  await expect(repeating(2_001)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('Body holds more than 2,000 references, which is the most'),
  });
  const document = { blocks: {}, edges: new Array(5_001).fill({ id: 'e', source: 'a', target: 'b' }) };
  await expect(
    createWorkflow(mill.writer, { ...mill, name: 'W', document: document as never }),
  ).rejects.toThrow();
});

test('without room for one more large run the block fails with words, and the run stays', async () => {
  const signal = AbortSignal.abort();
  const row = { workspaceId: mill.workspaceId };
  // All processes are taken, and what waits for one holds as much as may wait.
  const tasks = Array.from({ length: isolatedPool().most + 1 }, () => ({ kind: 'run', row }) as RunTask);
  const ends = tasks.map((task) => isolatedPool().run(task, 130 * MIB, { signal }));
  expect(isolatedPool().hasRoomFor(LARGE_BYTES)).toBe(false);
  const transfer = new RunTransfer();
  const error: BlockError = await transfer.leave();
  expect(error.code).toBe('MEMORY_FULL');
  expect(error.message).toMatch(/Run it again later, or use smaller values/);
  expect(transfer.note({ blockId: 'a' } as never)).toBe(true);
  await Promise.allSettled(ends);
});
