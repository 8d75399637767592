import { expect, test } from '@playwright/test';
import type { KeyHolder } from './fixtures/api';
import { makeAuthor, PASSWORD, signIn } from './fixtures/author';
import { type Receiver, signaturesOf, signatureWith, startReceiver } from './fixtures/receiver';
import { ANSWER, asPerson, deliveries, panelOf, saveChanges, subscribe } from './fixtures/subscription';
import { UPSTREAM_PORT } from './fixtures/upstream';

// The last files run on all workers, so that none is idle at the end.
test.describe.configure({ mode: 'parallel' });

const PERSON = `webhooks${process.env.TEST_PARALLEL_INDEX ?? 0}`;
let admin: KeyHolder;
let receiver: Receiver;

test.beforeAll(async ({ baseURL }) => {
  admin = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(async ({ page }) => {
  receiver = await startReceiver(UPSTREAM_PORT);
  await signIn(page, PERSON);
});
test.afterEach(() => receiver.stop());

const run = (workflowId: string) => admin.call('POST', `/api/v1/workflows/${workflowId}/executions`, {});
const editorOf = (workflowId: string) => `/w/${admin.workspaceId}/workflows/${workflowId}`;

test('a subscription is begun from the sidebar: the workflow is chosen there', async ({ page }) => {
  const workflowId = await admin.createWorkflow('Sends from the sidebar', ANSWER);
  await page.goto(`/w/${admin.workspaceId}/webhooks`);
  await page.getByRole('main').getByRole('button', { name: 'New subscription' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New subscription' });
  await expect(dialog.getByRole('button', { name: 'Continue' })).toBeDisabled();
  await dialog.getByRole('combobox', { name: 'Workflow' }).click();
  await page.getByRole('option', { name: 'Sends from the sidebar' }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(new RegExp(`/workflows/${workflowId}\\?webhooks=new`));
  const panel = page.getByRole('dialog', { name: 'Webhooks of Sends from the sidebar' });
  await panel.getByLabel('URL', { exact: true }).fill(receiver.url);
  await panel.getByRole('combobox', { name: 'Signing secret' }).click();
  await page.getByRole('option', { name: 'Do not sign' }).click();
  await panel.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page).toHaveURL(/webhookTab=test/);
  await panel.getByRole('button', { name: 'Webhooks', exact: true }).click();
  await expect(panel.getByText('not signed', { exact: true })).toBeVisible();
  await expect(panel.getByText(/a POST goes to every active subscription, signed where/)).toBeVisible();
});

test('one subscription to all workflows is named, and shown with each of them', async ({ page }) => {
  const workflowId = await admin.createWorkflow('One of all', ANSWER);
  await page.goto(`/w/${admin.workspaceId}/webhooks`);
  await page.getByRole('main').getByRole('button', { name: 'New subscription' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New subscription' });
  await dialog.getByRole('combobox', { name: 'Workflow' }).click();
  await page.getByRole('option', { name: 'All workflows' }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const panel = page.getByRole('dialog', { name: 'Webhooks', exact: true });
  await panel.getByLabel('URL', { exact: true }).fill(receiver.url);
  await panel.getByLabel('Name', { exact: true }).fill('Audit trail');
  await panel.getByRole('combobox', { name: 'Signing secret' }).click();
  await page.getByRole('option', { name: 'Do not sign' }).click();
  await panel.getByRole('button', { name: 'Subscribe' }).click();
  await expect(panel.getByRole('heading', { name: /^Audit trail/ })).toBeVisible();
  await run(workflowId);
  await expect.poll(() => receiver.received.length).toBe(1);
  await panel.getByRole('button', { name: 'Webhooks', exact: true }).click();
  const row = page.getByRole('row', { name: /Audit trail/ });
  await expect(row).toContainText('All workflows');
  await page.goto(`${editorOf(workflowId)}?webhooks=list`);
  const card = panelOf(page, 'One of all').getByRole('article').filter({ hasText: 'Audit trail' });
  await expect(card.getByText('All workflows', { exact: true })).toBeVisible();
  const { body } = await admin.call<{ data: Array<{ id: string; name: string }> }>(
    'GET',
    `/api/v1/webhooks?workspaceId=${admin.workspaceId}`,
  );
  const made = body.data.find(({ name }) => name === 'Audit trail');
  expect((await admin.call('DELETE', `/api/v1/webhooks/${made?.id}`)).status).toBe(204);
});

test('an address is subscribed in the browser, hears of a run, and the run’s log says so', async ({
  page,
}) => {
  const workflowId = await admin.createWorkflow('Told', ANSWER);
  await page.goto(editorOf(workflowId));
  const controlBar = page.locator('header');
  await controlBar.getByRole('button', { name: 'Webhooks', exact: true }).click();
  const panel = panelOf(page, 'Told');
  await panel.getByRole('button', { name: 'New subscription' }).click();

  const url = panel.getByLabel('URL', { exact: true });
  await url.fill('ftp://example.com');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(url).toHaveValue('ftp://example.com');
  await panel.getByRole('button', { name: 'Subscribe' }).click();
  await expect(panel.getByRole('alert')).toContainText('Only http:// and https://');
  await url.fill('http://10.1.2.3/hooks');
  await panel.getByRole('button', { name: 'Subscribe' }).click();
  await expect(panel.getByRole('alert')).toContainText('10.1.2.3');
  await panel.getByRole('checkbox', { name: 'Info' }).click();
  await panel.getByRole('checkbox', { name: 'Error' }).click();
  await url.fill(receiver.url);
  await panel.getByRole('button', { name: 'Subscribe' }).click();
  await expect(panel.getByRole('alert')).toContainText('Choose at least one level');
  await panel.getByRole('checkbox', { name: 'Info' }).click();

  const sent = panel.getByRole('region', { name: 'Payload preview' });
  await expect(sent).not.toContainText('finalOutput');
  await panel.getByRole('switch', { name: 'Final output' }).click();
  await expect(sent.locator('[data-part=finalOutput]').first()).toBeInViewport();
  await panel.getByRole('button', { name: 'Subscribe' }).click();
  const secret = await page.getByRole('textbox', { name: 'Signing secret' }).inputValue();
  expect(secret).toMatch(/^whsec_/);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(secret)).toHaveCount(0);

  await expect.poll(() => panel.evaluate((it) => it.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(() => receiver.received.length).toBe(1);
  const delivery = receiver.received[0]!;
  expect(signaturesOf(delivery)).toEqual([signatureWith(secret, delivery)]);
  expect(JSON.parse(delivery.body).data).toMatchObject({ status: 'success', trigger: 'manual' });
  expect(JSON.parse(delivery.body).data.finalOutput).toBeDefined();

  await page.getByRole('button', { name: 'Webhooks', exact: true }).click();
  await panel.getByRole('button', { name: new RegExp(receiver.url.slice(7)) }).click();
  await deliveries(panel).getByRole('button', { name: 'Delivered' }).click();
  await expect(panel.getByText('The receiver acknowledged the delivery with 200.').first()).toBeVisible();
  await panel.getByRole('link', { name: 'Open log' }).click();
  await page.getByRole('tab', { name: 'Webhooks 1' }).click();
  await page.getByRole('link', { name: /Delivered.*200/ }).click();
  await expect(panel.getByRole('article', { name: 'Delivery' })).toContainText('Delivered');
});

test('headers that a subscription adds are previewed, sent, and not shown again', async ({ page }) => {
  const { workflowId, panel } = await subscribe(page, { admin, receiver, name: 'With headers' });
  await panel.getByRole('tab', { name: 'Settings' }).click();
  await panel.getByLabel('Run tags').fill('nightly, eu');
  await panel.getByRole('switch', { name: 'Standard Webhooks' }).click();
  await panel.getByRole('button', { name: 'Add header' }).click();
  await panel.getByLabel('Name of header 1').fill('Content-Type');
  await panel.getByLabel('Value of header 1').fill('a-key-of-the-gateway');
  await panel.getByRole('button', { name: 'Save changes' }).click();
  await expect(panel.getByRole('alert')).toContainText('set by the delivery itself');
  await panel.getByLabel('Name of header 1').fill('X-Gateway-Key');
  const sent = panel.getByRole('region', { name: 'Payload preview' });
  await sent.getByText('Headers', { exact: true }).click();
  await expect(sent).toContainText('webhook-timestamp');
  await expect(sent).toContainText('X-Gateway-Key');
  await panel.getByRole('button', { name: 'Save changes' }).click();
  await expect(panel.getByLabel('Value of header 1')).toHaveValue('***');
  await expect(panel.getByLabel('Run tags')).toHaveValue('nightly, eu');

  await run(workflowId); // has none of the tags
  await panel.getByLabel('Run tags').fill('');
  await saveChanges(panel);
  await run(workflowId);
  await expect.poll(() => receiver.received.length).toBe(1);
  const { headers } = receiver.received[0]!;
  expect(headers['x-gateway-key']).toBe('a-key-of-the-gateway');
  expect(headers['webhook-id']).toBe(headers['service-delivery-id']);
});

test('a transform is previewed while it is typed, and makes what is sent', async ({ page }) => {
  const { workflowId, panel } = await subscribe(page, { admin, receiver, name: 'Transformed' });
  await panel.getByRole('tab', { name: 'Settings' }).click();
  await panel.getByRole('switch', { name: 'Transform the body' }).click();
  const sent = panel.getByRole('region', { name: 'Payload preview' });
  await expect(sent).toContainText('Made by the transform');
  const code = panel.getByRole('textbox', { name: 'Code' });
  await code.fill('return event.data.nothing.at;');
  await expect(sent.getByRole('alert')).toContainText('The transform failed. Line 1');
  await code.fill('return { said: event.data.status ?? event.type };');
  await expect(sent).toContainText('"said": "success"');
  await panel.getByRole('checkbox', { name: 'Workflow published' }).click();
  await saveChanges(panel);

  await run(workflowId);
  await expect.poll(() => receiver.received.length).toBe(1);
  expect(receiver.received[0]?.body).toBe('{"said":"success"}');
  await admin.call('POST', `/api/v1/workflows/${workflowId}/publish`, {});
  await expect.poll(() => receiver.received.length).toBe(2);
  expect(receiver.received[1]?.headers['service-event']).toBe('workflow.published');
  await panel.getByRole('tab', { name: 'Deliveries' }).click();
  await expect(deliveries(panel).getByText('Workflow published')).toBeVisible();
  await deliveries(panel).getByRole('button').last().click();
  await expect(panel.getByRole('heading', { name: 'Before the transform' })).toBeVisible();
});

test('paused, it hears of nothing; deleted, it is gone', async ({ page }) => {
  const { workflowId, panel } = await subscribe(page, { admin, receiver, name: 'Paused' });
  await panel.getByRole('button', { name: 'Pause' }).click();
  await expect(panel.getByText('Paused', { exact: true }).first()).toBeVisible();
  await run(workflowId);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(panel.getByRole('button', { name: 'Pause' })).toBeVisible();
  await run(workflowId);
  await expect(deliveries(panel).getByRole('button', { name: 'Delivered' })).toBeVisible();
  await expect(deliveries(panel).getByRole('button')).toHaveCount(1);
  expect(receiver.received).toHaveLength(1);

  await page.goto(`/w/${admin.workspaceId}/webhooks`);
  await page
    .getByRole('row', { name: /Paused.*Healthy/ })
    .getByRole('link')
    .first()
    .click();
  await panel.getByRole('button', { name: 'More of this subscription' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete subscription' }).dblclick();
  await expect(panel.getByText('No subscriptions yet')).toBeVisible();
  await expect(page.locator('[data-sonner-toast][data-type=error]')).toHaveCount(0);
});

test('a reader looks and does not touch', async ({ page, browser, baseURL }) => {
  const { workflowId, webhookId } = await subscribe(page, { admin, receiver, name: 'Looked at' });
  await run(workflowId);
  const invitation = { email: 'reader@example.com', role: 'reader' };
  const { body } = await asPerson<{ link: string }>(
    page,
    'POST',
    `/api/workspaces/${admin.workspaceId}/invitations`,
    invitation,
  );
  const accept = `${baseURL}/api/invitations/${body.link.split('/').at(-1)}/accept`;
  const joined = await fetch(accept, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Rita Reader', password: PASSWORD }),
  });
  expect(joined.ok).toBe(true);

  const context = await browser.newContext();
  const other = await context.newPage();
  await signIn(other, 'reader');
  await other.goto(`${editorOf(workflowId)}?webhooks=list`);
  const panel = panelOf(other, 'Looked at');
  await panel.getByRole('button', { name: /hooks/ }).click();
  await deliveries(panel).getByRole('button', { name: 'Delivered' }).click();
  await expect(panel.getByRole('article', { name: 'Delivery' })).toContainText('acknowledged');
  for (const name of ['Send test', 'Pause', 'Redeliver', 'Redeliver failed…', 'More of this subscription'])
    await expect(panel.getByRole('button', { name, exact: true })).toHaveCount(0);
  await panel.getByRole('tab', { name: 'Settings' }).click();
  await expect(panel.getByText('Your role in this workspace is reader')).toBeVisible();
  await expect(panel.getByLabel('URL', { exact: true })).toBeDisabled();
  await expect(panel.getByRole('switch', { name: 'Trace spans' })).toBeDisabled();
  await panel.getByRole('tab', { name: 'Secret' }).click();
  await expect(panel.getByText('Deliveries are signed')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Replace or rotate' })).toHaveCount(0);
  expect((await asPerson(other, 'POST', `/api/v1/webhooks/${webhookId}/test`)).status).toBe(403);
  await context.close();
});
