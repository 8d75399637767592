import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type LoopbackServer, startRawServer } from '../../../platform/outbound-http/testing/loopback-server';
import { closeDatabase, pool } from '../../../platform/postgres/db';
import { forkBundled } from '../../../platform/testing/fork-bundled';
import { SCOPES } from '../../access/actor';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { createApiKey } from '../../api-keys/create-api-key';
import { cancelExecution, getExecution } from '../reading/get-execution';
import type { RunStreamEvent } from '../schema';
import { workflowIn } from '../testing/workflow-in';

/** Runs begin in this process; all else is asked of the test's own. */
let elsewhere: { child: ChildProcess; origin: string };
let mill: TestWorkspace;
let silent: LoopbackServer;
let key: string;

beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  const child = forkBundled(path.join(import.meta.dirname, '../testing/server-process.ts'));
  const [{ origin }] = (await once(child, 'message')) as [{ origin: string }];
  elsewhere = { child, origin };
});
beforeEach(async () => {
  mill = await mintWorkspace();
  silent = await startRawServer(() => {});
  const { workspaceId, owner } = mill;
  const choice = { name: 'k', scopes: SCOPES, workspaceIds: [workspaceId], expiresAt: null };
  key = (await createApiKey(owner, choice)).secret;
});
afterEach(() => silent.close());
afterAll(async () => {
  elsewhere.child.disconnect();
  await once(elsewhere.child, 'exit');
  await closeDatabase();
});

/** Events of a run of this workflow elsewhere, as they come. */
async function* watched(workflowId: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${elsewhere.origin}/api/v1/workflows/${workflowId}/executions`, {
    method: 'POST',
    headers: {
      ...headers,
      'x-api-key': key,
      accept: 'text/event-stream',
      'content-type': 'application/json',
    },
    body: '{"input": {}}',
  });
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const events = text.split('\n\n');
    text = events.pop()!;
    for (const event of events) {
      const data = event.split('\n').find((line) => line.startsWith('data:'));
      if (data !== undefined) yield JSON.parse(data.slice('data:'.length)) as RunStreamEvent;
    }
  }
}

test('a run is found and cancelled from another process from its first moment on', async () => {
  const workflowId = await workflowIn(mill, [{ type: 'api', config: { url: silent.origin } }]);
  const events = watched(workflowId);
  const { value: first } = await events.next();
  const { executionId } = first as Extract<RunStreamEvent, { type: 'run-started' }>;
  // Its start record is written 50 ms later.
  expect(await getExecution(mill.reader, executionId)).toMatchObject({ status: 'running', logId: null });
  expect(await cancelExecution(mill.writer, executionId)).toMatchObject({ cancelRequested: true });
  let last: RunStreamEvent | undefined;
  for await (const event of events) last = event;
  expect(last).toMatchObject({ type: 'run-finished', answer: { executionId, status: 'error' } });
  const { rows } = await pool().query(
    'SELECT count(*)::int AS logs FROM runtime.log WHERE execution_id = $1',
    [executionId],
  );
  expect(rows).toEqual([{ logs: 1 }]);
});

test('a run too short for a start record is found by its log', async () => {
  const workflowId = await workflowIn(mill, [{ type: 'response', config: { body: '{"a": 1}' } }]);
  const { value: first } = await watched(workflowId).next();
  const { executionId } = first as Extract<RunStreamEvent, { type: 'run-started' }>;
  expect((await getExecution(mill.reader, executionId)).status).toMatch(/^(running|success)$/);
});
