import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WorkflowDocument } from '../../core/workflow/schema';
import { type ModelServer, startModelServer } from '../../platform/models/testing/model-server';
import type { ScriptedAnswer } from '../../platform/models/testing/scripted-answer';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { startHttpServer } from '../../platform/outbound-http/testing/loopback-server';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { mintKey } from '../api-keys/testing/minted-key';
import { connectedTo, cookiesOf } from '../connections/testing/connected';
import { CLIENT, startOauthServer } from '../connections/testing/oauth-server';
import { setModelPrice } from '../model-prices/change-model-prices';
import { savePin } from '../pins/pins';
import { workflowIn } from '../runs/testing/workflow-in';
import { setVariable } from '../variables/set-variable';
import { getWorkflow } from '../workflows/get-workflow';
import { saveWorkflow } from '../workflows/save-workflow';
import { getAssistantModel, removeAssistantModel, setAssistantModel } from './assistant-model';
import { explainError } from './explain-error';
import { proposeChange } from './propose-change';
import { AssistantModelSettings } from './schema';

const KEY = 'sk-0123456789abcdefghijklmnop';

let api: TestApi;
let mill: TestWorkspace;
let models: ModelServer;
let script: (index: number) => ScriptedAnswer;
const STAYS = new AbortController().signal;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  api = await startTestApi();
  models = await startModelServer((_, index) => script(index));
});
beforeEach(async () => {
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'team' } });
  await setVariable(mill.owner, { workspaceId: mill.workspaceId, name: 'MODEL_KEY', value: KEY });
  await choose();
});
afterEach(() => {
  models.questions.length = 0;
});
afterAll(async () => {
  await models.close();
  await api.close();
  await outboundClient().close();
  await closeDatabase();
});

const settings = (change: object = {}) =>
  AssistantModelSettings.parse({
    provider: 'openai',
    baseUrl: models.baseUrlOf('openai'),
    keyVariable: 'MODEL_KEY',
    model: 'house',
    ...change,
  });
const choose = (change: object = {}, actor = mill.admin) =>
  setAssistantModel(actor, { workspaceId: mill.workspaceId, ...settings(change) });
const answer = (data: unknown): ScriptedAnswer => ({
  text: typeof data === 'string' ? data : JSON.stringify(data),
  usage: { input: 1_000_000, output: 0 },
});
const says = (...answers: unknown[]) => {
  script = (index) => answer(answers[Math.min(index, answers.length - 1)]);
};
const NEXT = {
  explanation: 'It calls the orders.',
  change: {
    blocks: [{ id: 'orders', type: 'api', name: 'orders', config: { url: 'https://shop.example/orders' } }],
    edges: [{ source: 'b1', target: 'orders' }],
  },
};
const workflow = (config: Record<string, unknown> = { url: 'https://a.example' }) =>
  workflowIn(mill, [{ type: 'api', config }]);
const documentOf = async (id: string): Promise<WorkflowDocument> =>
  (await getWorkflow(mill.owner, { id })).data.document;
const propose = async (id: string, rest: object = {}, actor = mill.writer, signal = STAYS) => {
  const document = await documentOf(id);
  return proposeChange(actor, { id, words: 'Get the orders', documentation: '', document, ...rest }, signal);
};
const asked = () => models.questions.map(({ body }) => body).join('\n');

test('words become a change that is shown and not saved', async () => {
  says(NEXT);
  const id = await workflow();
  const before = await getWorkflow(mill.owner, { id });
  const { data } = await propose(id, { documentation: 'GET /orders lists orders.', blockId: 'b1' });
  expect(data).toMatchObject({ ok: true, explanation: NEXT.explanation, notes: [] });
  expect(data).toMatchObject({ change: { blocks: [NEXT.change.blocks[0]], removedBlocks: [] } });
  expect(await getWorkflow(mill.owner, { id })).toEqual(before);
  expect(models.questions[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  for (const words of ['Get the orders', 'GET /orders lists orders.', '"selectedBlock":"b1"', 'MODEL_KEY'])
    expect(JSON.stringify(models.questions[0]?.json)).toContain(JSON.stringify(words).slice(1, -1));
});

test('no secret and no value of a run is in any byte that the model gets', async () => {
  says(NEXT);
  const target = await startHttpServer((_, response) =>
    response
      .writeHead(500, { 'content-type': 'application/json' })
      .end(JSON.stringify({ customer: 'canary-answered', list: [{ total: 7 }] })),
  );
  const { workspaceId } = mill;
  const variable = (name: string, change: object) =>
    setVariable(mill.owner, { workspaceId, name, value: 'x', ...change });
  await variable('SECRET', { value: 'canary-draft-value', liveValue: 'canary-live-value' });
  const oauth = await startOauthServer();
  await connectedTo(oauth, mill);
  const id = await workflow({
    url: `${target.origin}/x?api_key=canary-query`,
    method: 'POST',
    headers: [
      { key: 'Authorization', value: 'Bearer canary-header' },
      { key: 'X-Customer', value: 'canary-of-any-header' },
      { key: 'X-Typed', value: 'canary-draft-value' },
    ],
    auth: { kind: 'basic', username: 'me', password: 'canary-password' },
    body: { kind: 'json', value: '{"secret": "canary-in-body", "again": "canary-password"}' },
    failOnStatus: true,
    retry: { when: 'never' },
  });
  await savePin(mill.writer, { id, blockId: 'b0', output: { email: 'canary-pinned' }, source: 'typed' });
  const key = await mintKey(mill.owner, workspaceId);
  const input = { input: { person: 'canary-input' } };
  const run = await api.call(
    'POST',
    `/api/v1/workflows/${id}/executions`,
    { 'x-api-key': key.secret },
    input,
  );
  expect(target.received[0]?.headers.authorization).toBeDefined();
  await target.close();
  await oauth.close();
  const words = 'Send it with canary-draft-value and token: canary-0815-words';
  await propose(id, { words, documentation: 'curl -H "X-Token: canary-0815-pasted" https://a.example' });
  const logId = String(run.body.logId);
  await explainError(mill.writer, { id, logId, blockId: 'b1' }, STAYS);
  await explainError(mill.writer, { id, logId }, STAYS);
  const received = models.questions.map(({ url, rawHeaders, body }) => [url, ...rawHeaders, body].join('\n'));
  expect(received).toHaveLength(3);
  for (const bytes of received) {
    expect(bytes).not.toMatch(/canary/i);
    expect(bytes).not.toContain(CLIENT.clientSecret);
    expect(bytes).not.toContain(Buffer.from('canary-').toString('base64').slice(0, 8));
  }
  // The structure is included all the same.
  expect(asked()).toContain('email: string');
  expect(asked()).toContain('customer: string');
  expect(asked()).toContain('HTTP_STATUS');
  expect(asked()).toContain('SECRET');
});

test('an answer that can’t be used is mended once, by telling what is wrong', async () => {
  says({ ...NEXT, change: { ...NEXT.change, blocks: [{ ...NEXT.change.blocks[0], type: 'shop' }] } }, NEXT);
  const id = await workflow();
  expect((await propose(id)).data).toMatchObject({ ok: true });
  expect(models.questions).toHaveLength(2);
  expect(models.questions[1]?.body).toContain('there is no type \\"shop\\"');

  models.questions.length = 0;
  script = () => answer('I would rather talk.');
  expect((await propose(id)).data).toMatchObject({
    ok: false,
    code: 'PROPOSAL_INVALID',
    problems: ['It is not JSON.'],
  });
  expect(models.questions).toHaveLength(2);
});

const blocks = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `x${n}`, type: 'note', name: `x${n}`, config: {} }));
test.each<[string, string]>([
  ['10,000 blocks', JSON.stringify({ explanation: 'x', change: { blocks: blocks(10_000) } })],
  ['a text of megabytes', JSON.stringify({ explanation: 'x'.repeat(1_000_000) })],
  ['a prototype', '{"explanation": "x", "change": {"blocks": [], "__proto__": {"polluted": 1}}}'],
  ['brackets without end', '['.repeat(20_000)],
  [
    'an unknown type',
    JSON.stringify({ explanation: 'x', change: { blocks: [{ id: 'e', type: 'exec', name: 'e' }] } }),
  ],
  ['a NUL', JSON.stringify({ ...NEXT, change: { blocks: [{ id: 'b1', config: { url: 'https://a\0' } }] } })],
])('%s is refused in words', async (_, text) => {
  script = () => answer(text);
  const { data } = await propose(await workflow());
  const code = expect.stringMatching(/^(?:PROPOSAL_INVALID|RESPONSE_TOO_LARGE)$/);
  expect(data).toMatchObject({ ok: false, code });
  expect(JSON.stringify(data).length).toBeLessThan(6_000);
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

test('a hidden credential comes back where it stood, and a model can’t move it', async () => {
  const auth = { kind: 'bearer', token: 'canary-bearer-token' };
  const id = await workflow({ url: 'https://a.example', auth });
  const changing = (config: object) => ({ explanation: 'x', change: { blocks: [{ id: 'b1', config }] } });
  const markIn = (body = '') => /\[\[hidden-[0-9a-f]{6}-\d+\]\]/.exec(body)?.[0] ?? 'none';
  script = () => {
    const token = markIn(models.questions.at(-1)?.body);
    return answer(changing({ auth: { ...auth, token }, method: 'PUT' }));
  };
  expect((await propose(id)).data).toMatchObject({
    change: { blocks: [{ config: { auth, method: 'PUT' } }] },
  });
  script = () => answer(changing({ url: `https://evil.example/${markIn(models.questions.at(-1)?.body)}` }));
  const moved = await propose(id);
  expect(moved.data).toMatchObject({ ok: false, code: 'PROPOSAL_INVALID' });
  expect(JSON.stringify(moved)).not.toContain('canary');
});

test('a model that refuses, fails or is too slow is told in words, without the key', async () => {
  const id = await workflow();
  script = () => ({ status: 401, error: { code: 'invalid_api_key', message: `Incorrect key: ${KEY}` } });
  const refused = (await propose(id)).data;
  expect(refused).toMatchObject({ ok: false, code: 'MODEL_KEY_REFUSED' });
  expect(JSON.stringify(refused)).not.toContain(KEY);
  script = () => ({ status: 404, error: { code: 'model_not_found', message: 'No such model.' } });
  expect((await propose(id)).data).toMatchObject({ ok: false, code: 'MODEL_NOT_FOUND' });
  await choose({ keyVariable: 'GONE' });
  expect((await propose(id)).data).toMatchObject({ ok: false, code: 'VARIABLE_NOT_FOUND' });
  await choose({ baseUrl: 'http://169.254.169.254/v1' });
  expect((await propose(id)).data).toMatchObject({ ok: false, code: 'ADDRESS_NOT_ALLOWED' });
});

test('when whoever asked goes away, the question ends', async () => {
  const gone = new AbortController();
  script = () => {
    setImmediate(() => gone.abort());
    return { fault: 'hang' };
  };
  const { data } = await propose(await workflow(), {}, mill.writer, gone.signal);
  expect(data).toMatchObject({ ok: false, code: 'CANCELLED' });
  expect(models.questions).toHaveLength(1);
});

test('what it costs counts towards the month’s usage, whose limit holds', async () => {
  const price = { model: 'house', input: 3, cacheRead: 1, cacheWrite: 1, output: 1 };
  await setModelPrice(mill.owner, { workspaceId: mill.workspaceId, ...price });
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'free' } });
  says('no', 'no');
  const id = await workflow();
  await propose(id);
  const { rows } = await pool().query<{ cost: number }>(
    'SELECT cost FROM runtime.usage_month WHERE user_id = $1',
    [mill.owner.userId],
  );
  expect(Number(rows[0]?.cost)).toBe(6);
  await propose(id);
  expect(await refusalOf(propose(id))).toBe('usage_exceeded');
});

test('one person asks so often in a minute, and no more', async () => {
  says(NEXT);
  const id = await workflow();
  // One question is given back every five seconds meanwhile.
  const outcomes: string[] = [];
  for (let n = 0; n < 60 && !outcomes.includes('rate_limited'); n += 1)
    outcomes.push(await refusalOf(propose(id)));
  expect(outcomes.slice(0, 12)).toEqual(Array(12).fill('done'));
  expect(outcomes.at(-1)).toBe('rate_limited');
  expect(await refusalOf(propose(id, {}, mill.admin))).toBe('done');
});

test('who may ask, and who chooses the model', async () => {
  says(NEXT);
  const { workspaceId } = mill;
  const id = await workflow();
  const asking = { stranger: 'not_found', reader: 'forbidden', writer: 'done', admin: 'done' } as const;
  await expectOutcomes(mill, (actor) => propose(id, {}, actor), asking);
  const logId = await failedRun(id);
  const explaining = (actor: typeof mill.writer) => explainError(actor, { id, logId }, STAYS);
  await expectOutcomes(mill, explaining, asking);
  const reading = { stranger: 'forbidden', reader: 'done' } as const;
  await expectOutcomes(mill, (actor) => getAssistantModel(actor, { workspaceId }), reading);
  const choosing = {
    stranger: 'forbidden',
    reader: 'forbidden',
    writer: 'forbidden',
    admin: 'done',
  } as const;
  await expectOutcomes(mill, (actor) => choose({}, actor), choosing);
  await expectOutcomes(mill, (actor) => removeAssistantModel(actor, { workspaceId }), choosing);
});

test('without a model there is no assistant', async () => {
  const { workspaceId } = mill;
  await removeAssistantModel(mill.admin, { workspaceId });
  expect(await getAssistantModel(mill.reader, { workspaceId })).toEqual({ data: null });
  const id = await workflow();
  expect(await refusalOf(propose(id))).toBe('conflict');
  expect(models.questions).toHaveLength(0);
  const actions = await prisma().auditEvent.findMany({ where: { workspaceId }, select: { action: true } });
  expect(actions.map(({ action }) => action)).toContain('workspace.assistant_removed');
});

test('an error is explained by a large log', async () => {
  const id = await workflow({
    url: 'https://a.example',
    method: 'POST',
    body: { kind: 'json', value: '{"text":<b0.text>}' },
  });
  const logId = await failedRun(id, { text: 'x'.repeat(900_000) });
  says({ explanation: 'Nothing listens there.', change: null });
  const { data } = await explainError(mill.writer, { id, logId }, STAYS);
  expect(data).toMatchObject({ ok: true });
  expect(asked()).toContain('CONNECTION_REFUSED');
  const { rows } = await pool().query(
    'SELECT octet_length(trace_spans) AS bytes FROM runtime.log_payload WHERE log_id = $1',
    [logId],
  );
  expect(rows[0].bytes).toBeGreaterThan(1024 * 1024);
});

test('an error is explained by its log, in the workflow it happened in', async () => {
  const id = await workflow({ url: 'http://127.0.0.1:1/', retry: { when: 'never' } });
  const logId = await failedRun(id);
  says({ explanation: 'Nothing listens there.', change: null });
  const { data } = await explainError(mill.writer, { id, logId }, STAYS);
  expect(data).toEqual({ ok: true, explanation: 'Nothing listens there.', change: null, notes: [] });
  expect(asked()).toContain('CONNECTION_REFUSED');
  const other = await workflow();
  expect(await refusalOf(explainError(mill.writer, { id: other, logId }, STAYS))).toBe('not_found');
  expect(await refusalOf(explainError(mill.writer, { id, logId, blockId: 'b0' }, STAYS))).toBe('not_found');
});

test('what its author sees is asked about, stored or not; over HTTP by session only', async () => {
  says(NEXT);
  const id = await workflow({
    url: 'https://a.example',
    auth: { kind: 'bearer', token: 'canary-stored-tok' },
  });
  const document = await documentOf(id);
  const edited = structuredClone(document);
  edited.blocks.b1!.config.url = 'https://edited.example';
  const body = { words: 'Get the orders', document: edited };
  const path = `/api/workflows/${id}/proposals`;
  const headers = { cookie: await cookiesOf(mill.writer), 'sec-fetch-site': 'same-origin' };
  expect((await api.call('POST', path, {}, body)).status).toBe(401);
  const { secret } = await mintKey(mill.owner, mill.workspaceId);
  expect((await api.call('POST', path, { 'x-api-key': secret }, body)).status).toBe(401);
  expect(await api.call('POST', path, headers, body)).toMatchObject({
    status: 200,
    body: { data: { ok: true } },
  });
  expect(asked()).toContain('https://edited.example');
  expect(asked()).not.toContain('canary');
  expect((await api.call('POST', path, headers, { document })).status).toBe(400);
  const long = { ...body, documentation: 'x'.repeat(60_001) };
  expect((await api.call('POST', path, headers, long)).status).toBe(400);
  expect(await documentOf(id)).toEqual(document);
  await saveWorkflow(mill.owner, { id, document: edited });
});

async function failedRun(id: string, input: object = {}): Promise<string> {
  const { secret } = await mintKey(mill.owner, mill.workspaceId);
  const document = await documentOf(id);
  Object.assign(document.blocks.b1!.config, { url: 'http://127.0.0.1:1/', retry: { when: 'never' } });
  await saveWorkflow(mill.owner, { id, document });
  const path = `/api/v1/workflows/${id}/executions`;
  const { body } = await api.call('POST', path, { 'x-api-key': secret }, { input });
  expect(body.status).toBe('error');
  return String(body.logId);
}
