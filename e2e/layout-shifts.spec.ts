import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { alive, makeAuthor, saved, signIn } from './fixtures/author';

/** The sum defined by Web Vitals, which rate more than 0.1 as not good. */
const MOST_SHIFT = 0.02;

const SLOW: WrittenDocument = {
  blocks: {
    s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 }, config: {} },
    f: {
      id: 'f',
      type: 'function',
      name: 'work',
      position: { x: 330, y: 0 },
      config: { code: 'return [1, 2, 3];' },
    },
  },
  edges: [{ id: 'e', source: 's', target: 'f' }],
};

let person: string;
let author: KeyHolder;
let workflowId: string;
test.beforeAll(async ({ baseURL }, { workerIndex }) => {
  person = `layout-shifts-${workerIndex}`;
  author = await makeAuthor(baseURL, person);
  workflowId = await author.createWorkflow('Steady', SLOW);
  await author.call('POST', `/api/v1/workflows/${workflowId}/executions`, { input: {} });
});
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    const seen: Array<{ value: number; moved: string[] }> = [];
    Object.assign(window, { layoutShifts: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & {
          value: number;
          sources: Array<{ node: Node | null }>;
        };
        seen.push({
          value,
          moved: sources.map(({ node }) => (node as HTMLElement | null)?.outerHTML?.slice(0, 120) ?? ''),
        });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await signIn(page, person);
});

/** Returns all shifts of this page with their elements; waits two frames, so that none is pending. */
const shifts = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    return (window as unknown as { layoutShifts: Array<{ value: number; moved: string[] }> }).layoutShifts;
  });

async function expectSteady(page: Page, words: string): Promise<void> {
  const seen = await shifts(page);
  const sum = seen.reduce((all, { value }) => all + value, 0);
  expect(sum, `${words}: ${JSON.stringify(seen)}`).toBeLessThan(MOST_SHIFT);
}

const PAGES = [
  '',
  '/overview',
  '/logs',
  '/webhooks',
  '/settings/general',
  '/settings/variables',
  '/settings/plan',
];

test('no page jumps while it loads, nor the editor’s bar over a run', async ({ page }) => {
  for (const at of PAGES)
    await test.step(`/w/…${at}`, async () => {
      await page.goto(`/w/${author.workspaceId}${at}`);
      await alive(page);
      await expect(page.getByTestId('skeleton')).toHaveCount(0);
      await expectSteady(page, at);
    });
  await test.step('the editor', async () => {
    await page.goto(`/w/${author.workspaceId}/workflows/${workflowId}`);
    await saved(page);
    await expectSteady(page, 'the editor');
  });
  await test.step('the bar stays where it is over a run', () => expectSteadyBar(page));
});

async function expectSteadyBar(page: Page): Promise<void> {
  const bar = page.getByRole('main').locator('header').first();
  const places = () =>
    bar
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons
          .filter((button) => !/^(Run|Stop)/.test(button.textContent ?? '') && button.checkVisibility())
          .map((button) => Math.round(button.getBoundingClientRect().left)),
      );
  const before = await places();
  expect(before.length).toBeGreaterThan(5);
  // Checks each frame until the run has ended.
  await bar.evaluate((element) => {
    const lefts = new Set<string>();
    Object.assign(window, { lefts });
    const look = () => {
      const known = element.querySelector('[aria-label^="Webhooks"], [aria-label^="Webhook"]');
      if (known !== null) lefts.add(String(Math.round(known.getBoundingClientRect().left)));
      requestAnimationFrame(look);
    };
    look();
  });
  await page.getByRole('button', { name: /^Run Ctrl/ }).click();
  await expect(
    page.getByRole('region', { name: 'Run', exact: true }).getByText('Success', { exact: true }),
  ).toBeVisible();
  expect(await places()).toEqual(before);
  expect(await page.evaluate(() => (window as unknown as { lefts: Set<string> }).lefts.size)).toBe(1);
}
