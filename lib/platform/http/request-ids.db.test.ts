import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCOPES } from '../../services/access/actor';
import { startTestApi, type TestApi } from '../../services/accounts/testing/test-api';
import { mintWorkspace } from '../../services/accounts/testing/test-workspace';
import { createApiKey } from '../../services/api-keys/create-api-key';
import { type EchoServer, startEchoServer } from '../../services/runs/testing/echo-server';
import { createWorkflow } from '../../services/workflows/create-workflow';
import { closeDatabase, pool } from '../postgres/db';

const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

let api: TestApi;
let echo: EchoServer;
beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  [api, echo] = await Promise.all([startTestApi(), startEchoServer()]);
});
afterAll(async () => {
  await Promise.all([api.close(), echo.close()]);
  await closeDatabase();
});

test.each([
  ['GET', '/api/health', 200],
  ['GET', '/api/nothing', 404],
  ['GET', '/api/v1/workflows', 401],
  ['OPTIONS', '/api/v1/workflows', 204],
  ['PUT', '/api/health', 405],
])('%s %s answers with the caller’s request id', async (method, path, status) => {
  const answer = await api.call(method, path, { 'x-request-id': 'from-the-proxy_1.2' });
  expect([answer.status, answer.headers.get('x-request-id')]).toEqual([status, 'from-the-proxy_1.2']);
  if (status >= 400) expect(answer.body.requestId).toBe('from-the-proxy_1.2');
});

test('requests of a workflow carry none of our request ids', async () => {
  const { owner, workspaceId } = await mintWorkspace();
  const block = (id: string, type: string, config: Record<string, unknown>) => {
    return { id, type, name: type, position: { x: 0, y: 0 }, enabled: true, config };
  };
  const { data } = await createWorkflow(owner, {
    workspaceId,
    name: 'Calls',
    description: '',
    folderId: null,
    document: {
      blocks: { s: block('s', 'start', {}), a: block('a', 'api', { url: `${echo.origin}/` }) },
      edges: [{ id: 'e1', source: 's', sourceHandle: 'out', target: 'a', targetHandle: 'in' }],
      schemaVersion: 1,
      loops: {},
      parallels: {},
    },
  });
  const choice = { name: 'k', scopes: SCOPES, workspaceIds: [workspaceId], expiresAt: null };
  const { secret } = await createApiKey(owner, choice);
  const { status, headers } = await api.call(
    'POST',
    `/api/v1/workflows/${data.id}/executions`,
    { 'x-api-key': secret, 'x-request-id': 'internal-1', traceparent: TRACEPARENT },
    {},
  );
  expect([status, headers.get('x-request-id')]).toEqual([200, 'internal-1']);
  expect(echo.received).toHaveLength(1);
  const sent = JSON.stringify(echo.received[0]!.headers).toLowerCase();
  expect(sent).not.toMatch(/traceparent|tracestate|x-request-id|internal-1|4bf92f35/);
});
