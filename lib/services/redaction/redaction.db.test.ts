import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import { QUEUE_STATE } from '../../platform/postgres/queue-state';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { listEffects } from '../effects/list-effects';
import { getLog } from '../logs/get-log';
import { createWebhook } from '../outgoing-webhooks/create-webhook';
import { NewWebhookSettings } from '../outgoing-webhooks/schema';
import { replayLog } from '../replay/replay-log';
import { runAgain } from '../replay/run-again';
import { startWorkQueue } from '../runs/queue/work-queue';
import { wakeDueExecutions } from '../runs/recording/parked-runs';
import { type EchoServer, startEchoServer } from '../runs/testing/echo-server';
import { queueByHand, runByHand } from '../runs/testing/run-by-hand';
import { rowsFromNow, tablesThatHold } from '../runs/testing/stored-text';
import { workflowIn } from '../runs/testing/workflow-in';
import { NewRedaction } from './schema';
import { getWorkflowRedaction, setWorkflowRedaction } from './workflow-redaction';
import { getWorkspaceRedaction, setWorkspaceRedaction } from './workspace-redaction';

vi.setConfig({ testTimeout: patient(180_000) });

const IBAN = 'DE02120300000000202051';
const EMAIL = 'ada.lovelace@analytical.example';
const INPUT = { iban: IBAN, customer: { email: EMAIL, city: 'London' } };
const CONTEXT = { signal: new AbortController().signal, header: () => null, requestId: 'r', traceId: 't' };

let mill: TestWorkspace;
let echo: EchoServer;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('server');
  echo = await startEchoServer();
});
beforeEach(async () => {
  echo.received.length = 0;
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'team' } });
});
afterAll(async () => {
  await echo.close();
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

const setRules = (rules: { names?: string[]; paths?: string[] }) =>
  setWorkspaceRedaction(mill.admin, { workspaceId: mill.workspaceId, names: [], paths: [], ...rules });

/** Sends what it gets to a server, which repeats it in several forms, and answers with all of it. */
const sends = () =>
  workflowIn(mill, [
    {
      type: 'api',
      config: {
        url: `${echo.origin}/<b0.customer.email>`,
        method: 'POST',
        headers: [{ key: 'X-Iban', value: '<b0.iban>' }],
        body: { kind: 'json', value: '{"iban": <b0.iban>, "note": "for <b0.customer.email>"}' },
      },
    },
    { type: 'response', config: { body: '{"sent": <b1.data>, "customer": <b0.customer>}' } },
  ]);

/** Waits until the statement finds a row for the execution. */
const isThere = (text: string, executionId: string) =>
  vi.waitFor(async () => {
    const { rowCount } = await pool().query(text, [executionId]);
    expect(rowCount).toBe(1);
  }, patient(60_000));

const RULES = { names: ['iban'], paths: ['input.customer.email'] };

test('values are in no table after a run, and everybody who works with them gets them exactly', async () => {
  await setRules(RULES);
  const settings = { url: 'http://127.0.0.1:9/', includeFinalOutput: true, includeTraceSpans: true };
  const { workspaceId } = mill;
  await createWebhook(mill.writer, { workspaceId, workflowId: null, ...NewWebhookSettings.parse(settings) });
  const workflowId = await sends();
  const since = await rowsFromNow();
  const { logId, output } = await runByHand(mill.owner, { workflowId, input: INPUT });
  expect(JSON.parse(echo.received[0]!.body.toString())).toEqual({ iban: IBAN, note: `for ${EMAIL}` });
  expect(output).toMatchObject({ customer: INPUT.customer });
  expect(await tablesThatHold(['London'], since)).toContain('runtime.webhook_body');
  expect(await tablesThatHold([IBAN, EMAIL, encodeURIComponent(EMAIL)], since)).toEqual([]);
  const { data } = await getLog(mill.reader, logId);
  const shown = JSON.stringify(data);
  expect(shown).toContain('"customer":{"email":"[redacted]","city":"London"}');
  expect(shown).toContain('"iban":"[redacted]"');
});

test('what the run wrote to other servers is kept without the values', async () => {
  await setRules(RULES);
  const workflowId = await sends();
  const { executionId } = await runByHand(mill.owner, { workflowId, input: INPUT, tags: ['order 7'] });
  expect(echo.received[0]?.url).toBe(`/${encodeURIComponent(EMAIL)}`);
  const { workspaceId } = mill;
  const { data } = await listEffects(mill.owner, { workspaceId, execution: executionId, limit: 50 });
  expect(data).toMatchObject([{ method: 'POST', path: '/[redacted]', outcome: 'accepted' }]);
});

test('a queued run lies sealed until it has ended', async () => {
  await setRules(RULES);
  const workflowId = await sends();
  const since = await rowsFromNow();
  const { executionId } = await queueByHand(mill.owner, { workflowId, input: INPUT });
  expect(await tablesThatHold([IBAN, EMAIL], since)).toEqual([]);
  const queue = startWorkQueue();
  await isThere('SELECT FROM runtime.log WHERE execution_id = $1', executionId);
  await queue.stop(5_000);
  expect(echo.received[0]?.headers).toContainEqual(['X-Iban', IBAN]);
  expect(await tablesThatHold([IBAN, EMAIL], since)).toEqual([]);
});

test('a parked run holds the values sealed, and goes on with them', async () => {
  await setRules(RULES);
  const workflowId = await workflowIn(mill, [
    { type: 'wait', config: { kind: 'duration', amount: '1', unit: 'days' } },
    { type: 'api', config: { url: echo.origin, method: 'POST', body: { kind: 'raw', value: '<b0.iban>' } } },
  ]);
  const since = await rowsFromNow();
  const queue = startWorkQueue();
  const { executionId } = await queueByHand(mill.owner, { workflowId, input: INPUT });
  const parked = `SELECT FROM runtime.execution WHERE id = $1 AND state = ${QUEUE_STATE.sql.parked}`;
  await isThere(parked, executionId);
  expect(await tablesThatHold([IBAN, EMAIL], since)).toEqual([]);
  const past = `now() - interval '1 s'`;
  await pool().query(`UPDATE runtime.execution_wait SET due_at = ${past} WHERE execution_id = $1`, [
    executionId,
  ]);
  await pool().query(`UPDATE runtime.execution SET wake_at = ${past} WHERE id = $1`, [executionId]);
  await wakeDueExecutions();
  await isThere('SELECT FROM runtime.log WHERE execution_id = $1', executionId);
  await queue.stop(5_000);
  expect(echo.received[0]?.body.toString()).toBe(IBAN);
  expect(await tablesThatHold([IBAN, EMAIL], since)).toEqual([]);
});

test('the rules of a workflow add to those of its workspace, and count for its runs alone', async () => {
  await setRules({ names: ['iban'] });
  const [own, other] = [await sends(), await sends()];
  await setWorkflowRedaction(mill.writer, { id: own, names: [], paths: ['b1.data.url', 'input.customer'] });
  expect((await getWorkflowRedaction(mill.reader, { id: own })).data).toEqual({
    names: [],
    paths: ['b1.data.url', 'input.customer'],
    ofWorkspace: { names: ['iban'], paths: [] },
  });
  const shownOf = async (workflowId: string) => {
    const { logId } = await runByHand(mill.owner, { workflowId, input: INPUT });
    return JSON.stringify((await getLog(mill.reader, logId)).data);
  };
  const shown = await shownOf(own);
  for (const text of [IBAN, EMAIL, 'London']) expect(shown).not.toContain(text);
  expect(shown).toContain('"url":"[redacted]"');
  const others = await shownOf(other);
  expect(others).toContain(EMAIL);
  expect(others).not.toContain(IBAN);
});

test('a workflow that another calls gets exact values, and each log hides what the other redacts', async () => {
  const called = await sends();
  await setWorkflowRedaction(mill.writer, { id: called, ...RULES });
  const input = ['iban', 'customer'].map((name) => ({ name, type: 'any', value: `<b0.${name}>` }));
  const caller = await workflowIn(mill, [
    { type: 'workflow', config: { workflowId: called, input } },
    { type: 'response', config: { body: '{"data": <b1.data>}' } },
  ]);
  await setWorkflowRedaction(mill.writer, { id: caller, names: ['city'], paths: [] });
  const since = await rowsFromNow();
  const customer = { email: EMAIL, city: 'Marylebone' };
  await runByHand(mill.owner, { workflowId: caller, input: { ...INPUT, customer } });
  expect(echo.received[0]?.headers).toContainEqual(['X-Iban', IBAN]);
  expect(await tablesThatHold(['Marylebone'], since)).toEqual([]);
});

test('a replay says which values are missing', async () => {
  await setRules({ paths: ['b1.data.url'] });
  const workflowId = await sends();
  const { logId: id } = await runByHand(mill.owner, { workflowId, input: INPUT });
  const { data } = await replayLog(mill.owner, { id, version: 'original' }, new AbortController().signal);
  expect(data.doubts).toMatchObject([{ kind: 'redacted', blockId: 'b1' }]);
});

test('a run whose input was redacted can’t be run again from its log, and the refusal says why', async () => {
  const workflowId = await sends();
  const before = await runByHand(mill.owner, { workflowId, input: INPUT });
  await setRules(RULES);
  const { logId: id } = await runByHand(mill.owner, { workflowId, input: INPUT });
  await expect(runAgain(mill.owner, { id, version: 'original' }, CONTEXT as never)).rejects.toThrow(
    /redacted/,
  );
  expect(
    await refusalOf(runAgain(mill.owner, { id: before.logId, version: 'original' }, CONTEXT as never)),
  ).toBe('done');
});

test('without rules logs have all values, and nothing is stored beside them', async () => {
  await setRules(RULES);
  await setRules({});
  const workflowId = await sends();
  const { logId } = await runByHand(mill.owner, { workflowId, input: INPUT });
  expect(JSON.stringify((await getLog(mill.reader, logId)).data)).toContain(IBAN);
  const { rowCount } = await pool().query('SELECT FROM runtime.exact_result WHERE log_id = $1', [logId]);
  expect(rowCount).toBe(0);
});

test('admins set the rules of a workspace, writers those of a workflow; each has its entry in the audit', async () => {
  const { workspaceId } = mill;
  await expectOutcomes(mill, (actor) => getWorkspaceRedaction(actor, { workspaceId }), {
    stranger: 'forbidden',
    reader: 'done',
  });
  const rules = { names: ['iban', 'iban'], paths: [] };
  await expectOutcomes(mill, (actor) => setWorkspaceRedaction(actor, { workspaceId, ...rules }), {
    stranger: 'forbidden',
    reader: 'forbidden',
    writer: 'forbidden',
    admin: 'done',
  });
  const id = await sends();
  await expectOutcomes(mill, (actor) => setWorkflowRedaction(actor, { id, ...rules }), {
    stranger: 'not_found',
    reader: 'forbidden',
    writer: 'done',
  });
  expect((await getWorkspaceRedaction(mill.reader, { workspaceId })).data.names).toEqual(['iban']);
  const events = await prisma().auditEvent.findMany({
    where: { workspaceId, action: { endsWith: 'redaction_set' } },
    orderBy: { createdAt: 'asc' },
  });
  expect(events.map(({ action, detail }) => [action, detail])).toEqual([
    ['workspace.redaction_set', { names: ['iban'], paths: [] }],
    ['workflow.redaction_set', { names: ['iban'], paths: [] }],
  ]);
});

test.each([
  [{ names: ['message'] }, 'Add a path'],
  [{ names: ['api.data'] }, 'is a path'],
  [{ paths: ['password'] }, 'is not a path'],
  [{ names: Array.from({ length: 101 }, (_, index) => `n${index}`) }, 'At most 100'],
])('rules that can’t be are refused in words', (given, words) => {
  const checked = NewRedaction.safeParse(given);
  expect(checked.error?.issues[0]?.message).toContain(words);
});
