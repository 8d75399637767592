import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { newId } from '../../../platform/ids';
import { pool, prisma } from '../../../platform/postgres/db';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { insertExecutions } from '../recording/insert-executions';
import { type KeyHolder, keyOf, startKeyHolder } from '../testing/key-holder';
import { sampleRow } from '../testing/sample-row';
import { workflowIn } from '../testing/workflow-in';
import { LIST_EXECUTIONS } from './list-executions';

let holder: KeyHolder;
let mill: TestWorkspace;
let headers: { 'x-api-key': string };

beforeAll(async () => {
  holder = await startKeyHolder();
});
beforeEach(async () => {
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
  headers = await keyOf(mill);
});
afterAll(() => holder.close());

const list = (query: Record<string, string> = {}, of: Record<string, string> = headers) =>
  holder.api.call(
    'GET',
    `/api/v1/executions?${new URLSearchParams({ workspaceId: mill.workspaceId, ...query })}`,
    of,
  );
const idsIn = (body: Record<string, unknown>) =>
  (body.data as Array<{ executionId: string }>).map(({ executionId }) => executionId);

const waiting = () => workflowIn(mill, [{ type: 'wait', config: { kind: 'callback', title: 'Well?' } }]);
async function parked(workflowId: string): Promise<string> {
  const path = `/api/v1/workflows/${workflowId}/executions?mode=async`;
  const { executionId } = (await holder.api.call('POST', path, headers, { input: {} })).body;
  const state = async () =>
    (await holder.api.call('GET', `/api/v1/executions/${executionId}`, headers)).body.status;
  await expect.poll(state).toBe('parked');
  return executionId as string;
}

describe('the list of executions under way', () => {
  it('names each with where it stands and how to stop it', async () => {
    const workflowId = await workflowIn(mill, [
      { type: 'function', config: { code: 'return 1;' } },
      { type: 'wait', config: { kind: 'callback', title: 'Well?' } },
    ]);
    const executionId = await parked(workflowId);
    const { status, body } = await list();
    expect([status, body.nextCursor]).toEqual([200, null]);
    expect(body.data).toEqual([
      {
        executionId,
        workflowId,
        workflowName: 'W',
        status: 'parked',
        trigger: 'api',
        mode: 'async',
        version: null,
        parentExecutionId: null,
        cancelRequested: false,
        // Start and the function.
        blocksEnded: 2,
        waits: [
          { blockId: 'b2', dueAt: expect.stringMatching(/Z$/), url: expect.stringMatching(/\/wait\/./) },
        ],
        waitsFor: null,
        acceptedAt: expect.stringMatching(/Z$/),
        startedAt: expect.stringMatching(/Z$/),
        statusUrl: `/api/v1/executions/${executionId}`,
        cancelUrl: `/api/v1/executions/${executionId}/cancel`,
      },
    ]);
    const [{ cancelUrl }] = body.data as [{ cancelUrl: string }];
    await holder.api.call('POST', cancelUrl, headers);
    await expect.poll(async () => idsIn((await list()).body)).toEqual([]);
  });

  it('is walked newest first, each once, and filtered', async () => {
    const [one, two] = [await waiting(), await waiting()];
    const ids: string[] = [];
    for (const workflowId of [one, one, two, one]) ids.push(await parked(workflowId));
    const newest = ids.toReversed();
    const walked: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await list({ limit: '1', cursor });
      walked.push(...idsIn(body));
      if (body.nextCursor === null) break;
      cursor = body.nextCursor as string;
    }
    expect(walked).toEqual(newest);
    expect(idsIn((await list({ workflowIds: two })).body)).toEqual([ids[2]]);
    expect(idsIn((await list({ workflowIds: 'x' })).body)).toEqual([]);
    expect(idsIn((await list({ statuses: 'running,queued' })).body)).toEqual([]);
    expect(idsIn((await list({ statuses: 'parked', triggers: 'api,chat' })).body)).toEqual(newest);
    expect(idsIn((await list({ triggers: 'schedule' })).body)).toEqual([]);
  });

  it('shows a workspace to its members’ keys with the scope, and nobody else', async () => {
    expect((await list({}, await keyOf(mill, ['workflows:run']))).status).toBe(403);
    expect((await list({}, holder.headers)).status).toBe(403);
    expect((await list({ workspaceId: newId() })).status).toBe(403);
    expect((await list({ cursor: 'x' })).body).toMatchObject({ code: 'cursor_invalid' });
  });

  it('is read from its index, however many executions others have', async () => {
    const { workspaceId, owner, exampleId: workflowId } = mill;
    const rowOf = (workspace: string) =>
      sampleRow({ workspaceId: workspace, workflowId, holderId: owner.userId, mode: 'async' });
    const client = await pool().connect();
    try {
      await client.query('BEGIN');
      for (const workspace of [newId(), workspaceId])
        await insertExecutions(
          client,
          Array.from({ length: 5_000 }, () => rowOf(workspace)),
          newId(),
        );
      await client.query('ANALYZE runtime.execution');
      const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${LIST_EXECUTIONS}`, [
        workspaceId,
        'ffffffff-ffff-ffff-ffff-ffffffffffff',
        null,
        null,
        null,
        51,
      ]);
      const plan = JSON.stringify(rows[0]['QUERY PLAN']);
      expect(plan).toContain('"Index Name":"execution_workspace"');
      expect(plan).not.toContain('"Node Type":"Sort"');
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });
});

/** Returns the events of an execution's stream, in order; `onState` sees each state as it comes. */
async function follow(url: string, more: Record<string, string> = {}, onState = async (_: string) => {}) {
  const response = await fetch(holder.api.origin + url, {
    headers: { ...headers, accept: 'text/event-stream', ...more },
  });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const events: Array<{ id: string; state: Record<string, unknown> }> = [];
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const found = /^id: (.+)\ndata: (.+)$/.exec(text.slice(0, end));
      text = text.slice(end + 2);
      if (found === null) continue;
      const state = JSON.parse(found[2]!);
      events.push({ id: found[1]!, state });
      await onState(state.status);
    }
  }
  return events;
}

test('a key follows a queued run at its status address to the end, and again from any state', async () => {
  const workflowId = await waiting();
  const path = `/api/v1/workflows/${workflowId}/executions?mode=async`;
  const accepted = await holder.api.call('POST', path, headers, { input: {} });
  const url = accepted.headers.get('location')!;
  expect(url).toBe(accepted.body.statusUrl);
  const events = await follow(url, {}, async (status) => {
    if (status === 'parked') await holder.api.call('POST', `${url}/cancel`, headers);
  });
  const statuses = events.map(({ state }) => state.status);
  expect(statuses).toContain('parked');
  expect(statuses.at(-1)).toBe('error');
  expect(events.at(-1)?.state).toMatchObject({ error: { code: 'CANCELLED' }, logId: expect.any(String) });
  expect(await follow(url)).toEqual([events.at(-1)]);
  expect(await follow(url, { 'last-event-id': events[0]!.id })).toEqual([events.at(-1)]);
});

test('a stream of an execution of somebody else is 404', async () => {
  const executionId = await parked(await waiting());
  const url = `${holder.api.origin}/api/v1/executions/${executionId}`;
  const response = await fetch(url, { headers: { ...holder.headers, accept: 'text/event-stream' } });
  expect(response.status).toBe(404);
});
