import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { blockNamed, makeAuthor, openWorkflow, signIn } from './fixtures/author';
import { startUpstream, UPSTREAM, type Upstream } from './fixtures/upstream';

const PERSON = 'walker';
let author: KeyHolder;
let upstream: Upstream;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(async ({ page }) => {
  upstream = await startUpstream((_, response) => response.end(JSON.stringify({ total: 3 })));
  await page.setViewportSize({ width: 1_600, height: 900 });
  await signIn(page, PERSON);
});
test.afterEach(() => upstream.stop());

const block = (id: string, type: string, name: string, x: number, config = {}) => ({
  id,
  type,
  name,
  position: { x, y: 0 },
  config,
});
const LINE: WrittenDocument = {
  blocks: {
    s: block('s', 'start', 'start', 0),
    a: block('a', 'api', 'list', 330, { url: `${UPSTREAM}/items` }),
    b: block('b', 'api', 'detail', 660, { url: `${UPSTREAM}/items/` }),
  },
  edges: [
    { id: 'e1', source: 's', target: 'a' },
    { id: 'e2', source: 'a', target: 'b' },
  ],
};

const opened = (page: Page) => page.getByLabel('Block name');
const isWithin = (page: Page, part: string) =>
  page.evaluate((selector) => document.activeElement?.closest(selector) != null, part);

test('Enter opens a block, Escape leads back to it, and keys go to the earlier and the later one', async ({
  page,
}) => {
  await openWorkflow(page, author, 'Walked', LINE);
  await blockNamed(page, 'list').focus();
  await page.keyboard.press('Enter');
  await expect(opened(page)).toHaveValue('list');
  await expect(page.getByRole('combobox', { name: 'URL' })).toBeFocused();
  // Leaves the field first: inside it, these keys are text.
  await page.keyboard.press('Escape');
  await page.keyboard.press(']');
  await expect(opened(page)).toHaveValue('detail');
  await expect.poll(() => isWithin(page, 'aside')).toBe(true);
  await page.keyboard.press(']');
  await expect(opened(page)).toHaveValue('detail');
  await page.keyboard.press('[');
  await expect(opened(page)).toHaveValue('list');
  await expect.poll(() => isWithin(page, 'aside')).toBe(true);
  await page.keyboard.press('[');
  await expect(opened(page)).toHaveValue('start');
  await expect.poll(() => isWithin(page, 'aside')).toBe(true);
  await page.keyboard.press('Escape');
  await expect(opened(page)).toHaveCount(0);
  await expect.poll(() => isWithin(page, '.react-flow__node[data-id="s"]')).toBe(true);
  // On the canvas they move from block to block, without opening any.
  await page.keyboard.press(']');
  await expect.poll(() => isWithin(page, '.react-flow__node[data-id="a"]')).toBe(true);
  await expect(opened(page)).toHaveCount(0);

  await test.step('Tab goes through the form, then the values, then the response', async () => {
    await blockNamed(page, 'detail').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'URL' })).toBeFocused();
    await page.keyboard.press('ControlOrMeta+Shift+Enter');
    await expect(page.getByRole('region', { name: 'detail alone' }).getByText('200 OK')).toBeVisible();
    const seen: string[] = [];
    for (let presses = 0; presses < 120 && seen.at(-1) !== 'response'; presses += 1) {
      await page.keyboard.press('Tab');
      const part = await page.evaluate(() => {
        const focused = document.activeElement;
        if (focused?.closest('[data-block-form]') != null) return 'form';
        if (focused?.closest('[data-values]') != null) return 'values';
        return focused?.closest('[aria-label="detail alone"]') == null ? '' : 'response';
      });
      if (part !== '' && part !== seen.at(-1)) seen.push(part);
    }
    expect(seen).toEqual(['form', 'values', 'response']);
  });
});
