import { type Browser, expect, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import {
  blockNamed as block,
  makeAuthor,
  openBlock,
  openWorkflow,
  PASSWORD,
  saved,
  savedDocument,
  signIn,
} from './fixtures/author';

const PERSON = 'hands';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

/** A block for each thing that two do in one workflow. */
const fetching = (...names: string[]): WrittenDocument => ({
  blocks: Object.fromEntries(
    names.map((name, index) => [
      name,
      {
        id: name,
        type: 'api',
        name,
        position: { x: (index % 2) * 400, y: Math.floor(index / 2) * 200 },
        config: { url: 'https://example.com' },
      },
    ]),
  ),
  edges: [],
});

const TWO_BLOCKS = {
  blocks: {
    a: {
      id: 'a',
      type: 'api',
      name: 'fetch',
      position: { x: 0, y: 0 },
      config: { url: 'https://example.com' },
    },
    b: { id: 'b', type: 'api', name: 'other', position: { x: 400, y: 0 }, config: { url: 'https://b.test' } },
  },
  edges: [],
};

const urlField = (page: Page) => page.getByRole('combobox', { name: 'URL' });

/** Opens the same workflow in another browser. */
async function openElsewhere(browser: Browser, page: Page): Promise<Page> {
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const elsewhere = await context.newPage();
  await signIn(elsewhere, PERSON);
  await elsewhere.goto(page.url());
  await saved(elsewhere);
  return elsewhere;
}

async function typeAtEnd(page: Page, text: string): Promise<void> {
  await urlField(page).click();
  await page.keyboard.press('End');
  await page.keyboard.type(text);
}

/** Two browsers in the same workflow. */
interface Pair {
  page: Page;
  beside: Page;
  id: string;
}

test('two who type in the same field each see the other’s words, and undo takes back one’s own', async ({
  page,
  browser,
}) => {
  const blocks = fetching('words', 'carets', 'composed', 'away');
  const id = await openWorkflow(page, author, 'Typed by two', blocks);
  const pair = { page, id, beside: await openElsewhere(browser, page) };
  await test.step('words, and undo', () => typeBoth(pair));
  await test.step('the caret and the selection of others are seen in the text, and go with it', () =>
    seeCarets(pair));
  await test.step('what others type while an input method composes is kept, and so is what it composes', () =>
    typeWhileComposing(pair));
  await test.step('what was typed without a connection is there for all once it is back', () =>
    typeOffline(pair));
  await expect(page.getByTestId('live-places')).toBeVisible();
  await page.getByRole('button', { name: 'Show as a list' }).click();
  await expect(page.getByTestId('live-places')).toHaveCount(0);
  await pair.beside.context().close();
});

/** Opens the form of the same block in both. */
async function openBoth({ page, beside }: Pair, name: string): Promise<void> {
  for (const each of [page, beside]) {
    await openBlock(each, name);
    await expect(urlField(each)).toHaveText('https://example.com');
  }
}

async function typeBoth({ page, beside, id }: Pair): Promise<void> {
  await openBoth({ page, beside, id }, 'words');
  await typeAtEnd(page, '/mine');
  await expect(urlField(beside)).toHaveText('https://example.com/mine');
  await urlField(beside).click();
  await beside.keyboard.press('Home');
  await beside.keyboard.type('XY');
  await expect(urlField(page)).toHaveText('XYhttps://example.com/mine');
  // The caret stays in its place, after the person's own last word.
  await page.keyboard.type('/more');
  await expect(urlField(beside)).toHaveText('XYhttps://example.com/mine/more');

  await beside.keyboard.press('Escape');
  await beside.keyboard.press('ControlOrMeta+z');
  await expect(urlField(page)).toHaveText('https://example.com/mine/more');
  const { blocks } = await savedDocument(page, author, id);
  expect(blocks.words?.config).toMatchObject({ url: 'https://example.com/mine/more' });
}

async function seeCarets({ page, beside, id }: Pair): Promise<void> {
  await openBoth({ page, beside, id }, 'carets');
  await expect(page.getByTestId('also-here')).toBeVisible();
  await expect(urlField(page)).toHaveText('https://example.com');
  const caret = page.locator('.other-caret');
  const leftOf = async () => (await caret.boundingBox())?.x ?? 0;
  // Checked during the move, because the name disappears after a while.
  const named = expect(page.locator('.other-name')).toHaveText(PERSON);
  await typeAtEnd(beside, '/a');
  await named;
  await expect(caret).toHaveCount(1);
  await expect(page.locator('.other-name')).toHaveCount(0);
  const before = await leftOf();
  await urlField(page).click();
  await page.keyboard.press('Home');
  await page.keyboard.type('wwww');
  await expect(urlField(beside)).toHaveText('wwwwhttps://example.com/a');
  await expect.poll(leftOf).toBeGreaterThan(before + 10);
  await beside.keyboard.press('Shift+ArrowLeft');
  await expect(page.locator('.other-selection')).toHaveCount(1);
  await expectAccessible(page, 'a text in which somebody else has selected');
  await beside.keyboard.press('Escape');
  await expect(page.locator('.other-selection, .other-caret')).toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 900 });
}

async function typeWhileComposing({ page, beside, id }: Pair): Promise<void> {
  await openBoth({ page, beside, id }, 'composed');
  await urlField(page).click();
  await page.keyboard.press('End');
  const devtools = await page.context().newCDPSession(page);
  const compose = (text: string) =>
    devtools.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  await compose('k');
  await expect(urlField(beside)).toHaveText('https://example.comk');
  await urlField(beside).click();
  await beside.keyboard.press('Home');
  for (const _ of 'https://') await beside.keyboard.press('ArrowRight');
  await beside.keyboard.type('www.');
  await expect(block(page, 'composed')).toContainText('www.example.comk');
  await compose('ka');
  await expect(urlField(beside)).toHaveText('https://www.example.comka');
  await devtools.send('Input.insertText', { text: '化' });
  for (const each of [page, beside]) await expect(urlField(each)).toHaveText('https://www.example.com化');
  await page.keyboard.type('!');
  await expect(urlField(beside)).toHaveText('https://www.example.com化!');
  const { blocks } = await savedDocument(page, author, id);
  expect(blocks.composed?.config).toMatchObject({ url: 'https://www.example.com化!' });
}

async function typeOffline({ page, beside, id }: Pair): Promise<void> {
  await openBoth({ page, beside, id }, 'away');
  await page.context().setOffline(true);
  await typeAtEnd(page, '/away');
  await expect(page.getByTestId('save-state')).toHaveText('Offline');
  await typeAtEnd(beside, '?meanwhile');
  await saved(beside);
  await page.context().setOffline(false);
  await saved(page);
  await expect(urlField(page)).toHaveText(/^https:\/\/example\.com(?:\/away\?meanwhile|\?meanwhile\/away)$/);
  await expect(urlField(beside)).toHaveText(await urlField(page).innerText());
  const { blocks } = await savedDocument(page, author, id);
  expect(blocks.away?.config).toMatchObject({ url: await urlField(page).innerText() });
}

test('two tabs of one person are in step, and one that is closed without a connection loses nothing', async ({
  page,
  context,
}) => {
  const id = await openWorkflow(page, author, 'Two tabs', TWO_BLOCKS);
  const beside = await context.newPage();
  await beside.goto(page.url());
  await saved(beside);
  await block(page, 'fetch').click();
  await typeAtEnd(page, '/first');
  await block(beside, 'fetch').click();
  await expect(urlField(beside)).toHaveText('https://example.com/first');
  await context.setOffline(true);
  await typeAtEnd(beside, '/second');
  await expect(beside.getByTestId('save-state')).toHaveText('Offline');
  await beside.close();
  await typeAtEnd(page, '/third');
  await expect(page.getByTestId('save-state')).toHaveText('Offline');
  await context.setOffline(false);
  await saved(page);

  const again = await context.newPage();
  await again.goto(page.url());
  await expect(again.getByText('Your unsaved changes were brought back.')).toBeVisible();
  await saved(again);
  const both = /^https:\/\/example\.com\/first(?:\/second\/third|\/third\/second)$/;
  await expect(urlField(page)).toHaveText(both);
  const { blocks } = await savedDocument(page, author, id);
  expect(blocks.a?.config).toMatchObject({ url: expect.stringMatching(both) });
  await again.close();
});

test('who may only read watches what others type, and changes nothing', async ({
  page,
  browser,
  request,
}) => {
  await openWorkflow(page, author, 'Watched', TWO_BLOCKS);
  const invited = await page.request.post(`/api/workspaces/${author.workspaceId}/invitations`, {
    headers: { origin: new URL(page.url()).origin },
    data: { email: 'bystander@example.com', role: 'reader' },
  });
  const { link } = (await invited.json()) as { link: string };
  const joined = await request.post(`/api/invitations/${link.split('/').at(-1)}/accept`, {
    data: { name: 'Wanda Watcher', password: PASSWORD },
  });
  expect(joined.ok()).toBe(true);
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const watching = await context.newPage();
  await signIn(watching, 'bystander');
  await watching.goto(page.url());
  await block(watching, 'fetch').click();
  await block(page, 'fetch').click();
  await typeAtEnd(page, '/typed');
  await expect(urlField(watching)).toHaveText('https://example.com/typed');
  await expect(watching.getByTestId('save-state')).toHaveCount(0);
  await urlField(watching).click();
  await watching.keyboard.type('X');
  await typeAtEnd(page, '/on');
  await expect(urlField(watching)).toHaveText('https://example.com/typed/on');
  await block(watching, 'fetch').click({ button: 'right' });
  await watching.getByRole('menuitem', { name: /^Find/ }).click();
  const find = watching.getByRole('dialog', { name: 'Find in the workflow' });
  await expect(find.getByRole('combobox')).toHaveValue('<fetch.');
  await context.close();
});

test('what a program saves and deletes is told in the open editor', async ({ page }) => {
  const id = await openWorkflow(page, author, 'Saved by code', TWO_BLOCKS);
  await test.step('a save comes in beside what is being typed there', async () => {
    await block(page, 'fetch').click();
    await typeAtEnd(page, '/typed');
    const document = await savedDocument(page, author, id);
    const blocks = { ...document.blocks, b: { ...document.blocks.b, name: 'renamed' } };
    await author.call('PUT', `/api/v1/workflows/${id}`, { document: { ...document, blocks } });
    await expect(block(page, 'renamed')).toBeVisible();
    await expect(urlField(page)).toHaveText('https://example.com/typed');
    await page.keyboard.type('/on');
    const { blocks: after } = await savedDocument(page, author, id);
    expect([after.a?.config, after.b?.name]).toEqual([
      expect.objectContaining({ url: 'https://example.com/typed/on' }),
      'renamed',
    ]);
  });
  await test.step('who edits a workflow that is deleted meanwhile is told, and reads on what they saw', async () => {
    await author.call('DELETE', `/api/v1/workflows/${id}`);
    await expect(page.getByText('This workflow was deleted, or is no longer shared with you.')).toBeVisible();
    await expect(page.getByTestId('save-state')).toHaveCount(0);
    await expect(urlField(page)).not.toBeEditable();
    await expect(urlField(page)).toHaveText('https://example.com/typed/on');
    await expectAccessible(page, 'the editor of a deleted workflow');
  });
});

test('what the server refuses can be discarded, and undo brings it back', async ({ page }) => {
  const id = await openWorkflow(page, author, 'Refused', TWO_BLOCKS);
  await block(page, 'fetch').click();
  await typeAtEnd(page, '/saved');
  await saved(page);
  // An editor sends nothing that the server refuses, so bytes that are no update are added on their way.
  const edits = `**/api/workflows/${id}/edits`;
  await page.route(edits, async (route) => {
    const body = route.request().postDataJSON() as { updates: string[] };
    await route.continue({ postData: { ...body, updates: [...body.updates, 'AQ=='] } });
  });
  await typeAtEnd(page, '/refused');
  await expect(page.getByTestId('save-state')).toHaveText('Not saved');
  await page.unroute(edits);
  await page.getByRole('button', { name: 'Discard…' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Discard unsaved changes?' });
  await expect(dialog).toContainText('These are no updates of this workflow.');
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  await saved(page);
  await expect(urlField(page)).toHaveText('https://example.com/saved');
  await page.getByRole('button', { name: /^Undo: Discard changes/ }).click();
  await expect(urlField(page)).toHaveText('https://example.com/saved/refused');
  const { blocks } = await savedDocument(page, author, id);
  expect(blocks.a?.config?.url).toBe('https://example.com/saved/refused');
});
