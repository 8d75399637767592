import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ModelServer, startModelServer } from '../../platform/models/testing/model-server';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import {
  type LoopbackHttpServer,
  startHttpServer,
} from '../../platform/outbound-http/testing/loopback-server';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import { refusalOf } from '../accounts/testing/refusals';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { applyProposal } from '../proposals/decide-proposal';
import { listProposals } from '../proposals/list-proposals';
import { keepFailedRun } from '../run-tests/keep-failed-run';
import { listRunTests } from '../run-tests/list-run-tests';
import { runTests } from '../run-tests/run-tests';
import { runByHand } from '../runs/testing/run-by-hand';
import { workflowIn } from '../runs/testing/workflow-in';
import { setVariable } from '../variables/set-variable';
import { getWorkflow } from '../workflows/get-workflow';
import { setAssistantModel } from './assistant-model';
import { fixRun } from './fix-run';
import { AssistantModelSettings } from './schema';

let mill: TestWorkspace;
let models: ModelServer;
let shop: LoopbackHttpServer;
let answer: object;
let status = 500;
const { signal } = new AbortController();

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('worker');
  models = await startModelServer(() => ({
    text: JSON.stringify(answer),
    usage: { input: 10, output: 10 },
  }));
  shop = await startHttpServer((_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"total": 7}'),
  );
});
beforeEach(async () => {
  status = 500;
  answer = HANDLED;
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
  const { workspaceId } = mill;
  await setVariable(mill.owner, { workspaceId, name: 'MODEL_KEY', value: 'sk-0123456789abcdefghij' });
  const settings = { provider: 'openai', baseUrl: models.baseUrlOf('openai'), keyVariable: 'MODEL_KEY' };
  const chosen = AssistantModelSettings.parse({ ...settings, model: 'house' });
  await setAssistantModel(mill.admin, { workspaceId, ...chosen });
});
afterAll(async () => {
  await models.close();
  await shop.close();
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

const HANDLED = {
  explanation: 'The shop failed. Answer without a total then.',
  change: {
    blocks: [{ id: 'failed', type: 'response', name: 'failed', config: { body: '{"total": null}' } }],
    edges: [{ source: 'b1', sourceHandle: 'error', target: 'failed' }],
  },
};

async function ran() {
  const id = await workflowIn(mill, [
    { type: 'api', config: { url: `${shop.origin}/orders`, failOnStatus: true, retry: { when: 'never' } } },
    { type: 'response', config: { body: '{"total": <b1.data.total>}' } },
  ]);
  return { id, logId: (await runByHand(mill.writer, { workflowId: id, input: {} })).logId };
}

test('a failed run becomes a test that fails, and passes with the proposed change', async () => {
  const { id, logId } = await ran();
  const before = (await getWorkflow(mill.writer, { id })).data;
  const sent = shop.received.length;
  const { data } = await fixRun(mill.writer, { id, logId }, signal);
  expect(data).toMatchObject({
    reply: { ok: true, explanation: HANDLED.explanation },
    test: { logId, tags: ['fix'] },
    proposal: { state: 'open', words: HANDLED.explanation },
    before: { status: 'failed' },
    after: { status: 'passed' },
  });
  expect((await getWorkflow(mill.writer, { id })).data).toEqual(before);
  await applyProposal(mill.writer, { id, proposalId: data.proposal?.id ?? '' });
  const { passed, total } = (await runTests(mill.reader, { id, version: 'draft' }, signal)).data;
  expect([passed, total]).toEqual([1, 1]);
  expect(shop.received).toHaveLength(sent);
  // Asked again, the run keeps its test.
  expect((await keepFailedRun(mill.writer, { id: logId })).data.id).toBe(data.test?.id);
});

test('without a change there is only the explanation', async () => {
  const { id, logId } = await ran();
  answer = { explanation: 'The shop is broken.', change: null };
  const { data } = await fixRun(mill.writer, { id, logId }, signal);
  expect(data).toMatchObject({ reply: { ok: true, change: null }, test: null, proposal: null });
  expect((await listRunTests(mill.reader, { id })).data).toEqual([]);
  expect((await listProposals(mill.reader, { id })).data).toEqual([]);
});

test('who may fix, and what can be fixed', async () => {
  const { id, logId } = await ran();
  const by = (actor: typeof mill.reader) => refusalOf(fixRun(actor, { id, logId }, signal));
  expect([await by(mill.stranger), await by(mill.reader)]).toEqual(['not_found', 'forbidden']);
  expect(await refusalOf(fixRun(mill.writer, { id: mill.exampleId, logId }, signal))).toBe('not_found');
  status = 200;
  const fine = await ran();
  expect(await refusalOf(keepFailedRun(mill.writer, { id: fine.logId }))).toBe('conflict');
});
