import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { patient } from '../../../../scripts/lib/machine-speed.mjs';
import type { ShortenedValue } from '../../../core/blocks/shortened-value';
import type { JournalEntry } from '../../../core/engine/ports';
import { WorkflowDocument } from '../../../core/workflow/schema';
import { outboundClient } from '../../../platform/outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../../platform/postgres/process-lease';
import { ExactNumber } from '../../../platform/text/exact-number';
import { SCOPES } from '../../access/actor';
import { startTestApi, type TestApi } from '../../accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { createApiKey } from '../../api-keys/create-api-key';
import { createWorkflow } from '../../workflows/create-workflow';
import { isolatedPool } from '../isolated/isolated-pool';
import { startWorkQueue } from '../queue/work-queue';
import { openEntry, sealedStep } from '../recording/insert-steps';
import type { LastOutputs } from '../schema';

vi.setConfig({ testTimeout: patient(120_000) });

const ID = '9007199254740993';
const PRICE = '0.1234567890123456789';
const HUGE = '1e400';
const ANSWER = `{"id":${ID},"price":${PRICE},"huge":${HUGE},"ok":1.5}`;
/** Worked on in a process of its own, and kept beside the log. */
const LARGE_ANSWER = ANSWER.replace('{', `{"text":"${'x'.repeat(1.5 * 1024 * 1024)}",`);

let api: TestApi;
let mill: TestWorkspace;
let server: Server;
let headers: Record<string, string>;
let origin: string;
const received: Array<{ url: string; header: string; body: string }> = [];

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('worker');
  api = await startTestApi();
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'team' } });
  const choice = { name: 'k', scopes: SCOPES, workspaceIds: [mill.workspaceId], expiresAt: null };
  headers = { 'x-api-key': (await createApiKey(mill.owner, choice)).secret };
  server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push({ url: request.url ?? '', header: String(request.headers['x-id'] ?? ''), body });
      response.setHeader('content-type', 'application/json');
      response.end(request.url === '/large' ? LARGE_ANSWER : ANSWER);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await api.close();
  isolatedPool().close();
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

const position = { x: 0, y: 0 };
const block = (id: string, type: string, config: object = {}) => [
  id,
  { id, type, name: id, position, config },
];

async function workflow(path = '/first'): Promise<string> {
  const blocks = Object.fromEntries([
    block('start', 'start', { fields: [{ name: 'n', type: 'number' }] }),
    block('first', 'api', { url: origin + path }),
    block('second', 'api', {
      url: `${origin}/users/<first.data.id>?q=<first.data.price>`,
      method: 'POST',
      params: [{ key: 'row', value: '<first.data.huge>', enabled: true }],
      headers: [{ key: 'X-Id', value: '<first.data.id>', enabled: true }],
      body: {
        kind: 'json',
        value:
          '{"bare": <first.data.id>, "quoted": "<first.data.id>", "whole": <first.data>, "input": <start.n>}',
      },
    }),
    block('code', 'function', { code: 'return [<first.data.id>, typeof <first.data.id>]' }),
    block('answer', 'response', {
      body: '{"data": <second.data>, "code": <code.result>, "input": <start.n>}',
    }),
  ]);
  const ids = ['start', 'first', 'second', 'code', 'answer'];
  const edges = ids.slice(1).map((target, index) => ({ id: `e${index}`, source: ids[index], target }));
  const document = WorkflowDocument.parse({ blocks, edges, loops: {}, parallels: {} });
  const { data } = await createWorkflow(mill.writer, { ...mill, name: 'Exact', document });
  return data.id;
}

const fetchText = async (path: string, init: RequestInit = {}): Promise<string> =>
  (await fetch(api.origin + path, { ...init, headers: { ...headers, ...init.headers } })).text();

const post = (path: string, body: string, more: Record<string, string> = {}): Promise<string> =>
  fetchText(path, { method: 'POST', headers: { 'content-type': 'application/json', ...more }, body });

const INPUT = `{"input":{"n":${ID}}}`;

test('numbers beyond a double keep all digits from reference to request, code, log and webhook', async () => {
  const id = await workflow();
  await post(
    '/api/v1/webhooks',
    JSON.stringify({
      workspaceId: mill.workspaceId,
      workflowId: id,
      url: `${origin}/hook`,
      includeFinalOutput: true,
      includeTraceSpans: true,
    }),
  );
  const answer = await post(`/api/v1/workflows/${id}/executions`, INPUT);
  const output = `{"data":${ANSWER},"code":["${ID}","string"],"input":${ID}}`;
  expect(answer).toContain('"status":"success"');
  expect(answer).toContain(output);
  expect(received).toContainEqual({
    url: `/users/${ID}?q=${PRICE}&row=${HUGE}`,
    header: ID,
    body: `{"bare": ${ID}, "quoted": "${ID}", "whole": ${ANSWER}, "input": ${ID}}`,
  });

  const { logId, executionId } = JSON.parse(answer) as { logId: string; executionId: string };
  const log = await fetchText(`/api/v1/logs/${logId}`);
  expect(log).toContain(`"finalOutput":${output}`);
  expect(log).toContain(`"data":${ANSWER}`);
  expect(log).toContain('given to the code as text, with all digits');
  const list =
    `/api/v1/logs?workspaceId=${mill.workspaceId}&details=full` +
    `&includeTraceSpans=true&includeFinalOutput=true`;
  for (const accept of ['application/json', 'application/x-ndjson'])
    expect(await fetchText(list, { headers: { accept } })).toContain(`"finalOutput":${output}`);
  expect(await fetchText(`/api/v1/executions/${executionId}`)).toContain(output);
  expect(await fetchText(`/api/v1/workflows/${id}/last-outputs`)).toContain(ANSWER);
  const { rows } = await pool().query('SELECT body FROM runtime.webhook_body');
  const bodies = rows.map(({ body }) => body).join();
  expect(bodies).toContain(`"finalOutput":${output}`);
  expect(bodies).toContain(`"data":${ANSWER}`);
});

test('what a Function and a Condition compare is the digits, as text, and their spans say so', async () => {
  const blocks = Object.fromEntries([
    block('start', 'start'),
    block('which', 'condition', { branches: [{ id: 'same', expression: `<start.n> === '${ID}'` }] }),
    block('yes', 'response', { body: '{"branch": "same", "deep": <start.deep>, "zero": <start.zero>}' }),
    block('no', 'response', { body: '"other"' }),
  ]);
  const edges = [
    { id: 'e1', source: 'start', target: 'which' },
    { id: 'e2', source: 'which', sourceHandle: 'same', target: 'yes' },
    { id: 'e3', source: 'which', sourceHandle: 'else', target: 'no' },
  ];
  const document = WorkflowDocument.parse({ blocks, edges, loops: {}, parallels: {} });
  const { data } = await createWorkflow(mill.writer, { ...mill, name: 'Compares', document });
  const deep = `${'[{"a":'.repeat(90)}${ID}${'}]'.repeat(90)}`;
  const input = `{"input":{"n":${ID},"deep":${deep},"zero":-0}}`;
  const answer = await post(`/api/v1/workflows/${data.id}/executions`, input);
  expect(answer).toContain(`"output":{"branch":"same","deep":${deep},"zero":0}`);
  const { logId } = JSON.parse(answer) as { logId: string };
  expect(await fetchText(`/api/v1/logs/${logId}`)).toContain('given to the code as text, with all digits');
});

test('and through streams, queue, journal and repeated calls', async () => {
  const id = await workflow();
  const path = `/api/v1/workflows/${id}/executions`;
  expect(await post(path, INPUT, { accept: 'text/event-stream' })).toContain(`"data":${ANSWER}`);
  const key = { 'idempotency-key': `k-${id}` };
  const once = await post(path, INPUT, key);
  expect(await post(path, INPUT, key)).toBe(once);
  // …992 is another input than …993.
  expect(await post(path, INPUT.replace('993', '992'), key)).toContain('idempotency_key_reused');

  const queue = startWorkQueue();
  const { executionId } = JSON.parse(await post(`${path}?mode=async`, INPUT)) as { executionId: string };
  let state = '';
  while (!state.includes('"endedAt":"')) state = await fetchText(`/api/v1/executions/${executionId}`);
  await queue.stop(5_000);
  expect(state).toContain(`"data":${ANSWER}`);
  expect(state).toContain(`"input":${ID}`);
});

test('and through a block that is sent alone, with samples', async () => {
  const id = await workflow();
  const sent = await post(
    `/api/v1/workflows/${id}/blocks/second/send`,
    `{"samples":{"first":{"data":${ANSWER}},"start":{"n":${ID}}}}`,
  );
  expect(sent).toContain(`"data":${ANSWER}`);
  expect(received.at(-1)).toMatchObject({ url: `/users/${ID}?q=${PRICE}&row=${HUGE}` });
});

test('and where values are large: in other processes, and in what is kept whole beside the log', async () => {
  const id = await workflow('/large');
  const path = `/api/v1/workflows/${id}/executions`;
  const answer = await post(path, INPUT);
  expect(answer).toContain(`{"data":${ANSWER},"code":["${ID}","string"],"input":${ID}}`);
  expect(received.at(-1)?.body).toContain(`"whole": ${LARGE_ANSWER}, "input": ${ID}}`);

  const last = await fetchText(`/api/v1/workflows/${id}/last-outputs`);
  const { first } = (JSON.parse(last) as { data: LastOutputs }).data;
  const { data } = first!.output as { data: ShortenedValue };
  expect(data.shape?.fields).toContainEqual({ name: 'id', shape: { type: 'number' } });
  expect(await fetchText(`/api/v1/logs/${first!.logId}/files/${data.fileId}`)).toBe(LARGE_ANSWER);

  const named = JSON.stringify({ ...data, logId: first!.logId });
  for (const sample of [named, LARGE_ANSWER]) {
    const samples = `{"first":{"data":${sample}},"start":{"n":${ID}}}`;
    const sent = await post(`/api/v1/workflows/${id}/blocks/second/send`, `{"samples":${samples}}`);
    expect(sent).toContain(`"data":${ANSWER}`);
    expect(received.at(-1)?.body).toContain(`"whole": ${LARGE_ANSWER}, "input": ${ID}}`);
  }
});

test('and in large inputs, of which a repeated call must be the same to the last digit', async () => {
  const id = await workflow();
  const path = `/api/v1/workflows/${id}/executions`;
  const large = INPUT.replace('}}', `,"text":"${'x'.repeat(1.5 * 1024 * 1024)}"}}`);
  const key = { 'idempotency-key': `large-${id}` };
  const once = await post(path, large, key);
  expect(once).toContain(`"input":${ID}`);
  expect(await post(path, large, key)).toBe(once);
  expect(await post(path, large.replace('993', '992'), key)).toContain('idempotency_key_reused');
  expect(await post(path, INPUT + ' '.repeat(1.5 * 1024 * 1024))).toContain(`"input":${ID}`);
});

test('an input that is a long number alone is refused like any other that is no object', async () => {
  const path = `/api/v1/workflows/${await workflow()}/executions`;
  const space = ' '.repeat(1.5 * 1024 * 1024);
  for (const body of [ID, `{"input":${ID}}`, ID + space])
    expect(await post(path, body)).toContain('Give an object.');
});

test('a journal entry that is opened again, after a crash, has the digits', async () => {
  const entry = { blockId: 'b', output: { data: new ExactNumber(ID) }, branch: 'out' } as unknown;
  const { sealed } = await sealedStep('e', entry as JournalEntry);
  const { output } = openEntry(sealed) as JournalEntry;
  expect(String(output.data)).toBe(ID);
});
