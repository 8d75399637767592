import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { patient } from '../../../../scripts/lib/machine-speed.mjs';
import { WorkflowDocument } from '../../../core/workflow/schema';
import { newId } from '../../../platform/ids';
import { pool } from '../../../platform/postgres/db';
import { type FileServer, MIB, startFileServer } from '../../files/testing/file-server';
import { ensureHook } from '../../incoming-webhooks/hook-address';
import { publishWorkflow } from '../../versions/publish-workflow';
import { createWorkflow } from '../../workflows/create-workflow';
import { type KeyHolder, startKeyHolder } from '../testing/key-holder';
import { workflowIn } from '../testing/workflow-in';

vi.setConfig({ testTimeout: patient(120_000) });

let mill: KeyHolder;
let server: FileServer;

beforeAll(async () => {
  mill = await startKeyHolder();
  server = await startFileServer();
});
afterAll(async () => {
  await server.close();
  await mill.close();
});

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const RESPONSE = { status: '201', body: '<b0.body>', headers: [{ key: 'X-Seen', value: '<b0.seen>' }] };

const responding = (config: object = RESPONSE) =>
  workflowIn(mill, [{ type: 'response', config: config as Record<string, unknown> }]);

/** Asks for a run and for its Response block's answer. */
function ask(id: string, input: object, headers: Record<string, string> = {}, query = 'answer=response') {
  return fetch(`${mill.api.origin}/api/v1/workflows/${id}/executions?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...mill.headers, ...headers },
    body: JSON.stringify({ input }),
  });
}
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

const BINARY = Buffer.alloc(3_000_000, 'Ω\0');
const binary = (bytes: Buffer, contentType: string) => ({
  contentType,
  size: bytes.length,
  base64: bytes.toString('base64'),
});

describe('the Response block of a run with answer=response', () => {
  it.each([
    ['JSON', { a: [1, 'ü'] }, Buffer.from('{"a":[1,"ü"]}'), 'application/json'],
    ['text', 'ä line\n', Buffer.from('ä line\n'), 'text/plain; charset=utf-8'],
    ['binary', binary(Buffer.from([0, 255, 10]), 'image/gif'), Buffer.from([0, 255, 10]), 'image/gif'],
    ['a large binary', binary(BINARY, 'image/png'), BINARY, 'image/png'],
    ['a large text', 'ä'.repeat(900_000), Buffer.from('ä'.repeat(900_000)), 'text/plain; charset=utf-8'],
  ])('answers with %s byte for byte, with its status and headers', async (_, body, bytes, type) => {
    const response = await ask(await responding(), { body, seen: 'yes' });
    expect(response.status).toBe(201);
    expect(response.headers.get('x-seen')).toBe('yes');
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('x-execution-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(sha256(await bytesOf(response))).toBe(sha256(bytes));
  });

  it('is streamed when it is a file of the run, also to the sender of a webhook', async () => {
    const bytes = 24 * MIB;
    const get = { url: `${server.origin}/file?bytes=${bytes}`, retry: { when: 'never', max: 0 } };
    const byKey = await workflowIn(mill, [
      { type: 'api', config: get },
      { type: 'response', config: { status: 206, body: '<b1.data>' } },
    ]);
    for (const response of [await ask(byKey, {}), await fetch(await hookFor(get), { method: 'POST' })]) {
      expect(response.status).toBe(206);
      expect(response.headers.get('content-type')).toBe('application/zip');
      expect(response.headers.get('content-length')).toBe(String(bytes));
      const hash = createHash('sha256');
      for await (const chunk of response.body ?? []) hash.update(chunk);
      expect(hash.digest('hex')).toBe(server.sha256(bytes));
    }
  });

  it('answers without a body where its status has none', async () => {
    const response = await ask(await responding({ status: 204, body: 'x' }), {});
    expect([response.status, (await bytesOf(response)).length]).toEqual([204, 0]);
  });

  it('can’t set cookies or run scripts in this product’s name', async () => {
    const headers = [
      { key: 'Set-Cookie', value: 'session=stolen' },
      { key: 'Content-Type', value: 'text/html' },
      { key: 'X-Execution-Id', value: 'another' },
    ];
    const response = await ask(await responding({ status: 200, body: '<p>hi', headers }), {});
    expect(response.headers.get('content-type')).toBe('text/html');
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(response.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none';/);
    expect(response.headers.get('x-execution-id')).not.toContain('another');
  });

  it('decides over Accept, and 202 comes from a queue', async () => {
    const id = await responding({ status: 200, body: 'data: hi\n\n' });
    const plain = await ask(id, {}, { accept: 'text/event-stream' });
    expect(await plain.text()).toBe('data: hi\n\n');
    const queued = await ask(id, {}, {}, 'answer=response&mode=async');
    expect(queued.status).toBe(202);
    const { executionId } = (await queued.json()) as { executionId: string };
    expect(queued.headers.get('location')).toBe(`/api/v1/executions/${executionId}`);
  });

  it('is 202 with the status address once the run parks', async () => {
    const id = await workflowIn(mill, [
      { type: 'wait', config: { kind: 'callback', title: 'Well?' } },
      { type: 'response', config: RESPONSE },
    ]);
    const response = await ask(id, {});
    expect(response.status).toBe(202);
    const { statusUrl } = (await response.json()) as { statusUrl: string };
    const state = await mill.api.call('GET', statusUrl, mill.headers);
    expect(state.body).toMatchObject({ status: 'parked', waits: [{ blockId: 'b1' }] });
  });
});

test('without a Response block the answer is 200 and the output', async () => {
  const id = await workflowIn(mill, [{ type: 'function', config: { code: 'return {n: 7}' } }]);
  const [plain, envelope] = [await ask(id, {}), await ask(id, {}, {}, '')];
  expect([plain.status, plain.headers.get('content-type')]).toEqual([200, 'application/json']);
  expect(await plain.json()).toEqual(((await envelope.json()) as { output: unknown }).output);
});

test.each([
  ['a run that fails before it', { status: '<b0.nowhere>', body: 'x' }, 'nowhere'],
  ['a status that can’t end an answer', { status: 101, body: 'x' }, '101'],
])('%s is a problem document that names run and log', async (_, config, word) => {
  const response = await ask(await responding(config), {});
  expect([response.status, response.headers.get('content-type')]).toEqual([500, 'application/problem+json']);
  const problem = (await response.json()) as Record<string, string>;
  expect(problem).toMatchObject({ code: 'run_failed', executionId: response.headers.get('x-execution-id') });
  expect(problem.detail).toContain(word);
  const { rows } = await pool().query('SELECT id FROM runtime.log WHERE execution_id = $1', [
    problem.executionId,
  ]);
  expect(rows).toEqual([{ id: problem.logId }]);
});

test.each([
  ['a small body', 'again'],
  ['a large text', 'ä'.repeat(900_000)],
  ['bytes', binary(Buffer.from([0, 255, 10]), 'image/gif')],
])('the same Idempotency-Key gets the same status, headers and body: %s', async (_, body) => {
  const id = await responding();
  const key = { 'idempotency-key': newId() };
  const answers = [await ask(id, { body, seen: '1' }, key), await ask(id, { body, seen: '1' }, key)];
  const [first, second] = await Promise.all(
    answers.map(async (each) => [
      each.status,
      each.headers.get('x-seen'),
      each.headers.get('content-type'),
      each.headers.get('x-execution-id'),
      sha256(await bytesOf(each)),
    ]),
  );
  expect(second).toEqual(first);
  expect(answers[1]?.headers.get('idempotent-replayed')).toBe('true');
});

/** The URL of a live workflow: Webhook → API → Response with the file. */
async function hookFor(get: object): Promise<string> {
  const block = (id: string, type: string, config: object) => {
    return { id, type, name: id, position: { x: 0, y: 0 }, config };
  };
  const document = WorkflowDocument.parse({
    blocks: {
      hook: block('hook', 'webhook-trigger', { answer: 'response' }),
      api: block('api', 'api', get),
      r: block('r', 'response', { status: 206, body: '<api.data>' }),
    },
    edges: [
      { id: 'e1', source: 'hook', target: 'api' },
      { id: 'e2', source: 'api', target: 'r' },
    ],
  });
  const { workspaceId } = mill;
  const settings = { workspaceId, name: 'H', description: '', folderId: null, document };
  const { id } = (await createWorkflow(mill.owner, settings)).data;
  await publishWorkflow(mill.owner, { id });
  const { url } = (await ensureHook(mill.owner, { id, blockId: 'hook' })).data;
  return mill.api.origin + new URL(url).pathname;
}
