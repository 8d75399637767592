import { expect, type Locator, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, openBlock, openWorkflow, runToTheEnd, signIn } from './fixtures/author';
import { startUpstream, UPSTREAM, type Upstream } from './fixtures/upstream';

const PERSON = 'valuer';
let author: KeyHolder;
let upstream: Upstream;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(async ({ page }) => {
  upstream = await startUpstream((_, response) =>
    response.end(
      JSON.stringify({
        items: [
          { id: 42, title: 'First' },
          { id: 7, title: 'Second' },
          { id: 9, title: 'Third' },
        ],
        total: 3,
      }),
    ),
  );
  await page.setViewportSize(WIDE);
  await signIn(page, PERSON);
});
test.afterEach(() => upstream.stop());

const block = (id: string, type: string, name: string, x: number, config = {}) => {
  return { id, type, name, position: { x, y: 0 }, config };
};
const LINE: WrittenDocument = {
  blocks: {
    s: block('s', 'start', 'start', 0, { fields: [{ name: 'page', type: 'string', default: '1' }] }),
    a: block('a', 'api', 'list', 330, { url: `${UPSTREAM}/items` }),
    b: block('b', 'api', 'detail', 660, { url: `${UPSTREAM}/items/` }),
  },
  edges: [
    { id: 'e1', source: 's', target: 'a' },
    { id: 'e2', source: 'a', target: 'b' },
  ],
};

const pane = (page: Page): Locator => page.getByRole('region', { name: 'Values of earlier blocks' });
const tree = (page: Page): Locator => page.getByRole('tree', { name: 'Values of earlier blocks' });
const row = (page: Page, name: RegExp): Locator => tree(page).getByRole('treeitem', { name });
const address = (page: Page) => page.getByRole('combobox', { name: 'URL' });
const WIDE = { width: 1_600, height: 900 };
/** Puts the address back as it was, with the caret at its end. */
async function resetAddress(page: Page): Promise<void> {
  await address(page).fill(`${UPSTREAM}/items/`);
  await page.keyboard.press('End');
}

test('before anything ran values come from a block sent alone, and its answer is looked at', async ({
  page,
}) => {
  await openWorkflow(page, author, 'Values', LINE);
  await openBlock(page, 'detail');
  const dock = page.getByRole('region', { name: 'list alone' });

  await test.step('before anything ran the pane says how to come by values', async () => {
    await expect(pane(page).getByText('“list” has no output yet.')).toBeVisible();
    await expect(row(page, /^list ?, no value yet/)).toBeVisible();
    await expect(row(page, /^status: number/)).toBeVisible();
    await expect(row(page, /^start ?, default/)).toBeVisible();
    await expect(row(page, /^page: "1"/)).toBeVisible();
    await pane(page).getByRole('button', { name: 'Send “list”' }).click();
    await expect(row(page, /^list ?, sent alone/)).toBeVisible();
  });

  await test.step('an answer is looked at as tree, table and text, and a JSONPath leads into it', async () => {
    await expect(dock.getByRole('tree', { name: 'Response' })).toBeVisible();
    await address(page).press('End');
    await dock.getByRole('radio', { name: 'Table' }).click();
    const table = dock.getByRole('grid', { name: 'Response as a table' });
    await expect(table.getByRole('row')).toHaveCount(4);
    await table.getByRole('columnheader', { name: 'id' }).click();
    await table.getByRole('columnheader', { name: 'id' }).click();
    await expect(table.getByRole('columnheader', { name: 'id' })).toHaveAttribute('aria-sort', 'descending');
    await expect(table.getByRole('gridcell').first()).toHaveText('42');
    const cut = await table
      .getByRole('gridcell')
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
    expect(cut).toBe(0);
    await table.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(address(page)).toHaveText(`${UPSTREAM}/items/<list.data.items[0].title>`);

    await dock.getByRole('radio', { name: 'Text' }).click();
    await expect(dock.getByText('"title": "Second"')).toBeVisible();

    const path = dock.getByRole('textbox', { name: 'JSONPath in Response' });
    await path.fill('$.items[?@.id < 10].title');
    await expect(dock.getByText('2 matches')).toBeVisible();
    await dock.getByRole('option', { name: /Third/ }).click();
    await expect(address(page)).toHaveText(
      `${UPSTREAM}/items/<list.data.items[0].title><list.data.items[2].title>`,
    );
    await path.fill('$.items[');
    await expect(dock.getByRole('status').filter({ hasText: /./ }).last()).not.toHaveText(/match|Looking/);
    await path.fill('$..[?search(@, "(a+)+$")]');
    await expect(dock.getByText(/No matches|match(es)?$|takes too long/)).toBeVisible();
    await path.press('Escape');
    await expect(path).toHaveValue('');
    await dock.getByRole('radio', { name: 'Table' }).click();
    await expectAccessible(page, 'an answer as a table', [1440]);
    await page.setViewportSize(WIDE);
  });

  await test.step('a click puts a value in, also one of a block that was only sent alone', async () => {
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await resetAddress(page);
    await row(page, /^total: 3/).click();
    await expect(address(page)).toHaveText(`${UPSTREAM}/items/<list.data.total>`);
    await expect(address(page)).toBeFocused();
    await runToTheEnd(page);
    await expect(row(page, /^list ?, this run/)).toBeVisible();
  });
});

test('after a run values are dragged, chosen and found, and a field says what it means now', async ({
  page,
}) => {
  await author.call('PUT', `/api/v1/workspaces/${author.workspaceId}/variables/TOKEN`, {
    value: 'not to be seen',
  });
  const detail = structuredClone(LINE.blocks.b!);
  Object.assign(detail.config!, { headers: [{ key: 'X-Total', value: '<list.data.total>', enabled: true }] });
  await openWorkflow(page, author, 'After a run', { ...LINE, blocks: { ...LINE.blocks, b: detail } });
  await runToTheEnd(page);
  await openBlock(page, 'detail');
  await expect(row(page, /^list ?, this run/)).toBeVisible();

  await test.step('a value is dragged to where it goes in a text', async () => {
    await row(page, /^total: 3/).dragTo(address(page), { targetPosition: { x: 2, y: 14 } });
    await expect(address(page)).toHaveText(`<list.data.total>${UPSTREAM}/items/`);
  });

  await test.step('the keyboard goes to the values, through them, and back with one; a word finds what is deep', async () => {
    await resetAddress(page);
    await page.keyboard.press('ControlOrMeta+j');
    await expect(tree(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(address(page)).toBeFocused();

    await pane(page).getByLabel('Filter values').fill('first');
    await expect(tree(page).getByRole('treeitem')).toHaveCount(5);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await expect(row(page, /^title: "First"/)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(address(page)).toHaveText(`${UPSTREAM}/items/<list.data.items[0].title>`);
    await expect(address(page)).toBeFocused();

    await pane(page).getByLabel('Filter values').fill('nowhere');
    await expect(pane(page).getByText('No results for “nowhere”.')).toBeVisible();
    await page.keyboard.press('Escape');
    await tree(page).focus();
    await page.keyboard.press('ArrowLeft');
    await expect(row(page, /^list ?, this run/)).toHaveAttribute('aria-expanded', 'false');
  });

  await test.step('under the field stands what it means now, with secrets masked and what isn’t known named', async () => {
    await resetAddress(page);
    await page.keyboard.type('<list.data.total>');
    const now = page.getByRole('note', { name: 'Current value' });
    await expect(now).toHaveText(`Now${UPSTREAM}/items/3`);
    await page.keyboard.type('?key={{TOKEN}}&at=<list.data.nowhere>');
    await expect(now).toHaveText(`Now${UPSTREAM}/items/3?key=•••&at=<list.data.nowhere> (not known yet)`);

    // The URL's preview has its own space; another field's is below the field while it is focused.
    await page.getByRole('tab', { name: /Headers/ }).click();
    await expect(now).toHaveCount(1);
    await page.getByRole('combobox', { name: 'Headers row 1 value' }).click();
    await expect(now.last()).toHaveText('Now3');
    await page.keyboard.press('Escape');
    await expect(now).toHaveCount(1);
  });

  await test.step('a field offers its values to the mouse, where the caret is', async () => {
    await resetAddress(page);
    await address(page).press('Home');
    await address(page).locator('xpath=ancestor::*[contains(@class, "group/code")]').hover();
    await page.getByRole('button', { name: 'Use a value' }).first().click();
    await expect(page.getByRole('listbox')).toBeVisible();
    await page.keyboard.type('list.data.tot');
    await page.getByRole('option', { name: /list\.data\.total/ }).click();
    await expect(address(page)).toHaveText(`<list.data.total>${UPSTREAM}/items/`);
    await expect(address(page)).toBeFocused();
    await expect(row(page, /^list ?, this run/)).toBeVisible();
    await expectAccessible(page, 'values of earlier blocks, and a field with its button for them', [1440]);
  });
});

test('the pane opens at the nearest block, and stays as wide, shown or hidden as it was left', async ({
  page,
}) => {
  const fields = Array.from({ length: 60 }, (_, at) => ({ name: `field${at}`, type: 'string' }));
  const start = block('s', 'start', 'start', 0, { fields });
  await openWorkflow(page, author, 'Far from start', { ...LINE, blocks: { ...LINE.blocks, s: start } });
  await openBlock(page, 'detail');

  await test.step('blocks stand in flow order, and the pane opens at the nearest one', async () => {
    await expect(row(page, /^list ?, no value yet/)).toBeInViewport();
    await tree(page).focus();
    await page.keyboard.press('ArrowDown');
    await expect(row(page, /^data: /)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Home');
    await expect(row(page, /^start ?, /)).toBeInViewport();
    await page.keyboard.press('ArrowDown');
    await expect(row(page, /^field0: /)).toHaveAttribute('aria-selected', 'true');
  });

  const form = page.getByRole('separator', { name: 'Width of the form' });
  const values = page.getByRole('separator', { name: 'Width of the values' });
  const first = Number(await form.getAttribute('aria-valuenow'));
  await test.step('widths are changed by key and by mouse, and stay as they were left', async () => {
    await form.press('ArrowLeft');
    await expect(form).toHaveAttribute('aria-valuenow', String(first + 32));
    const edge = (await values.boundingBox())!;
    await page.mouse.move(edge.x + 4, 400);
    await page.mouse.down();
    await page.mouse.move(edge.x - 36, 400, { steps: 4 });
    await page.mouse.up();
    await expect(values).toHaveAttribute('aria-valuenow', '328');
    await page.reload();
    await openBlock(page, 'detail');
    await expect(form).toHaveAttribute('aria-valuenow', String(first + 32));
    await expect(values).toHaveAttribute('aria-valuenow', '328');
    await values.dblclick({ position: { x: 4, y: 300 } });
    await expect(values).toHaveAttribute('aria-valuenow', '288');
  });

  await test.step('so does a pane that was hidden', async () => {
    await pane(page).getByRole('button', { name: 'Hide the values' }).click();
    await expect(pane(page)).toBeHidden();
    await expect(form).toBeVisible();
    await page.reload();
    await openBlock(page, 'detail');
    await expect(pane(page)).toBeHidden();
    await page.getByRole('button', { name: 'Values of earlier blocks' }).click();
    await expect(pane(page)).toBeVisible();
  });
});

test('on a narrow screen the values are a tab beside the form, under what opens over the page', async ({
  page,
}) => {
  await openWorkflow(page, author, 'Narrow', LINE);
  await runToTheEnd(page);
  await openBlock(page, 'detail');
  await expect(row(page, /^list ?, this run/)).toBeVisible();

  await test.step('on a phone the values are a tab beside the form, which keeps its caret', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(pane(page)).toBeHidden();
    await address(page).click();
    await page.keyboard.press('End');
    await page.getByRole('radio', { name: 'Values' }).click();
    await expect(address(page)).toBeHidden();
    await expectAccessible(page, 'values on a phone', [390]);
    await row(page, /^total: 3/).click();
    await expect(address(page)).toHaveText(`${UPSTREAM}/items/<list.data.total>`);
    await expect(address(page)).toBeFocused();
    await page.keyboard.press('ControlOrMeta+j');
    await expect(tree(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(address(page)).toBeFocused();
    await expect(pane(page)).toBeHidden();
  });

  await test.step('they lie under what opens over the page', async () => {
    await page.setViewportSize({ width: 900, height: 844 });
    await expect(pane(page)).toBeHidden();
    await page.keyboard.press('ControlOrMeta+j');
    for (const width of [900, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expect(pane(page)).toBeVisible();
      const isOnTop = () =>
        page.evaluate(
          () => document.elementFromPoint(8, window.innerHeight - 8)?.closest('[data-values]') != null,
        );
      await expect.poll(isOnTop).toBe(true);
      await page.keyboard.press('ControlOrMeta+k');
      await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
      await expect.poll(isOnTop).toBe(false);
      await page.keyboard.type('versions of this');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: /^Versions/ })).toBeVisible();
      await expect.poll(isOnTop).toBe(false);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });
});
