import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import {
  blockNamed,
  makeAuthor,
  openBlock,
  openWorkflow,
  runToTheEnd,
  saved,
  signIn,
} from './fixtures/author';
import { startUpstream, UPSTREAM, type Upstream } from './fixtures/upstream';

const PERSON = 'pinner';
let author: KeyHolder;
let upstream: Upstream;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(async ({ page }) => {
  upstream = await startUpstream(({ line }, response) => response.end(JSON.stringify({ from: line })));
  await signIn(page, PERSON);
});
test.afterEach(() => upstream.stop());

const lines = () => upstream.received.map(({ line }) => line);
const api = (id: string, x: number, url: string) => ({
  id,
  type: 'api',
  name: id,
  position: { x, y: 0 },
  config: { url: UPSTREAM + url },
});
/** start → first → second → answer. */
const LINE: WrittenDocument = {
  blocks: {
    start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    first: api('first', 330, '/first'),
    second: api('second', 660, '/second?of=<first.data.from>'),
    answer: {
      id: 'answer',
      type: 'response',
      name: 'answer',
      position: { x: 990, y: 0 },
      config: { body: '<second.data.from>' },
    },
  },
  edges: [
    { id: 'e1', source: 'start', target: 'first' },
    { id: 'e2', source: 'first', target: 'second' },
    { id: 'e3', source: 'second', target: 'answer' },
  ],
};

const runDrawer = (page: Page) => page.getByRole('region', { name: 'Run', exact: true });
const succeeded = (page: Page) => expect(runDrawer(page).getByText('Success', { exact: true })).toBeVisible();
const badge = (page: Page, name: string) =>
  blockNamed(page, name).getByRole('button', { name: /^Pinned: runs in the editor/ });
async function fromMenu(page: Page, block: string, item: string): Promise<void> {
  await blockNamed(page, block).click({ button: 'right' });
  await page.getByRole('menuitem', { name: item }).click();
}
async function fromRunMenu(page: Page, item: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'More ways to run' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('an output is pinned from the last run, edited and unpinned; runs take it', async ({ page }) => {
  await openWorkflow(page, author, 'Pinned', LINE);
  await runToTheEnd(page);
  await expect(runDrawer(page).getByText('/second')).toBeVisible();
  await fromMenu(page, 'first', 'Pin output');
  await expect(badge(page, 'first')).toBeVisible();

  await badge(page, 'first').click();
  const dialog = page.getByRole('dialog', { name: 'Pinned output of “first”' });
  const json = dialog.getByRole('textbox', { name: 'Output as JSON' });
  await expect(json).toContainText('GET /first');
  await json.fill('{"data": ');
  await expect(dialog.getByText('It must be a JSON object.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await json.fill('{"status": 200, "data": {"from": "edited"}}');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  upstream.received.length = 0;
  await page.reload();
  await expect(badge(page, 'first')).toBeVisible();
  await runToTheEnd(page);
  await expect.poll(lines).toEqual(['GET /second?of=edited']);
  await openBlock(page, 'first');
  await expect(page.getByText('The output of this block is pinned')).toBeVisible();
  await page.getByRole('tab', { name: 'Last run' }).click();
  await expect(page.getByRole('complementary').getByText('pinned', { exact: true })).toBeVisible();
  await page.getByRole('complementary').getByRole('button', { name: 'Unpin' }).first().click();
  await expect(badge(page, 'first')).toBeHidden();

  await runDrawer(page).getByRole('link', { name: 'Open log' }).click();
  await expect(page.getByText('pinned', { exact: true }).first()).toBeVisible();
});

test('a part of the workflow runs: until a block, and from one on', async ({ page }) => {
  const id = await openWorkflow(page, author, 'In parts', LINE);
  await fromMenu(page, 'second', 'Run from here');
  await expect(
    runDrawer(page).getByText('“first” has no output yet. Run it, or pin an output.'),
  ).toBeVisible();
  await fromMenu(page, 'first', 'Run until here');
  await succeeded(page);
  expect(lines()).toEqual(['GET /first']);
  await fromMenu(page, 'second', 'Run from here');
  await expect.poll(lines).toEqual(['GET /first', 'GET /second?of=GET%20%2Ffirst']);
  await succeeded(page);

  await blockNamed(page, 'first').click();
  await page.keyboard.press('Escape');
  await fromRunMenu(page, 'Run until “first”');
  await expect.poll(lines).toHaveLength(3);
  await succeeded(page);
  await test.step('an editor that was open during an update still runs', async () => {
    upstream.received.length = 0;
    const status = await page.evaluate(async (path) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch(path, { method: 'POST', headers, body: '{"until": "first"}' })).status;
    }, `/api/workflows/${id}/draft-runs`);
    expect(status).toBe(200);
    expect(lines()).toEqual(['GET /first']);
  });
});

test('with pins only nothing is sent; what has no pin is named', async ({ page }) => {
  await openWorkflow(page, author, 'On pins', LINE);
  await fromRunMenu(page, 'Run with pins only');
  await expect(runDrawer(page).getByText(/These blocks are not pinned: “first” and “second”/)).toBeVisible();
  for (const name of ['first', 'second']) {
    await fromMenu(page, name, 'Pin typed output…');
    const dialog = page.getByRole('dialog', { name: `Pinned output of “${name}”` });
    const json = dialog.getByRole('textbox', { name: 'Output as JSON' });
    await expect(json).toContainText('"status": 0');
    await json.fill(`{"status": 200, "data": {"from": "mock of ${name}"}}`);
    await dialog.getByRole('button', { name: 'Pin', exact: true }).click();
    await expect(badge(page, name)).toBeVisible();
  }
  await fromRunMenu(page, 'Run with pins only');
  await succeeded(page);
  await expect(runDrawer(page).getByText('mock of second')).toBeVisible();
  expect(lines()).toEqual([]);
  await test.step('all pins are cleared at once, and come back by one press', async () => {
    await fromRunMenu(page, 'Unpin all 2 outputs');
    for (const name of ['first', 'second']) await expect(badge(page, name)).toBeHidden();
    await page.locator('[data-sonner-toast]').getByRole('button', { name: 'Undo' }).click();
    for (const name of ['first', 'second']) await expect(badge(page, name)).toBeVisible();
    await expect(page.getByText(/^Pinned .* again\.$/)).toBeVisible();
    await page.reload();
    await saved(page);
    for (const name of ['first', 'second']) await expect(badge(page, name)).toBeVisible();
  });
});

test('what a block answered when it was sent alone is pinned; all of it goes by keyboard', async ({
  page,
}) => {
  await openWorkflow(page, author, 'Sent and pinned', LINE);
  await openBlock(page, 'first');
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  const dock = page.getByRole('region', { name: 'first alone' });
  await dock.getByRole('button', { name: 'Pin output' }).click();
  await expect(badge(page, 'first')).toBeVisible();
  await dock.getByRole('button', { name: 'Unpin' }).click();
  await expect(badge(page, 'first')).toBeHidden();
  upstream.received.length = 0;
  await page.getByRole('button', { name: 'Close panel' }).click();
  await expect(page.getByRole('button', { name: 'More ways to run' })).toBeVisible();
  const command = async (words: string) => {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
    await page.keyboard.type(words);
    await page.keyboard.press('Enter');
  };
  await blockNamed(page, 'first').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await command('run until the selected');
  await succeeded(page);
  expect(lines()).toEqual(['GET /first']);
  await blockNamed(page, 'first').focus();
  await page.keyboard.press('p');
  await expect(badge(page, 'first')).toBeVisible();
  await command('edit the pinned output');
  const dialog = page.getByRole('dialog', { name: 'Pinned output of “first”' });
  await expect(dialog.getByRole('textbox', { name: 'Output as JSON' })).toContainText('GET /first');
  await page.keyboard.press('Escape');
  await command('run with pins only');
  await expect(runDrawer(page).getByText(/“second”. Pin it, or run normally/)).toBeVisible();
  await expectAccessible(page, 'an editor with a pinned block');
});

test('a past run is opened from its log on the canvas, with the path it took', async ({ page }) => {
  const branches = [{ id: 'yes', label: 'Yes', expression: '<start.n> > 1' }];
  const at = (x: number, y: number) => ({ position: { x, y } });
  const id = await openWorkflow(page, author, 'Opened again', {
    blocks: {
      start: { id: 'start', type: 'start', name: 'start', ...at(0, 0) },
      choose: { id: 'choose', type: 'condition', name: 'choose', ...at(330, 0), config: { branches } },
      first: { id: 'first', type: 'response', name: 'first', ...at(660, 0), config: { body: '"yes"' } },
      other: { id: 'other', type: 'response', name: 'other', ...at(660, 200), config: { body: '"no"' } },
    },
    edges: [
      { id: 'e1', source: 'start', target: 'choose' },
      { id: 'e2', source: 'choose', sourceHandle: 'yes', target: 'first' },
      { id: 'e3', source: 'choose', sourceHandle: 'else', target: 'other' },
    ],
  });
  const run = async (n: number) =>
    (
      await author.call<{ logId: string }>('POST', `/api/v1/workflows/${id}/executions`, {
        input: { n },
      })
    ).body.logId;
  const logId = await run(2);
  const otherId = await run(0);
  await page.goto(`/w/${author.workspaceId}/logs/${logId}`);
  await page.getByRole('link', { name: 'Open on the canvas' }).click();
  const banner = page.getByRole('region', { name: 'Past run' });
  await expect(banner.getByText('Run of the draft')).toBeVisible();
  await expect(banner.getByText('Same as what ran.')).toBeVisible();
  const taken = page.locator('.flow-line-taken');
  await expect(taken).toHaveCount(2);
  await banner.getByRole('button', { name: 'Show its result' }).click();
  await expect(runDrawer(page).getByText('"yes"')).toBeVisible();
  await expect(blockNamed(page, 'choose').getByText(/^Ran .* from its start to its end/)).toBeAttached();
  await page.reload();
  await expect(banner).toBeVisible();
  await banner.getByRole('button', { name: 'Show its result' }).click();
  await runDrawer(page).getByRole('button', { name: 'Runs' }).click();
  await expect(page.getByRole('menuitem', { name: 'All runs' })).toHaveAttribute('href', /workflowIds=/);
  await page.getByRole('menuitemradio').first().click();
  await expect(runDrawer(page).getByText('"no"')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`run=${otherId}`));
  await expect(banner).toBeVisible();
  await page.getByRole('button', { name: 'Run', exact: false }).first().click();
  await expect(banner).toBeHidden();
  await expect(page).not.toHaveURL(/run=/);
  await page.goto(`/w/${author.workspaceId}/workflows/${id}?run=${logId}`);
  await banner.getByRole('button', { name: 'Close' }).click();
  await expect(banner).toBeHidden();
  await expect(page).not.toHaveURL(/run=/);
  await page.goto(`/w/${author.workspaceId}/workflows/${id}?run=${logId}`);
  await expect(banner).toBeVisible();
  await expectAccessible(page, 'an editor with a past run');
  await page.setViewportSize({ width: 1440, height: 900 });

  await openBlock(page, 'first');
  await page.getByRole('textbox', { name: 'Body' }).fill('"changed"');
  await page.keyboard.press('Escape');
  await openBlock(page, 'other');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Delete');
  await expect(blockNamed(page, 'other')).toHaveCount(0);
  // The block, the removed one, and the connection to it.
  await banner.getByRole('button', { name: '3 changes since' }).click();
  const changes = page.getByRole('dialog', { name: 'Changes since this run' });
  await expect(changes.getByRole('button', { name: /other/ })).toBeVisible();
  await changes.getByRole('button', { name: /first/ }).click();
  await expect(changes.getByText('"changed"')).toBeVisible();
  await expectAccessible(page, 'what was changed since a past run', [1440]);
});
