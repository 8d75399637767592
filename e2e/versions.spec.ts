import { expect, type Page, test } from '@playwright/test';
import { patient } from '../scripts/lib/machine-speed.mjs';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, openWorkflow, savedDocument, signIn } from './fixtures/author';

const PERSON = 'publisher';
let author: KeyHolder;

test.describe.configure({ timeout: patient(180_000) });
test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const answering = (body: string, at = { x: 330, y: 0 }): WrittenDocument => ({
  blocks: {
    start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 }, config: {} },
    answer: { id: 'answer', type: 'response', name: 'answer', position: at, config: { body } },
  },
  edges: [{ id: 'e', source: 'start', target: 'answer' }],
});

interface Answer {
  logId: string;
  output: unknown;
}
async function runByKey(id: string): Promise<{ output: unknown; version: unknown; logId: string }> {
  const { body } = await author.call<Answer>('POST', `/api/v1/workflows/${id}/executions`, { input: {} });
  const log = await author.call<{ data: { version: unknown } }>('GET', `/api/v1/logs/${body.logId}`);
  return { output: body.output, version: log.body.data.version, logId: body.logId };
}

/** Saves the draft by code; an open editor shows it without a reload. */
async function edit(id: string, document: WrittenDocument): Promise<void> {
  const { status } = await author.call('PUT', `/api/v1/workflows/${id}`, { document });
  expect(status).toBe(200);
}

/** Creates a workflow and publishes it, by code. */
async function publishedWorkflow(name: string, document: WrittenDocument, note: string): Promise<string> {
  const id = await author.createWorkflow(name, document);
  const { status } = await author.call('POST', `/api/v1/workflows/${id}/publish`, { note });
  expect(status).toBe(201);
  return id;
}

const bar = (page: Page) => page.getByRole('button', { name: /^Versions: / });
const distance = (page: Page, words: string) => expect(bar(page)).toHaveAccessibleName(`Versions: ${words}`);

async function publish(page: Page, note: string): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByLabel('Note').fill(note);
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
}

test('publish, break the draft, see that live is untouched, compare, roll back and restore', async ({
  page,
}) => {
  const id = await openWorkflow(page, author, 'Published', answering('{"n": 1}'));
  await distance(page, 'Draft · not published');
  await publish(page, 'The first one');
  await distance(page, 'Live v1');
  const first = await savedDocument(page, author, id);

  await edit(id, answering('{"n": "{{NO_SUCH_VARIABLE}}"}'));
  await distance(page, 'Draft · 1 change since v1');
  expect(await runByKey(id)).toMatchObject({ output: { n: 1 }, version: 1 });
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Publish the draft' });
  const errors = question.getByRole('list', { name: 'Fix 1 error before you publish' });
  await expect(errors).toContainText('There is no variable {{NO_SUCH_VARIABLE}} in this workspace.');
  await expect(errors.getByRole('button', { name: 'Create NO_SUCH_VARIABLE' })).toBeVisible();
  await expect(question.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
  await expect(question.getByRole('region', { name: 'Changes since version 1' })).toContainText(
    /Changed\s*answer/,
  );
  await expectAccessible(page, 'publishing a draft with errors');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Cancel' }).click();

  await bar(page).click();
  await page.getByRole('button', { name: 'Compare the draft with live' }).click();
  const later = page.getByRole('region', { name: 'Canvas of the later side, Draft' });
  await expect(later.getByText('Changed', { exact: false })).toBeVisible();
  await later.getByRole('group', { name: 'answer, ' }).click();
  const changes = page.getByRole('region', { name: 'Changes' });
  await expect(changes.getByText('{"n": 1}')).toBeVisible();
  await expect(changes.getByText('{"n": "{{NO_SUCH_VARIABLE}}"}')).toBeVisible();
  await page.keyboard.press('Escape');

  const problems = page.getByRole('button', { name: '1 problem', exact: true });
  await expect(problems).toBeVisible();
  await edit(id, answering('{"n": 2}'));
  await expect(problems).toHaveCount(0);
  await publish(page, 'The second one');
  await distance(page, 'Live v2');
  expect(await runByKey(id)).toMatchObject({ output: { n: 2 }, version: 2 });
  await bar(page).click();
  await expect(page.getByRole('list', { name: 'Versions' }).getByRole('listitem')).toHaveText([
    /Version 2Live.*publisher.*The second one/,
    /Version 1.*publisher.*The first one/,
  ]);
  await expect(page.getByRole('button', { name: 'Make version 1 live' })).toBeVisible();
  await page.getByRole('button', { name: 'Open version 1' }).click();
  await expect(page.getByRole('region', { name: 'Canvas of version 1' }).getByText('answer')).toBeVisible();
  await page.getByRole('button', { name: 'Roll back to this version' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Roll back to this version' }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page.getByText('Version 1 is live.').first()).toBeVisible();
  const { logId, ...ran } = await runByKey(id);
  expect(ran).toEqual({ output: { n: 1 }, version: 1 });
  expect((await savedDocument(page, author, id)).blocks.answer?.config).toEqual({ body: '{"n": 2}' });

  await page.getByRole('button', { name: 'Restore to draft' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore to draft' }).click();
  await distance(page, 'Live v1');
  await expect.poll(() => savedDocument(page, author, id)).toEqual(first);

  await page.goto(`/w/${author.workspaceId}/logs?log=${logId}`);
  await page.getByRole('link', { name: 'Version 1' }).click();
  await expect(page.getByRole('region', { name: 'Canvas of version 1' })).toBeVisible();
});

test('what was only moved is told apart, and both canvases move together', async ({ page }) => {
  const id = await publishedWorkflow('Moved', answering('1'), '');
  await edit(id, answering('1', { x: 330, y: 120 }));
  await page.goto(`/w/${author.workspaceId}/workflows/${id}`);
  await distance(page, 'Draft · only moved since v1');
  await bar(page).click();
  await page.getByRole('button', { name: 'Compare the draft with live' }).click();
  await expect(page.getByText('1 block, which changes nothing in runs: answer')).toBeVisible();
  const canvases = page.getByRole('dialog').locator('.react-flow__viewport');
  const places = () => canvases.evaluateAll((all) => all.map((one) => (one as HTMLElement).style.transform));
  const before = await places();
  await page
    .getByRole('dialog')
    .locator('.react-flow__pane')
    .first()
    .hover({ position: { x: 20, y: 200 } });
  await page.mouse.wheel(0, 150);
  await expect.poll(async () => (await places())[0]).not.toBe(before[0]);
  await expect.poll(async () => new Set(await places()).size).toBe(1);
});

test('the versions, one of them and a comparison: no violation, wide and narrow', async ({ page }) => {
  const id = await publishedWorkflow('Looked at', answering('{"n": 1}'), 'A note');
  await edit(id, answering('line 1\nline 2'));
  const at = (view: string) => page.goto(`/w/${author.workspaceId}/workflows/${id}?versions=${view}`);
  await at('list');
  await expect(page.getByRole('button', { name: 'Open version 1' })).toBeVisible();
  await expectAccessible(page, 'versions');
  await at('1');
  await expect(page.getByRole('region', { name: 'Canvas of version 1' }).getByText('answer')).toBeVisible();
  await expectAccessible(page, 'a version');
  await at('1..draft');
  await page.getByRole('button', { name: /answer/ }).press('Enter');
  await expect(page.getByRole('region', { name: 'Changes' }).getByText('line 2')).toBeVisible();
  await expectAccessible(page, 'a comparison');
});
