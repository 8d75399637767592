import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pool, prisma } from '../../platform/postgres/db';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { deleteWorkflow } from '../removal/delete-workflow';
import { deleteWorkspace } from '../removal/delete-workspace';
import { createWebhook } from './create-webhook';
import { deleteWebhook } from './delete-webhook';
import { createWebhookEndpoint, setWebhookSecretEndpoint } from './endpoints';
import { WebhookEvent } from './event-schema';
import { getWebhook } from './get-webhook';
import { listWebhooks } from './list-webhooks';
import { previewPayload } from './preview-payload';
import { NewWebhookSettings } from './schema';
import { openSecret } from './sealed-secret';
import { explainWeakSecret } from './secret-strength';
import { setWebhookActive } from './set-webhook-active';
import { removeWebhookSecret, setWebhookSecret } from './set-webhook-secret';
import {
  closeAfterDeliveries,
  mintSubscribedWorkspace,
  openForDeliveries,
  type SubscribedWorkspace,
} from './testing/subscribed-workspace';
import { updateWebhook } from './update-webhook';

const HERE = 'http://127.0.0.1:9/hook';
let mill: SubscribedWorkspace;
beforeAll(openForDeliveries);
beforeEach(async () => {
  mill = await mintSubscribedWorkspace();
});
afterAll(closeAfterDeliveries);

const settings = {
  url: HERE,
  includeFinalOutput: true,
  includeTraceSpans: false,
  includeRateLimits: false,
  includeUsageData: false,
  includeTags: false,
  extendedRetries: false,
  levelFilter: ['error' as const],
  triggerFilter: ['api' as const],
  active: true,
};

test('a new subscription has the documented defaults, its full filters and no secret', async () => {
  const webhook = await mill.subscribe(HERE);
  expect(webhook).toMatchObject({
    ...settings,
    includeFinalOutput: false,
    levelFilter: ['info', 'error'],
    triggerFilter: ['api', 'webhook', 'schedule', 'manual', 'chat'],
    state: 'active',
    secret: null,
    version: 1,
    pending: 0,
    lastDelivery: null,
    health: { status: 'unknown', failures: 0 },
    updatedBy: { userId: mill.writer.userId },
  });
  const { workspaceId, exampleId: workflowId } = mill;
  expect((await listWebhooks(mill.reader, { workspaceId })).data).toEqual([webhook]);
  expect((await listWebhooks(mill.reader, { workspaceId, workflowId })).data).toEqual([webhook]);
  expect((await listWebhooks(mill.reader, { workspaceId, workflowId: workspaceId })).data).toEqual([]);
});

test('one of all workflows is made by writers, is listed with each workflow, and outlives them', async () => {
  const { workspaceId, exampleId: workflowId } = mill;
  const all = await mill.subscribeToAll(HERE, { name: '  Billing ' });
  expect(all).toMatchObject({ name: 'Billing', workflowId: null, workflowName: null });
  const one = await mill.subscribe(HERE);
  const ids = async (workflow?: string) =>
    (await listWebhooks(mill.reader, { workspaceId, workflowId: workflow })).data.map(({ id }) => id);
  expect([await ids(), await ids(workflowId)]).toEqual([
    [all.id, one.id],
    [all.id, one.id],
  ]);
  expect(await ids(mill.strangersWorkspaceId)).toEqual([]);
  const given = { workspaceId, workflowId: null, ...NewWebhookSettings.parse({ url: HERE }) };
  expect(await refusalOf(createWebhook(mill.reader, given))).toBe('forbidden');
  expect(await refusalOf(createWebhook(mill.stranger, given))).toBe('forbidden');

  const change = (id: string, version: number, more: object = {}) =>
    updateWebhook(mill.writer, { workspaceId, id, version, ...settings, ...more });
  const renamed = await change(all.id, 1, { name: '' });
  expect(renamed.data).toMatchObject({ name: '', workflowId: null, version: 2 });
  await change(one.id, 1, { name: 'Of one' });
  const kept = await change(one.id, 2);
  expect(kept.data.name).toBe('Of one');

  await mill.complete({ level: 'error' });
  const options = { includeFinalOutput: false, includeTraceSpans: false, includeTags: false };
  const shown = { workspaceId, ...options, includeRateLimits: false, includeUsageData: false };
  const preview = await previewPayload(mill.reader, { ...shown, workflowId: null });
  expect([preview.data.source, JSON.parse(preview.data.body).data.workflowId]).toEqual([
    'execution',
    workflowId,
  ]);
  await deleteWorkflow(mill.writer, { id: workflowId });
  expect(await ids()).toEqual([all.id]);
  await deleteWebhook(mill.writer, { workspaceId, id: all.id });
  expect(await ids()).toEqual([]);
});

test('readers look, writers change, strangers get nothing', async () => {
  const { workspaceId } = mill;
  const { id } = await mill.subscribe(HERE);
  const address = { workspaceId, id };
  const looking = { stranger: 'forbidden', reader: 'done', writer: 'done', admin: 'done' } as const;
  const changing = { stranger: 'forbidden', reader: 'forbidden', writer: 'done', admin: 'done' } as const;
  await expectOutcomes(mill, (actor) => listWebhooks(actor, { workspaceId }), looking);
  await expectOutcomes(mill, (actor) => getWebhook(actor, address), looking);
  await expectOutcomes(mill, (actor) => setWebhookActive(actor, { ...address, active: false }), changing);
  const secret = { generate: true } as const;
  await expectOutcomes(
    mill,
    (actor) => setWebhookSecret(actor, { ...address, secret, overlapSeconds: 0 }),
    changing,
  );
  await expectOutcomes(mill, (actor) => deleteWebhook(actor, address), {
    stranger: 'forbidden',
    reader: 'forbidden',
    writer: 'done',
    admin: 'not_found',
  });
  const elsewhere = { workspaceId: mill.strangersWorkspaceId, id };
  expect(await refusalOf(getWebhook(mill.stranger, elsewhere))).toBe('not_found');
});

test('readers see no credentials in the address', async () => {
  const { workspaceId } = mill;
  const { id } = await mill.subscribe('http://ada:pass@127.0.0.1:9/hook?api_key=k&page=1');
  expect((await getWebhook(mill.writer, { workspaceId, id })).data.url).toContain('ada:pass@');
  const { url } = (await getWebhook(mill.reader, { workspaceId, id })).data;
  expect(url).toBe('http://ada:***@127.0.0.1:9/hook?api_key=***&page=1');
});

test('bad settings are refused with words at the field', () => {
  const refused = (change: object): string[] => {
    const body = { workspaceId: 'm', workflowId: 'w', url: HERE, ...change };
    const result = createWebhookEndpoint.body!.safeParse(body);
    return result.success
      ? []
      : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  };
  expect(refused({})).toEqual([]);
  expect(refused({ url: 'ftp://example.com' })).toEqual([
    'url: Only http:// and https:// URLs can be called.',
  ]);
  expect(refused({ url: 'example' })[0]).toMatch(/^url: This is not a URL/);
  expect(refused({ levelFilter: [] })[0]).toMatch(/^levelFilter: Choose at least one level/);
  expect(refused({ triggerFilter: [] })[0]).toMatch(/^triggerFilter: Choose at least one trigger/);
  expect(refused({ triggerFilter: ['mail'] })[0]).toMatch(/^triggerFilter/);
  expect(refused({ levelFilter: ['warn'] })[0]).toMatch(/^levelFilter/);
  const shapes = { url: 5, levelFilter: 'error', triggerFilter: 'api', secret: 5 };
  for (const [name, value] of Object.entries(shapes))
    expect(refused({ [name]: value })[0]).toMatch(`${name}:`);
  const flags = [
    'includeFinalOutput',
    'includeTraceSpans',
    'includeRateLimits',
    'includeUsageData',
    'active',
  ];
  for (const flag of flags) {
    expect(refused({ [flag]: true })).toEqual([]);
    for (const value of ['true', 1, null]) expect(refused({ [flag]: value })[0]).toMatch(`${flag}:`);
  }
});

test.each([
  ['k', /short/],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', /only 1 different/],
  ['abcd1234abcd1234', /repeats itself/],
  ['abcdefghijklmnopqrst', /sequence/],
  ['with spaces and ümlauts', null],
])(
  'the secret %s of a receiver is accepted and signs; a weak one is warned about',
  async (value, weakness) => {
    const { workspaceId } = mill;
    const { id } = await mill.subscribe(HERE);
    const { secret } = setWebhookSecretEndpoint.body!.parse({ secret: { value } });
    await setWebhookSecret(mill.writer, { workspaceId, id, secret, overlapSeconds: 0 });
    const row = await prisma().webhookSubscription.findUniqueOrThrow({ where: { id } });
    expect(openSecret(id, row.secret!)).toBe(value);
    const words = explainWeakSecret(value);
    if (weakness === null) expect(words).toBeNull();
    else expect(words).toMatch(weakness);
  },
);

test('an empty secret is refused', () => {
  const result = setWebhookSecretEndpoint.body!.safeParse({ secret: { value: '' } });
  expect(JSON.stringify(result.error?.issues)).toMatch(/Enter a secret/);
});

test('an address that may not be called is refused on save, at the field', async () => {
  const refusal = await mill.subscribe('http://169.254.169.254/latest').catch((error) => error);
  expect(refusal).toMatchObject({
    code: 'invalid_request',
    issues: [{ param: 'url', code: 'address_not_allowed' }],
  });
  const { workspaceId } = mill;
  const { id, version } = await mill.subscribe(HERE);
  const change = { workspaceId, id, version, ...settings, url: 'http://10.0.0.1/' };
  await expect(updateWebhook(mill.writer, change)).rejects.toMatchObject({ issues: [{ param: 'url' }] });
});

test('an edit needs the version it is based on; a stale one says who changed it', async () => {
  const { workspaceId } = mill;
  const { id, version } = await mill.subscribe(HERE);
  const saved = await updateWebhook(mill.admin, { workspaceId, id, version, ...settings });
  expect(saved.data).toMatchObject({ ...settings, version: 2 });
  await expect(updateWebhook(mill.writer, { workspaceId, id, version, ...settings })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('admin changed it'),
    extensions: { currentVersion: 2, updatedBy: { userId: mill.admin.userId, name: 'admin' } },
  });
});

test('secrets are written, generated, rotated with overlap and removed, and never shown again', async () => {
  const { workspaceId } = mill;
  const { id } = await mill.subscribe(HERE);
  const address = { workspaceId, id };
  const set = await setWebhookSecret(mill.writer, {
    ...address,
    secret: { value: 'Tr0ub4dor&3-horse' },
    overlapSeconds: 60,
  });
  expect(set).toMatchObject({ secret: null, data: { secret: { overlapUntil: null } } });
  const beforeMs = Date.now();
  const rotated = await setWebhookSecret(mill.writer, {
    ...address,
    secret: { generate: true },
    overlapSeconds: 3600,
  });
  const afterMs = Date.now();
  expect(rotated.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const untilMs = Date.parse(rotated.data.secret!.overlapUntil!);
  expect(untilMs).toBeGreaterThanOrEqual(beforeMs + 3_600_000);
  expect(untilMs).toBeLessThanOrEqual(afterMs + 3_600_000);
  const row = await prisma().webhookSubscription.findUniqueOrThrow({ where: { id } });
  expect(openSecret(id, row.secret!)).toBe(rotated.secret);
  expect(openSecret(id, row.previousSecret!)).toBe('Tr0ub4dor&3-horse');
  expect(Buffer.from(row.secret!).includes('whsec_')).toBe(false);
  for (const actor of [mill.reader, mill.admin]) {
    const text = JSON.stringify(await getWebhook(actor, address));
    expect(text).not.toContain('whsec_');
    expect(text).not.toContain('Tr0ub4dor');
  }
  expect((await removeWebhookSecret(mill.writer, address)).data.secret).toBeNull();
  const audits = await prisma().auditEvent.findMany({ where: { target: id }, orderBy: { id: 'asc' } });
  expect(audits.map(({ action }) => action)).toEqual([
    'webhook.created',
    'webhook.secret_set',
    'webhook.secret_replaced',
    'webhook.secret_removed',
  ]);
  expect(JSON.stringify(audits)).not.toContain('whsec_');
});

test('the preview is the payload that settings lead to, of a sample until something has run', async () => {
  const { workspaceId, exampleId: workflowId } = mill;
  const all = {
    includeFinalOutput: true,
    includeTraceSpans: true,
    includeRateLimits: true,
    includeUsageData: true,
    includeTags: true,
  };
  const none = {
    includeFinalOutput: false,
    includeTraceSpans: false,
    includeRateLimits: false,
    includeUsageData: false,
    includeTags: false,
  };
  const sample = await previewPayload(mill.reader, { workspaceId, workflowId, ...all });
  expect(sample.data.source).toBe('sample');
  const event = WebhookEvent.parse(JSON.parse(sample.data.body));
  expect(Object.keys(event.data)).toEqual(
    expect.arrayContaining(['finalOutput', 'traceSpans', 'rateLimits', 'usage']),
  );
  const executionId = await mill.complete();
  const real = await previewPayload(mill.reader, { workspaceId, workflowId, ...none });
  expect(real.data).toMatchObject({ source: 'execution', executionId });
  expect(Object.keys(JSON.parse(real.data.body).data)).not.toContain('finalOutput');
});

test('deleting a subscription drops what waits', async () => {
  const { workspaceId } = mill;
  const first = await mill.subscribe(HERE);
  await mill.complete();
  await deleteWebhook(mill.writer, { workspaceId, id: first.id });
  const { rows } = await pool().query(
    `SELECT d.state FROM runtime.webhook_delivery d
      LEFT JOIN runtime.webhook_pending p ON p.delivery_id = d.id
     WHERE d.subscription_id = $1 AND p.delivery_id IS NULL`,
    [first.id],
  );
  expect(rows).toEqual([{ state: 'cancelled' }]);
});

test('deleting a workspace deletes its deliveries', async () => {
  await mill.subscribe(HERE);
  await mill.complete();
  await deleteWorkspace(mill.owner, { id: mill.workspaceId, name: 'Mill' });
  const { rows } = await pool().query(
    `SELECT (SELECT count(*) FROM runtime.webhook_delivery WHERE workspace_id = $1) AS deliveries,
       (SELECT count(*) FROM runtime.webhook_pending p JOIN runtime.webhook_delivery d ON d.id = p.delivery_id
        WHERE d.workspace_id = $1) AS pending`,
    [mill.workspaceId],
  );
  expect(rows).toEqual([{ deliveries: 0, pending: 0 }]);
});
