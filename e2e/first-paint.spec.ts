import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { alive, blockNamed, makeAuthor, signIn } from './fixtures/author';

const PERSON = 'opener';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});

test.beforeEach(({ page }) => signIn(page, PERSON));

const call = (id: string, x: number, y: number) => ({
  id,
  type: 'api',
  name: id,
  position: { x, y },
  config: { url: 'https://example.com/' },
});

const start = { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 } };

const SMALL: WrittenDocument = {
  blocks: { start, one: call('one', 330, 40), two: call('two', 660, -100) },
  edges: [
    { id: 'e1', source: 'start', target: 'one' },
    { id: 'e2', source: 'one', target: 'two' },
  ],
};

const LARGE: WrittenDocument = {
  blocks: Object.fromEntries(
    Array.from({ length: 120 }, (_, at) => {
      const id = at === 0 ? 'start' : `b${at}`;
      const place = { x: (at % 20) * 330, y: Math.floor(at / 20) * 200 };
      return [id, at === 0 ? start : call(id, place.x, place.y)];
    }),
  ),
  edges: [{ id: 'e1', source: 'start', target: 'b1' }],
};

const LOOP: WrittenDocument = {
  blocks: {
    start,
    each: { id: 'each', type: 'loop', name: 'each', position: { x: 330, y: 0 }, config: { items: '[1]' } },
    inner: { ...call('inner', 40, 100), parentId: 'each' },
  },
  edges: [{ id: 'e1', source: 'start', target: 'each' }],
};

const scripts = /\/_next\/static\/chunks\/.*\.js/;

/** Opens the page with its HTML and style sheets only. */
async function openWithoutScripts(page: Page, path: string): Promise<void> {
  await page.route(scripts, (route) => route.abort());
  await page.goto(path);
}

async function letScriptsRun(page: Page): Promise<void> {
  await page.unroute(scripts);
  await page.reload();
  await alive(page);
  await expect(page.locator('.workflow-canvas')).toHaveAttribute('data-placed', 'true');
}

/** Checks that the first block, the second one and a connection are where they were seen before scripts ran. */
async function expectUnmoved(page: Page, path: string, second: string): Promise<void> {
  const placesOf = () =>
    Promise.all([
      blockNamed(page, 'start').boundingBox(),
      blockNamed(page, second).boundingBox(),
      page.locator('.react-flow__edge').first().boundingBox(),
    ]);
  await openWithoutScripts(page, path);
  await expect(blockNamed(page, 'start')).toBeVisible();
  const before = await placesOf();
  await letScriptsRun(page);
  const after = await placesOf();
  for (const [at, what] of ['start', second, 'a connection'].entries())
    for (const side of ['x', 'y', 'width', 'height'] as const)
      expect(Math.abs(after[at]![side] - before[at]![side]), `${side} of ${what}`).toBeLessThan(1);
}

const pathOf = (id: string) => `/w/${author.workspaceId}/workflows/${id}`;

test('the blocks of a workflow come with the page and stay where they are first seen', async ({ page }) => {
  const small = await author.createWorkflow('Small', SMALL);
  const large = await author.createWorkflow('Large', LARGE);
  for (const [what, id, second, viewport] of [
    ['a small one', small, 'one', { width: 1440, height: 900 }],
    ['a small one on a narrow screen', small, 'one', { width: 390, height: 844 }],
    ['a small one on a low screen', small, 'one', { width: 1440, height: 420 }],
    ['a large one', large, 'b1', { width: 1440, height: 900 }],
  ] as const)
    await test.step(what, async () => {
      await page.setViewportSize(viewport);
      await expectUnmoved(page, pathOf(id), second);
    });
});

test('so do containers, and those that this browser shows collapsed are not seen expanded first', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1200, height: 700 });
  const path = pathOf(await author.createWorkflow('With a container', LOOP));
  await expectUnmoved(page, path, 'each');
  await page.getByRole('button', { name: 'Collapse each' }).click();
  await expect(blockNamed(page, 'inner')).toHaveCount(0);
  await openWithoutScripts(page, path);
  await expect(blockNamed(page, 'inner')).toBeHidden();
  await letScriptsRun(page);
  await expect(blockNamed(page, 'inner')).toHaveCount(0);
  await expect(blockNamed(page, 'each')).toBeVisible();
});

test('the sidebar has its place before it is drawn', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL!, javaScriptEnabled: false });
  const page = await context.newPage();
  await signIn(page, PERSON);
  const id = await author.createWorkflow('Not moved', SMALL);
  await page.goto(pathOf(id));
  const sidebar = page.getByRole('navigation', { name: 'Workspace' });
  await expect(sidebar).toBeVisible();
  const { x, width } = (await sidebar.boundingBox())!;
  expect(width).toBeGreaterThan(200);
  expect((await page.locator('.workflow-canvas').boundingBox())!.x).toBeCloseTo(x + width + 1, 0);
  await context.close();
});

test('a workflow that is opened again without a reload is read anew', async ({ page }) => {
  const id = await author.createWorkflow('Read anew', SMALL);
  await page.goto(pathOf(id));
  await alive(page);
  await page.getByRole('link', { name: 'Logs' }).click();
  await expect(page).toHaveURL(/\/logs/);
  const renamed = { ...SMALL, blocks: { ...SMALL.blocks, one: { ...SMALL.blocks.one!, name: 'elsewhere' } } };
  await author.call('PUT', `/api/v1/workflows/${id}`, { document: renamed });
  await page.goBack();
  await expect(blockNamed(page, 'elsewhere')).toBeVisible();
});
