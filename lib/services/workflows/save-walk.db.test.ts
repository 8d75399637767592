import { afterAll, beforeAll, expect, test } from 'vitest';
import { WorkflowDocument } from '../../core/workflow/schema';
import { closeDatabase } from '../../platform/postgres/db';
import { onNotification } from '../../platform/postgres/notify';
import { databaseTraffic } from '../../platform/postgres/testing/database-traffic';
import { expectShortTasks } from '../../platform/testing/expect-short-tasks';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { mintKey } from '../api-keys/testing/minted-key';
import { deleteWorkflow } from '../removal/delete-workflow';
import { publishWorkflow } from '../versions/publish-workflow';
import { createWorkflow } from './create-workflow';
import { getWorkflow } from './get-workflow';
import { saveWorkflow } from './save-workflow';
import { fullOfReferences } from './testing/full-of-references';
import { updateWorkflow } from './update-workflow';

const BLOCKS = 200;
/** Names, times and the frames of the protocol. */
const SMALL_BYTES = 4_096;

let mill: TestWorkspace;
let api: TestApi;
let key: Record<string, string>;

beforeAll(async () => {
  mill = await mintWorkspace();
  api = await startTestApi();
  const scopes = ['workflows:read', 'workflows:write'] as const;
  key = (await mintKey(mill.owner, mill.workspaceId, { scopes })).headers;
});
afterAll(async () => {
  await api.close();
  await closeDatabase();
});

function documentOf(config: (id: string) => object): WorkflowDocument {
  const ids = Array.from({ length: BLOCKS }, (_, index) => `b${index}`);
  return WorkflowDocument.parse({
    blocks: Object.fromEntries(
      ids.map((id) => [id, { id, type: 'api', name: id, position: { x: 0, y: 0 }, config: config(id) }]),
    ),
    edges: [],
  });
}

const plain = (path = '') => documentOf((id) => ({ url: `https://example.com/${id}${path}` }));
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

async function create(document = plain()): Promise<string> {
  const input = { workspaceId: mill.workspaceId, name: 'Flow', document };
  return (await createWorkflow(mill.writer, input)).data.id;
}

/** Measures the second of two equal calls: the first one opens connections and fills caches. */
async function costOf(work: () => Promise<unknown>) {
  await work();
  return databaseTraffic(work);
}

test('a save is one round trip: the document goes to the database once, nothing comes back', async () => {
  const id = await create();
  const document = plain('/edited');
  const cost = await costOf(() => saveWorkflow(mill.writer, { id, document }));
  expect(cost.roundTrips).toBe(1);
  expect(cost.sentBytes).toBeLessThan(bytesOf(document) + SMALL_BYTES);
  expect(cost.receivedBytes).toBeLessThan(SMALL_BYTES);
  expect((await getWorkflow(mill.writer, { id })).data).toMatchObject({ version: 3, document });
});

test('only a document that shows a credential as *** makes a save read the stored one', async () => {
  const withToken = (token: string) =>
    documentOf((id) => ({ url: `https://example.com/${id}`, auth: { kind: 'bearer', token } }));
  const id = await create(withToken('typed-in'));
  const typed = await costOf(() => saveWorkflow(mill.writer, { id, document: withToken('typed-in') }));
  expect(typed.receivedBytes).toBeLessThan(SMALL_BYTES);
  const shown = (await getWorkflow(mill.reader, { id })).data.document;
  expect(shown).toEqual(withToken('***'));
  const restored = await costOf(() => saveWorkflow(mill.writer, { id, document: shown }));
  expect(restored.receivedBytes).toBeGreaterThan(bytesOf(shown));
  expect((await getWorkflow(mill.writer, { id })).data.document).toEqual(withToken('typed-in'));
});

test('creating, renaming and deleting a workflow read no document', async () => {
  const document = plain();
  const created = await costOf(() => create(document));
  expect(created.sentBytes).toBeGreaterThan(bytesOf(document));
  expect(created.receivedBytes).toBeLessThan(SMALL_BYTES);
  const id = await create();
  const renamed = await costOf(() => updateWorkflow(mill.writer, { id, name: 'Renamed' }));
  expect(renamed.receivedBytes).toBeLessThan(SMALL_BYTES);
  const deleted = await databaseTraffic(() => deleteWorkflow(mill.writer, { id }));
  expect(deleted.receivedBytes).toBeLessThan(SMALL_BYTES);
});

test('a caller who asks for a minimal answer gets the workflow without its document', async () => {
  const id = await create();
  const path = `/api/v1/workflows/${id}`;
  const whole = await api.call('PUT', path, key, { document: plain('/a') });
  expect(whole.body.data).toMatchObject({ id, version: 2, document: plain('/a') });
  const asks = { ...key, prefer: 'handling=lenient, Return=minimal; x=1' };
  const minimal = await api.call('PUT', path, asks, { document: plain('/b'), version: 2 });
  expect(minimal.headers.get('preference-applied')).toBe('return=minimal');
  const { document, ...summary } = (await getWorkflow(mill.writer, { id })).data;
  expect(minimal.body).toEqual({ data: summary });
  expect(document).toEqual(plain('/b'));
});

test('a stale save is answered with the whole current version', async () => {
  const id = await create();
  await saveWorkflow(mill.writer, { id, document: plain('/theirs'), name: 'Theirs' });
  const { document, ...summary } = (await getWorkflow(mill.writer, { id })).data;
  const refused = await api.call('PUT', `/api/v1/workflows/${id}`, key, { document: plain(), version: 1 });
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({ currentVersion: 2, currentDocument: document });
  expect(refused.body.current).toEqual(summary);
});

test('a save and a publish of all the references that a workflow may have don’t hold the loop', async () => {
  const id = await create();
  const path = `/api/v1/workflows/${id}`;
  const edits = ['a', 'b', 'c'].map((path) => fullOfReferences(path));
  await expectShortTasks(async () => {
    const document = edits.pop();
    expect((await api.call('PUT', path, key, { document })).status).toBe(200);
    await publishWorkflow(mill.owner, { id });
  });
});

test('only those who may save learn why a document can’t be saved', async () => {
  const id = await create();
  const position = { x: 0, y: 0 };
  const document = WorkflowDocument.parse({
    blocks: { x: { id: 'x', type: 'teapot', name: 'x', position } },
    edges: [],
  });
  const save = (actor: TestWorkspace['writer']) => saveWorkflow(actor, { id, document });
  await expect(save(mill.stranger)).rejects.toMatchObject({ code: 'not_found' });
  await expect(save(mill.reader)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(save(mill.writer)).rejects.toMatchObject({ code: 'invalid_request' });
});

test('this process’s cached workflow is dropped before its save is answered', async () => {
  const id = await create();
  const told: string[] = [];
  onNotification('workflow', (changed) => told.push(changed));
  await saveWorkflow(mill.writer, { id, document: plain('/edited') });
  expect(told).toContain(id);
});
