import { expect, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, signIn } from './fixtures/author';
import { startUpstream, UPSTREAM, type Upstream } from './fixtures/upstream';

const PERSON = 'rehearser';
let author: KeyHolder;
let upstream: Upstream;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
  upstream = await startUpstream((_, response) => response.end('{"total": 7}'));
});
test.beforeEach(({ page }) => signIn(page, PERSON));
test.afterAll(() => upstream.stop());

const FETCHING: WrittenDocument = {
  blocks: {
    s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    f: {
      id: 'f',
      type: 'api',
      name: 'fetch',
      position: { x: 330, y: 0 },
      config: { url: `${UPSTREAM}/order` },
    },
    a: {
      id: 'a',
      type: 'response',
      name: 'answer',
      position: { x: 660, y: 0 },
      config: { body: '{"total": <fetch.data.total?>}' },
    },
  },
  edges: [
    { id: 'e1', source: 's', target: 'f' },
    { id: 'e2', source: 'f', target: 'a' },
  ],
};

test('a run is rehearsed, a case becomes a test, and the canvas shows what nothing has passed', async ({
  page,
}) => {
  const id = await author.createWorkflow('Rehearsed', FETCHING);
  const ran = await author.call<{ logId: string }>('POST', `/api/v1/workflows/${id}/executions`, {
    input: {},
  });
  const asked = upstream.received.length;

  await test.step('rehearse it', async () => {
    await page.goto(`/w/${author.workspaceId}/logs?log=${ran.body.logId}`);
    await page.getByRole('button', { name: 'Rehearse…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rehearse this run' });
    await dialog.getByRole('button', { name: 'Rehearse', exact: true }).click();
    await expect(dialog.getByText(/findings? in \d+ cases/)).toBeVisible();
    await expect(dialog.getByRole('button', { name: '500 once, fetch · GET: Recovered' })).toBeVisible();
    await dialog.getByRole('button', { name: '500 always, fetch · GET: Wrong output' }).click();
    await expect(dialog.getByText(/A 500 on every attempt at “fetch” is not noticed/)).toBeVisible();
    await expect(dialog.getByRole('link', { name: 'Connect its error port' })).toBeVisible();
    await expectAccessible(page, 'a rehearsal with a chosen cell');
    expect(upstream.received.length).toBe(asked);
  });

  await test.step('keep a case as a test', async () => {
    const dialog = page.getByRole('dialog', { name: 'Rehearse this run' });
    await dialog.getByRole('button', { name: 'Keep as test…' }).click();
    const naming = page.getByRole('dialog', { name: 'Keep this case as a test' });
    await expect(naming.getByRole('textbox', { name: 'Name' })).toHaveValue('fetch: 500 always');
    await naming.getByRole('button', { name: 'Keep as test' }).click();
    await expect(naming).toBeHidden();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'View tests' }).click();
    const panel = page.getByRole('complementary', { name: 'Tests' });
    await panel.getByRole('button', { name: 'Run all' }).click();
    await expect(panel.getByText('1 test passed.')).toBeVisible();
    await panel.getByRole('button', { name: 'Close panel' }).click();
  });

  await test.step('see what nothing has passed', async () => {
    const failing = structuredClone(FETCHING);
    failing.blocks.b = {
      id: 'b',
      type: 'response',
      name: 'failed',
      position: { x: 660, y: 200 },
      config: { status: 502, body: '{"error": "No order."}' },
    };
    failing.edges.push({ id: 'e3', source: 'f', sourceHandle: 'error', target: 'b' });
    await author.call('PUT', `/api/v1/workflows/${id}`, { document: failing });
    await page.reload();
    const words = page.getByText(/parts were passed by a test or a run|Everything was passed/);
    await page.getByRole('button', { name: 'More for this workflow' }).click();
    await page.getByRole('menuitem', { name: 'Show coverage' }).click();
    await expect(words).toBeVisible();
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(page.getByRole('button', { name: 'Coverage', pressed: true })).toBeVisible();
  });
});
