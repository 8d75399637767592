import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WorkflowDocument } from '../../../core/workflow/schema';
import { outboundClient } from '../../../platform/outbound-http/outbound-client';
import { closeDatabase, pool } from '../../../platform/postgres/db';
import { expectOutcomes } from '../../accounts/testing/refusals';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { setVariable } from '../../variables/set-variable';
import { createWorkflow } from '../../workflows/create-workflow';
import { type EchoServer, startEchoServer } from '../testing/echo-server';
import { runByHand } from '../testing/run-by-hand';
import { getRecordedRequest } from './recorded-request';

const TOKEN = 'tok 8f3a/9c21d7';
const HOST = '127.0.0.1';
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

const position = { x: 0, y: 0 };
const oneBlock = (config: Record<string, unknown>): WorkflowDocument => ({
  blocks: {
    s: { id: 's', type: 'start', name: 'start', position, enabled: true, config: {} },
    a: { id: 'a', type: 'api', name: 'api', position, enabled: true, config },
  },
  edges: [{ id: 'e', source: 's', sourceHandle: 'out', target: 'a', targetHandle: 'in' }],
  schemaVersion: 1,
  loops: {},
  parallels: {},
});

/** Runs it and names its log. */
async function runOnce(config: Record<string, unknown>, input = {}): Promise<string> {
  const { workspaceId, writer } = mill;
  await setVariable(writer, { workspaceId, name: 'TOKEN', value: TOKEN });
  await setVariable(writer, { workspaceId, name: 'HOST', value: HOST });
  const workflow = { workspaceId, name: 'Recorded', document: oneBlock(config) };
  const { data } = await createWorkflow(writer, workflow);
  const run = await runByHand(writer, { workflowId: data.id, input });
  return run.logId;
}

const recorded = async (logId: string) =>
  (await getRecordedRequest(mill.reader, { id: logId, spanId: 'a' }, new AbortController().signal)).data;

const SET_BY_CONNECTION = new Set(['host', 'connection', 'content-length']);

test('with its secrets put in, it is to the byte what was sent', async () => {
  const logId = await runOnce(
    {
      url: `${echo.origin}/items/<start.id>?fixed=%7B&q={{TOKEN}}`,
      method: 'POST',
      params: [{ key: 'key', value: '{{TOKEN}}', enabled: true }],
      headers: [{ key: 'X-Token', value: 'tok={{TOKEN}}', enabled: true }],
      auth: { kind: 'bearer', token: '{{TOKEN}}' },
      body: { kind: 'form', rows: [{ key: 'secret', value: '{{TOKEN}}', enabled: true }] },
    },
    { id: 'a b' },
  );
  const { request, problems, warnings } = await recorded(logId);
  expect(problems).toEqual([]);
  expect(warnings).toEqual([expect.stringContaining('Secrets are not recorded')]);
  expect(JSON.stringify(request)).not.toContain('8f3a');
  const [sent] = echo.received;
  const inUrl = (text: string) => text.replaceAll('{{TOKEN}}', encodeURIComponent(TOKEN));
  expect(inUrl(request!.url)).toBe(echo.origin + sent!.url);
  const headers = request!.headers.map(({ name, value }) => [name, value.replaceAll('{{TOKEN}}', TOKEN)]);
  expect(headers).toEqual(sent!.headers.filter(([name]) => !SET_BY_CONNECTION.has(name.toLowerCase())));
  const inForm = new URLSearchParams({ secret: TOKEN }).toString();
  expect(sent!.body.toString()).toBe(inForm);
  expect(request!.body).toEqual({ text: 'secret={{TOKEN}}' });
});

test('a password that was encoded, a literal token and a masked host show nothing', async () => {
  const logId = await runOnce({
    url: `http://{{HOST}}:${echo.port}/`,
    auth: { kind: 'basic', username: 'ada', password: 'correct-horse' },
    headers: [{ key: 'X-Api-Key', value: 'literal-key-1', enabled: true }],
  });
  const { request } = await recorded(logId);
  expect(echo.received).toHaveLength(1);
  expect(request).toMatchObject({
    url: `http://{{HOST}}:${echo.port}/`,
    headers: expect.arrayContaining([
      { name: 'Authorization', value: 'Basic ***', automatic: true },
      { name: 'X-Api-Key', value: '***', automatic: false },
    ]),
  });
});

test('a block that sent nothing has no request, and says so', async () => {
  const logId = await runOnce({
    url: 'http://10.0.0.1/',
    headers: [{ key: 'Host', value: 'x', enabled: true }],
  });
  expect(await recorded(logId)).toMatchObject({ request: null, problems: [{ code: expect.any(String) }] });
  const start = await getRecordedRequest(
    mill.reader,
    { id: logId, spanId: 's' },
    new AbortController().signal,
  );
  expect(start.data.problems).toEqual([{ code: 'NOTHING_SENT', message: 'This block sent nothing.' }]);
});

test('who may not read the log does not see its requests', async () => {
  const logId = await runOnce({ url: echo.origin });
  const outcomes = { stranger: 'not_found', reader: 'done', admin: 'done' } as const;
  await expectOutcomes(
    mill,
    (actor) => getRecordedRequest(actor, { id: logId, spanId: 'a' }, new AbortController().signal),
    outcomes,
  );
  await expect(
    getRecordedRequest(mill.reader, { id: logId, spanId: 'nope' }, new AbortController().signal),
  ).rejects.toThrow('no such block');
});
