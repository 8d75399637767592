import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { WorkflowDocument } from '../../core/workflow/schema';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { getLog } from '../logs/get-log';
import { startWorkQueue, type WorkQueue } from '../runs/queue/work-queue';
import { becomeSteady } from '../runs/testing/steady-process';
import { setVariable } from '../variables/set-variable';
import { publishWorkflow } from '../versions/publish-workflow';
import { createWorkflow } from '../workflows/create-workflow';
import { saveWorkflow } from '../workflows/save-workflow';
import { ensureHook, replaceHook } from './hook-address';

let api: TestApi;
let mill: TestWorkspace;
let queue: WorkQueue;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('worker');
  await becomeSteady();
  api = await startTestApi();
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
  queue = startWorkQueue();
});
afterAll(async () => {
  await queue.stop(5_000);
  await api.close();
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

const RESPONSE = { status: '201', body: '<hook.body>', headers: [{ key: 'X-Seen', value: 'yes' }] };

/** A Webhook block that leads to a Response. */
function documentOf(config: object, response: object = RESPONSE): WorkflowDocument {
  const position = { x: 0, y: 0 };
  const block = (id: string, type: string, of: object) => ({ id, type, name: id, position, config: of });
  return WorkflowDocument.parse({
    blocks: {
      start: block('start', 'start', {}),
      hook: block('hook', 'webhook-trigger', config),
      r: block('r', 'response', response),
    },
    edges: [{ id: 'e', source: 'hook', sourceHandle: 'out', target: 'r' }],
  });
}

async function published(config: object, response?: object, owner = mill) {
  const document = documentOf(config, response);
  const settings = { workspaceId: owner.workspaceId, name: 'Hooked', description: '', folderId: null };
  const { id } = (await createWorkflow(owner.owner, { ...settings, document })).data;
  await publishWorkflow(owner.owner, { id });
  const { url } = (await ensureHook(owner.owner, { id, blockId: 'hook' })).data;
  return { id, url: api.origin + new URL(url).pathname };
}

const json = (value: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});

async function logged(executionId: string) {
  const read = async () =>
    (await pool().query('SELECT id FROM runtime.log WHERE execution_id = $1', [executionId])).rows;
  await expect.poll(read).toHaveLength(1);
  return (await getLog(mill.owner, (await read())[0].id)).data;
}
const logsOf = async (workflowId: string): Promise<number> =>
  (await pool().query('SELECT 1 FROM runtime.log WHERE workflow_id = $1', [workflowId])).rows.length;

describe('a request to a webhook', () => {
  it('is answered 202 and becomes one run of the live version, with the trigger webhook', async () => {
    const { id, url } = await published({ methods: 'any' });
    const draft = documentOf({ methods: 'any' }, { status: '200', body: 'the draft' });
    await saveWorkflow(mill.owner, { id, document: draft });
    const response = await fetch(
      `${url}?a=1&b=2&b=3`,
      json({ n: 7 }, { authorization: 'Bearer s3cr3t-tok' }),
    );
    expect(response.status).toBe(202);
    const { executionId, statusUrl } = (await response.json()) as Record<string, string>;
    expect(statusUrl).toBe(`/api/v1/executions/${executionId}`);
    const log = await logged(executionId!);
    expect(log).toMatchObject({ trigger: 'webhook', level: 'info', version: 1 });
    const text = JSON.stringify(log);
    expect(text).toContain('{"a":"1","b":["2","3"]}');
    expect(text).not.toContain('s3cr3t-tok');
  });

  it('at an unknown token, an old one or a draft’s is 404 with the same body', async () => {
    const live = await published({});
    await replaceHook(mill.owner, { id: live.id, blockId: 'hook' });
    const settings = { workspaceId: mill.workspaceId, name: 'D', description: '', folderId: null };
    const draft = (await createWorkflow(mill.owner, { ...settings, document: documentOf({}) })).data;
    const { url } = (await ensureHook(mill.owner, { id: draft.id, blockId: 'hook' })).data;
    const bodies = new Set<string>();
    for (const at of [
      `${api.origin}/hooks/AAAAAAAAAAAAAAAAAAAAAA`,
      `${api.origin}/hooks/x`,
      live.url,
      api.origin + new URL(url).pathname,
    ]) {
      const response = await fetch(at, json({}));
      expect(response.status).toBe(404);
      const { requestId: _, ...body } = (await response.json()) as Record<string, unknown>;
      bodies.add(JSON.stringify(body));
    }
    expect(bodies.size).toBe(1);
  });

  it('with another method is 405 with Allow, and with too much is 413', async () => {
    const { url } = await published({ methods: 'POST, PUT' });
    const get = await fetch(url);
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST, PUT, OPTIONS']);
    const large = await fetch(url, { method: 'POST', body: Buffer.alloc(10 * 1024 * 1024 + 1) });
    expect(large.status).toBe(413);
  });

  it('beyond the plan’s limit is 429 with Retry-After, and starts nothing', async () => {
    const other = await mintWorkspace();
    const { id, url } = await published({}, undefined, other);
    // At once, so that all fall into one minute.
    const responses = await Promise.all(Array.from({ length: 52 }, (_, at) => fetch(url, json({ at }))));
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(2);
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    await expect.poll(() => logsOf(id)).toBe(50);
  });
});

describe('the Response block of a webhook that waits', () => {
  it.each([
    ['JSON', 'application/json', Buffer.from('{"a":[1,"ü"]}'), 'application/json'],
    ['text', 'text/plain', Buffer.from('ä line\n'), 'text/plain; charset=utf-8'],
    ['binary', 'application/x-tar', Buffer.from([0, 255, 128, 10, 13, 0, 7]), 'application/x-tar'],
    ['a large binary', 'image/png', Buffer.alloc(3_000_000, 'Ω\0'), 'image/png'],
    ['a large text', 'text/plain', Buffer.from('ä'.repeat(900_000)), 'text/plain; charset=utf-8'],
  ])('gives %s back byte for byte, with its status and headers', async (_, type, body, answered) => {
    const { url } = await published({ answer: 'response' });
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': type },
      body: new Uint8Array(body),
    });
    expect(response.status).toBe(201);
    expect(response.headers.get('x-seen')).toBe('yes');
    expect(response.headers.get('content-type')).toBe(answered);
    const got = Buffer.from(await response.arrayBuffer());
    expect(createHash('sha256').update(got).digest('hex')).toBe(
      createHash('sha256').update(body).digest('hex'),
    );
  });

  it('can’t set cookies or run scripts in this product’s name', async () => {
    const headers = [
      { key: 'Set-Cookie', value: 'session=stolen' },
      { key: 'Content-Type', value: 'text/html' },
      { key: 'Content-Security-Policy', value: 'default-src *' },
    ];
    const { url } = await published({ answer: 'response' }, { status: '200', body: '<p>hi', headers });
    const response = await fetch(url, json({}));
    expect(response.headers.get('content-type')).toBe('text/html');
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(response.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'; /);
  });

  it('is told where the reason is when the run failed, not what it is', async () => {
    const failing = { status: '<hook.body.nowhere>', body: 'x' };
    const { url } = await published({ answer: 'response' }, failing);
    const response = await fetch(url, json({ a: 1 }));
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      executionId: expect.any(String),
      status: 'error',
      message: 'The run failed. Its log says why.',
    });
  });
});

test('forms, text, nothing and broken JSON arrive as what they are', async () => {
  const { url } = await published({ answer: 'response' }, { status: '200', body: '<hook.body>' });
  const echo = async (body: BodyInit | undefined, type?: string) => {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
    const response = await fetch(url, { method: 'POST', headers, ...(body !== undefined && { body }) });
    return response.text();
  };
  expect(await echo('a=1&b=x%20y&b=z', 'application/x-www-form-urlencoded')).toBe(
    '{"a":"1","b":["x y","z"]}',
  );
  const form = new FormData();
  form.set('name', 'Ada');
  form.set('file', new Blob(['hi'], { type: 'text/x-note' }), 'n.txt');
  expect(JSON.parse(await echo(form))).toEqual({
    name: 'Ada',
    file: { contentType: 'text/x-note', size: 2, base64: 'aGk=', name: 'n.txt' },
  });
  expect(await echo(undefined)).toBe('null');
  expect(await echo('{"broken', 'application/json')).toBe('{"broken');
  expect(await echo('{"n":12345678901234567890}', 'application/json')).toBe('{"n":12345678901234567890}');
});

test('a large body can’t change the parts of the request that were checked', async () => {
  const { url } = await published({ answer: 'response' }, { status: '200', body: '<hook.headers.x>' });
  const filler = 'f'.repeat(200_000);
  const body = `{"a":"${filler}"},"headers":{"x":"forged"},"more":{"b":1}`;
  const headers = { 'content-type': 'application/json', x: 'real' };
  const response = await fetch(url, { method: 'POST', headers, body });
  expect(await response.text()).toBe('real');
});

test('a request signed with the variable’s secret is accepted, and 401 once tampered with', async () => {
  await setVariable(mill.owner, { ...mill, name: 'GITHUB_SECRET', value: 'sh-sh-sh' });
  const { id, url } = await published({ check: { kind: 'github', token: '{{GITHUB_SECRET}}' } });
  const body = JSON.stringify({ action: 'opened' });
  const signature = `sha256=${createHmac('sha256', 'sh-sh-sh').update(body).digest('hex')}`;
  const send = (text: string) =>
    fetch(url, { method: 'POST', headers: { 'x-hub-signature-256': signature }, body: text });
  expect((await send(body)).status).toBe(202);
  expect((await send(`${body} `)).status).toBe(401);
  await expect.poll(() => logsOf(id)).toBe(1);
});

test('an address that isn’t listed is refused', async () => {
  const inside = await published({ addresses: '10.0.0.0/8\n127.0.0.1' });
  const outside = await published({ addresses: '10.0.0.0/8' });
  expect((await fetch(inside.url, json({}))).status).toBe(202);
  expect((await fetch(outside.url, json({}))).status).toBe(403);
});

test('a condition decides whether there is a run', async () => {
  const { id, url } = await published({ condition: "body.action === 'opened' && method === 'POST'" });
  expect((await fetch(url, json({ action: 'closed' }))).status).toBe(204);
  const run = await fetch(url, json({ action: 'opened' }));
  expect(run.status).toBe(202);
  await logged(((await run.json()) as { executionId: string }).executionId);
  expect(await logsOf(id)).toBe(1);
});

test.each([
  ['headers.x-delivery', { 'x-delivery': 'd1' }, { n: 1 }],
  ['body.event.id', {}, { event: { id: 17 } }],
])(
  '50 requests at once with the same %s are one run, whose id each is told',
  async (duplicateKey, headers, body) => {
    const { id, url } = await published({ duplicateKey });
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const response = await fetch(url, json(body, headers));
        expect(response.status).toBe(202);
        return ((await response.json()) as { executionId: string }).executionId;
      }),
    );
    expect(new Set(answers).size).toBe(1);
    await logged(answers[0]!);
    expect((await fetch(url, json({ other: true }))).status).toBe(202);
    await expect.poll(() => logsOf(id)).toBe(2);
  },
);

test('only who may edit the workflow is told its URL', async () => {
  const { id } = await published({});
  await expect(ensureHook(mill.reader, { id, blockId: 'hook' })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(replaceHook(mill.reader, { id, blockId: 'hook' })).rejects.toMatchObject({
    code: 'forbidden',
  });
  await expect(ensureHook(mill.owner, { id, blockId: 'start' })).rejects.toMatchObject({ code: 'not_found' });
});
