import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase } from '../platform/postgres/db';
import { SCOPES } from '../services/access/actor';
import { startTestApi, type TestApi } from '../services/accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../services/accounts/testing/test-workspace';
import { createApiKey } from '../services/api-keys/create-api-key';
import { createFolder } from '../services/folders/create-folder';
import { deleteWorkflow } from '../services/removal/delete-workflow';
import { createRunTest } from '../services/run-tests/create-run-test';
import { listRunTests } from '../services/run-tests/list-run-tests';
import { EMPTY_TEST } from '../services/run-tests/testing/empty-test';
import { updateRunTest } from '../services/run-tests/update-run-test';
import { workflowIn } from '../services/runs/testing/workflow-in';
import { getWorkflow } from '../services/workflows/get-workflow';
import { listWorkflows } from '../services/workflows/list-workflows';
import { saveWorkflow } from '../services/workflows/save-workflow';
import { updateWorkflow } from '../services/workflows/update-workflow';
import { callCli } from './testing/cli-calls';

let api: TestApi;
let mill: TestWorkspace;
let folder: string;
let key: string;
let id: string;
beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  mill = await mintWorkspace();
  await deleteWorkflow(mill.owner, { id: mill.exampleId });
  id = await workflowIn(mill, [{ type: 'response', config: { body: '{"n": 1}' } }]);
  await updateWorkflow(mill.writer, { id, name: 'Orders' });
  const choice = { name: 'k', scopes: SCOPES, workspaceIds: [mill.workspaceId], expiresAt: null };
  key = (await createApiKey(mill.owner, choice)).secret;
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-sync-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));
afterAll(async () => {
  await api.close();
  await closeDatabase();
});

/** The command with its exit code; it needs no database. */
async function cli(command: 'pull' | 'push', ...more: string[]) {
  const state = fs.existsSync(path.join(folder, '.millrace.json'));
  const workspace = state ? [] : ['--workspace', mill.workspaceId];
  const [printed, code] = await callCli({ origin: api.origin, key }, command, folder, ...workspace, ...more);
  exitCode = code;
  return printed;
}
let exitCode: number;

const place = (file: string) => path.join(folder, file);
const readFile = (file = 'orders.json') => fs.readFileSync(place(file), 'utf8');
const edit = (n: number, file = 'orders.json') =>
  fs.writeFileSync(place(file), readFile(file).replace(/n\\": \d/, `n\\": ${n}`));
const bodyThere = async () => (await getWorkflow(mill.writer, { id })).data.document.blocks.b1?.config.body;
async function editThere(n: number) {
  const { document } = (await getWorkflow(mill.writer, { id })).data;
  const b1 = { ...document.blocks.b1!, config: { ...document.blocks.b1!.config, body: `{"n": ${n}}` } };
  await saveWorkflow(mill.writer, { id, document: { ...document, blocks: { ...document.blocks, b1 } } });
}
const namesThere = async () =>
  (await listWorkflows(mill.writer, mill)).data.map(({ name }) => name).toSorted();

test('what is pulled, edited and pushed is the saved document; then both are in step', async () => {
  expect(await cli('pull', '--dry-run')).toBe('orders.json: written\n');
  expect(fs.readdirSync(folder)).toEqual([]);
  expect(await cli('pull')).toBe('orders.json: written\n');
  expect(JSON.parse(readFile()).$schema).toBe(`${api.origin}/schemas/workflow.json`);
  edit(2);
  expect(await cli('push', '--dry-run')).toBe('orders.json: would be saved\n');
  expect(await bodyThere()).toBe('{"n": 1}');
  expect(await cli('push', '--publish', '--note', 'Two')).toBe(
    'orders.json: saved and published as version 1\n',
  );
  expect(await bodyThere()).toBe('{"n": 2}');
  const before = readFile();
  expect(await cli('pull')).toBe('Folder and workspace are in step.\n');
  expect(await cli('push')).toBe('Folder and workspace are in step.\n');
  expect(readFile()).toBe(before);
});

test('a file keeps the schema that it names, and gets one that it lacks', async () => {
  await cli('pull');
  const named = readFile().replace(`${api.origin}/schemas`, '../schemas');
  fs.writeFileSync(place('orders.json'), named);
  expect(await cli('push')).toBe('Folder and workspace are in step.\n');
  await editThere(3);
  expect(await cli('pull')).toBe('orders.json: updated\n');
  expect(JSON.parse(readFile()).$schema).toBe('../schemas/workflow.json');
  fs.writeFileSync(place('new.json'), '{"blocks": {}, "edges": []}');
  expect(await cli('push')).toContain('new.json: created');
  expect(JSON.parse(readFile('new.json')).$schema).toBe(`${api.origin}/schemas/workflow.json`);
});

test('what both sides changed is refused in words, and taken from the side that is named', async () => {
  await cli('pull');
  edit(2);
  await editThere(3);
  expect(await cli('push')).toBe(
    'refused  orders.json: "Orders" was changed in the workspace since the last pull; pull first\n',
  );
  expect(await bodyThere()).toBe('{"n": 3}');
  expect(await cli('pull')).toMatch(/^refused {2}orders.json: changed here, and "Orders" was changed in/);
  expect(readFile()).toContain('n\\": 2');
  expect(await cli('pull', '--ours')).toBe('orders.json: kept; push replaces the workspace’s changes\n');
  expect(await cli('push')).toBe('orders.json: saved\n');
  expect(await bodyThere()).toBe('{"n": 2}');
  edit(4);
  await editThere(5);
  expect(await cli('pull', '--theirs')).toBe('orders.json: updated\n');
  expect(readFile()).toContain('n\\": 5');
});

test('new, renamed, broken and deleted files each have their outcome', async () => {
  await cli('pull');
  fs.mkdirSync(place('billing'));
  fs.writeFileSync(place('billing/invoices.json'), readFile().replace('"Orders"', '"Invoices"'));
  fs.writeFileSync(place('broken.json'), '{"blocks": {}, "edges": [{}]}');
  expect(await cli('push')).toMatch(
    /^billing\/invoices.json: created\nrefused {2}broken.json is not a workflow: at edges.0.id: .*\n$/,
  );
  fs.rmSync(place('broken.json'));
  fs.renameSync(place('orders.json'), place('sales.json'));
  expect(await cli('push')).toBe('Folder and workspace are in step.\n');
  expect(await namesThere()).toEqual(['Invoices', 'Orders']);
  fs.writeFileSync(place('all-sales.json'), readFile('sales.json').replace('n\\": 1', 'n\\": 7'));
  fs.rmSync(place('sales.json'));
  expect(await cli('push')).toBe('all-sales.json: saved\n');
  fs.renameSync(place('all-sales.json'), place('sales.json'));
  await cli('push');
  fs.rmSync(place('billing/invoices.json'));
  expect(await cli('push')).toMatch(/--delete deletes the workflow/);
  expect(await cli('push', '--delete')).toBe('billing/invoices.json: deleted in the workspace\n');
  expect(await namesThere()).toEqual(['Orders']);
  await deleteWorkflow(mill.owner, { id });
  expect(await cli('pull')).toMatch(/--delete deletes the file/);
  expect(await cli('pull', '--delete')).toBe('sales.json: deleted\n');
  expect(fs.existsSync(place('sales.json'))).toBe(false);
});

test('folders whose names make one directory have one each, and files return to their own', async () => {
  const folders: string[] = [];
  for (const name of ['Mail list', 'mail-list']) {
    const { data } = await createFolder(mill.writer, { workspaceId: mill.workspaceId, name, parentId: null });
    folders.push(data.id);
  }
  await updateWorkflow(mill.writer, { id, folderId: folders[1]! });
  expect(await cli('pull')).toBe('mail-list-2/orders.json: written\nmillrace.folders.json: written\n');
  for (const directory of ['mail-list', 'mail-list-2']) {
    fs.mkdirSync(place(directory), { recursive: true });
    const file = place(`${directory}/new.json`);
    fs.writeFileSync(file, readFile('mail-list-2/orders.json').replace('"Orders"', `"${directory}"`));
  }
  await cli('push');
  const { data } = await listWorkflows(mill.writer, mill);
  expect(Object.fromEntries(data.map(({ name, folderId }) => [name, folderId]))).toEqual({
    Orders: folders[1],
    'mail-list': folders[0],
    'mail-list-2': folders[1],
  });
});

test('exit codes tell what was refused from what failed', async () => {
  await cli('pull');
  expect(exitCode).toBe(0);
  edit(2);
  await editThere(3);
  expect(await cli('push')).toMatch(/^refused/);
  expect(exitCode).toBe(1);
  expect(await cli('pull')).toMatch(/^refused/);
  expect(exitCode).toBe(1);
  expect(await cli('pull', '--theirs', '--ours')).toBe('Choose one of --theirs and --ours.\n');
  expect(exitCode).toBe(2);
  key = 'sk_wrong';
  expect(await cli('pull')).toMatch(/key/i);
  expect(exitCode).toBe(2);
  expect(await cli('push', '--url', 'http://127.0.0.1:9')).toMatch(/^No server answers at http/);
  expect(exitCode).toBe(2);
});

test('a pull that stops in the middle knows the files it has written', async () => {
  const second = await workflowIn(mill, [{ type: 'response', config: { body: '{"n": 1}' } }]);
  await updateWorkflow(mill.writer, { id: second, name: 'Zebras' });
  fs.mkdirSync(place('elsewhere'));
  // Where the file of the one that is read last belongs there is a link, through which nothing is written.
  fs.symlinkSync(place('elsewhere'), place('orders.json'));
  expect(await cli('pull')).toMatch(/leads through a symbolic link/);
  expect(exitCode).toBe(2);
  fs.rmSync(place('orders.json'));
  expect(Object.keys(JSON.parse(readFile('.millrace.json')).workflows)).toEqual([second]);
  expect(await cli('pull')).toBe('orders.json: written\n');
  expect(exitCode).toBe(0);
});

test('push --delete leaves a workflow alone that somebody changes at that moment', async () => {
  const { version } = (await getWorkflow(mill.writer, { id })).data;
  await editThere(4);
  await expect(deleteWorkflow(mill.writer, { id, version })).rejects.toMatchObject({ code: 'conflict' });
  expect(await bodyThere()).toBe('{"n": 4}');
  const path = `/api/v1/workflows/${id}?version=${version}`;
  expect((await api.call('DELETE', path, { 'x-api-key': key })).status).toBe(409);
  await cli('pull');
  fs.rmSync(place('orders.json'));
  await editThere(5);
  expect(await cli('push', '--delete')).toMatch(/^refused {2}orders.json: "Orders" was changed/);
  expect(await cli('pull', '--theirs')).toBe('orders.json: written\n');
  fs.rmSync(place('orders.json'));
  expect(await cli('push', '--delete')).toBe('orders.json: deleted in the workspace\n');
});

test('no name, state file or symbolic link leads out of the folder', async () => {
  await updateWorkflow(mill.writer, { id, name: '../../x' });
  expect(await cli('pull')).toBe('x.json: written\n');
  const state = readFile('.millrace.json');
  fs.writeFileSync(place('.millrace.json'), state.replace('x.json', '../x.json'));
  expect(await cli('pull')).toMatch(/is damaged \("..\/x.json" is not a path inside the folder\)/);
  fs.writeFileSync(place('.millrace.json'), state);
  const outside = `${folder}-outside`;
  fs.writeFileSync(outside, 'kept');
  try {
    fs.rmSync(place('x.json'));
    fs.symlinkSync(outside, place('x.json'));
    expect(await cli('pull', '--theirs')).toMatch(/leads through a symbolic link/);
    expect(fs.readFileSync(outside, 'utf8')).toBe('kept');
  } finally {
    fs.rmSync(outside);
  }
});

test('a credential is not written to a file, and pushing the file keeps it', async () => {
  const { document } = (await getWorkflow(mill.writer, { id })).data;
  const config = {
    url: 'https://a.example',
    headers: [{ key: 'Authorization', value: 'Bearer s3cr3t-token' }],
  };
  const api1 = { id: 'a', type: 'api', name: 'a', position: { x: 0, y: 0 }, enabled: true, config };
  const blocks = { ...document.blocks, a: api1 };
  await saveWorkflow(mill.writer, { id, document: { ...document, blocks } });
  await cli('pull');
  expect(readFile()).not.toContain('s3cr3t');
  edit(2);
  expect(await cli('push')).toBe('orders.json: saved\n');
  const saved = (await getWorkflow(mill.writer, { id })).data.document.blocks.a?.config;
  expect(JSON.stringify(saved)).toContain('s3cr3t-token');
});

test('tests lie beside their workflow: pulled, changed, created and deleted on either side', async () => {
  const { data } = await createRunTest(mill.writer, {
    ...EMPTY_TEST,
    id,
    name: 'An order',
    tags: [],
    rules: [],
  });
  expect(await cli('pull')).toBe('orders.json: written\norders.tests/an-order.json: written\n');
  expect(await cli('pull')).toBe('Folder and workspace are in step.\n');
  const file = 'orders.tests/an-order.json';
  fs.writeFileSync(place(file), readFile(file).replace('"An order"', '"A small order"'));
  fs.writeFileSync(place('orders.tests/second.json'), readFile(file).replace('"A small order"', '"Second"'));
  expect(await cli('push', '--dry-run')).toBe(
    'orders.tests/an-order.json: would be saved\norders.tests/second.json: would be created\n',
  );
  expect(await cli('push')).toBe('orders.tests/an-order.json: saved\norders.tests/second.json: created\n');
  const names = async () => (await listRunTests(mill.reader, { id })).data.map(({ name }) => name);
  expect(await names()).toEqual(['A small order', 'Second']);
  expect(await cli('push')).toBe('Folder and workspace are in step.\n');
  await updateRunTest(mill.writer, { id, testId: data.id, tags: ['there'] });
  fs.writeFileSync(place(file), readFile(file).replace('"A small order"', '"Mine"'));
  expect(await cli('push')).toBe(
    `refused  ${file}: the test was changed in the workspace since the last pull; pull first\n`,
  );
  expect(await cli('pull')).toMatch(/^refused {2}orders.tests\/an-order.json: changed here, and the test/);
  expect(await cli('pull', '--theirs')).toBe(`${file}: updated\n`);
  fs.rmSync(place('orders.tests/second.json'));
  expect(await cli('push', '--delete')).toBe('orders.tests/second.json: deleted in the workspace\n');
  expect(await names()).toEqual(['A small order']);
});

test('a moved file of a test is the same one; beside another workflow it is a new one', async () => {
  await createRunTest(mill.writer, { ...EMPTY_TEST, id, name: 'T', tags: [], rules: [] });
  const other = await workflowIn(mill, [{ type: 'response', config: { body: '{"n": 2}' } }]);
  await updateWorkflow(mill.writer, { id: other, name: 'Sales' });
  await cli('pull');
  fs.renameSync(place('orders.tests/t.json'), place('orders.tests/moved.json'));
  expect(await cli('push')).toBe('Folder and workspace are in step.\n');
  expect(await cli('pull')).toBe('Folder and workspace are in step.\n');
  fs.mkdirSync(place('sales.tests'));
  fs.renameSync(place('orders.tests/moved.json'), place('sales.tests/moved.json'));
  expect(await cli('push')).toBe(
    'sales.tests/moved.json: created\n' +
      'orders.tests/moved.json: deleted here; --delete deletes the test\n',
  );
  expect((await listRunTests(mill.reader, { id: other })).data.map(({ name }) => name)).toEqual(['T']);
});

test('a key that may not read logs pulls workflows without their tests, and says so', async () => {
  await createRunTest(mill.writer, { ...EMPTY_TEST, id, name: 'T', tags: [], rules: [] });
  const scopes = SCOPES.filter((scope) => scope !== 'logs:read');
  const choice = { name: 'k', scopes, workspaceIds: [mill.workspaceId], expiresAt: null };
  key = (await createApiKey(mill.owner, choice)).secret;
  expect(await cli('pull')).toMatch(/^orders.json: written\nThe test "T" was left out: .+logs:read/);
  expect(exitCode).toBe(0);
});
