import { expect, type Locator, type Page, test } from '@playwright/test';
import { patient } from '../scripts/lib/machine-speed.mjs';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { alive, makeAuthor, openWorkflow, savedDocument, signIn } from './fixtures/author';
import { startUpstream, UPSTREAM, type Upstream } from './fixtures/upstream';

const PERSON = 'treasurer';
const INVOICES = [
  { id: 1, payee: 'Ada' },
  { id: 2, payee: 'Grace' },
  { id: 3, payee: 'Alan' },
];
const PAGE_SIZE = 2;
let author: KeyHolder;
let upstream: Upstream;

test.describe.configure({ timeout: patient(180_000) });
test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(async ({ page }) => {
  upstream = await startUpstream(({ line, body }, response) => {
    const address = new URL(line.split(' ')[1] ?? '', UPSTREAM);
    if (address.pathname === '/payments') return response.end(body);
    const from = (Number(address.searchParams.get('page')) - 1) * PAGE_SIZE;
    response.end(JSON.stringify({ invoices: INVOICES.slice(from, from + PAGE_SIZE) }));
  });
  await signIn(page, PERSON);
});
test.afterEach(() => upstream.stop());

const panelOf = (page: Page): Locator => page.locator('[data-block-form]');
const runOf = (page: Page): Locator => page.getByRole('region', { name: 'Run', exact: true });

async function addBlock(page: Page, button: string, search: string, title: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Zoom to fit' }).click();
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByPlaceholder(/What comes next|Add a block/).fill(search);
  await page.getByRole('option', { name: title }).first().click();
  await expect(panelOf(page)).toBeVisible();
}

async function type(page: Page, field: string, text: string): Promise<void> {
  await panelOf(page).getByLabel(field, { exact: true }).click();
  await page.keyboard.insertText(text);
  await page.keyboard.press('Escape');
}

async function choose(page: Page, field: string, option: string): Promise<void> {
  await panelOf(page).getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
}

/** A request for pages of invoices until one is empty, and a loop over them with nothing inside. */
const EACH_INVOICE: WrittenDocument = {
  blocks: {
    start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 }, config: {} },
    api: {
      id: 'api',
      type: 'api',
      name: 'api',
      position: { x: 330, y: 0 },
      config: { url: `${UPSTREAM}/invoices`, pagination: { kind: 'page', items: 'invoices' } },
    },
    loop: {
      id: 'loop',
      type: 'loop',
      name: 'loop1',
      position: { x: 660, y: 0 },
      config: { items: '<api.data>' },
    },
  },
  edges: [
    { id: 'e1', source: 'start', target: 'api' },
    { id: 'e2', source: 'api', target: 'loop' },
  ],
};

/** Fills the loop: it asks a person for each invoice and pays the approved ones. */
async function fillLoop(page: Page): Promise<void> {
  await addBlock(page, 'Add a block inside loop1', 'wait', /^Wait/);
  await choose(page, 'Wait for', 'An approval');
  await type(page, 'Title', 'Pay <loop.item.payee>?');
  await panelOf(page).getByRole('button', { name: 'Add an input' }).click();
  await panelOf(page).getByLabel('Name of input 1').fill('amount');
  await choose(page, 'Type of amount', 'Number');
  await panelOf(page).getByLabel('Required').click();
  await page.keyboard.press('Escape');
  await addBlock(page, 'Add a block: Approved, after wait', 'api', /^API/);
  await type(page, 'URL', `${UPSTREAM}/payments`);
  await choose(page, 'Method', 'POST');
  await panelOf(page).getByRole('tab', { name: 'Body' }).click();
  await type(page, 'JSON', '{"invoice": <loop.item.id>, "amount": <wait.data.amount>}');
  await page.keyboard.press('Escape');
}

test('each item of a paginated list waits for an approval, and the log shows each iteration', async ({
  page,
  context,
}) => {
  const id = await openWorkflow(page, author, 'Pay invoices', EACH_INVOICE);
  await fillLoop(page);
  const { blocks } = await savedDocument(page, author, id);
  const loop = Object.values(blocks).find(({ type }) => type === 'loop');
  expect(Object.values(blocks).filter(({ parentId }) => parentId === loop?.id)).toHaveLength(2);
  await page.getByRole('button', { name: 'Zoom to fit' }).click();

  await page.getByRole('button', { name: 'Run', exact: false }).first().click();
  for (const [index, { payee }] of INVOICES.entries()) {
    await expect(runOf(page).getByText(`Iteration ${index + 1}`, { exact: true })).toBeVisible();
    const opened = context.waitForEvent('page');
    await runOf(page).getByRole('link', { name: 'Open the form' }).click();
    const form = await opened;
    await expect(form.getByRole('heading', { name: `Pay ${payee}?` })).toBeVisible();
    await alive(form);
    const isApproved = payee !== 'Grace';
    if (isApproved) await form.getByLabel('amount').fill(`${(index + 1) * 10}`);
    await form.getByRole('button', { name: isApproved ? 'Approve' : 'Reject' }).click();
    await expect(form.getByRole('heading', { name: isApproved ? 'Approved' : 'Rejected' })).toBeVisible();
    await form.close();
  }
  await expect(runOf(page).getByText('Success', { exact: true })).toBeVisible();
  expect(upstream.received.map(({ line, body }) => `${line} ${body}`.trim())).toEqual([
    'GET /invoices?page=1',
    'GET /invoices?page=2',
    'GET /invoices?page=3',
    'POST /payments {"invoice": 1, "amount": 10}',
    'POST /payments {"invoice": 3, "amount": 30}',
  ]);

  await runOf(page).getByRole('link', { name: 'Open log' }).click();
  await expect(page.getByRole('region', { name: 'Canvas' })).toHaveCount(0);
  await expect(page.getByText('3 iterations')).toBeVisible();
  for (const number of [1, 2, 3])
    await expect(page.getByText(`Iteration ${number}`, { exact: true })).toBeVisible();
  const payments = page.getByRole('listitem').getByRole('button', { name: /^\S* ?api2/ });
  await expect(payments).toHaveCount(INVOICES.length);
});
