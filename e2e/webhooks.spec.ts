import { expect, type Locator, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { makeAuthor, PASSWORD, signIn } from './fixtures/author';
import { carefully, type Receiver, signaturesOf, signatureWith, startReceiver } from './fixtures/receiver';
import { UPSTREAM_PORT } from './fixtures/upstream';

// The last file runs on all workers, so that none is idle at the end.
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

const ANSWER: WrittenDocument = {
  blocks: {
    a: { id: 'a', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    b: {
      id: 'b',
      type: 'response',
      name: 'answer',
      position: { x: 330, y: 0 },
      config: { body: '{"greeting": "Hello, Grace!"}' },
    },
  },
  edges: [{ id: 'e1', source: 'a', target: 'b' }],
};

/** Calls an endpoint with the page's session. */
async function asPerson<Body = unknown>(page: Page, method: string, url: string, body?: unknown) {
  const headers = { origin: new URL(test.info().project.use.baseURL ?? '').origin };
  const data = body === undefined ? {} : { data: body };
  const response = await page.request.fetch(url, { method, headers, ...data });
  return { status: response.status(), body: (await response.json()) as Body };
}

interface Subscribed {
  workflowId: string;
  webhookId: string;
  panel: Locator;
}

/** Creates a workflow with one subscription to the receiver, and opens the panel at it. */
async function subscribed(page: Page, name: string, secret: string): Promise<Subscribed> {
  const workflowId = await admin.createWorkflow(name, ANSWER);
  const { status, body } = await asPerson<{ data: { id: string } }>(page, 'POST', '/api/v1/webhooks', {
    workspaceId: admin.workspaceId,
    workflowId,
    url: receiver.url,
    secret: { value: secret },
  });
  expect(status).toBe(201);
  const webhookId = body.data.id;
  await page.goto(`${editorOf(workflowId)}?webhooks=${webhookId}`);
  return { workflowId, webhookId, panel: panelOf(page, name) };
}

const editorOf = (workflowId: string) => `/w/${admin.workspaceId}/workflows/${workflowId}`;
const panelOf = (page: Page, workflow: string) =>
  page.getByRole('dialog', { name: `Webhooks of ${workflow}` });
const history = (panel: Locator) => panel.getByRole('list', { name: 'Deliveries, newest first' });
const run = (workflowId: string) => admin.call('POST', `/api/v1/workflows/${workflowId}/executions`, {});
/** Makes a run whose delivery is refused, and opens it while its retry waits. */
async function failOnce(workflowId: string, panel: Locator): Promise<void> {
  receiver.answer = () => 500;
  await run(workflowId);
  await history(panel)
    .getByRole('button', { name: /Retrying.*attempt 2 of 5/ })
    .click();
}

const overlap = (a: DOMRect, b: DOMRect) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const SECRET = 'the-old-secret-of-the-receiver';

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
  await page.goto(`/w/${admin.workspaceId}/workflows/${workflowId}?webhooks=list`);
  await expect(panel.getByText('not signed', { exact: true })).toBeVisible();
  await expect(panel.getByText(/a POST goes to every active subscription, signed where/)).toBeVisible();
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
  await history(panel).getByRole('button', { name: 'Delivered' }).click();
  await expect(panel.getByText('The receiver acknowledged the delivery with 200.').first()).toBeVisible();
  await panel.getByRole('link', { name: 'Open log' }).click();
  await page.getByRole('tab', { name: 'Webhooks 1' }).click();
  await page.getByRole('link', { name: /Delivered.*200/ }).click();
  await expect(panel.getByRole('article', { name: 'Delivery' })).toContainText('Delivered');
});

test('a broken receiver shows retries and reasons; mended, it gets everything again', async ({ page }) => {
  const { workflowId, panel } = await subscribed(page, 'Broken', SECRET);
  await failOnce(workflowId, panel);
  const delivery = panel.getByRole('article', { name: 'Delivery' });
  await expect(delivery.getByRole('listitem').first()).toContainText('500');
  await expect(panel.getByRole('button', { name: /Retrying.*attempt 3 of 5/ })).toBeVisible();
  await expect(delivery.getByText(/^waited ([5-9]|1\d)\.\d+ s$/)).toBeVisible();
  await expect(panel.getByText('Failing for')).toBeVisible();

  receiver.answer = () => 200;
  await delivery.getByRole('button', { name: 'Send now' }).click();
  await expect(delivery.getByRole('heading', { name: 'Delivered' })).toBeVisible();
  const ids = receiver.received.map(({ headers }) => headers['idempotency-key']);
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(1);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);

  receiver.answer = () => 400; // a permanent refusal
  await run(workflowId);
  await run(workflowId);
  await expect(history(panel).getByRole('button', { name: /Failed.*400/ })).toHaveCount(2);
  receiver.answer = () => 200;
  await panel.getByRole('button', { name: 'Redeliver failed…' }).click();
  await expect(page.getByText('2 deliveries failed since then.')).toBeVisible();
  await page.getByRole('button', { name: 'Redeliver', exact: true }).click();
  await expect(panel.getByText('Redelivered 2 of 2: 2 delivered')).toBeVisible();
  await expect(history(panel).getByRole('button', { name: 'Delivered' })).toHaveCount(3);
  await panel.getByRole('radio', { name: 'Failed' }).click();
  await expect(panel.getByText('None in this state')).toBeVisible();
});

test('the secret is rotated with an overlap, and the receiver is proved', async ({ page }) => {
  const { panel } = await subscribed(page, 'Rotated', SECRET);
  await panel.getByRole('tab', { name: 'Secret' }).click();
  await panel.getByRole('button', { name: 'Replace or rotate' }).click();
  const question = page.getByRole('dialog', { name: 'Replace the secret' });
  await question.getByRole('combobox', { name: 'Signing secret' }).click();
  await page.getByRole('option', { name: 'Use my own' }).click();
  await question.getByLabel('Your secret').fill('aaaaaaaaaaaaaaaaaaaa');
  await expect(question.getByRole('status')).toContainText('different characters');
  const next = 'the-new-secret-of-the-receiver';
  await question.getByLabel('Your secret').fill(next);
  await question.getByRole('button', { name: 'Replace secret' }).click();
  await expect(panel.getByText('Both the new and the old secret sign')).toBeVisible();

  await panel.getByRole('button', { name: 'Send test' }).first().click();
  const tested = panel.getByRole('region', { name: 'Send a test' });
  await expect(tested.getByText('"from": "the receiver"')).toBeVisible();
  await tested.getByRole('tab', { name: 'Request' }).click();
  await expect(tested.getByRole('row', { name: /service-signature/ })).toContainText('v1=');
  const delivery = receiver.received[0]!;
  expect(signaturesOf(delivery).sort()).toEqual(
    [signatureWith(SECRET, delivery), signatureWith(next, delivery)].sort(),
  );

  receiver.answer = carefully(next);
  const verified = panel.getByRole('region', { name: 'Verify my receiver' });
  await verified.getByRole('button', { name: 'Verify my receiver' }).click();
  await expect(verified.getByText('Passed')).toHaveCount(3);
  receiver.answer = () => 200;
  await verified.getByRole('button', { name: 'Verify my receiver' }).click();
  await expect(verified.getByText('Failed')).toHaveCount(2);
  await expect(panel.getByText('Verify failed')).toBeVisible();
  await expect(panel.getByText('Healthy')).toHaveCount(0);
  await verified.getByRole('button', { name: /A tampered delivery/ }).click();
  await expect(verified.getByRole('tab', { name: 'Response' })).toBeVisible();
  await panel.getByRole('tab', { name: 'Receiver code' }).click();
  await panel.getByRole('radio', { name: 'Go' }).click();
  await expect(panel.getByText('hmac.Equal')).toBeVisible();
});

test('what somebody else saved meanwhile is said, and nothing typed is lost', async ({ page }) => {
  const { webhookId, panel } = await subscribed(page, 'Shared', SECRET);
  await panel.getByRole('tab', { name: 'Settings' }).click();
  await panel.getByLabel('URL', { exact: true }).fill(`${receiver.url}/mine`);
  const read = () =>
    asPerson<{ data: Record<string, unknown> }>(page, 'GET', `/api/v1/webhooks/${webhookId}`);
  const { url, version, levelFilter, triggerFilter, active } = (await read()).body.data;
  const includes = { includeFinalOutput: true, includeTraceSpans: false };
  const change = { url, version, levelFilter, triggerFilter, active, ...includes };
  await asPerson(page, 'PUT', `/api/v1/webhooks/${webhookId}`, {
    ...change,
    url: `${url}/theirs`,
    includeRateLimits: false,
    includeUsageData: false,
    extendedRetries: false,
  });
  await panel.getByRole('button', { name: 'Save changes' }).click();
  await expect(panel.getByRole('status').filter({ hasText: 'changed this subscription' })).toContainText(
    `URL is now “${receiver.url}/theirs”; you have “${receiver.url}/mine”Final output is now on`,
  );
  await expect(panel.getByLabel('URL', { exact: true })).toHaveValue(`${receiver.url}/mine`);
  await panel.getByRole('button', { name: 'Keep mine over theirs' }).click();
  await panel.getByRole('button', { name: 'Save changes' }).click();
  await expect
    .poll(async () => (await read()).body.data)
    .toMatchObject({ url: `${receiver.url}/mine`, includeFinalOutput: true });

  // The toasts must cover neither the next button nor another toast, also on narrow screens.
  const toasts = page.locator('[data-sonner-toast]');
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await panel.getByLabel('URL', { exact: true }).fill(`${receiver.url}/at-${width}`);
    await panel.getByRole('button', { name: 'Save changes' }).click();
    await expect.poll(() => toasts.count()).toBeGreaterThan(1);
    await expect(panel.getByRole('button', { name: 'Save changes' })).toBeDisabled();
    const boxes = await toasts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    const button = await panel
      .getByRole('button', { name: 'Save changes' })
      .evaluate((one) => one.getBoundingClientRect().toJSON());
    for (const [index, box] of boxes.entries())
      for (const other of [button, ...boxes.slice(index + 1)]) expect(overlap(box, other)).toBe(false);
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  await panel.getByLabel('URL', { exact: true }).fill(`${receiver.url}/unsaved`);
  await panel.getByRole('tab', { name: 'Secret' }).click();
  await panel.getByRole('tab', { name: 'Settings' }).click();
  await expect(panel.getByLabel('URL', { exact: true })).toHaveValue(`${receiver.url}/unsaved`);
  await panel.getByRole('button', { name: 'Webhooks', exact: true }).click();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await panel.getByRole('button', { name: /at-390/ }).click();

  const headers = { origin: new URL(page.url()).origin };
  await page.request.delete(`/api/v1/webhooks/${webhookId}`, { headers });
  await expect(panel.getByText('This subscription was deleted')).toBeVisible();
  await panel.getByRole('button', { name: 'All subscriptions' }).click();
  await expect(panel.getByText('No subscriptions yet')).toBeVisible();
});

test('what is typed while a change is being saved stays, and is saved next', async ({ page }) => {
  const { webhookId, panel } = await subscribed(page, 'Typed on', SECRET);
  await panel.getByRole('tab', { name: 'Settings' }).click();
  const url = panel.getByLabel('URL', { exact: true });
  const save = panel.getByRole('button', { name: 'Save changes' });
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const address = `**/webhooks/${webhookId}`;
  await page.route(address, async (route) => {
    if (route.request().method() === 'PUT') await answered;
    await route.continue();
  });
  await url.fill(`${receiver.url}/first`);
  await save.click();
  await expect(save).toHaveAttribute('aria-busy', 'true');
  await url.fill(`${receiver.url}/second`);
  answer();
  await expect(page.getByText('New attempts use it.')).toBeVisible();
  await expect(url).toHaveValue(`${receiver.url}/second`);
  await save.click();
  const saved = () => asPerson<{ data: { url: string } }>(page, 'GET', `/api/v1/webhooks/${webhookId}`);
  await expect.poll(async () => (await saved()).body.data.url).toBe(`${receiver.url}/second`);
  await expect(save).toBeDisabled();
});

test('paused while a retry waits, it says that the retry is dropped, and keeps the last answer', async ({
  page,
}) => {
  const { workflowId, panel } = await subscribed(page, 'Held', SECRET);
  await failOnce(workflowId, panel);
  await panel.getByRole('button', { name: 'Pause' }).click();
  await expect(history(panel).getByRole('button', { name: /Waiting.*cancelled at/ })).toBeVisible();
  const delivery = panel.getByRole('article', { name: 'Delivery' });
  await expect(delivery.getByRole('button', { name: 'Send now' })).toBeDisabled();
  await expect(delivery.getByText('paused: resume it to redeliver')).toBeVisible();
  await expect(history(panel).getByRole('button', { name: /Cancelled.*500/ })).toBeVisible();
  await panel.getByRole('button', { name: 'Resume', exact: true }).click();
  await expect(panel.getByText('Failing', { exact: true }).first()).toBeVisible();
  await expect(delivery.getByRole('button', { name: 'Redeliver', exact: true })).toBeEnabled();
});

test('paused, it hears of nothing; deleted, it is gone', async ({ page }) => {
  const { workflowId, panel } = await subscribed(page, 'Paused', SECRET);
  await panel.getByRole('button', { name: 'Pause' }).click();
  await expect(panel.getByText('Paused', { exact: true }).first()).toBeVisible();
  await run(workflowId);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(panel.getByRole('button', { name: 'Pause' })).toBeVisible();
  await run(workflowId);
  await expect(history(panel).getByRole('button', { name: 'Delivered' })).toBeVisible();
  await expect(history(panel).getByRole('button')).toHaveCount(1);
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
  const { workflowId, webhookId } = await subscribed(page, 'Looked at', SECRET);
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
  await history(panel).getByRole('button', { name: 'Delivered' }).click();
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
