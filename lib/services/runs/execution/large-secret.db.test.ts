import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { WorkflowDocument } from '../../../core/workflow/schema';
import { outboundClient } from '../../../platform/outbound-http/outbound-client';
import { closeDatabase, pool } from '../../../platform/postgres/db';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { getLog } from '../../logs/get-log';
import { setVariable } from '../../variables/set-variable';
import { createWorkflow } from '../../workflows/create-workflow';
import { type EchoServer, startEchoServer } from '../testing/echo-server';
import { runByHand } from '../testing/run-by-hand';

let mill: TestWorkspace;
let echo: EchoServer;

beforeAll(() => pool().query('SELECT runtime.ensure_partitions(now(), 1)'));
beforeEach(async () => {
  mill = await mintWorkspace();
  echo = await startEchoServer();
});
afterEach(() => echo.close());
afterAll(async () => {
  await outboundClient().close();
  await closeDatabase();
});

test('a run whose secrets are large is logged, without them', async () => {
  const { workspaceId, writer } = mill;
  const secret = Array.from(
    { length: 32_000 },
    (_, at) => 'abcdefghijklm+/"'[(at * at + (at >> 4)) % 16],
  ).join('');
  await setVariable(writer, { workspaceId, name: 'LARGE', value: secret });
  const config = {
    url: `${echo.origin}/large`,
    method: 'POST',
    body: { kind: 'json', value: '{"key": {{LARGE}}}' },
  };
  const position = { x: 0, y: 0 };
  const document = WorkflowDocument.parse({
    blocks: {
      start: { id: 'start', type: 'start', name: 'start', position },
      api: { id: 'api', type: 'api', name: 'api', position, config },
    },
    edges: [{ id: 'e', source: 'start', target: 'api' }],
  });
  const { data } = await createWorkflow(writer, { workspaceId, name: 'w', document });
  const answer = await runByHand(writer, { workflowId: data.id, input: {} });
  expect([answer.status, answer.error]).toEqual(['success', null]);
  expect(echo.received[0]?.body.toString()).toBe(JSON.stringify({ key: secret }).replace(':', ': '));
  const log = JSON.stringify((await getLog(writer, answer.logId)).data);
  expect(log).toContain('{{LARGE}}');
  for (const form of [secret, JSON.stringify(secret), Buffer.from(secret).toString('base64')])
    expect(log.includes(form.slice(1000, 1100))).toBe(false);
});
