import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { sealStoredCredentials } from '../../cli/rotate-encryption';
import { WorkflowDocument } from '../../core/workflow/schema';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { closeDatabase, pool } from '../../platform/postgres/db';
import { byKey, mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { createWebhook } from '../outgoing-webhooks/create-webhook';
import { keepDeliveryHistory } from '../outgoing-webhooks/delivery-history';
import { getWebhook } from '../outgoing-webhooks/get-webhook';
import { sendTest } from '../outgoing-webhooks/send-test';
import { updateWebhook } from '../outgoing-webhooks/update-webhook';
import { type EchoServer, startEchoServer } from '../runs/testing/echo-server';
import { runByHand } from '../runs/testing/run-by-hand';
import { createWorkflow } from './create-workflow';
import { getWorkflow } from './get-workflow';
import { saveWorkflow } from './save-workflow';

const SECRETS = ['k-53cr3t-header', 'k-53cr3t-query', 'k-53cr3t-url', 'k-53cr3t-basic'] as const;

let mill: TestWorkspace;
let echo: EchoServer;

beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  await keepDeliveryHistory();
});
beforeEach(async () => {
  mill = await mintWorkspace();
  echo = await startEchoServer();
});
afterEach(() => echo.close());
afterAll(async () => {
  await outboundClient().close();
  await closeDatabase();
});

const row = (key: string, value: string, more = {}) => ({ key, value, enabled: true, ...more });

function documentWith(config: object): WorkflowDocument {
  const position = { x: 0, y: 0 };
  return WorkflowDocument.parse({
    blocks: {
      start: { id: 'start', type: 'start', name: 'start', position },
      api: { id: 'api', type: 'api', name: 'api', position, config },
    },
    edges: [{ id: 'e', source: 'start', target: 'api' }],
  });
}

const document = () =>
  documentWith({
    url: `${echo.origin}/told?api_key=${SECRETS[2]}&page=2`,
    headers: [row('X-Plain', 'plain'), row('X-Api-Key', SECRETS[0])],
    params: [row('access_token', SECRETS[1], { written: `access_token=${SECRETS[1]}` })],
    auth: { kind: 'basic', username: 'me', password: SECRETS[3] },
  });

async function create(): Promise<string> {
  const { workspaceId, writer } = mill;
  return (await createWorkflow(writer, { workspaceId, name: 'w', document: document() })).data.id;
}

async function storedText(id: string): Promise<string> {
  const { rows } = await pool().query<{ text: string }>(
    'SELECT document::text AS text FROM workflow WHERE id = $1',
    [id],
  );
  return rows[0]?.text ?? '';
}

const holdsOne = (text: string) => SECRETS.filter((secret) => text.includes(secret));

test('readers and keys that may not write are shown no typed-in credential; writers are', async () => {
  const id = await create();
  const shownTo = async (actor: TestWorkspace['reader']) =>
    JSON.stringify((await getWorkflow(actor, { id })).data.document);
  for (const actor of [
    mill.reader,
    byKey(mill.reader, ['workflows:read', 'workflows:write']),
    byKey(mill.writer, ['workflows:read', 'workflows:run', 'logs:read']),
  ]) {
    const shown = await shownTo(actor);
    expect(holdsOne(shown)).toEqual([]);
    expect(shown).toContain('plain');
  }
  for (const actor of [mill.writer, byKey(mill.writer, ['workflows:write'])])
    expect((await getWorkflow(actor, { id })).data.document).toEqual(document());
});

test('they are sealed in the database, and a run sends them all the same', async () => {
  const id = await create();
  const text = await storedText(id);
  expect(holdsOne(text)).toEqual([]);
  expect(text).toContain('plain');
  const { status } = await runByHand(mill.writer, { workflowId: id, input: {} });
  expect(status).toBe('success');
  const [told] = echo.received;
  expect(told?.url).toContain(`api_key=${SECRETS[2]}&page=2`);
  expect(told?.url).toContain(SECRETS[1]);
  expect(told?.headers).toContainEqual(['X-Api-Key', SECRETS[0]]);
  expect(JSON.stringify(told?.headers)).toContain(Buffer.from(`me:${SECRETS[3]}`).toString('base64'));
});

test('saving what a reader was shown keeps the credentials, also when rows have moved', async () => {
  const id = await create();
  const shown = (await getWorkflow(mill.reader, { id })).data.document;
  await saveWorkflow(mill.writer, { id, document: shown });
  expect((await getWorkflow(mill.writer, { id })).data.document).toEqual(document());

  const config = shown.blocks.api!.config as { url: string; headers: unknown[] };
  const edited = {
    ...config,
    url: `${config.url}0`,
    headers: [row('X-New', 'n'), ...config.headers].reverse(),
  };
  await saveWorkflow(mill.writer, {
    id,
    document: { ...shown, blocks: { ...shown.blocks, api: { ...shown.blocks.api!, config: edited } } },
  });
  const saved = (await getWorkflow(mill.writer, { id })).data.document.blocks.api!.config;
  expect(saved).toMatchObject({
    url: `${echo.origin}/told?api_key=${SECRETS[2]}&page=20`,
    headers: [row('X-Api-Key', SECRETS[0]), row('X-Plain', 'plain'), row('X-New', 'n')],
    auth: { password: SECRETS[3] },
  });
});

test('a webhook’s URL keeps its password sealed, shows it to writers only, is called with it', async () => {
  const { workspaceId, writer, reader } = mill;
  const workflowId = await create();
  const url = `${echo.origin.replace('//', `//me:${SECRETS[0]}@`)}/hook?token=${SECRETS[1]}`;
  const settings = {
    name: '',
    includeFinalOutput: false,
    includeTraceSpans: false,
    includeRateLimits: false,
    includeUsageData: false,
    includeTags: false,
    extendedRetries: false,
    standardWebhooks: false,
    cloudEvents: false,
    headers: [],
    tagFilter: null,
    strictOrder: false,
    maxPerMinute: null,
    transform: null,
    levelFilter: ['info' as const],
    events: ['workflow.execution.completed' as const],
    triggerFilter: ['api' as const],
    active: true,
  };
  const { data } = await createWebhook(writer, { workspaceId, workflowId, url, ...settings });
  const address = { workspaceId, id: data.id };
  const stored = await pool().query('SELECT * FROM webhook_subscription WHERE id = $1', [data.id]);
  expect(holdsOne(JSON.stringify(stored.rows))).toEqual([]);
  const shown = (await getWebhook(reader, address)).data.url;
  expect(shown).toBe(`${echo.origin.replace('//', '//me:***@')}/hook?token=***`);

  await updateWebhook(writer, { ...address, ...settings, url: shown, version: data.version });
  expect((await getWebhook(writer, address)).data.url).toBe(url);
  const sent = await sendTest(writer, address);
  expect(sent.data.state).toBe('succeeded');
  // The receiver's response is stored unchanged.
  const kept = sent.data.attemptLog.map(({ request }) => request);
  expect(kept).toHaveLength(1);
  expect(holdsOne(JSON.stringify([sent.data.url, kept]))).toEqual([]);
  expect(echo.received[0]?.url).toBe(`/hook?token=${SECRETS[1]}`);
});

test('what earlier versions left plain works, and is sealed by the command', async () => {
  const id = await create();
  const { workspaceId, writer } = mill;
  await pool().query('UPDATE workflow SET document = $2 WHERE id = $1', [id, JSON.stringify(document())]);
  const webhookId = (
    await pool().query<{ id: string }>(
      `INSERT INTO webhook_subscription (id, workspace_id, workflow_id, url, level_filter, trigger_filter)
       VALUES (gen_random_uuid(), $1, $2, $3, '{info}', '{api}') RETURNING id`,
      [workspaceId, id, `https://u:${SECRETS[0]}@h.example/`],
    )
  ).rows[0]!.id;
  const before = (await getWorkflow(writer, { id })).data;
  expect(before.document).toEqual(document());
  expect((await runByHand(writer, { workflowId: id, input: {} })).status).toBe('success');

  const sealed = await sealStoredCredentials();
  expect(sealed.workflows).toBeGreaterThan(0);
  expect(sealed.webhooks).toBeGreaterThan(0);
  expect(holdsOne(await storedText(id))).toEqual([]);
  expect((await getWorkflow(writer, { id })).data).toEqual(before);
  const { rows } = await pool().query('SELECT url FROM webhook_subscription WHERE id = $1', [webhookId]);
  expect(holdsOne(JSON.stringify(rows))).toEqual([]);
  const address = { workspaceId, id: webhookId };
  expect((await getWebhook(writer, address)).data.url).toBe(`https://u:${SECRETS[0]}@h.example/`);
});
