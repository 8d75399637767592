import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SCHEMA_VERSION } from '../../../core/workflow/migrate-document';
import { closeDatabase, pool } from '../../../platform/postgres/db';
import { startTestApi, type TestApi } from '../../accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { createApiKey } from '../../api-keys/create-api-key';

let api: TestApi;
let mill: TestWorkspace;
let key: Record<string, string>;

beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  api = await startTestApi();
});
beforeEach(async () => {
  mill = await mintWorkspace();
  const scopes = [
    'workflows:read' as const,
    'workflows:write' as const,
    'workflows:run' as const,
    'logs:read' as const,
  ];
  const choice = { name: 'k', scopes, workspaceIds: [mill.workspaceId], expiresAt: null };
  key = { 'x-api-key': (await createApiKey(mill.writer, choice)).secret };
});
afterAll(async () => {
  await api.close();
  await closeDatabase();
});

const NEWER = SCHEMA_VERSION + 1;
const position = { x: 0, y: 0 };
/** A document as clients have sent it since before documents had a version. */
const OLD = {
  blocks: {
    s: { id: 's', type: 'start', name: 'start', position },
    r: { id: 'r', type: 'response', name: 'response', position, config: { body: '<start.n>' } },
  },
  edges: [{ id: 'e', source: 's', target: 'r' }],
};

async function ask(method: string, path: string, body?: object) {
  const response = await fetch(`${api.origin}${path}`, {
    method,
    headers: { ...key, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

const create = (document: object) =>
  ask('POST', '/api/v1/workflows', { workspaceId: mill.workspaceId, name: 'w', document });

/** Stored as another version of the product left it. */
async function stored(change: string): Promise<string> {
  const { id } = (await create(OLD)).body.data;
  await pool().query(`UPDATE workflow SET document = ${change} WHERE id = $1`, [id]);
  return id;
}

test('a document without a version is taken, and comes back with the one it has now', async () => {
  const made = await create(OLD);
  expect(made.status).toBe(201);
  expect(made.body.data.document.schemaVersion).toBe(SCHEMA_VERSION);
  const { id, document } = made.body.data;
  expect((await ask('PUT', `/api/v1/workflows/${id}`, { document })).status).toBe(200);
});

test('a newer document than this version knows is refused in words', async () => {
  const made = await create({ ...OLD, schemaVersion: NEWER });
  expect(made.status).toBe(400);
  expect(made.body.errors).toEqual([
    expect.objectContaining({
      param: 'document.schemaVersion',
      message: expect.stringMatching(/newer Millrace .* Update Millrace/),
    }),
  ]);
});

test('a workflow stored before documents had a version is read and run as one of the first', async () => {
  const id = await stored("document - 'schemaVersion'");
  const { data } = (await ask('GET', `/api/v1/workflows/${id}`)).body;
  expect(data.document.schemaVersion).toBe(SCHEMA_VERSION);
  const run = (await ask('POST', `/api/v1/workflows/${id}/executions`, { input: { n: 7 } })).body;
  expect(run).toMatchObject({ status: 'success', output: 7 });
});

test('a workflow stored by a newer version is shown as it is, and refused to be run or changed', async () => {
  const id = await stored(`jsonb_set(document, '{schemaVersion}', '${NEWER}')`);
  const { data } = (await ask('GET', `/api/v1/workflows/${id}`)).body;
  expect(data.document.schemaVersion).toBe(NEWER);
  const run = (await ask('POST', `/api/v1/workflows/${id}/executions`, { input: {} })).body;
  expect(run).toMatchObject({ status: 'error', error: { code: 'SCHEMA_VERSION_UNKNOWN' } });
  const saved = await ask('PUT', `/api/v1/workflows/${id}`, { document: data.document });
  expect(saved.status).toBe(400);
  const alone = await ask('POST', `/api/v1/workflows/${id}/blocks/r/send`, { samples: { start: { n: 1 } } });
  expect(alone).toMatchObject({ status: 400, body: { detail: expect.stringContaining('Update Millrace') } });
});

test('a log keeps the document that ran, whatever it is migrated to later', async () => {
  const { id } = (await create(OLD)).body.data;
  const { executionId } = (await ask('POST', `/api/v1/workflows/${id}/executions`, { input: { n: 1 } })).body;
  const ran = async () => (await ask('GET', `/api/v1/logs/executions/${executionId}`)).body.workflowState;
  expect((await ran()).schemaVersion).toBe(SCHEMA_VERSION);
  await pool().query(
    `UPDATE runtime.workflow_snapshot SET state = (state::jsonb - 'schemaVersion')::text
      WHERE workflow_id = $1`,
    [id],
  );
  expect(await ran()).not.toHaveProperty('schemaVersion');
});
