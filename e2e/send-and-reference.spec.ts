import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import {
  makeAuthor,
  openBlock,
  openWorkflow,
  runToTheEnd,
  saved,
  savedDocument,
  signIn,
} from './fixtures/author';
import { startUpstream, UPSTREAM, type Upstream } from './fixtures/upstream';

const PERSON = 'sender';
let author: KeyHolder;
let upstream: Upstream;
/** Called when the client of a slow call disconnects. */
let onHangUp: () => void;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});

test.beforeEach(async ({ page }) => {
  upstream = await startUpstream(({ line }, response) => {
    if (line === 'GET /slow') response.once('close', () => onHangUp());
    else if (line === 'GET /long')
      response.end(JSON.stringify(Array.from({ length: 300 }, (_, index) => `row ${index}`)));
    else response.end(JSON.stringify({ items: [{ id: 42, title: 'First' }], asked: line }));
  });
  await signIn(page, PERSON);
});

test.afterEach(() => upstream.stop());

const NAME = 'Send and reference';
const LINE: WrittenDocument = {
  blocks: {
    s: {
      id: 's',
      type: 'start',
      name: 'start',
      position: { x: 0, y: 0 },
      config: { fields: [{ name: 'page', type: 'string', default: '1' }] },
    },
    a: {
      id: 'a',
      type: 'api',
      name: 'list',
      position: { x: 330, y: 0 },
      config: { url: `${UPSTREAM}/items?page=<start.page>` },
    },
    b: {
      id: 'b',
      type: 'api',
      name: 'detail',
      position: { x: 660, y: 0 },
      config: { url: `${UPSTREAM}/items/` },
    },
  },
  edges: [
    { id: 'e1', source: 's', target: 'a' },
    { id: 'e2', source: 'a', target: 'b' },
  ],
};

const lines = () => upstream.received.map(({ line }) => line);
const dock = (page: Page, name: string) => page.getByRole('region', { name: `${name} alone` });
const address = (page: Page) => page.getByRole('combobox', { name: 'URL' });

test('a block is sent alone, a value of its answer goes into the next one, renaming keeps it right', async ({
  page,
}) => {
  const id = await openWorkflow(page, author, NAME, LINE);
  await openBlock(page, 'list');
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  const list = dock(page, 'list');
  await expect(list.getByText('200 OK')).toBeVisible();
  await list.getByRole('tab', { name: 'Samples' }).click();
  await list.getByRole('button', { name: 'Insert an empty sample' }).click();
  await list.getByRole('textbox', { name: 'Sample of start' }).fill('{"page": "7"}');
  await list.getByRole('button', { name: 'Send' }).click();
  await expect(list.getByText('200 OK')).toBeVisible();
  expect(lines()).toEqual(['GET /items?page=1', 'GET /items?page=7']);

  await openBlock(page, 'detail');
  await address(page).press('End');
  await list.getByRole('textbox', { name: 'Search in Response' }).fill('42');
  await list.getByRole('button', { name: '42', exact: true }).click();
  await expect(address(page)).toHaveText(`${UPSTREAM}/items/<list.data.items[0].id>`);
  await expect(page.getByRole('button', { name: /problem/ })).toHaveCount(0);

  await saved(page);
  upstream.received.length = 0;
  await runToTheEnd(page);
  expect(lines()).toEqual(['GET /items?page=1', 'GET /items/42']);

  await openBlock(page, 'list');
  await page.getByLabel('Block name').fill('All items');
  await page.keyboard.press('Enter');
  await openBlock(page, 'detail');
  await expect(address(page)).toHaveText(`${UPSTREAM}/items/<allitems.data.items[0].id>`);
  await saved(page);
  upstream.received.length = 0;
  await runToTheEnd(page);
  expect(lines()).toEqual(['GET /items?page=1', 'GET /items/42']);
  const { blocks } = await savedDocument(page, author, id);
  expect(blocks.b?.config).toMatchObject({
    url: `${UPSTREAM}/items/<allitems.data.items[0].id>`,
  });
});

test('completion offers what came last, a chip says what it stands for and what’s wrong with it', async ({
  page,
}) => {
  await openWorkflow(page, author, NAME, LINE);
  await runToTheEnd(page);
  await openBlock(page, 'detail');
  await address(page).press('End');
  await page.keyboard.type('<list.data.items[0].');
  await expect(page.getByRole('option', { name: /title.*First/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(address(page)).toHaveText(`${UPSTREAM}/items/<list.data.items[0].title>`);
  await expect(page.getByRole('note', { name: 'Current value' })).toContainText('First');
  await address(page).locator('.ref-chip').hover();
  await expect(page.locator('.ref-tip-value', { hasText: 'First' })).toBeVisible();

  await page.keyboard.press('Backspace');
  await expect(address(page)).toHaveText(`${UPSTREAM}/items/<list.data.items[0].title`);
  await page.keyboard.type('s>');
  await expect(address(page)).toHaveAccessibleDescription(/had no “titles”; it had id, title/);

  await page.keyboard.press('ControlOrMeta+z');
  await expect(address(page)).toHaveText(`${UPSTREAM}/items/`);
});

test('a send is cancelled, left alone and searched', async ({ page }) => {
  const sending = (id: string, x: number) => ({
    id,
    type: 'api',
    name: id,
    position: { x, y: 200 },
    config: { url: `${UPSTREAM}/${id}` },
  });
  const blocks = { ...LINE.blocks, slow: sending('slow', 330), long: sending('long', 660) };
  await openWorkflow(page, author, NAME, { ...LINE, blocks });
  await test.step('a send that takes too long is cancelled, and the other side hears of it', () =>
    expectCancelled(page));
  await test.step('who goes to another tab while a block is sent stays there', () => expectTabKept(page));
  await test.step('a search shows its match and stays in sight itself, in however low a dock', () =>
    expectMatchInSight(page));
});

async function expectCancelled(page: Page): Promise<void> {
  const hungUp = new Promise<void>((resolve) => {
    onHangUp = resolve;
  });
  await openBlock(page, 'slow');
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await expect.poll(lines).toEqual(['GET /slow']);
  await expect(dock(page, 'slow').getByText('Waiting for the response…')).toBeVisible();
  await dock(page, 'slow').getByRole('button', { name: 'Cancel' }).click();
  await hungUp;
  await expect(dock(page, 'slow').getByText('Cancelled')).toBeVisible();
}

async function expectTabKept(page: Page): Promise<void> {
  let sendOn = (): void => {};
  const held = new Promise<void>((resolve) => {
    sendOn = resolve;
  });
  await page.route('**/blocks/*/send', async (route) => {
    await held;
    await route.continue();
  });
  await openBlock(page, 'list');
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  const list = dock(page, 'list');
  await expect(list.getByText('Waiting for the response…')).toBeVisible();
  await list.getByRole('tab', { name: 'Samples' }).click();
  sendOn();
  await expect(list.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  await expect(list.getByRole('tab', { name: 'Samples' })).toHaveAttribute('aria-selected', 'true');
  await list.getByRole('tab', { name: 'Response' }).click();
  await expect(list.getByText('200 OK')).toBeVisible();
  await page.unroute('**/blocks/*/send');
}

async function expectMatchInSight(page: Page): Promise<void> {
  await openBlock(page, 'long');
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  const list = dock(page, 'long');
  const search = list.getByRole('textbox', { name: 'Search in Response' });
  const edge = page.getByRole('separator', { name: 'Height of this panel' });
  for (const heightPx of [378, 160]) {
    while (Number(await edge.getAttribute('aria-valuenow')) > heightPx) await edge.press('ArrowDown');
    for (const row of ['row 298', 'row 150']) {
      await search.fill(row);
      await expect(list.getByText(row)).toBeInViewport({ ratio: 1 });
      await expect(search).toBeInViewport({ ratio: 1 });
    }
  }
}
