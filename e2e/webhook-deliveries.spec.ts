import { expect, type Locator, type Page, test } from '@playwright/test';
import type { KeyHolder } from './fixtures/api';
import { makeAuthor, signIn } from './fixtures/author';
import { carefully, type Receiver, signaturesOf, signatureWith, startReceiver } from './fixtures/receiver';
import { asPerson, deliveries, SECRET, type Subscribed, subscribe } from './fixtures/subscription';
import { UPSTREAM_PORT } from './fixtures/upstream';

const PERSON = `deliveries${process.env.TEST_PARALLEL_INDEX ?? 0}`;
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
/** Makes a run whose delivery is refused, and opens it while its retry waits. */
async function failOnce(workflowId: string, panel: Locator, status = 500): Promise<void> {
  receiver.answer = () => status;
  await run(workflowId);
  await deliveries(panel)
    .getByRole('button', { name: /Retrying.*attempt 2 of 5/ })
    .click();
}

const overlap = (a: DOMRect, b: DOMRect) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

test('a broken receiver shows retries and reasons; mended, it gets everything again', async ({ page }) => {
  const { workflowId, panel } = await subscribe(page, { admin, receiver, name: 'Broken' });
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
  await expect(deliveries(panel).getByRole('button', { name: /Failed.*400/ })).toHaveCount(2);
  receiver.answer = () => 200;
  await panel.getByRole('button', { name: 'Redeliver failed…' }).click();
  await expect(page.getByText('2 deliveries failed since then.')).toBeVisible();
  await page.getByRole('button', { name: 'Redeliver', exact: true }).click();
  await expect(panel.getByText('Redelivered 2 of 2: 2 delivered')).toBeVisible();
  await expect(deliveries(panel).getByRole('button', { name: 'Delivered' })).toHaveCount(3);
  await panel.getByRole('radio', { name: 'Failed' }).click();
  await expect(panel.getByText('None in this state')).toBeVisible();

  await panel.getByRole('radio', { name: 'All' }).click();
  await test.step('paused while a retry waits, it says that the retry is dropped, and keeps the last answer', () =>
    expectRetryDropped(workflowId, panel));
});

async function expectRetryDropped(workflowId: string, panel: Locator): Promise<void> {
  // Long enough to be seen on a busy machine.
  receiver.retryAfterSeconds = 12;
  await failOnce(workflowId, panel, 503);
  await panel.getByRole('button', { name: 'Pause' }).click();
  await expect(deliveries(panel).getByRole('button', { name: /Waiting.*cancelled at/ })).toBeVisible();
  const delivery = panel.getByRole('article', { name: 'Delivery' });
  await expect(delivery.getByRole('button', { name: 'Send now' })).toBeDisabled();
  await expect(delivery.getByText('paused: resume it to redeliver')).toBeVisible();
  await expect(deliveries(panel).getByRole('button', { name: /Cancelled.*503/ })).toBeVisible();
  await panel.getByRole('button', { name: 'Resume', exact: true }).click();
  await expect(panel.getByText('Failing', { exact: true }).first()).toBeVisible();
  await expect(delivery.getByRole('button', { name: 'Redeliver', exact: true })).toBeEnabled();
}

test('the secret is rotated with an overlap, and the receiver is proved', async ({ page }) => {
  const { panel } = await subscribe(page, { admin, receiver, name: 'Rotated' });
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

test('what is typed stays, whether a save is under way or somebody else has saved meanwhile', async ({
  page,
}) => {
  const subscription = await subscribe(page, { admin, receiver, name: 'Shared' });
  await subscription.panel.getByRole('tab', { name: 'Settings' }).click();
  await test.step('what is typed while a change is being saved stays, and is saved next', () =>
    typeWhileSaving(page, subscription));
  await test.step('what somebody else saved meanwhile is said, and nothing typed is lost', () =>
    saveMeanwhile(page, subscription));
});

async function typeWhileSaving(page: Page, { webhookId, panel }: Subscribed): Promise<void> {
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
  await expect(save).not.toHaveAttribute('aria-busy', 'true');
  await save.click();
  const saved = () => asPerson<{ data: { url: string } }>(page, 'GET', `/api/v1/webhooks/${webhookId}`);
  await expect.poll(async () => (await saved()).body.data.url).toBe(`${receiver.url}/second`);
  await expect(save).toBeDisabled();
  await page.unroute(address);
}

async function saveMeanwhile(page: Page, { webhookId, panel }: Subscribed): Promise<void> {
  await panel.getByLabel('URL', { exact: true }).fill(`${receiver.url}/mine`);
  const read = () =>
    asPerson<{ data: Record<string, unknown> }>(page, 'GET', `/api/v1/webhooks/${webhookId}`);
  const { version, levelFilter, triggerFilter, active } = (await read()).body.data;
  const includes = { includeFinalOutput: true, includeTraceSpans: false };
  const change = { version, levelFilter, triggerFilter, active, ...includes };
  await asPerson(page, 'PUT', `/api/v1/webhooks/${webhookId}`, {
    ...change,
    url: `${receiver.url}/theirs`,
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
}
