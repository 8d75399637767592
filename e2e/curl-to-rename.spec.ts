import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import {
  blockNamed,
  makeAuthor,
  openBlock,
  openWorkflow,
  runToTheEnd,
  savedDocument,
  signIn,
} from './fixtures/author';
import { startUpstream, UPSTREAM, type Upstream } from './fixtures/upstream';

const PERSON = 'newcomer';
const TOKEN = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc';
let author: KeyHolder;
let upstream: Upstream;

const LINE: WrittenDocument = {
  blocks: {
    s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    n: {
      id: 'n',
      type: 'api',
      name: 'notify',
      position: { x: 660, y: 0 },
      config: { url: `${UPSTREAM}/n/` },
    },
  },
  edges: [],
};

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});

test.beforeEach(async ({ page, context }) => {
  upstream = await startUpstream(({ line, headers }, response) => {
    if (headers.authorization !== `Bearer ${TOKEN}` && line.startsWith('POST')) response.statusCode = 401;
    response.end(JSON.stringify({ charges: [{ id: 'ch_42', paid: true }], asked: line }));
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, PERSON);
});

test.afterEach(() => upstream.stop());

const lines = () => upstream.received.map(({ line }) => line);
const address = (page: Page) => page.getByRole('combobox', { name: 'URL' });

test('a pasted curl command is sent, its answer used in the next block, run, renamed and run again', async ({
  page,
}) => {
  const id = await openWorkflow(page, author, 'First minutes', LINE);

  await test.step('paste the command on the line, its token becomes a variable', async () => {
    const command =
      `curl '${UPSTREAM}/charges?expand[]=customer&limit=3' ` +
      `-H 'Authorization: Bearer ${TOKEN}' --json '{"amount": 100}'`;
    await page.evaluate((text) => navigator.clipboard.writeText(text), command);
    await openBlock(page, 'start');
    await page.keyboard.press('ControlOrMeta+v');
    await expect(page.getByRole('group', { name: 'Connection from start to charges' })).toBeAttached();
    await page.getByRole('button', { name: 'Move token to a variable' }).click();
    await page.getByRole('dialog').getByLabel('Name of the variable').fill('CHARGES_KEY');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Moved to {{CHARGES_KEY}}')).toBeVisible();
  });

  await test.step('connect it to the next block', async () => {
    await page.getByRole('button', { name: 'Close panel' }).click();
    await page.getByRole('button', { name: 'Zoom to fit' }).click();
    await blockNamed(page, 'charges').getByLabel('Out of charges').dragTo(blockNamed(page, 'notify'));
    await expect(page.getByRole('group', { name: 'Connection from charges to notify' })).toBeAttached();
  });

  await test.step('send it alone', async () => {
    await openBlock(page, 'charges');
    await page.keyboard.press('ControlOrMeta+Shift+Enter');
    const dock = page.getByRole('region', { name: 'charges alone' });
    await expect(dock.getByText('200 OK')).toBeVisible();
    expect(lines()).toEqual(['POST /charges?expand[]=customer&limit=3']);
    expect(upstream.received[0]).toMatchObject({
      body: '{"amount": 100}',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    });
    await expect(page.locator('body')).not.toContainText(TOKEN);
  });

  await test.step('click a field of the answer: its reference goes into the next block', async () => {
    const dock = page.getByRole('region', { name: 'charges alone' });
    await openBlock(page, 'notify');
    await address(page).press('End');
    await dock.getByRole('textbox', { name: 'Search in Response' }).fill('ch_42');
    await dock.getByRole('button', { name: 'ch_42' }).click();
    await expect(address(page)).toHaveText(`${UPSTREAM}/n/<charges.data.charges[0].id>`);
    await expect(page.getByRole('button', { name: /problem/ })).toHaveCount(0);
  });

  const PAIR = ['POST /charges?expand[]=customer&limit=3', 'GET /n/ch_42'];
  await test.step('run the workflow', async () => {
    await savedDocument(page, author, id);
    upstream.received.length = 0;
    await runToTheEnd(page);
    expect(lines()).toEqual(PAIR);
  });

  await test.step('rename the first block: the reference follows, and it runs again', async () => {
    await openBlock(page, 'charges');
    await page.getByLabel('Block name').fill('New charge');
    await page.keyboard.press('Enter');
    await openBlock(page, 'notify');
    await expect(address(page)).toHaveText(`${UPSTREAM}/n/<newcharge.data.charges[0].id>`);
    const { blocks } = await savedDocument(page, author, id);
    expect(blocks.n?.config).toEqual({ url: `${UPSTREAM}/n/<newcharge.data.charges[0].id>` });
    expect(JSON.stringify(blocks)).toContain('Bearer {{CHARGES_KEY}}');
    expect(JSON.stringify(blocks)).not.toContain(TOKEN);
    upstream.received.length = 0;
    await runToTheEnd(page);
    expect(lines()).toEqual(PAIR);
  });
});
