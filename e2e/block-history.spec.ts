import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { blockNamed, makeAuthor, openBlock, openWorkflow, runToTheEnd, signIn } from './fixtures/author';
import { startUpstream, UPSTREAM, type Upstream } from './fixtures/upstream';

const PERSON = 'historian';
let author: KeyHolder;
let upstream: Upstream;
let answers: Array<{ status: number; type: string; body: string }>;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(async ({ page }) => {
  upstream = await startUpstream((_, response) => {
    const { status, type, body } = answers.shift() ?? { status: 200, type: 'text/plain', body: 'no more' };
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  await signIn(page, PERSON);
});
test.afterEach(() => upstream.stop());

const json = (value: unknown, status = 200) => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
});
const text = (body: string) => ({ status: 200, type: 'text/plain', body });

const DOCUMENT: WrittenDocument = {
  blocks: {
    start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    fetch: {
      id: 'fetch',
      type: 'api',
      name: 'fetch',
      position: { x: 330, y: 0 },
      config: { url: `${UPSTREAM}/orders` },
    },
  },
  edges: [{ id: 'e1', source: 'start', target: 'fetch' }],
};

const dock = (page: Page) => page.getByRole('region', { name: 'fetch alone' });
const rows = (page: Page) =>
  dock(page).getByRole('list', { name: 'Responses of this block' }).getByRole('listitem');

async function sendSingleBlock(page: Page, shows: string): Promise<void> {
  await dock(page).getByRole('button', { name: 'Send', exact: true }).click();
  await expect(dock(page).getByText(shows).first()).toBeVisible();
}

test('responses of a block are listed, compared and put back, until somebody signs out', async ({ page }) => {
  answers = [json({ n: 1, kept: true }), json({ n: 2, kept: true }), json({ error: 'gone' }, 404)];
  await openWorkflow(page, author, 'With a past', DOCUMENT);

  await test.step('responses of sends and of runs are listed, looked at, compared, and put back', async () => {
    await runToTheEnd(page);
    await openBlock(page, 'fetch');
    await page.keyboard.press('ControlOrMeta+Shift+Enter');
    await expect(dock(page).getByText('200 OK')).toBeVisible();
    await dock(page).getByRole('tab', { name: 'History' }).click();
    await expect(rows(page)).toHaveCount(2);
    await dock(page).getByRole('button', { name: 'Send', exact: true }).click();
    await expect(dock(page).getByText('404 Not Found').first()).toBeVisible();
    await dock(page).getByRole('tab', { name: 'History' }).click();
    await expect(rows(page)).toHaveCount(3);
    await expect(rows(page).first()).toContainText('404');
    await expect(rows(page).first()).toContainText('/orders');
    await expect(rows(page).last()).toContainText('run');

    // Survives a reload, and opens from the block's menu.
    await page.reload();
    await blockNamed(page, 'fetch').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Response history' }).click();
    await expect(rows(page)).toHaveCount(3);
    await rows(page).nth(1).getByRole('button').click();
    const past = dock(page).getByRole('region', { name: 'Earlier response' });
    await expect(past.getByText('200 OK')).toBeVisible();
    await past.getByRole('button', { name: 'Pin output' }).click();
    await expect(blockNamed(page, 'fetch').getByRole('button', { name: /^Pinned/ })).toBeVisible();
    await past.getByRole('button', { name: 'Use as sample' }).click();
    await expect(page.getByText('are now sent with this output as its sample')).toBeVisible();
    await expectAccessible(page, 'a response of the past');
    await page.setViewportSize({ width: 1440, height: 900 });

    await rows(page).nth(1).getByRole('checkbox').check();
    await rows(page).nth(2).getByRole('checkbox').check();
    const diff = dock(page).getByRole('region', { name: 'Comparison of two responses' });
    const body = diff.getByRole('region', { name: 'Body' });
    await expect(body.getByRole('term')).toHaveText(['n']);
    await expect(body.getByText('Before1')).toBeVisible();
    await expect(body.getByText('After2')).toBeVisible();
    await rows(page).first().getByRole('checkbox').check();
    await expect(diff.getByText('404 Not Found')).toBeVisible();
    await expectAccessible(page, 'two responses compared');
    await page.setViewportSize({ width: 1440, height: 900 });

    await dock(page).getByRole('button', { name: 'Clear test responses' }).click();
    await expect(rows(page)).toHaveCount(1);
  });

  await test.step('texts are compared by lines', async () => {
    answers = [text('one\ntwo\nthree'), text('one\nsecond\nthree')];
    await sendSingleBlock(page, 'two');
    await sendSingleBlock(page, 'second');
    await dock(page).getByRole('tab', { name: 'History' }).click();
    await expect(rows(page)).toHaveCount(3);
    for (const at of [0, 1]) await rows(page).nth(at).getByRole('checkbox').check();
    const body = dock(page).getByRole('region', { name: 'Body' });
    await expect(body.getByText('Removed: two')).toBeVisible();
    await expect(body.getByText('Added: second')).toBeVisible();
  });

  await test.step('who signs out leaves no response in the browser', async () => {
    const kept = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
    await expect.poll(kept).toContain('millrace-sends');
    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(/\/sign-in/);
    expect(await kept()).not.toContain('millrace-sends');
  });
});
