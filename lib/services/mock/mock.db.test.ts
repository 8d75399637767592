import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import {
  type LoopbackHttpServer,
  startHttpServer,
} from '../../platform/outbound-http/testing/loopback-server';
import { prisma } from '../../platform/postgres/db';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { keepAsTest } from '../run-tests/keep-as-test';
import { type KeyHolder, keyOf, startKeyHolder } from '../runs/testing/key-holder';
import { runByHand } from '../runs/testing/run-by-hand';
import { workflowIn } from '../runs/testing/workflow-in';
import { runMocked } from './run-mocked';

vi.setConfig({ testTimeout: patient(60_000) });

let holder: KeyHolder;
let remote: LoopbackHttpServer;
let mill: TestWorkspace;
let workflowId: string;
let logId: string;

beforeAll(async () => {
  holder = await startKeyHolder();
  remote = await startHttpServer(({ url }, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ asked: url }));
  });
});
beforeEach(async () => {
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
  workflowId = await workflowIn(
    mill,
    [
      { type: 'api', config: { url: `${remote.origin}/orders?id=<b0.id>` } },
      { type: 'response', config: { body: '{"asked": <b1.data.asked>, "note": <b0.note?>}' } },
    ],
    [
      { name: 'id', type: 'string', required: false },
      { name: 'note', type: 'string', required: false },
    ],
  );
  logId = (await runByHand(mill.owner, { workflowId, input: { id: '7' } })).logId;
});
afterAll(async () => {
  await remote.close();
  await holder.close();
});

const { signal } = new AbortController();
const mock = (asked: { input: Record<string, unknown>; logId?: string; testId?: string }) =>
  runMocked(mill.owner, { id: workflowId, version: 'draft', ...asked }, signal);

test('a draft runs with another input on the answers of a run; no request leaves', async () => {
  const before = remote.received.length;
  const { data } = await mock({ input: { id: '7', note: 'again' }, logId });
  expect(data).toMatchObject({
    status: 'success',
    output: { asked: '/orders?id=7', note: 'again' },
    answered: 1,
    missingCount: 0,
    takesInput: true,
  });
  expect(remote.received.length).toBe(before);
});

test('a request that is not recorded is named, with the nearest one', async () => {
  const { data } = await mock({ input: { id: '8' }, logId });
  expect(data).toMatchObject({
    answered: 0,
    missingCount: 1,
    missing: [
      {
        blockName: 'b1',
        request: { url: `${remote.origin}/orders?id=8` },
        nearest: { url: `${remote.origin}/orders?id=7` },
      },
    ],
  });
});

test('a kept test answers too, also after its log', async () => {
  const { data: kept } = await keepAsTest(mill.owner, { id: logId, name: 'An order', tags: [], rules: [] });
  const { data } = await mock({ input: { id: '7' }, testId: kept.id });
  expect(data).toMatchObject({ status: 'success', answered: 1, missingCount: 0 });
});

test('runs of other workspaces, and keys without logs, are refused', async () => {
  const other = await mintWorkspace();
  const path = `/api/v1/workflows/${workflowId}/mock`;
  const both = await keyOf(mill, ['workflows:read', 'logs:read']);
  expect((await holder.api.call('POST', path, both, { logId })).status).toBe(200);
  expect((await holder.api.call('POST', path, both, {})).status).toBe(400);
  const alone = await keyOf(mill, ['workflows:read']);
  expect((await holder.api.call('POST', path, alone, { logId })).status).toBe(403);
  const foreign = await keyOf(other, ['workflows:read', 'logs:read']);
  expect((await holder.api.call('POST', path, foreign, { logId })).status).toBe(404);
});
