import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { patient } from '../../../../scripts/lib/machine-speed.mjs';
import { WorkflowDocument } from '../../../core/workflow/schema';
import { outboundClient } from '../../../platform/outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../../platform/postgres/process-lease';
import { SCOPES } from '../../access/actor';
import { startTestApi, type TestApi } from '../../accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { createApiKey } from '../../api-keys/create-api-key';
import { getLog } from '../../logs/get-log';
import { setVariable } from '../../variables/set-variable';
import { publishWorkflow } from '../../versions/publish-workflow';
import { getWorkflow } from '../../workflows/get-workflow';
import { saveWorkflow } from '../../workflows/save-workflow';
import { isolatedPool } from '../isolated/isolated-pool';
import { type EchoServer, startEchoServer } from '../testing/echo-server';
import { KillableServer } from '../testing/killable-server';
import { workflowIn } from '../testing/workflow-in';
import { answerWait } from '../waits/answer-wait';
import { idOfStep } from '../waits/called-ids';
import { waitToken } from '../waits/wait-links';

vi.setConfig({ testTimeout: patient(180_000) });

const server = new KillableServer();
let api: TestApi;
let mill: TestWorkspace;
let echo: EchoServer;
let headers: Record<string, string>;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('server');
  api = await startTestApi();
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'team' } });
  const choice = { name: 'k', scopes: SCOPES, workspaceIds: [mill.workspaceId], expiresAt: null };
  headers = { 'x-api-key': (await createApiKey(mill.owner, choice)).secret };
  echo = await startEchoServer();
  const { workspaceId } = mill;
  await setVariable(mill.owner, {
    workspaceId,
    name: 'PLACE',
    value: 'test',
    liveValue: 'real',
    plain: true,
  });
  await setVariable(mill.owner, {
    workspaceId,
    name: 'TOKEN',
    value: 'draft-secret',
    liveValue: 'live-secret',
  });
});
afterAll(async () => {
  await server.kill();
  await echo.close();
  await api.close();
  await isolatedPool().close();
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

const answer = (body: string) => ({ type: 'response', config: { body } });
const SHOWS_PLACE = answer('"{{PLACE}}"');
const calling = (workflowId: string) => ({ type: 'workflow', config: { workflowId } });
const SHOWS_CALL = answer('["{{PLACE}}", <b1.data>]');

async function published(id: string): Promise<string> {
  await publishWorkflow(mill.owner, { id });
  return id;
}
async function run(id: string, query = '', more: Record<string, string> = {}, input: object = {}) {
  const path = `/api/v1/workflows/${id}/executions${query}`;
  return (await api.call('POST', path, { ...headers, ...more }, { input })).body;
}

test('live versions use live values, a draft draft values, also where nothing is published', async () => {
  const id = await workflowIn(mill, [SHOWS_PLACE]);
  expect(await run(id)).toMatchObject({ output: 'test' });
  await published(id);
  expect(await run(id)).toMatchObject({ output: 'real' });
  expect(await run(id, '?version=1')).toMatchObject({ output: 'real' });
  expect(await run(id, '?version=draft')).toMatchObject({ output: 'test' });
  expect(await run(id, '', { 'idempotency-key': `once ${id}` })).toMatchObject({ output: 'real' });
});

test('a called workflow uses the values of the run that calls it, whatever version it runs', async () => {
  const [draftOnly, live] = [
    await workflowIn(mill, [SHOWS_PLACE]),
    await published(await workflowIn(mill, [SHOWS_PLACE])),
  ];
  for (const child of [draftOnly, live]) {
    const parent = await published(await workflowIn(mill, [calling(child), SHOWS_CALL]));
    expect(await run(parent)).toMatchObject({ output: ['real', 'real'] });
    expect(await run(parent, '?version=draft')).toMatchObject({ output: ['test', 'test'] });
  }
});

test('a run with large values, and what it calls in its own process, keep theirs', async () => {
  const child = await workflowIn(mill, [SHOWS_PLACE]);
  const parent = await published(await workflowIn(mill, [calling(child), SHOWS_CALL]));
  const input = { text: 'x'.repeat(1_200_000) };
  expect(await run(parent, '', {}, input)).toMatchObject({ output: ['real', 'real'] });
  expect(await run(parent, '?version=draft', {}, input)).toMatchObject({ output: ['test', 'test'] });
});

test('Send uses draft values, and the value that was used is masked', async () => {
  const block = {
    type: 'api',
    config: {
      url: `${echo.origin}/{{PLACE}}`,
      headers: [{ key: 'X-Token', value: '{{TOKEN}}', enabled: true }],
    },
  };
  const id = await published(await workflowIn(mill, [block, answer('<b1.data>')]));
  echo.received.length = 0;
  const sent = await api.call('POST', `/api/v1/workflows/${id}/blocks/b1/send`, headers, {});
  expect(sent.status).toBe(200);
  expect(JSON.stringify(sent.body)).not.toContain('draft-secret');
  // The caller gets it exactly, as the echoing server answered; its log is masked.
  for (const [query, secret] of [
    ['', 'live-secret'],
    ['?version=draft', 'draft-secret'],
  ] as const) {
    const { logId, ...answered } = await run(id, query);
    expect(JSON.stringify(answered)).toContain(secret);
    const log = JSON.stringify((await getLog(mill.owner, String(logId))).data);
    expect(log).not.toContain(secret);
    expect(log).toContain('{{TOKEN}}');
  }
  const tokens = echo.received.map((copy) => copy.headers.find(([name]) => name === 'X-Token')?.[1]);
  expect(tokens).toEqual(['draft-secret', 'live-secret', 'draft-secret']);
  expect(echo.received.map(({ url }) => url)).toEqual(['/test', '/real', '/test']);
});

test('queued, parked and called runs keep their values over a kill -9', async () => {
  const child = await workflowIn(mill, [
    { type: 'wait', config: { kind: 'callback' } },
    answer('"{{PLACE}}"'),
  ]);
  const parent = await published(await workflowIn(mill, [calling(child), SHOWS_CALL]));
  await server.start();
  const started = await Promise.all(['', '&version=draft'].map((more) => run(parent, `?mode=async${more}`)));
  const ids = started.map(({ executionId }) => String(executionId));
  const asks = ids.map((id) => waitToken(idOfStep('wait', idOfStep('call', id, 'b1'), 'b1')));
  const parked = async () =>
    (
      await pool().query('SELECT id FROM runtime.execution_wait WHERE execution_id = ANY ($1)', [
        ids.map((id) => idOfStep('call', id, 'b1')),
      ])
    ).rows.length;
  await expect.poll(parked, { timeout: patient(30_000) }).toBe(2);
  await server.kill();
  await server.start();
  for (const token of asks)
    await expect
      .poll(
        () =>
          answerWait(token, {}).then(
            () => true,
            () => false,
          ),
        { timeout: patient(30_000) },
      )
      .toBe(true);
  const outputs = async () =>
    Promise.all(
      ids.map(async (id) => {
        const { body } = await api.call('GET', `/api/v1/executions/${id}`, headers);
        return body.output ?? null;
      }),
    );
  await expect.poll(outputs, { timeout: patient(60_000) }).toEqual([
    ['real', 'real'],
    ['test', 'test'],
  ]);
});

test('publishing an unchanged draft changes whose values callers get, not what the draft runs', async () => {
  const id = await published(await workflowIn(mill, [SHOWS_PLACE]));
  const { data } = await getWorkflow(mill.owner, { id });
  const document = WorkflowDocument.parse(data.document);
  document.blocks.b1!.config = { body: '"draft at {{PLACE}}"' };
  await saveWorkflow(mill.owner, { id, document, version: data.version });
  expect(await run(id)).toMatchObject({ output: 'real' });
  expect(await run(id, '?version=draft')).toMatchObject({ output: 'draft at test' });
});
