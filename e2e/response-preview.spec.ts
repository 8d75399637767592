import { expect, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { expectErrors, makeAuthor, openBlock, openWorkflow, signIn } from './fixtures/author';
import { startUpstream, UPSTREAM, type Upstream } from './fixtures/upstream';

const PERSON = 'previewer';
/** An image of one pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const PAGE =
  '<h1>Hello</h1><script>parent.document.title = "broken out"; document.body.append("ran")</script>' +
  `<img src="${UPSTREAM}/tracker.png">`;
let author: KeyHolder;
let upstream: Upstream;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
  upstream = await startUpstream(({ line }, response) => {
    const isPage = line.includes('/page');
    response.setHeader('content-type', isPage ? 'text/html' : 'image/png');
    response.end(isPage ? PAGE : Buffer.from(PNG, 'base64'));
  });
});
test.afterAll(() => upstream.stop());
test.beforeEach(({ page }) => signIn(page, PERSON));

const fetching = (id: string, x: number) => ({
  id,
  type: 'api',
  name: id,
  position: { x, y: 0 },
  config: { url: `${UPSTREAM}/${id}` },
});
const TWO: WrittenDocument = {
  blocks: {
    s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    page: fetching('page', 330),
    picture: fetching('picture', 660),
  },
  edges: [
    { id: 'e', source: 's', target: 'page' },
    { id: 'f', source: 'page', target: 'picture' },
  ],
};

test('a page is previewed in a frame that runs no scripts and loads nothing; an image is shown', async ({
  page,
  context,
}) => {
  expectErrors(page, /^Blocked script execution|^Loading the image '[^']*tracker\.png' violates/);
  await openWorkflow(page, author, 'Previewed', TWO);
  await openBlock(page, 'page');
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  const dock = page.getByRole('region', { name: 'page alone' });
  const views = dock.getByRole('radiogroup', { name: 'Show the page as' });
  await views.getByText('Preview').click();
  const frame = dock.locator('iframe[title="Preview of the response"]');
  await expect(frame).toHaveAttribute('sandbox', '');
  const shown = frame.contentFrame();
  await expect(shown.getByRole('heading', { name: 'Hello' })).toBeVisible();
  await expect(shown.getByText('ran')).toHaveCount(0);
  await expect(page).not.toHaveTitle(/broken out/);
  // The frame's picture comes first, so the browser would have requested it by then.
  const control = await context.newPage();
  await control.goto(`${UPSTREAM}/control.png`);
  await control.close();
  const asked = upstream.received.map(({ line }) => line).filter((line) => !line.includes('favicon'));
  expect(asked).toEqual(['GET /page', 'GET /control.png']);
  await expectAccessible(page, 'preview of a page', [1440]);

  await test.step('an image is shown', async () => {
    await openBlock(page, 'picture');
    await page.keyboard.press('ControlOrMeta+Shift+Enter');
    const imageDock = page.getByRole('region', { name: 'picture alone' });
    const picture = imageDock.getByRole('img', { name: 'The answer' });
    await expect(picture).toBeVisible();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
    await expectAccessible(page, 'an image that came as an answer', [1440]);
  });
});
