import { expect, type Page, test } from '@playwright/test';
import { patient } from '../scripts/lib/machine-speed.mjs';
import { expectAccessible, expectSoundText } from './fixtures/audit-page';

const FIRST = '/docs/guide/first-workflow';
const title = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });
const contents = (page: Page) => page.getByRole('navigation', { name: 'Guides', exact: true });

/** Returns the pages for readers in the order of the contents; of the decisions only the index. */
async function addresses(page: Page): Promise<string[]> {
  await page.goto(FIRST);
  const links = await contents(page)
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  return links.filter((link) => /^\/docs\/(?!decisions\/(?!README$))/.test(link));
}

/** Returns the kinds of elements in the main part of a page: their names and styles. */
const kindsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *')].map((each) => `${each.localName} ${each.getAttribute('class')}`),
  );

/** Follows a link of the contents, also where they are folded away: a page load would take twice as long. */
async function follow(page: Page, address: string): Promise<void> {
  const link = page.locator(`nav[aria-label="Guides"] a[href="${address}"]`);
  await link.evaluate((found: HTMLAnchorElement) => found.click());
  await expect(page).toHaveURL(address);
  await expect(page).toHaveTitle(/./); // it may come after the address
}

test('the guides: no violation, and each kind of element is audited in both themes at both widths', async ({
  page,
}) => {
  test.setTimeout(patient(480_000));
  const audited = new Set<string>();
  const all = await addresses(page);
  expect(all.length).toBeGreaterThan(40);
  for (const address of all) {
    await follow(page, address);
    await expect(title(page)).toBeVisible();
    const unseen = (await kindsOn(page)).filter((kind) => !audited.has(kind));
    for (const kind of unseen) audited.add(kind);
    await (unseen.length > 0 ? expectAccessible : expectSoundText)(page, address);
  }
});

test('the guides can be read without scripts, from page to page', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(FIRST);
  await page.getByRole('link', { name: /^Next/ }).click();
  await expect(title(page)).toHaveText('What Millrace does');
  await page.getByRole('link', { name: /^Previous/ }).click();
  await expect(title(page)).toHaveText('Your first workflow');
  await contents(page).getByRole('link', { name: 'Glossary' }).click();
  await expect(title(page)).toHaveText('Glossary');
  await context.close();
});

test('“Guides” opens the first of them; the search finds their texts, and Enter opens the best result', async ({
  page,
}) => {
  await page.goto('/docs');
  await page.getByRole('banner').getByRole('link', { name: 'Guides' }).click();
  await expect(page).toHaveURL(FIRST);
  const search = contents(page).getByRole('searchbox');
  const found = contents(page).locator('a[href="/docs/operations#requests-that-go-out"]');
  // Repeated, because input before the page's scripts run starts no search.
  await expect(async () => {
    await search.fill('');
    await search.fill('OUTBOUND_HEADERS_KB');
    await expect(found).toBeVisible({ timeout: patient(2_000) });
  }).toPass();
  await found.click();
  await expect(page).toHaveURL('/docs/operations#requests-that-go-out');
  await expect(page.getByRole('heading', { name: 'Requests that go out' })).toBeInViewport();
  await search.fill('rollback');
  await expect(contents(page).getByRole('status')).toHaveText(/^\d+ results?/);
  await search.press('Enter');
  await expect(page).toHaveURL('/docs/guide/versions-and-environments#roll-back');
  await search.fill('xylophonewaltz');
  await expect(contents(page).getByRole('status')).toHaveText('Nothing found. Try other words.');
});

test('a search that cannot be loaded says so, and can be tried again', async ({ page }) => {
  await page.route('**/docs/search.json', (route) => route.abort());
  await page.goto(FIRST);
  const search = contents(page).getByRole('searchbox');
  const again = contents(page).getByRole('button', { name: 'Try again' });
  await expect(async () => {
    await search.fill('');
    await search.fill('poll');
    await expect(again).toBeVisible({ timeout: patient(10_000) });
  }).toPass();
  await expect(contents(page).getByRole('status')).toHaveText('The search could not be loaded.');
  await page.unroute('**/docs/search.json');
  await again.click();
  await expect(contents(page).getByRole('link', { name: 'Poll without missing a run' })).toBeVisible();
});

test('a link to an error code shows its place', async ({ page }) => {
  await page.goto('/docs/guide/error-codes#outcome_unknown');
  await expect(page.getByRole('heading', { name: 'OUTCOME_UNKNOWN' })).toBeInViewport();
});

test('on a phone, columns can be read and code stays in its box', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const name of ['loops-and-scale', 'keys-and-limits', 'polling-the-logs', 'blocks/api']) {
    await page.goto(`/docs/guide/${name}`);
    await expect(title(page)).toBeVisible();
    const { cells, boxes, overflow } = await page.evaluate(() => ({
      cells: [...document.querySelectorAll('article td')].map((cell) => cell.getBoundingClientRect().width),
      boxes: [...document.querySelectorAll('article pre')].map((box) => box.getBoundingClientRect().right),
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    }));
    expect(cells.length, name).toBeGreaterThan(4);
    expect(Math.min(...cells), name).toBeGreaterThanOrEqual(100);
    expect(Math.max(0, ...boxes), name).toBeLessThanOrEqual(390);
    expect(overflow, name).toBe(0);
  }
});
