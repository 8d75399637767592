import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { bundleOf } from '../../scripts/lib/prepare.mjs';
import { closeDatabase, prisma } from '../platform/postgres/db';
import { SCOPES } from '../services/access/actor';
import { startTestApi, type TestApi } from '../services/accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../services/accounts/testing/test-workspace';
import { createApiKey } from '../services/api-keys/create-api-key';
import { createConnection } from '../services/connections/change-connection';
import { listConnections } from '../services/connections/list-connections';
import { listWebhooks } from '../services/outgoing-webhooks/list-webhooks';
import { setWebhookActive } from '../services/outgoing-webhooks/set-webhook-active';
import { deleteWorkflow } from '../services/removal/delete-workflow';
import { readVariables } from '../services/variables/read-variables';
import { getWorkflow } from '../services/workflows/get-workflow';
import { listWorkflows } from '../services/workflows/list-workflows';

const execute = promisify(execFile);
const IN_STEP = 'Folder and workspace are in step.\n';
const RECEIVER = 'http://127.0.0.1:9/hook';
const MAPS = 'connections/maps.connection.json';
const at = { x: 0, y: 0 };

let api: TestApi;
let mill: TestWorkspace;
let folder: string;
beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  mill = await emptyWorkspace();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-kept-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true }));
afterAll(async () => {
  await api.close();
  await closeDatabase();
});

async function emptyWorkspace(): Promise<TestWorkspace> {
  const made = await mintWorkspace();
  await prisma().user.update({ where: { id: made.owner.userId }, data: { plan: 'enterprise' } });
  await deleteWorkflow(made.owner, { id: made.exampleId });
  return made;
}

interface Command {
  of?: TestWorkspace;
  in?: string;
  env?: Record<string, string>;
}

/** Returns what the command printed. */
async function cli(args: readonly string[], { of = mill, in: where = folder, env = {} }: Command = {}) {
  const choice = { name: 'k', scopes: SCOPES, workspaceIds: [of.workspaceId], expiresAt: null };
  const { secret } = await createApiKey(of.owner, choice);
  const [command, ...flags] = args as [string, ...string[]];
  const isKnown = fs.existsSync(path.join(where, '.millrace.json')) || flags.includes('--env');
  const workspace = isKnown ? [] : ['--workspace', of.workspaceId];
  const all = [bundleOf('cli'), command, where, '--url', api.origin, ...workspace, ...flags];
  const variables = { PATH: process.env.PATH, NODE_ENV: process.env.NODE_ENV, MILLRACE_API_KEY: secret };
  const run = execute(process.execPath, all, { env: { ...variables, ...env } });
  const { stdout, stderr } = await run.catch((error) => error);
  return (stdout + stderr) as string;
}

function write(file: string, content: unknown): void {
  const place = path.join(folder, file);
  fs.mkdirSync(path.dirname(place), { recursive: true });
  fs.writeFileSync(place, JSON.stringify(content));
}
const read = (file: string, where = folder) => JSON.parse(fs.readFileSync(path.join(where, file), 'utf8'));
const edit = (file: string, change: object) => write(file, { ...read(file), ...change });

const calling = (name: string, workflow: string) => ({
  name,
  document: {
    blocks: {
      start: { id: 'start', type: 'start', name: 'start', position: at },
      call: {
        id: 'call',
        type: 'workflow',
        name: 'call',
        position: at,
        config: { workflowId: `file:${workflow}` },
      },
    },
    edges: [{ id: 'e', source: 'start', target: 'call' }],
  },
});

const SECRETS = {
  SHOP_TOKEN: 'tok-of-the-shop',
  SHOP_URL: 'https://shop.test',
  MAPS_KEY: 'key-of-the-maps',
  HOOK: 'signing-it',
};

/** A workspace in files, as somebody writes them. */
function writeWorkspace(staging: string): void {
  const orders = calling('Orders', 'billing/refunds.json');
  const maps = {
    id: 'maps',
    type: 'api',
    name: 'maps',
    position: at,
    config: { url: 'https://maps.test', auth: { kind: 'connection', connectionId: `file:${MAPS}` } },
  };
  write('billing/orders.json', {
    ...orders,
    document: { ...orders.document, blocks: { ...orders.document.blocks, maps } },
  });
  write('billing/refunds.json', { name: 'Refunds', document: { blocks: {}, edges: [] } });
  write('millrace.folders.json', { billing: { name: 'Billing' }, 'billing/old': { name: 'Old ones' } });
  write('millrace.variables.json', {
    TOKEN: { kind: 'secret', description: 'Of the shop' },
    BASE_URL: { kind: 'plain' },
  });
  write(MAPS, { name: 'Maps', kind: 'apiKey', in: 'header', keyName: 'X-Key' });
  write('webhooks/orders.webhook.json', { url: RECEIVER, workflow: 'billing/orders.json' });
  write('alerts/fails.alert.json', {
    name: 'Fails',
    condition: { kind: 'failures', count: 3 },
    windowMinutes: 5,
    workflows: ['billing/orders.json'],
    destination: { kind: 'webhook', url: RECEIVER },
  });
  const variables = { TOKEN: 'env:SHOP_TOKEN', BASE_URL: 'env:SHOP_URL' };
  write('millrace.config.json', {
    environments: {
      default: {
        variables,
        files: {
          [MAPS]: { secret: 'env:MAPS_KEY' },
          'webhooks/orders.webhook.json': { secret: 'env:HOOK' },
        },
      },
      staging: { workspaceId: staging, connections: { [MAPS]: 'Maps (sandbox)' }, variables },
    },
  });
}

const entriesOf = ({ workspaceId }: TestWorkspace) =>
  prisma().auditEvent.count({ where: { workspaceId, action: { not: 'api_key.created' } } });

async function ordersOf({ owner, workspaceId }: TestWorkspace) {
  const { data } = await listWorkflows(owner, { workspaceId });
  const id = data.find(({ name }) => name === 'Orders')!.id;
  const { blocks } = (await getWorkflow(owner, { id })).data.document;
  const refunds = data.find(({ name }) => name === 'Refunds')!.id;
  return { connection: blocks.maps?.config.auth, called: blocks.call?.config.workflowId, refunds };
}

test('a workspace made by files alone is the same twice, and is pushed to another one', async () => {
  const staging = await emptyWorkspace();
  writeWorkspace(staging.workspaceId);
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
  const there: Command = { of: staging, env: SECRETS };
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
  writeWorkspace(mill.workspaceId);
  await cli(['push'], { env: SECRETS });
  const other = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-kept-'));
  try {
    const pulled = await cli(['pull'], { in: other });
    expect(pulled).not.toContain('refused');
    expect(read(MAPS, other)).toEqual(read(MAPS));
    expect(read('webhooks/orders.webhook.json', other)).toMatchObject({ workflow: 'billing/orders.json' });
    expect(read('millrace.folders.json', other)).toEqual(read('millrace.folders.json'));
    expect(read('billing/orders.json', other).document.blocks.maps.config.auth.connectionId).toBe(
      `file:${MAPS}`,
    );
    const files = fs
      .readdirSync(other, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.json'));
    const text = files.map((file) => JSON.stringify(read(file, other))).join('\n');
    for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret);
    expect(await cli(['push'], { in: other })).toBe(IN_STEP);
  } finally {
    fs.rmSync(other, { recursive: true });
  }
});

test('what both sides changed is refused, and --delete deletes what is deleted here', async () => {
  const hook = 'webhooks/all.webhook.json';
  write(hook, { name: 'All', url: RECEIVER });
  expect(await cli(['push'])).toBe(`${hook}: created\n`);
  const { data } = await listWebhooks(mill.owner, mill);
  expect(data[0]?.externalId).toBe('webhooks/all');
  edit(hook, { includeUsageData: true });
  expect(await cli(['push', '--plan'])).toBe(`${hook}: would be saved\n`);
  expect(await cli(['push'])).toBe(`${hook}: saved\n`);
  edit(hook, { includeTags: true });
  await setWebhookActive(mill.owner, { workspaceId: mill.workspaceId, id: data[0]!.id, active: false });
  expect(await cli(['push'])).toMatch(/^refused {2}webhooks.+"All" was changed in the workspace/);
  expect(await cli(['pull'])).toMatch(/^refused {2}webhooks.+changed here, and "All" was changed/);
  expect(await cli(['pull', '--theirs'])).toBe(`${hook}: updated\n`);
  expect(read(hook)).toMatchObject({ active: false, includeUsageData: true, includeTags: false });
  fs.rmSync(path.join(folder, hook));
  expect(await cli(['push'])).toBe(`${hook}: deleted here; --delete deletes it in the workspace\n`);
  expect(await cli(['push', '--delete'])).toBe(`${hook}: deleted in the workspace\n`);
  expect((await listWebhooks(mill.owner, mill)).data).toEqual([]);
});

test('workflows that call each other, or themselves, are created all the same', async () => {
  write('a.json', calling('A', 'b.json'));
  write('b.json', calling('B', 'a.json'));
  write('self.json', calling('Self', 'self.json'));
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
  write('lost.json', calling('Lost', 'nowhere.json'));
  expect(await cli(['push'])).toBe('refused  lost.json: it names nowhere.json, which is not there\n');
});

test('what can’t be read or isn’t said is told in words', async () => {
  write('connections/x.connection.json', { name: 'X', kind: 'bearer', secret: 'never here' });
  write('millrace.variables.json', { TOKEN: { kind: 'secret' } });
  const printed = await cli(['push']);
  expect(printed).toContain('refused  connections/x.connection.json: at ');
  expect(printed).toContain('TOKEN has no value here: give it with --var TOKEN=env:OTHER');
  expect(await cli(['push', '--var', 'TOKEN=text'])).toMatch(/^--var: write NAME=env:OTHER/);
  expect(await cli(['push', '--var', 'TOKEN=env:NOT_SET'])).toContain('NOT_SET is not set');
  const given = await cli(['push', '--var', 'TOKEN=env:GIVEN'], { env: { GIVEN: 'a value' } });
  expect(given).toContain('millrace.variables.json: TOKEN: created');
  expect(await cli(['push', '--env', 'nowhere'])).toMatch(/has no millrace.config.json/);
  write('millrace.config.json', { environments: { staging: { variables: { A: 'plain text' } } } });
  expect(await cli(['push', '--env', 'staging'])).toContain('environments.staging.variables.A');
});
