import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { blockNamed as block, makeAuthor, openWorkflow, savedDocument, signIn } from './fixtures/author';

const PERSON = 'drawer';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const api = (id: string, x: number, y: number, config: Record<string, unknown> = {}) => ({
  ...{ id, type: 'api', name: id, position: { x, y } },
  config: { url: `https://example.com/${id}`, ...config },
});
const THREE: WrittenDocument = {
  blocks: { one: api('one', 0, 0), two: api('two', 330, 0), three: api('three', 0, 300) },
  edges: [{ id: 'e1', source: 'one', target: 'two' }],
};

async function enabled(page: Page, id: string): Promise<string[]> {
  const { blocks } = await savedDocument(page, author, id);
  return Object.values(blocks).flatMap((each) => (each.enabled ? [each.id!] : []));
}

test('letters typed on after leaving a field change no block; on the canvas a key says what it did, with Undo', async ({
  page,
}) => {
  const id = await openWorkflow(page, author, 'Typed on', THREE);
  await block(page, 'one').click();
  await page.getByRole('combobox', { name: 'URL' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.type('ehe');
  await page.keyboard.press('Backspace');
  expect(await enabled(page, id)).toEqual(['one', 'two', 'three']);

  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('e');
  await expect(page.getByText('Disabled 3 blocks')).toBeVisible();
  expect(await enabled(page, id)).toEqual([]);
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect.poll(() => enabled(page, id)).toEqual(['one', 'two', 'three']);

  await block(page, 'three').click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Delete');
  await expect(page.getByText('Deleted 1 block')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(block(page, 'one')).toBeFocused();
});

test('after a block is added the focus is in its form', async ({ page }) => {
  await openWorkflow(page, author, 'Adding', THREE);
  await page.keyboard.press('/');
  await page.getByPlaceholder(/Add a block|What comes next/).fill('request');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-block-form]').locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.getByPlaceholder(/Add a block|What comes next/).waitFor();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Canvas' })).toBeFocused();
});

test('the menu under the pointer means the selection that a frame was drawn around', async ({ page }) => {
  const id = await openWorkflow(page, author, 'Frame', THREE);
  const [first, last] = [await block(page, 'one').boundingBox(), await block(page, 'three').boundingBox()];
  await page.keyboard.down('Shift');
  await page.mouse.move(first!.x - 20, first!.y - 20);
  await page.mouse.down();
  await page.mouse.move(last!.x + 60, last!.y + last!.height + 20, { steps: 5 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await page.mouse.click(last!.x + 30, last!.y + 20, { button: 'right' });
  await page.getByRole('menuitem', { name: 'Disable 2 blocks' }).click();
  await expect.poll(() => enabled(page, id)).toEqual(['two']);
});

test('another address comes with its own query; Undo brings the old one back', async ({ page, context }) => {
  const params = [{ key: 'page', value: '1', enabled: true }];
  const id = await openWorkflow(page, author, 'Replaced', {
    blocks: { one: api('one', 0, 0, { params }) },
    edges: [],
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => navigator.clipboard.writeText('https://other.example/list?size=5'));
  await block(page, 'one').click();
  const url = page.getByRole('combobox', { name: 'URL' });
  await url.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('ControlOrMeta+v');
  await expect(url).toHaveText('https://other.example/list');
  const config = async () => (await savedDocument(page, author, id)).blocks.one?.config;
  await expect
    .poll(config)
    .toMatchObject({ url: 'https://other.example/list', params: [{ key: 'size', value: '5' }] });
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect.poll(config).toMatchObject({ url: 'https://example.com/one', params });

  await url.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('https://third.example/');
  await page.getByLabel('Block name').click();
  await expect.poll(config).toMatchObject({ url: 'https://third.example/', params: [] });
});
