import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import { ProposedChange } from '../../core/assistant/change';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import {
  type LoopbackHttpServer,
  startHttpServer,
} from '../../platform/outbound-http/testing/loopback-server';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { byKey, mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { mintKey } from '../api-keys/testing/minted-key';
import { keepAsTest } from '../run-tests/keep-as-test';
import { isolatedPool } from '../runs/isolated/isolated-pool';
import { runByHand } from '../runs/testing/run-by-hand';
import { workflowIn } from '../runs/testing/workflow-in';
import { getWorkflow } from '../workflows/get-workflow';
import { saveWorkflow } from '../workflows/save-workflow';
import { updateWorkflow } from '../workflows/update-workflow';
import { createProposal } from './create-proposal';
import { applyProposal, rejectProposal } from './decide-proposal';
import { getProposal, listProposals } from './list-proposals';
import { KEPT_DECIDED, MAX_PROPOSALS_BYTES } from './schema';
import { rehearseProposal, replayProposal, replayRunOfProposal, testProposal } from './try-proposal';

let mill: TestWorkspace;
let shop: LoopbackHttpServer;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('worker');
  shop = await startHttpServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"total": 7}'),
  );
});
beforeEach(async () => {
  mill = await mintWorkspace();
  const customLimits = { syncPerMinute: 10_000 };
  await prisma().user.update({
    where: { id: mill.owner.userId },
    data: { plan: 'enterprise', customLimits },
  });
});
afterAll(async () => {
  isolatedPool().close();
  await shop.close();
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

const { signal } = new AbortController();
const makeWorkflow = () =>
  workflowIn(mill, [
    { type: 'api', config: { url: `${shop.origin}/orders` } },
    { type: 'response', config: { body: '{"total": <b1.data.total>}' } },
  ]);
const DOUBLED = ProposedChange.parse({ blocks: [{ id: 'b2', config: { body: '{"total": 14}' } }] });
const propose = (id: string, actor = mill.writer, proposed = DOUBLED) =>
  createProposal(actor, { id, words: 'Answer twice as much', proposed });
const proposed = async (id: string) => ({ id, proposalId: (await propose(id)).data.id });
const bodyOf = async (id: string) =>
  (await getWorkflow(mill.writer, { id })).data.document.blocks.b2?.config.body;

test('a proposal leaves the draft as it is until somebody applies it', async () => {
  const id = await makeWorkflow();
  const before = await getWorkflow(mill.writer, { id });
  const { data } = await propose(id);
  expect(data).toMatchObject({ state: 'open', baseVersion: 1, isMoved: false, createdBy: 'writer' });
  expect(await getWorkflow(mill.writer, { id })).toEqual(before);
  const key = { id, proposalId: data.id };
  const shown = (await getProposal(mill.reader, key)).data;
  expect(shown.document.blocks.b2?.config.body).toBe('{"total": 14}');
  expect(shown).toMatchObject({ problems: [], cautions: [] });

  const applied = await applyProposal(mill.admin, key);
  expect(applied).toMatchObject({
    data: { state: 'applied', decidedBy: 'admin', isMoved: false },
    workflow: { id, version: 2 },
  });
  expect(await bodyOf(id)).toBe('{"total": 14}');
  expect(await refusalOf(applyProposal(mill.writer, key))).toBe('conflict');
  expect(await refusalOf(rejectProposal(mill.writer, key))).toBe('conflict');
});

test('a draft that was saved since is said, and keeps the proposal from being applied', async () => {
  const id = await makeWorkflow();
  const key = await proposed(id);
  const { document } = (await getWorkflow(mill.writer, { id })).data;
  await saveWorkflow(mill.writer, { id, document });
  expect((await listProposals(mill.reader, { id })).data).toMatchObject([{ isMoved: true, state: 'open' }]);
  await expect(applyProposal(mill.writer, key)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('at version 2, and this is based on version 1'),
  });
  expect(await bodyOf(id)).not.toBe('{"total": 14}');
  const stale = createProposal(mill.writer, { id, words: 'x', proposed: DOUBLED, version: 1 });
  expect(await refusalOf(stale)).toBe('conflict');
});

test('who may propose, read, try and decide; a key needs its scopes', async () => {
  const id = await makeWorkflow();
  const key = await proposed(id);
  const reading = { stranger: 'not_found', reader: 'done' } as const;
  const writing = { stranger: 'not_found', reader: 'forbidden', writer: 'done' } as const;
  await expectOutcomes(mill, (actor) => propose(id, actor), writing);
  await expectOutcomes(mill, (actor) => listProposals(actor, { id }), reading);
  await expectOutcomes(mill, (actor) => getProposal(actor, key), reading);
  await expectOutcomes(mill, (actor) => testProposal(actor, key, signal), reading);
  await expectOutcomes(mill, (actor) => replayProposal(actor, { ...key, runs: 5 }, signal), reading);
  await expectOutcomes(mill, async (actor) => rejectProposal(actor, await proposed(id)), writing);
  await expectOutcomes(
    mill,
    async (actor) => applyProposal(actor, await proposed(await makeWorkflow())),
    writing,
  );
  const agent = byKey(mill.owner, ['workflows:propose']);
  expect(await refusalOf(propose(id, agent))).toBe('done');
  expect(await refusalOf(propose(id, byKey(mill.owner, ['workflows:read'])))).toBe('forbidden');
  expect(await refusalOf(applyProposal(agent, key))).toBe('forbidden');
  expect(await refusalOf(rejectProposal(agent, key))).toBe('forbidden');
  expect(await refusalOf(testProposal(agent, key, signal))).toBe('forbidden');
  const elsewhere = { ...key, id: await makeWorkflow() };
  expect(await refusalOf(getProposal(mill.writer, elsewhere))).toBe('not_found');
});

test(
  'tests, replays and rehearsals run the proposed document on recorded answers, and send nothing',
  async () => {
    const id = await makeWorkflow();
    const { logId } = await runByHand(mill.writer, { workflowId: id, input: {} });
    await keepAsTest(mill.writer, { id: logId, name: 'A test', tags: [], rules: [] });
    const key = await proposed(id);
    const note = ProposedChange.parse({ blocks: [{ id: 'note', type: 'note', name: 'note' }] });
    const same = { id, proposalId: (await propose(id, mill.writer, note)).data.id };
    const sent = shop.received.length;
    const results = async (which: typeof key) => (await testProposal(mill.reader, which, signal)).data;
    expect(await results(key)).toMatchObject({ version: null, total: 1, failed: 1 });
    expect(await results(same)).toMatchObject({ total: 1, passed: 1 });
    const replayed = async (which: typeof key) =>
      (await replayProposal(mill.reader, { ...which, runs: 50 }, signal)).data;
    expect(await replayed(key)).toMatchObject({ total: 1, different: 1, groups: [{ logIds: [logId] }] });
    expect(await replayed(same)).toMatchObject({ total: 1, same: 1, groups: [] });
    const one = (await replayRunOfProposal(mill.reader, { ...key, logId }, signal)).data;
    expect(one).toMatchObject({ result: 'different', version: null, output: { total: 14 } });
    const rehearsed = (await rehearseProposal(mill.reader, { ...key, logId, seed: 1 }, signal)).data;
    expect(rehearsed.cases.length).toBeGreaterThan(0);
    const foreign = { id: mill.exampleId, proposalId: (await proposedForExample()).proposalId };
    expect(await refusalOf(replayRunOfProposal(mill.reader, { ...foreign, logId }, signal))).toBe(
      'not_found',
    );
    expect(shop.received).toHaveLength(sent);
  },
  patient(120_000),
);

async function proposedForExample() {
  const id = mill.exampleId;
  const change = ProposedChange.parse({ blocks: [{ id: 'a-note', type: 'note', name: 'a note' }] });
  return { id, proposalId: (await propose(id, mill.writer, change)).data.id };
}

test('what can’t be saved, changes nothing or is too large is refused with the reason', async () => {
  const id = await makeWorkflow();
  const because = (proposedChange: object) =>
    refusalOf(propose(id, mill.writer, ProposedChange.parse(proposedChange)));
  expect(await because({})).toBe('conflict');
  const circle = { edges: [{ source: 'b2', target: 'b1' }] };
  expect(await because(circle)).toBe('invalid_request');
  expect(await because({ blocks: [{ id: 'b2', config: { body: 'x'.repeat(1024 * 1024) } }] })).toBe(
    'payload_too_large',
  );
});

test('there is room for 64 MB in a workspace, and the last decided ones stay', async () => {
  const id = await makeWorkflow();
  const { proposalId } = await proposed(id);
  await pool().query(
    `INSERT INTO workflow_proposal (id, workflow_id, base_version, words, state, sealed, bytes, decided_at)
     SELECT gen_random_uuid(), $1::uuid, 1, 'x', 'rejected', '\\x00', 1, '2026-01-01'::timestamptz
     FROM generate_series(1, $2::int)`,
    [id, KEPT_DECIDED + 10],
  );
  await propose(id);
  const { data } = await listProposals(mill.reader, { id });
  expect(data.filter(({ state }) => state === 'rejected')).toHaveLength(KEPT_DECIDED);
  await pool().query('UPDATE workflow_proposal SET bytes = $2 WHERE id = $1', [
    proposalId,
    MAX_PROPOSALS_BYTES,
  ]);
  expect(await refusalOf(propose(id))).toBe('quota_exceeded');
});

test('a proposal of a key names it, also once the key is gone', async () => {
  const id = await makeWorkflow();
  const minted = await mintKey(mill.owner, mill.workspaceId);
  const actor = { ...byKey(mill.owner, ['workflows:propose']), keyId: minted.id };
  expect((await propose(id, actor)).data.apiKey).toEqual({ id: minted.id, name: 'k' });
  await prisma().apiKey.delete({ where: { id: minted.id } });
  const [proposal] = (await listProposals(mill.reader, { id })).data;
  expect(proposal?.apiKey).toEqual({ id: minted.id, name: null });
});

test('a renamed workflow is the same draft', async () => {
  const id = await makeWorkflow();
  const key = await proposed(id);
  await updateWorkflow(mill.writer, { id, name: 'Renamed' });
  expect(await refusalOf(applyProposal(mill.writer, key))).toBe('done');
});
