import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WorkflowDocument } from '../../core/workflow/schema';
import { toProblem } from '../../platform/http/problem';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import { vagueWords } from '../../platform/testing/vague-words';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { enforceRetention } from '../logs/enforce-retention';
import { getExecutionDetail, getLog } from '../logs/get-log';
import { listLogs } from '../logs/list-logs';
import { LogsRequest, pageOf } from '../logs/logs-request';
import { deleteWorkflow } from '../removal/delete-workflow';
import { purgeWorkflow } from '../removal/purge-workflow';
import { startWorkQueue } from '../runs/queue/work-queue';
import { queueByHand, runByHand } from '../runs/testing/run-by-hand';
import { workflowIn } from '../runs/testing/workflow-in';
import { getWorkflow } from '../workflows/get-workflow';
import { saveWorkflow } from '../workflows/save-workflow';
import { getVersion } from './get-version';
import { listVersions } from './list-versions';
import { makeVersionLive } from './make-version-live';
import { publishWorkflow } from './publish-workflow';

let mill: TestWorkspace;
let id: string;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('worker');
});
beforeEach(async () => {
  mill = await mintWorkspace();
  id = await workflowIn(mill, [answering(1)]);
});
afterAll(async () => {
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

const answering = (n: number) => ({ type: 'response', config: { body: `{"n": ${n}}` } });

/** Saves a draft with this config of its block. */
async function draft(config: Record<string, unknown>): Promise<void> {
  const { document } = (await getWorkflow(mill.writer, { id })).data;
  const blocks = { ...document.blocks, b1: { ...document.blocks.b1!, config } };
  await saveWorkflow(mill.writer, { id, document: WorkflowDocument.parse({ ...document, blocks }) });
}
const draftOf = (n: number) => draft(answering(n).config);
const publish = (note?: string) => publishWorkflow(mill.writer, { id, ...(note && { note }) });
const run = async (version?: 'live' | 'draft' | number) =>
  runByHand(mill.writer, { workflowId: id, input: {}, ...(version !== undefined && { version }) });
const outputOf = async (version?: 'live' | 'draft' | number) => {
  const { logId, output } = await run(version);
  return [output, (await getLog(mill.reader, logId)).data.version];
};

test('who may publish, roll back and read versions', async () => {
  await expectOutcomes(mill, (actor) => publishWorkflow(actor, { id }), {
    stranger: 'not_found',
    reader: 'forbidden',
    writer: 'done',
    admin: 'conflict', // nothing is new by then
  });
  const writing = { stranger: 'not_found', reader: 'forbidden', writer: 'done', admin: 'done' } as const;
  await expectOutcomes(mill, (actor) => makeVersionLive(actor, { id, number: '1' }), writing);
  const reading = { stranger: 'not_found', reader: 'done' } as const;
  await expectOutcomes(mill, (actor) => listVersions(actor, { id, limit: 5 }), reading);
  await expectOutcomes(mill, (actor) => getVersion(actor, { id, number: '1' }), reading);
});

test('publishing makes immutable numbered versions, the last of them live', async () => {
  expect((await getWorkflow(mill.reader, { id })).data.liveVersion).toBeNull();
  const { data: first } = await publish('First');
  expect(first).toEqual({
    number: 1,
    note: 'First',
    live: true,
    createdAt: expect.any(String),
    author: { id: mill.writer.userId, name: 'writer' },
  });
  const { document: published, updatedAt } = (await getWorkflow(mill.writer, { id })).data;
  await draftOf(2);
  expect((await publish()).data).toMatchObject({ number: 2, note: '' });
  const now = (await getWorkflow(mill.writer, { id })).data;
  expect([now.liveVersion, now.version, now.updatedAt > updatedAt]).toEqual([2, 2, true]);
  const { data } = await listVersions(mill.reader, { id, limit: 5 });
  expect(data.map(({ number, live }) => [number, live])).toEqual([
    [2, true],
    [1, false],
  ]);
  expect((await getVersion(mill.writer, { id, number: '1' })).data.document).toEqual(published);
});

test('the same draft is not published twice, also by two at once', async () => {
  const both = await Promise.all([refusalOf(publish()), refusalOf(publish())]);
  expect(both.sort()).toEqual(['conflict', 'done']);
  await expect(publish()).rejects.toThrow('Nothing has changed since version 1, which is live.');
});

test('a draft with errors is refused with all of them, and live stays', async () => {
  await publish();
  await draft({ body: '<nobody.data> {{NO_SUCH_VARIABLE}} <b1.data>' });
  const refusal = await publish().catch((error) => error);
  expect(refusal).toMatchObject({ code: 'invalid_request' });
  expect(refusal.message).toMatch(/^The draft can’t be published: /);
  const params = refusal.issues.map(({ param }: { param: string }) => param);
  expect(params).toContain('document.blocks.b1.config.body');
  const { problem } = toProblem(refusal, { requestId: 'r' });
  expect(vagueWords(JSON.parse(JSON.stringify(problem)))).toEqual([]);
  expect(problem.errors.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/^There is no variable \{\{NO_SUCH_VARIABLE\}\} in this workspace\. Create it/),
  );
  expect(await outputOf()).toEqual([{ n: 1 }, 1]);
});

test('a draft that was saved again since is not published for who names the version', async () => {
  await draftOf(2);
  expect(await refusalOf(publishWorkflow(mill.writer, { id, version: 1 }))).toBe('conflict');
  expect((await publishWorkflow(mill.writer, { id, version: 2 })).data.number).toBe(1);
});

test('callers run the live version, and the draft while none is live; a choice names any', async () => {
  expect(await outputOf()).toEqual([{ n: 1 }, null]);
  expect(await refusalOf(run('live'))).toBe('conflict');
  await publish();
  await draftOf(2);
  expect(await outputOf()).toEqual([{ n: 1 }, 1]);
  expect(await outputOf('live')).toEqual([{ n: 1 }, 1]);
  expect(await outputOf('draft')).toEqual([{ n: 2 }, null]);
  await publish();
  await draftOf(3);
  expect(await outputOf()).toEqual([{ n: 2 }, 2]);
  expect(await outputOf(1)).toEqual([{ n: 1 }, 1]);
  expect(await outputOf('draft')).toEqual([{ n: 3 }, null]);
  await expect(run(3)).rejects.toMatchObject({
    code: 'invalid_request',
    issues: [{ param: 'version', message: 'This workflow has no version 3.' }],
  });
});

test('rolling back changes what runs and not the draft, and is audited', async () => {
  await publish();
  await draftOf(2);
  await publish();
  const before = (await getWorkflow(mill.writer, { id })).data;
  expect((await makeVersionLive(mill.admin, { id, number: '1' })).data).toMatchObject({ live: true });
  expect(await outputOf()).toEqual([{ n: 1 }, 1]);
  expect((await getWorkflow(mill.writer, { id })).data).toEqual({ ...before, liveVersion: 1 });
  await makeVersionLive(mill.admin, { id, number: '1' }); // no change
  for (const number of ['3', '0', 'x', '99999999999'])
    expect(await refusalOf(makeVersionLive(mill.admin, { id, number }))).toBe('not_found');
  const events = await prisma().auditEvent.findMany({
    where: { target: id, action: { in: ['workflow.published', 'workflow.version_made_live'] } },
    orderBy: { id: 'asc' },
  });
  expect(events.map(({ action, userId, detail }) => [action, userId, detail])).toEqual([
    ['workflow.published', mill.writer.userId, { version: 1 }],
    ['workflow.published', mill.writer.userId, { version: 2 }],
    ['workflow.version_made_live', mill.admin.userId, { version: 1, before: 2 }],
  ]);
});

test('a queued run runs, and is logged with, the version that it was accepted with', async () => {
  await publish();
  const { executionId } = await queueByHand(mill.writer, { workflowId: id, input: {} });
  await draftOf(2);
  await publish();
  const queue = startWorkQueue();
  try {
    await expect.poll(() => refusalOf(getExecutionDetail(mill.reader, executionId))).toBe('done');
  } finally {
    await queue.stop(5_000);
  }
  const detail = await getExecutionDetail(mill.reader, executionId);
  expect(detail.version).toBe(1);
  expect(detail.workflowState).toEqual((await getVersion(mill.reader, { id, number: '1' })).data.document);
  const query = pageOf(LogsRequest.parse({ workspaceId: mill.workspaceId, executionId }));
  expect((await listLogs(mill.reader, query)).data).toMatchObject([{ executionId, version: 1 }]);
});

test('a called workflow runs its live version', async () => {
  await publish();
  await draftOf(2);
  const caller = await workflowIn(mill, [
    { type: 'workflow', config: { workflowId: id, input: [] } },
    { type: 'response', config: { body: '<b1.data>' } },
  ]);
  const { output } = await runByHand(mill.writer, { workflowId: caller, input: {} });
  expect(output).toEqual({ n: 1 });
  const { rows } = await pool().query('SELECT workflow_version FROM runtime.log WHERE workflow_id = $1', [
    id,
  ]);
  expect(rows).toEqual([{ workflow_version: 1 }]);
});

test('versions are listed in pages, the newest first, each once', async () => {
  for (let n = 1; n <= 5; n++) {
    await draftOf(n * 10);
    await publish(`Note ${n}`);
  }
  const seen: number[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await listVersions(mill.reader, { id, cursor, limit: 2 });
    seen.push(...page.data.map(({ number }) => number));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  expect(seen).toEqual([5, 4, 3, 2, 1]);
  expect(await refusalOf(listVersions(mill.reader, { id, cursor: 'x', limit: 2 }))).toBe('cursor_invalid');
});

test('credentials typed into a version are sealed, and shown to those who may edit only', async () => {
  const config = {
    url: 'https://example.com',
    headers: [{ key: 'Authorization', value: 'Bearer s3cr3t-token' }],
  };
  id = await workflowIn(mill, [{ type: 'api', config }]);
  await publish();
  const shownTo = async (person: 'reader' | 'writer') =>
    JSON.stringify((await getVersion(mill[person], { id, number: '1' })).data.document);
  expect(await shownTo('writer')).toContain('s3cr3t-token');
  expect(await shownTo('reader')).not.toContain('s3cr3t-token');
  expect(await shownTo('reader')).toContain('***');
  const { rows } = await pool().query(
    'SELECT state, sealed::text FROM runtime.workflow_snapshot WHERE workflow_id = $1',
    [id],
  );
  expect(JSON.stringify(rows)).not.toContain('s3cr3t-token');
});

test('retention keeps what versions hold; once a workflow is deleted, for as long as its logs', async () => {
  await publish();
  const { executionId } = await run();
  const age = () =>
    pool().query(`UPDATE runtime.workflow_snapshot SET used_at = '2020-01-01' WHERE workflow_id = $1`, [id]);
  await age();
  await enforceRetention(new AbortController().signal);
  expect((await getVersion(mill.reader, { id, number: '1' })).data.document.blocks).toHaveProperty('b1');
  await deleteWorkflow(mill.writer, { id });
  await purgeWorkflow(mill.admin, { id });
  expect(await prisma().workflowVersion.count({ where: { workflowId: id } })).toBe(0);
  await enforceRetention(new AbortController().signal);
  expect((await getExecutionDetail(mill.reader, executionId)).workflowState.blocks).toHaveProperty('b1');
});
