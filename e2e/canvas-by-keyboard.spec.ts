import { expect, type Locator, type Page, test } from '@playwright/test';
import type { KeyHolder } from './fixtures/api';
import { blockNamed, makeAuthor, openWorkflow, savedDocument, signIn } from './fixtures/author';
import { addConditionOnAmount, addNext, addNote, addVariable, press } from './fixtures/seven-blocks';
import { startUpstream, UPSTREAM, type Upstream } from './fixtures/upstream';

const PERSON = 'keyboardist';
let author: KeyHolder;
let upstream: Upstream;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
  upstream = await startUpstream(({ line }, response) =>
    response.end(line.startsWith('GET /orders') ? '{"id": 7}' : '{"amount": 37.5}'),
  );
});
test.afterAll(() => upstream.stop());
test.beforeEach(({ page }) => signIn(page, PERSON));

/** More than the number of focusable elements on any page. */
const MOST_PRESSES = 120;

const isFocused = (locator: Locator) =>
  locator.evaluateAll((elements) => elements.some((element) => element === document.activeElement));

async function pressUntilFocused(page: Page, key: string, locator: Locator): Promise<void> {
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    if (await isFocused(locator)) return;
    await page.keyboard.press(key);
  }
  await expect(locator).toBeFocused();
}

/** Adds three blocks after the first one, whose form is open; the last key in each form leaves it. */
async function buildRequests(page: Page): Promise<void> {
  await addVariable(page);
  await addNext(page, 'API', 'api');
  await page.keyboard.type(`${UPSTREAM}/orders/<variable.sku>`);
  await press(page, 'Escape');
  await addNext(page, 'API', 'api');
  await page.keyboard.type(`${UPSTREAM}/invoices/<api.data.id>`);
  await press(page, 'Escape');
}

/** Adds three more after the open one. */
async function buildAnswer(page: Page): Promise<void> {
  await addConditionOnAmount(page, async () => {
    await press(page, 'Tab');
    await expect(page.getByRole('combobox', { name: 'Operator of rule 1 of If' })).toBeFocused();
    await press(page, 'Enter');
    const greater = page.getByRole('option', { name: 'is greater than', exact: true });
    await expect(greater).toBeVisible();
    await page.keyboard.type('is greater');
    await expect(greater).toBeFocused();
    await press(page, 'Enter');
  });
  await addNote(page, 'return "Order " + <api.data.id> + ": " + <api2.data.amount>;');
}

async function runToTheAnswer(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Enter');
  const run = page.getByRole('region', { name: 'Run', exact: true });
  await expect(run.getByText('Success', { exact: true })).toBeVisible();
  await expect(run.getByText('Order 7: 37.5').first()).toBeVisible();
}

/** Fixes the problem through the list of problems. */
async function mend(page: Page): Promise<void> {
  await pressUntilFocused(page, 'Shift+Tab', page.getByRole('button', { name: /^\d+ problems?$/ }));
  await press(page, 'Enter');
  const fix = page.getByRole('button', { name: 'Connect after api', exact: true }).first();
  await expect(fix).toBeVisible();
  await pressUntilFocused(page, 'Tab', fix);
  await press(page, 'Enter', 'Escape');
}

const types = async (page: Page, id: string) =>
  Object.values((await savedDocument(page, author, id)).blocks)
    .map(({ type }) => type)
    .sort();
const SEVEN = ['api', 'api', 'condition', 'function', 'response', 'start', 'variables'];
const joinedInto = async (page: Page, id: string, name: string) => {
  const { blocks, edges } = await savedDocument(page, author, id);
  return edges.filter(({ target }) => blocks[target ?? '']?.name === name).length;
};

test('seven blocks are built, run and mended by keyboard alone, on the canvas and in the list', async ({
  page,
}) => {
  const id = await openWorkflow(page, author, 'By keys', { blocks: {}, edges: [] });
  const row = (name: string) => page.getByRole('group', { name: new RegExp(`^${name}, `) });

  await test.step('four are built on the canvas', async () => {
    await pressUntilFocused(page, 'Tab', page.getByRole('button', { name: 'Add Start' }));
    await press(page, 'Enter');
    await expect(page.getByLabel('Block name')).toHaveValue('start');
    await buildRequests(page);
    expect(await types(page, id)).toEqual(['api', 'api', 'start', 'variables']);
  });

  await test.step('three are built in the list, and all are run from there', async () => {
    await press(page, 'Escape', 'Escape');
    await expect(page.getByLabel('Block name')).toBeHidden();
    await pressUntilFocused(page, 'Tab', page.getByRole('button', { name: 'Show as a list' }));
    await press(page, 'Enter');
    await pressUntilFocused(page, 'ArrowDown', row('api2'));
    await press(page, 'Enter');
    await expect(page.getByLabel('Block name')).toHaveValue('api2');
    await press(page, 'Escape');
    await buildAnswer(page);
    expect(await types(page, id)).toEqual(SEVEN);
    await runToTheAnswer(page);
  });

  await test.step('in the list a connection is deleted and mended', async () => {
    await press(page, 'Escape', 'Escape');
    const list = page.getByRole('region', { name: 'Blocks as a list' });
    await pressUntilFocused(page, 'Tab', list.locator('[data-list-row]'));
    for (const _ of SEVEN) await press(page, 'ArrowUp');
    await pressUntilFocused(page, 'ArrowDown', row('api'));
    await pressUntilFocused(page, 'Tab', row('api').getByRole('button', { name: /^api2/ }));
    await press(page, 'Shift+F10');
    const remove = page.getByRole('menuitem', { name: 'Delete the connection' });
    await remove.waitFor();
    await pressUntilFocused(page, 'ArrowDown', remove);
    await press(page, 'Enter');
    await expect.poll(() => joinedInto(page, id, 'api2')).toBe(0);
    await mend(page);
    await expect.poll(() => joinedInto(page, id, 'api2')).toBe(1);
    await runToTheAnswer(page);
  });

  await test.step('so it is on the canvas', async () => {
    await press(page, 'Escape', 'Escape');
    await pressUntilFocused(page, 'Tab', page.getByRole('button', { name: 'Show as a list' }));
    await press(page, 'Enter');
    await expect(page.getByRole('region', { name: 'Blocks as a list' })).toHaveCount(0);
    await pressUntilFocused(page, 'Tab', blockNamed(page, 'api'));
    await press(page, 'n');
    await expect(page.getByRole('group', { name: 'Connection from api to api2', exact: true })).toBeFocused();
    await press(page, 'Delete');
    await expect.poll(() => joinedInto(page, id, 'api2')).toBe(0);
    await mend(page);
    await expect.poll(() => joinedInto(page, id, 'api2')).toBe(1);
    await runToTheAnswer(page);
  });
});
