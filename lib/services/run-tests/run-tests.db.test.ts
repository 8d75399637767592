import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import type { ExpectationRule } from '../../core/run-tests/rule';
import { newId } from '../../platform/ids';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import type { Actor } from '../access/actor';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { byKey, mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { deleteWorkflow } from '../removal/delete-workflow';
import { deleteWorkspace } from '../removal/delete-workspace';
import { purgeWorkflow } from '../removal/purge-workflow';
import { runByHand } from '../runs/testing/run-by-hand';
import { deleteVariable } from '../variables/delete-variable';
import { setVariable } from '../variables/set-variable';
import { publishWorkflow } from '../versions/publish-workflow';
import { createWorkflow } from '../workflows/create-workflow';
import { saveWorkflow } from '../workflows/save-workflow';
import { acceptResult } from './accept-result';
import { createRunTest } from './create-run-test';
import { deleteRunTest } from './delete-run-test';
import { keepAsTest } from './keep-as-test';
import { getRunTest, listRunTests } from './list-run-tests';
import { getPublishing, setPublishing } from './publishing-settings';
import { runTests } from './run-tests';
import { MAX_TESTS_BYTES, type TestedVersion } from './schema';
import { suggestForLog } from './suggest-for-log';
import { EMPTY_TEST } from './testing/empty-test';
import { testedDocument } from './testing/tested-workflow';
import { updateRunTest } from './update-run-test';

let mill: TestWorkspace;
let server: Server;
let origin: string;
let asked = 0;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('worker');
  server = createServer((request, response) => {
    asked += 1;
    response.setHeader('content-type', 'application/json');
    const size = Number(new URL(String(request.url), 'http://localhost').searchParams.get('size')) || 0;
    response.end(JSON.stringify({ total: 7, big: 'x'.repeat(size) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  mill = await mintWorkspace();
  const customLimits = { syncPerMinute: 10_000 };
  await prisma().user.update({
    where: { id: mill.owner.userId },
    data: { plan: 'enterprise', customLimits },
  });
  await setVariable(mill.owner, { workspaceId: mill.workspaceId, name: 'TOKEN', value: 's3cr3t-value' });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

const { signal } = new AbortController();
async function makeWorkflow(): Promise<string> {
  const document = testedDocument(origin);
  return (await createWorkflow(mill.writer, { ...mill, name: 'W', document })).data.id;
}
const save = (id: string, configs: Record<string, object>) =>
  saveWorkflow(mill.writer, { id, document: testedDocument(origin, configs) });
const run = async (workflowId: string, input: object = {}) =>
  (await runByHand(mill.writer, { workflowId, input: { name: 'Ada', ...input } })).logId;
async function keep(logId: string, name = 'A test', actor: Actor = mill.writer) {
  return (await keepAsTest(actor, { id: logId, name, tags: ['orders'], rules: [] })).data;
}
const tried = async (id: string, version: TestedVersion = 'draft', actor: Actor = mill.reader) =>
  (await runTests(actor, { id, version }, signal)).data;
const brief = async (id: string) =>
  (await tried(id)).results.flatMap(({ status, differences }) => [
    status,
    ...differences.map(({ kind, blockId, path }) => `${kind} ${blockId} ${path}`.trim()),
  ]);
const rulesOf = (...rules: ExpectationRule[]) => rules;

test('who may keep, read, run, change and delete', async () => {
  const id = await makeWorkflow();
  const logId = await run(id);
  const { id: testId } = await keep(logId);
  const key = { id, testId };
  const reading = { stranger: 'not_found', reader: 'done' } as const;
  const writing = { stranger: 'not_found', reader: 'forbidden', writer: 'done' } as const;
  let made = 0;
  const name = () => {
    made += 1;
    return `Test ${made}`;
  };
  await expectOutcomes(mill, (actor) => keep(logId, name(), actor), writing);
  const added = (actor: Actor) =>
    createRunTest(actor, { ...EMPTY_TEST, id, name: name(), tags: [], rules: [] });
  await expectOutcomes(mill, added, writing);
  await expectOutcomes(mill, (actor) => listRunTests(actor, { id }), reading);
  await expectOutcomes(mill, (actor) => getRunTest(actor, key), reading);
  await expectOutcomes(mill, (actor) => tried(id, 'draft', actor), reading);
  await expectOutcomes(mill, (actor) => suggestForLog(actor, { ...key, logId }, signal), reading);
  await expectOutcomes(mill, (actor) => updateRunTest(actor, { ...key, name: name() }), writing);
  await expectOutcomes(mill, (actor) => acceptResult(actor, { ...key, version: 'draft' }, signal), writing);
  const withoutLogs = byKey(mill.writer, ['workflows:read', 'workflows:write']);
  expect(await refusalOf(keep(logId, name(), withoutLogs))).toBe('forbidden');
  expect(await refusalOf(tried(id, 'draft', withoutLogs))).toBe('forbidden');
  expect(await refusalOf(getRunTest(withoutLogs, key))).toBe('forbidden');
  await expectOutcomes(mill, (actor) => deleteRunTest(actor, key), writing);
  for (const unknown of [testId, newId(), 'nonsense'])
    expect(await refusalOf(getRunTest(mill.reader, { id, testId: unknown }))).toBe('not_found');
});

test('a kept run passes without its log, with nothing sent, and with its own time and random numbers', async () => {
  const id = await makeWorkflow();
  const logId = await run(id);
  const before = asked;
  const { id: testId } = await keep(logId);
  const { rows } = await pool().query<{ final_output: string }>(
    'SELECT final_output FROM runtime.log_payload WHERE log_id = $1',
    [logId],
  );
  await pool().query('DELETE FROM runtime.log_payload WHERE log_id = $1', [logId]);
  await pool().query('DELETE FROM runtime.log WHERE id = $1', [logId]);
  expect(await tried(id)).toMatchObject({ version: null, total: 1, passed: 1, failed: 0 });
  const { expected, kept } = (await getRunTest(mill.reader, { id, testId })).data;
  expect(expected.output).toEqual(JSON.parse(rows[0]!.final_output));
  // With other bytes for its random numbers the output is another one.
  const draws = Object.fromEntries(Object.keys(kept.draws).map((seed) => [seed, 'Bc'.repeat(11)]));
  expect(Object.keys(draws).length).toBeGreaterThan(0);
  await updateRunTest(mill.writer, { id, testId, kept: { ...kept, draws } });
  expect(await brief(id)).toEqual(['failed', 'sent fetch body.id', 'output null n']);
  expect(asked).toBe(before);
});

test('secrets are names, and what is kept is encrypted', async () => {
  const id = await makeWorkflow();
  const { id: testId } = await keep(await run(id, { name: 'Ada Lovelace' }));
  const { data } = await getRunTest(mill.reader, { id, testId });
  expect(JSON.stringify(data)).not.toContain('s3cr3t-value');
  expect(data.expected.sent).toMatchObject([
    { step: 'fetch', request: { headers: { 'x-token': '{{TOKEN}}' }, body: { name: 'Ada Lovelace' } } },
  ]);
  const { sealed } = await prisma().runTest.findUniqueOrThrow({ where: { id: testId } });
  expect(Buffer.from(sealed).toString('latin1')).not.toContain('Lovelace');
});

test('a secret that was deleted since stands for itself: before the run is kept, and after', async () => {
  const { workspaceId } = mill;
  const id = await makeWorkflow();
  const logId = await run(id);
  const { id: first } = await keep(logId, 'before');
  await deleteVariable(mill.writer, { workspaceId, name: 'TOKEN' });
  const { id: second } = await keep(logId, 'after');
  const { expected, kept } = (await getRunTest(mill.reader, { id, testId: second })).data;
  expect(expected.outcome).toEqual({ status: 'success', error: null });
  expect(kept.variables).toEqual(['TOKEN']);
  const { results } = await tried(id);
  expect(results.map(({ testId, status }) => [testId, status])).toEqual([
    [second, 'passed'],
    [first, 'passed'],
  ]);
});

test('a live run keeps the live values of plain variables, also on the draft', async () => {
  const { workspaceId } = mill;
  const values = { name: 'SHOP', value: 'draft-shop', liveValue: 'live-shop', plain: true };
  await setVariable(mill.owner, { workspaceId, ...values });
  const id = await makeWorkflow();
  const body = { kind: 'json', value: '{"of": "{{SHOP}}"}' };
  await save(id, { fetch: { method: 'POST', url: `${origin}/items`, body } });
  await publishWorkflow(mill.writer, { id });
  const { logId } = await runByHand(mill.writer, { workflowId: id, input: {}, version: 'live' });
  const { id: testId } = await keep(logId);
  const { expected } = (await getRunTest(mill.reader, { id, testId })).data;
  expect(expected.sent).toMatchObject([{ request: { body: { of: 'live-shop' } } }]);
  expect(await brief(id)).toEqual(['passed']);
});

test('another request and another output fail; accepting them makes the test pass', async () => {
  const id = await makeWorkflow();
  const { id: testId } = await keep(await run(id));
  const fetch = { method: 'POST', url: `${origin}/other`, body: { kind: 'json', value: '{"name": "Bob"}' } };
  await save(id, { fetch, answer: { body: '{"total": 8}' } });
  expect(await brief(id)).toEqual([
    'failed',
    'sent fetch url',
    'sent fetch headers',
    'sent fetch body.id',
    'sent fetch body.name',
    'output null total',
    'output null n',
    'output null at',
  ]);
  await acceptResult(mill.writer, { id, testId, version: 'draft' }, signal);
  expect(await brief(id)).toEqual(['passed']);
});

test('a request that nothing recorded answers is named with the nearest, and is not accepted', async () => {
  const id = await makeWorkflow();
  const { id: testId } = await keep(await run(id));
  const before = asked;
  await save(id, { more: { url: `${origin}/more` } });
  const [result] = (await tried(id)).results;
  expect(result?.differences).toMatchObject([
    {
      kind: 'unanswered',
      blockId: 'more',
      actual: { method: 'GET', url: `${origin}/more` },
      nearest: { step: 'fetch' },
    },
  ]);
  expect(await refusalOf(acceptResult(mill.writer, { id, testId, version: 'draft' }, signal))).toBe(
    'conflict',
  );
  expect(asked).toBe(before);
});

test('rules loosen a test, and those suggested from another run cover it', async () => {
  const id = await makeWorkflow();
  const first = await run(id);
  const { id: testId } = await keep(first);
  const key = { id, testId };
  await save(id, { answer: { body: '{"total": 8, "n": <draw.result.n>, "at": "<draw.result.at>"}' } });
  const near = rulesOf({ of: 'output', path: 'total', allow: 'near', tolerance: 1 });
  await updateRunTest(mill.writer, { ...key, rules: near });
  expect(await brief(id)).toEqual(['passed']);
  const other = await run(id);
  const { data } = await suggestForLog(mill.reader, { ...key, logId: other }, signal);
  expect(data).toMatchObject({ isComplete: true });
  expect(data.rules).toEqual(
    expect.arrayContaining([
      { of: 'output', path: 'at', allow: 'date' },
      { of: 'sent', blockId: 'fetch', path: 'body.id', allow: 'id' },
    ]),
  );
  // What the test allows already is not suggested again.
  expect(data.rules.some(({ path }) => path === 'total')).toBe(false);
  await updateRunTest(mill.writer, { ...key, rules: [...near, ...data.rules] });
  expect((await suggestForLog(mill.reader, { ...key, logId: other }, signal)).data.rules).toEqual([]);
  const foreign = suggestForLog(mill.reader, { ...key, logId: await run(await makeWorkflow()) }, signal);
  expect(await refusalOf(foreign)).toBe('conflict');
});

test('tests are run by id and by tag, in the order of their names, on any version', async () => {
  const id = await makeWorkflow();
  const logId = await run(id);
  const b = await keep(logId, 'b');
  const a = await keep(logId, 'a');
  await updateRunTest(mill.writer, { id, testId: a.id, tags: ['slow'] });
  const names = async (chosen: object) =>
    (await runTests(mill.reader, { id, version: 'draft', ...chosen }, signal)).data.results.map(
      ({ name }) => name,
    );
  expect(await names({})).toEqual(['a', 'b']);
  expect(await names({ tags: ['slow'] })).toEqual(['a']);
  expect(await names({ testIds: [b.id, newId()] })).toEqual(['b']);
  expect(await names({ testIds: ['nonsense'] })).toEqual([]);
  expect(await refusalOf(tried(id, 'live'))).toBe('not_found');
  await publishWorkflow(mill.writer, { id });
  await save(id, { answer: { body: '{"total": 8}' } });
  expect((await tried(id, 'live')).passed).toBe(2);
  expect((await tried(id, 1)).version).toBe(1);
  expect((await tried(id)).failed).toBe(2);
});

test('names are unique in a workflow, and a change may name its revision', async () => {
  const id = await makeWorkflow();
  const logId = await run(id);
  const { id: testId, revision } = await keep(logId, 'one');
  const other = await keep(logId, 'other');
  expect(await refusalOf(keep(logId, 'one'))).toBe('conflict');
  expect(await refusalOf(updateRunTest(mill.writer, { id, testId: other.id, name: 'one' }))).toBe('conflict');
  await updateRunTest(mill.writer, { id, testId, tags: [], revision });
  expect(await refusalOf(updateRunTest(mill.writer, { id, testId, tags: [], revision }))).toBe('conflict');
  const { data } = await listRunTests(mill.reader, { id, logId });
  expect(data.map(({ name }) => name)).toEqual(['one', 'other']);
  expect((await listRunTests(mill.reader, { id, logId: newId() })).data).toEqual([]);
});

test('a test is taken to another workflow as it was read', async () => {
  const id = await makeWorkflow();
  const { id: testId } = await keep(await run(id));
  const { name, tags, rules, expected, kept } = (await getRunTest(mill.reader, { id, testId })).data;
  const other = await makeWorkflow();
  await createRunTest(mill.writer, { id: other, name, tags, rules, expected, kept });
  expect(await brief(other)).toEqual(['passed']);
});

test('one test may take 1 MB, those of a workspace so many', async () => {
  const id = await makeWorkflow();
  expect(await refusalOf(keep(await run(id, { size: 2_000_000 })))).toBe('payload_too_large');
  const { id: testId } = await keep(await run(id));
  await pool().query('UPDATE run_test SET bytes = $2 WHERE id = $1', [testId, MAX_TESTS_BYTES]);
  expect(await refusalOf(keep(await run(id), 'one more'))).toBe('quota_exceeded');
});

test('tests go with their workflow, and with their workspace', async () => {
  const count = (workflowId: string) => prisma().runTest.count({ where: { workflowId } });
  const id = await makeWorkflow();
  await keep(await run(id));
  await deleteWorkflow(mill.writer, { id });
  await purgeWorkflow(mill.admin, { id });
  const other = await makeWorkflow();
  await keep(await run(other));
  expect([await count(id), await count(other)]).toEqual([0, 1]);
  await deleteWorkspace(mill.owner, { id: mill.workspaceId, name: 'Mill' });
  expect(await count(other)).toBe(0);
});

const WAITING = `
SELECT count(*)::int AS count FROM pg_stat_activity
WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM workflow WHERE id%FOR SHARE%'`;

test('a workflow that is being deleted gets no test any more', async () => {
  const id = await makeWorkflow();
  const client = await pool().connect();
  try {
    await client.query('BEGIN');
    await client.query('UPDATE workflow SET deleted_at = now() WHERE id = $1', [id]);
    const made = { ...EMPTY_TEST, id, name: 'Too late', tags: [], rules: [] };
    const making = refusalOf(createRunTest(mill.writer, made));
    const waiting = async () => (await pool().query<{ count: number }>(WAITING)).rows[0]?.count;
    await expect.poll(waiting, { timeout: patient(10_000) }).toBe(1);
    await client.query('COMMIT');
    expect(await making).toBe('not_found');
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
  expect(await prisma().runTest.count({ where: { workflowId: id } })).toBe(0);
});

test('a workspace may publish only with passing tests', async () => {
  const { workspaceId } = mill;
  const set = (needsTests: boolean, actor: Actor = mill.admin) =>
    setPublishing(actor, { workspaceId, needsTests });
  await expectOutcomes(mill, (actor) => set(true, actor), {
    stranger: 'forbidden',
    writer: 'forbidden',
    admin: 'done',
  });
  expect((await getPublishing(mill.reader, { workspaceId })).data).toEqual({ needsTests: true });
  const id = await makeWorkflow();
  const { id: testId } = await keep(await run(id), 'An order');
  await publishWorkflow(mill.writer, { id });
  await save(id, { answer: { body: '{"total": 8}' } });
  await expect(publishWorkflow(mill.writer, { id })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('1 of 1 tests fail: “An order”.'),
    extensions: { failedTests: [{ id: testId, name: 'An order' }] },
  });
  await set(false);
  expect((await publishWorkflow(mill.writer, { id })).data.number).toBe(2);
  const { rows } = await pool().query('SELECT action, detail FROM audit_event WHERE workspace_id = $1', [
    workspaceId,
  ]);
  expect(rows.filter(({ action }) => action === 'workspace.publishing_set')).toHaveLength(2);
});
