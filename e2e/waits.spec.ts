import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, openWorkflow, signIn } from './fixtures/author';

const PERSON = 'approver';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});

const APPROVAL: WrittenDocument = {
  blocks: {
    start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 }, config: {} },
    ask: {
      id: 'ask',
      type: 'wait',
      name: 'ask',
      position: { x: 330, y: 0 },
      config: {
        kind: 'approval',
        title: 'Pay the invoice?',
        text: 'Invoice 7 of 120 USD.',
        fields: [
          { name: 'note', type: 'string', required: true, description: 'A word to the book-keepers' },
          { name: 'urgent', type: 'boolean', description: 'Pay today' },
        ],
      },
    },
    yes: {
      id: 'yes',
      type: 'response',
      name: 'yes',
      position: { x: 660, y: 0 },
      config: {
        body: '{"decision": "<ask.decision>", "note": "<ask.data.note>", "urgent": <ask.data.urgent>}',
      },
    },
  },
  edges: [
    { id: 'e1', source: 'start', target: 'ask' },
    { id: 'e2', source: 'ask', sourceHandle: 'approved', target: 'yes' },
  ],
};

const run = (page: Page) => page.getByRole('region', { name: 'Run', exact: true });

test('a run waits for an approval, which somebody without an account gives on a phone, once', async ({
  page,
  browser,
}) => {
  await signIn(page, PERSON);
  await openWorkflow(page, author, 'Approved', APPROVAL);
  await page.getByRole('button', { name: 'Run', exact: false }).first().click();
  await expect(run(page).getByText('Waiting', { exact: true })).toBeVisible();
  const link = await run(page).getByRole('link', { name: 'Open the form' }).getAttribute('href');

  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const answer = await phone.goto(link!);
  const asked = await answer!.text();
  expect(asked).toContain('Invoice 7 of 120 USD.');
  // As the server draws it, however long it has run.
  expect(asked).toMatch(/Run started<\/dt><dd[^>]*><time[^>]*>(?:just now|\d+ min ago)</);
  expect(answer!.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
  await expect(phone.getByRole('heading', { name: 'Pay the invoice?' })).toBeVisible();
  await phone.getByRole('button', { name: 'Approve' }).click();
  await expect(phone.getByText('This field is required.')).toBeVisible();
  await phone.getByLabel('A word to the book-keepers').fill('fine');
  await phone.getByLabel('Pay today').click();
  await phone.getByRole('button', { name: 'Approve' }).click();
  await expect(phone.getByRole('heading', { name: 'Approved' })).toBeVisible();
  await phone.goto(link!);
  await expect(phone.getByText('This link works once.')).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await phone.close();

  await expect(run(page).getByText('Success', { exact: true })).toBeVisible();
  await expect(run(page).getByText('fine').first()).toBeVisible();
});

test('the page of a link: no violation in either theme, at either width', async ({ page }) => {
  const id = await author.createWorkflow('Looked at', APPROVAL);
  const { body } = await author.call<{ executionId: string }>('POST', `/api/v1/workflows/${id}/executions`, {
    input: {},
  });
  const state = await author.call<{ waits: Array<{ url: string }> }>(
    'GET',
    `/api/v1/executions/${body.executionId}`,
  );
  await page.goto(state.body.waits[0]!.url);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('This field is required.')).toBeVisible();
  await expectAccessible(page, 'approval');
  await page.getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByRole('heading', { name: 'Rejected' })).toBeVisible();
  await expectAccessible(page, 'answered');
  await page.goto('/wait/nothing');
  await expect(page.getByRole('heading', { name: 'This link is not valid' })).toBeVisible();
  await expectAccessible(page, 'unknown link');
});
