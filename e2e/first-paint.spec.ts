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

const VIEWS = [
  ['a small one', SMALL, { width: 1440, height: 900 }],
  ['a small one on a narrow screen', SMALL, { width: 390, height: 844 }],
  ['a small one on a low screen', SMALL, { width: 1440, height: 420 }],
  ['a large one', LARGE, { width: 1440, height: 900 }],
  ['one with a container', LOOP, { width: 1200, height: 700 }],
] as const;

for (const [what, document, viewport] of VIEWS)
  test(`the blocks of a workflow come with the page and stay where they are first seen: ${what}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    const id = await author.createWorkflow(what, document);
    const placeOf = (name: string) => blockNamed(page, name).boundingBox();
    const names = ['start', Object.keys(document.blocks).at(1)!];
    await openWithoutScripts(page, `/w/${author.workspaceId}/workflows/${id}`);
    await expect(blockNamed(page, 'start')).toBeVisible();
    const before = await Promise.all(names.map(placeOf));
    const edge = await page.locator('.react-flow__edge').first().boundingBox();
    await letScriptsRun(page);
    const after = await Promise.all(names.map(placeOf));
    for (const [at, box] of [...before, edge].entries()) {
      const now = [...after, await page.locator('.react-flow__edge').first().boundingBox()][at]!;
      for (const side of ['x', 'y', 'width', 'height'] as const)
        expect(Math.abs(now[side] - box![side]), `${side} of ${names[at] ?? 'a connection'}`).toBeLessThan(1);
    }
  });

test('the sidebar has its place before it is drawn', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL!, javaScriptEnabled: false });
  const page = await context.newPage();
  await signIn(page, PERSON);
  const id = await author.createWorkflow('Not moved', SMALL);
  await page.goto(`/w/${author.workspaceId}/workflows/${id}`);
  const sidebar = page.getByRole('navigation', { name: 'Workspace' });
  await expect(sidebar).toBeVisible();
  const { x, width } = (await sidebar.boundingBox())!;
  expect(width).toBeGreaterThan(200);
  expect((await page.locator('.workflow-canvas').boundingBox())!.x).toBeCloseTo(x + width + 1, 0);
  await context.close();
});

test('containers that this browser shows collapsed are not seen expanded first', async ({ page }) => {
  const id = await author.createWorkflow('Collapsed', LOOP);
  const path = `/w/${author.workspaceId}/workflows/${id}`;
  await page.goto(path);
  await page.getByRole('button', { name: 'Collapse each' }).click();
  await expect(blockNamed(page, 'inner')).toHaveCount(0);
  await openWithoutScripts(page, path);
  await expect(blockNamed(page, 'inner')).toBeHidden();
  await letScriptsRun(page);
  await expect(blockNamed(page, 'inner')).toHaveCount(0);
  await expect(blockNamed(page, 'each')).toBeVisible();
});

test('a workflow that is opened again without a reload is read anew', async ({ page }) => {
  const id = await author.createWorkflow('Read anew', SMALL);
  await page.goto(`/w/${author.workspaceId}/workflows/${id}`);
  await alive(page);
  await page.getByRole('link', { name: 'Logs' }).click();
  await expect(page).toHaveURL(/\/logs/);
  const renamed = { ...SMALL, blocks: { ...SMALL.blocks, one: { ...SMALL.blocks.one!, name: 'elsewhere' } } };
  await author.call('PUT', `/api/v1/workflows/${id}`, { document: renamed });
  await page.goBack();
  await expect(blockNamed(page, 'elsewhere')).toBeVisible();
});
