import { expect, type Page, test } from '@playwright/test';
import { makeAuthor, signIn } from './fixtures/author';

const PERSON = 'linker';
const RUNS = 130;
const AT_ONCE = 13;

/** Returns the active row of the list; null without one, or if the named row does not exist. */
const activeRow = (page: Page) =>
  page.getByRole('listbox').evaluate((list) => {
    const id = list.getAttribute('aria-activedescendant');
    if (id === null) return 'none named';
    return document.getElementById(id)?.dataset.run ?? 'named, but not there';
  });

test('a link to a run below the first rows reveals it, marks it, and the keys walk on from there', async ({
  page,
  context,
  baseURL,
}) => {
  const author = await makeAuthor(baseURL, PERSON, { isUnlimited: true });
  const start = { id: 'a', type: 'start', name: 'start', position: { x: 0, y: 0 } };
  const workflowId = await author.createWorkflow('Linked', { blocks: { a: start }, edges: [] });
  const run = () => author.call('POST', `/api/v1/workflows/${workflowId}/executions`, { input: {} });
  // Several at once, because the product then records them together.
  for (let count = 0; count < RUNS; count += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, run));
  const listed = await author.call<{ data: Array<{ id: string }> }>(
    'GET',
    `/api/v1/logs?workspaceId=${author.workspaceId}&limit=150`,
  );
  const all = listed.body.data;
  expect(all.length).toBeGreaterThanOrEqual(RUNS);

  await signIn(page, PERSON);
  // One run of the first page, and one of an older page.
  for (const index of [60, 120]) {
    const linked = all[index]!;
    await page.goto(`/w/${author.workspaceId}/logs?log=${linked.id}`);
    const row = page.locator(`[data-run="${linked.id}"]`);
    await expect(row).toBeInViewport();
    await expect(row).toHaveAttribute('aria-selected', 'true');
    expect(await activeRow(page)).toBe(linked.id);
    await page.keyboard.press('j');
    await expect(page).toHaveURL(new RegExp(`log=${all[index + 1]!.id}`));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('complementary')).toHaveCount(0);
    await page.getByRole('listbox').evaluate((list) => list.scrollTo(0, list.scrollHeight));
    await expect.poll(() => activeRow(page)).not.toBe('named, but not there');
    await expect(page.getByRole('listbox').getByRole('status')).toHaveCount(0);
  }
  // The copied query equals the shown list: it starts at the same run.
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy as…' }).click();
  await page.getByRole('menuitem', { name: 'curl' }).click();
  await expect(page.getByText('curl command copied')).toBeVisible();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('endDate=');
  await page.getByRole('button', { name: 'Show latest' }).click();
  await expect(page.locator(`[data-run="${all[0]!.id}"]`)).toBeVisible();
});
