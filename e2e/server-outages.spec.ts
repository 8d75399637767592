import { expect, test } from '@playwright/test';
import { patient } from '../scripts/lib/machine-speed.mjs';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, openWorkflow, signIn } from './fixtures/author';
import { startUpstream, UPSTREAM, type Upstream } from './fixtures/upstream';

const PERSON = 'operator';
let author: KeyHolder;
let upstream: Upstream;
let status = 503;

test.describe.configure({ timeout: patient(180_000) });
test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
  upstream = await startUpstream((_, response) => {
    response.statusCode = status;
    response.end('{}');
  });
});
test.beforeEach(({ page }) => signIn(page, PERSON));
test.afterAll(() => upstream.stop());

const ORDERING: WrittenDocument = {
  blocks: {
    start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 }, config: {} },
    order: {
      id: 'order',
      type: 'api',
      name: 'order',
      position: { x: 330, y: 0 },
      config: {
        url: `${UPSTREAM}/orders`,
        method: 'POST',
        retry: { when: 'always', max: 0 },
        failOnStatus: true,
      },
    },
  },
  edges: [{ id: 'e', source: 'start', target: 'order' }],
};

test('let runs wait for a server, see that it is unavailable, try it again, and fail what waits', async ({
  page,
}) => {
  const id = await openWorkflow(page, author, 'Orders', ORDERING);
  const start = async () => {
    const path = `/api/v1/workflows/${id}/executions?mode=async`;
    return (await author.call<{ executionId: string }>('POST', path, { input: {} })).body.executionId;
  };
  const stateOf = async (executionId: string) =>
    (await author.call<{ status: string }>('GET', `/api/v1/executions/${executionId}`)).body.status;
  const savedSettings = async () =>
    (
      await author.call<{ data: { document: { settings?: { waitForServers?: boolean } } } }>(
        'GET',
        `/api/v1/workflows/${id}`,
      )
    ).body.data.document.settings?.waitForServers;

  await page.getByRole('button', { name: 'Workflow settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Workflow settings' });
  await settings.getByLabel('Wait for unavailable servers').click();
  await expectAccessible(page, 'the settings of a workflow that waits for servers');
  await settings.getByRole('button', { name: 'Apply' }).click();
  await expect(settings).toBeHidden();
  await expect.poll(savedSettings).toBe(true);

  const first = await start();
  await expect.poll(() => stateOf(first)).toBe('parked');
  await page.goto(`/w/${author.workspaceId}/logs`);
  const outages = page.getByRole('region', { name: 'Unavailable servers (1)' });
  await expect(outages).toContainText('may be unavailable');
  await expect(outages).toContainText('1 block waits');
  await expect(page.getByText(`Waits for ${new URL(UPSTREAM).host}`)).toBeVisible();
  await expectAccessible(page, 'a server that is unavailable');

  status = 200;
  await outages.getByRole('button', { name: 'Try now' }).click();
  await expect.poll(() => stateOf(first)).toBe('success');
  await expect(outages).toBeHidden({ timeout: patient(30_000) });

  status = 503;
  const second = await start();
  await expect.poll(() => stateOf(second)).toBe('parked');
  await outages.getByRole('button', { name: 'Fail all…' }).click();
  const question = page.getByRole('alertdialog');
  await expectAccessible(page, 'the question before runs fail');
  await question.getByRole('button', { name: 'Fail runs' }).click();
  await expect.poll(() => stateOf(second)).toBe('error');
});
