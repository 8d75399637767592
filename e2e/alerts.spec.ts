import { expect, type Page, test } from '@playwright/test';
import { patient } from '../scripts/lib/machine-speed.mjs';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, signIn } from './fixtures/author';
import { type Receiver, signaturesOf, signatureWith, startReceiver } from './fixtures/receiver';
import { UPSTREAM_PORT } from './fixtures/upstream';

const PERSON = 'alerted';
let author: KeyHolder;
let receiver: Receiver;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
  receiver = await startReceiver(UPSTREAM_PORT);
});
test.afterAll(() => receiver.stop());
test.beforeEach(({ page }) => signIn(page, PERSON));

const FAILS: WrittenDocument = {
  blocks: {
    s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    b: {
      id: 'b',
      type: 'function',
      name: 'second',
      position: { x: 330, y: 0 },
      config: { code: "throw new Error('no luck')" },
    },
  },
  edges: [{ id: 'e1', source: 's', target: 'b' }],
};

const open = (page: Page, section: 'alerts' | 'audit') =>
  page.goto(`/w/${author.workspaceId}/settings/${section}`);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const received = (type: string) => receiver.received.filter(({ body }) => JSON.parse(body).type === type);

test('an alert is made, tested, fires at failures, and is switched off', async ({ page }) => {
  const id = await author.createWorkflow('Orders', FAILS);
  await open(page, 'alerts');
  await expect(page.getByText('No alerts yet')).toBeVisible();
  await press(page, 'New alert');
  const form = page.getByRole('dialog');

  await form.getByRole('radio', { name: 'E-mail' }).click();
  await expect(form.getByText(/This server can’t send e-mail/)).toBeVisible();
  await form.getByRole('radio', { name: 'Webhook' }).click();
  await press(page, 'Save alert');
  await expect(form.getByText('Enter a name.')).toBeVisible();
  await form.getByLabel('Name').fill('Orders fail');
  await form.getByLabel('Runs, at least').fill('2');
  await form.getByRole('checkbox', { name: 'Orders' }).check();
  await form.getByLabel('URL').fill(receiver.url);
  const sentence = `2 failures of Orders within 10 minutes → ${new URL(receiver.url).host}`;
  await expect(form.getByText(sentence)).toBeVisible();
  await press(page, 'Save alert');
  const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
  await press(page, 'Done');
  const row = page.getByRole('row', { name: /Orders fail/ });
  await expect(row.getByText(sentence)).toBeVisible();
  await expect(row.getByText('OK', { exact: true })).toBeVisible();

  await press(page, 'History of Orders fail');
  await expect(page.getByText(/Nothing was sent yet/)).toBeVisible();
  await press(page, 'Send test');
  await expect(page.getByText('The test was delivered.')).toBeVisible();
  const [tested] = received('alert.test');
  expect(signaturesOf(tested!)).toEqual([signatureWith(secret, tested!)]);
  receiver.answer = () => 400;
  await press(page, 'Send test');
  await expect(page.getByText(/The test was not delivered/)).toBeVisible();
  receiver.answer = () => 200;
  await press(page, 'Done');

  for (let run = 0; run < 2; run += 1)
    await author.call('POST', `/api/v1/workflows/${id}/executions`, { input: {} });
  await expect.poll(() => received('alert.fired').length, { timeout: patient(45_000) }).toBe(1);
  await page.reload();
  await expect(row.getByText('Firing', { exact: true })).toBeVisible();
  await press(page, 'History of Orders fail');
  const history = page.getByRole('dialog');
  await expect(history.getByText('Fired', { exact: true })).toBeVisible();
  await expectAccessible(page, 'history of an alert');
  await page.setViewportSize({ width: 1440, height: 900 });
  await press(page, 'Done');

  await row.getByRole('switch', { name: 'Orders fail is on' }).click();
  await expect(row.getByText('Off', { exact: true })).toBeVisible();
  await expectAccessible(page, 'alerts');
  await page.setViewportSize({ width: 1440, height: 900 });
  await press(page, 'Edit Orders fail');
  await expect(page.getByRole('dialog').getByLabel('Runs, at least')).toHaveValue('2');
  await expectAccessible(page, 'form of an alert');
  await page.setViewportSize({ width: 1440, height: 900 });
  await press(page, 'Cancel');
  await press(page, 'Delete Orders fail');
  await press(page, 'Delete alert');
  await expect(page.getByText('No alerts yet')).toBeVisible();
});

test('the audit lists who changed what, filtered and page by page', async ({ page }) => {
  const created = await author.call<{ data: { id: string } }>('POST', '/api/v1/alerts', {
    workspaceId: author.workspaceId,
    name: 'By a key',
    condition: { kind: 'failures', count: 1 },
    windowMinutes: 5,
    destination: { kind: 'webhook', url: receiver.url },
  });
  const { id } = created.body.data;
  await author.call('DELETE', `/api/v1/alerts/${id}`);
  await open(page, 'audit');
  const rows = page.getByRole('row');
  await expect(rows.filter({ hasText: 'Alert created' }).first()).toContainText('with the key');
  await page.getByLabel('On (id or name)').fill(id);
  await expect(rows).toHaveCount(3); // and the header
  await page.getByLabel('Who').click();
  await page.getByRole('option', { name: 'Millrace' }).click();
  await expect(page.getByText('No event matches these filters.')).toBeVisible();
  await press(page, 'Clear filters');
  await page.getByLabel('What').click();
  await page.getByRole('option', { name: 'Alerts' }).click();
  await rows.filter({ hasText: 'Alert deleted' }).first().getByRole('button').click();
  await expect(page.getByLabel('On (id or name)')).toHaveValue(id);
  await expect(rows).toHaveCount(3);
  await expectAccessible(page, 'audit');
});
