import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase } from '../platform/postgres/db';
import { startTestApi, type TestApi } from '../services/accounts/testing/test-api';
import type { TestWorkspace } from '../services/accounts/testing/test-workspace';
import { createConnection } from '../services/connections/change-connection';
import { listConnections } from '../services/connections/list-connections';
import { listWebhooks } from '../services/outgoing-webhooks/list-webhooks';
import { setWebhookActive } from '../services/outgoing-webhooks/set-webhook-active';
import { readVariables } from '../services/variables/read-variables';
import { getWorkflow } from '../services/workflows/get-workflow';
import { listWorkflows } from '../services/workflows/list-workflows';
import {
  type Command,
  calling,
  callSync,
  emptyWorkspace,
  entriesOf,
  IN_STEP,
  KeptFolder,
  MAPS,
  RECEIVER,
  SECRETS,
  writeWorkspace,
} from './testing/kept-workspace';

let api: TestApi;
let mill: TestWorkspace;
let folder: KeptFolder;
beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  mill = await emptyWorkspace();
  folder = new KeptFolder();
});
afterEach(() => folder.removeAll());
afterAll(async () => {
  await api.close();
  await closeDatabase();
});

/** Returns what the command printed. */
const cli = (args: readonly string[], given: Partial<Command> = {}) =>
  callSync(api.origin, args, { of: mill, folder, ...given });

async function ordersOf({ owner, workspaceId }: TestWorkspace) {
  const { data } = await listWorkflows(owner, { workspaceId });
  const id = data.find(({ name }) => name === 'Orders')!.id;
  const { blocks } = (await getWorkflow(owner, { id })).data.document;
  const refunds = data.find(({ name }) => name === 'Refunds')!.id;
  return { connection: blocks.maps?.config.auth, called: blocks.call?.config.workflowId, refunds };
}

test('a workspace made by files alone is the same twice, and is pushed to another one', async () => {
  const staging = await emptyWorkspace();
  writeWorkspace(folder, staging.workspaceId);
  const plan = await cli(['push', '--plan'], { env: SECRETS });
  expect(plan.split('\n').filter(Boolean).toSorted()).toEqual(
    [
      `${MAPS}: would be created`,
      'alerts/fails.alert.json: would be created',
      'billing/orders.json: would be created',
      'billing/refunds.json: would be created',
      'millrace.folders.json: billing/old: would be created',
      'millrace.folders.json: billing: would be created',
      'millrace.variables.json: BASE_URL: would be created',
      'millrace.variables.json: TOKEN: would be created',
      'webhooks/orders.webhook.json: would be created',
    ].toSorted(),
  );
  expect((await listWorkflows(mill.owner, mill)).data).toEqual([]);

  const made = await cli(['push'], { env: SECRETS });
  expect(made).not.toContain('refused');
  expect(made.split('\n').filter(Boolean)).toHaveLength(9);
  const { data: connections } = await listConnections(mill.owner, mill);
  const { connection, called, refunds } = await ordersOf(mill);
  expect([connection, called]).toEqual([{ kind: 'connection', connectionId: connections[0]?.id }, refunds]);
  const { values } = await readVariables({ workspaceId: mill.workspaceId, environment: 'draft' });
  expect([values.get('TOKEN'), values.get('BASE_URL')]).toEqual(['tok-of-the-shop', 'https://shop.test']);
  expect((await listWebhooks(mill.owner, mill)).data[0]?.secret).not.toBeNull();

  const before = await entriesOf(mill);
  expect(await cli(['push'], { env: SECRETS })).toBe(IN_STEP);
  expect(await cli(['pull'])).toBe(IN_STEP);
  expect(await cli(['push', '--plan'], { env: SECRETS })).toBe(IN_STEP);
  expect(await entriesOf(mill)).toBe(before);

  const { owner, workspaceId } = staging;
  const sandbox = { name: 'Maps (sandbox)', kind: 'bearer', secret: 'tok' } as const;
  const { data: mapped } = await createConnection(owner, { ...sandbox, workspaceId });
  const there = { of: staging, env: SECRETS };
  expect(await cli(['push', '--env', 'staging'], there)).not.toContain('refused');
  const moved = await ordersOf(staging);
  expect([moved.connection, moved.called]).toEqual([
    { kind: 'connection', connectionId: mapped.id },
    moved.refunds,
  ]);
  expect((await listConnections(owner, staging)).data.map(({ name }) => name)).toEqual(['Maps (sandbox)']);
  expect(await cli(['push', '--env', 'staging'], there)).toBe(IN_STEP);
  expect(await cli(['pull', '--env', 'staging'], there)).toBe(IN_STEP);
  expect(await cli(['pull'])).toBe(IN_STEP);
});

test('what is pulled into an empty folder has no secrets, and pushing it changes nothing', async () => {
  writeWorkspace(folder, mill.workspaceId);
  await cli(['push'], { env: SECRETS });
  const other = new KeptFolder();
  try {
    const pulled = await cli(['pull'], { folder: other });
    expect(pulled).not.toContain('refused');
    expect(other.read(MAPS)).toEqual(folder.read(MAPS));
    expect(other.read('webhooks/orders.webhook.json')).toMatchObject({ workflow: 'billing/orders.json' });
    expect(other.read('millrace.folders.json')).toEqual(folder.read('millrace.folders.json'));
    expect(other.read('billing/orders.json').document.blocks.maps.config.auth.connectionId).toBe(
      `file:${MAPS}`,
    );
    for (const secret of Object.values(SECRETS)) expect(other.text()).not.toContain(secret);
    expect(await cli(['push'], { folder: other })).toBe(IN_STEP);
  } finally {
    other.removeAll();
  }
});

test('what both sides changed is refused, and --delete deletes what is deleted here', async () => {
  const hook = 'webhooks/all.webhook.json';
  folder.write(hook, { name: 'All', url: RECEIVER });
  expect(await cli(['push'])).toBe(`${hook}: created\n`);
  const { data } = await listWebhooks(mill.owner, mill);
  expect(data[0]?.externalId).toBe('webhooks/all');
  folder.edit(hook, { includeUsageData: true });
  expect(await cli(['push', '--plan'])).toBe(`${hook}: would be saved\n`);
  expect(await cli(['push'])).toBe(`${hook}: saved\n`);
  folder.edit(hook, { includeTags: true });
  await setWebhookActive(mill.owner, { workspaceId: mill.workspaceId, id: data[0]!.id, active: false });
  expect(await cli(['push'])).toMatch(/^refused {2}webhooks.+"All" was changed in the workspace/);
  expect(await cli(['pull'])).toMatch(/^refused {2}webhooks.+changed here, and "All" was changed/);
  expect(await cli(['pull', '--theirs'])).toBe(`${hook}: updated\n`);
  expect(folder.read(hook)).toMatchObject({ active: false, includeUsageData: true, includeTags: false });
  folder.remove(hook);
  expect(await cli(['push'])).toBe(`${hook}: deleted here; --delete deletes it in the workspace\n`);
  expect(await cli(['push', '--delete'])).toBe(`${hook}: deleted in the workspace\n`);
  expect((await listWebhooks(mill.owner, mill)).data).toEqual([]);
});

test('workflows that call each other, or themselves, are created all the same', async () => {
  folder.write('a.json', calling('A', 'b.json'));
  folder.write('b.json', calling('B', 'a.json'));
  folder.write('self.json', calling('Self', 'self.json'));
  expect(await cli(['push'])).toBe(
    'b.json: created\na.json: created\nself.json: created\nb.json: saved\nself.json: saved\n',
  );
  const { data } = await listWorkflows(mill.owner, mill);
  const ids = new Map(data.map(({ name, id }) => [name, id]));
  for (const [name, called] of Object.entries({ A: 'B', B: 'A', Self: 'Self' })) {
    const { blocks } = (await getWorkflow(mill.owner, { id: ids.get(name)! })).data.document;
    expect(blocks.call?.config.workflowId).toBe(ids.get(called));
  }
  expect(await cli(['push'])).toBe(IN_STEP);
  expect(await cli(['pull'])).toBe(IN_STEP);
  folder.write('lost.json', calling('Lost', 'nowhere.json'));
  expect(await cli(['push'])).toBe('refused  lost.json: it names nowhere.json, which is not there\n');
});

test('what can’t be read or isn’t said is told in words', async () => {
  folder.write('connections/x.connection.json', { name: 'X', kind: 'bearer', secret: 'never here' });
  folder.write('millrace.variables.json', { TOKEN: { kind: 'secret' } });
  const printed = await cli(['push']);
  expect(printed).toContain('refused  connections/x.connection.json: at ');
  expect(printed).toContain('TOKEN has no value here: give it with --var TOKEN=env:OTHER');
  expect(await cli(['push', '--var', 'TOKEN=text'])).toMatch(/^--var: write NAME=env:OTHER/);
  expect(await cli(['push', '--var', 'TOKEN=env:NOT_SET'])).toContain('NOT_SET is not set');
  const given = await cli(['push', '--var', 'TOKEN=env:GIVEN'], { env: { GIVEN: 'a value' } });
  expect(given).toContain('millrace.variables.json: TOKEN: created');
  expect(await cli(['push', '--env', 'nowhere'])).toMatch(/has no millrace.config.json/);
  folder.write('millrace.config.json', { environments: { staging: { variables: { A: 'plain text' } } } });
  expect(await cli(['push', '--env', 'staging'])).toContain('environments.staging.variables.A');
});

test('values of a webhook’s headers come from the environment, and are in no file', async () => {
  const hook = 'webhooks/all.webhook.json';
  const shown = [{ name: 'X-Tenant', value: '***' }];
  folder.write(hook, { name: 'All', url: RECEIVER, headers: shown });
  expect(await cli(['push'])).toMatch(/^refused {2}webhooks.+Enter the value of X-Tenant again/);
  folder.write('millrace.config.json', {
    environments: { default: { files: { [hook]: { headers: { 'x-tenant': 'env:TENANT' } } } } },
  });
  const env = { TENANT: 'acme' };
  expect(await cli(['push'], { env })).toBe(`${hook}: created\n`);
  const before = await entriesOf(mill);
  expect(await cli(['push'], { env })).toBe(IN_STEP);
  expect(await entriesOf(mill)).toBe(before);
  expect(await cli(['push'], { env: { TENANT: 'other' } })).toBe(`${hook}: saved\n`);
  folder.edit(hook, { headers: [{ name: 'X-Tenant', value: 'typed' }], strictOrder: true });
  folder.remove('millrace.config.json');
  expect(await cli(['push'])).toBe(`${hook}: saved\n`);
  expect(folder.read(hook)).toMatchObject({ headers: shown, strictOrder: true });
  expect(await cli(['push'])).toBe(IN_STEP);
});
