import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { WorkflowDocument } from '../../../core/workflow/schema';
import { outboundClient } from '../../../platform/outbound-http/outbound-client';
import { closeDatabase } from '../../../platform/postgres/db';
import { routes } from '../../../server/routes';
import type { Scope } from '../../access/actor';
import { startTestApi, type TestApi } from '../../accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { createApiKey } from '../../api-keys/create-api-key';
import { setVariable } from '../../variables/set-variable';
import { createWorkflow } from '../../workflows/create-workflow';
import { type EchoServer, startEchoServer } from '../testing/echo-server';

let api: TestApi;
let mill: TestWorkspace;
let echo: EchoServer;

beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  mill = await mintWorkspace();
  echo = await startEchoServer();
});
afterEach(() => echo.close());
afterAll(async () => {
  await api.close();
  await outboundClient().close();
  await closeDatabase();
});

async function keyWith(...scopes: Scope[]): Promise<Record<string, string>> {
  const choice = { name: 'k', scopes, workspaceIds: [mill.workspaceId], expiresAt: null };
  return { 'x-api-key': (await createApiKey(mill.writer, choice)).secret };
}

const document = (url: string) =>
  WorkflowDocument.parse({
    blocks: {
      start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 } },
      api: {
        id: 'api',
        type: 'api',
        name: 'api',
        position: { x: 0, y: 0 },
        config: { url, headers: [{ key: 'X-Token', value: '{{TOKEN}}' }] },
      },
    },
    edges: [{ id: 'e', source: 'start', target: 'api' }],
  });

test('a key that may only run can’t choose where a variable is sent, by document or by samples', async () => {
  const { workspaceId, writer } = mill;
  await setVariable(writer, { workspaceId, name: 'TOKEN', value: 'tok-1f2e3d4c' });
  const stored = document('<start.server>/mine');
  const { data } = await createWorkflow(writer, { workspaceId, name: 'w', document: stored });
  const at = (verb: string) => `/api/v1/workflows/${data.id}/blocks/api/${verb}`;
  const bodies = [
    { document: document(`${echo.origin}/theirs`) },
    { samples: { start: { server: echo.origin } } },
  ];

  const others = await keyWith('workflows:run', 'workflows:read', 'logs:read');
  for (const verb of ['send', 'preview'])
    for (const body of bodies) {
      const { status, body: problem } = await api.call('POST', at(verb), others, body);
      expect([verb, status, problem.detail]).toEqual([verb, 403, expect.stringContaining('workflows:write')]);
    }
  expect(echo.received).toEqual([]);

  const authors = await keyWith('workflows:write');
  for (const body of bodies) expect((await api.call('POST', at('send'), authors, body)).status).toBe(200);
  expect(echo.received.map(({ url }) => url)).toEqual(['/theirs', '/mine']);
});

test('no operation takes a document or samples from a key without workflows:write', () => {
  const forKeys = routes.filter(({ endpoint: { auth } }) => auth !== 'session');
  const brings = forKeys.filter(({ endpoint: { body } }) => {
    const { properties = {} } = body === undefined ? {} : z.toJSONSchema(body, { io: 'input' });
    return 'document' in properties || 'samples' in properties;
  });
  expect(brings.map(({ endpoint: { id, scope } }) => [id, scope])).toEqual(
    ['createWorkflow', 'saveWorkflow', 'putWorkflow', 'sendBlock', 'previewBlock'].map((id) => [
      id,
      'workflows:write',
    ]),
  );
});
