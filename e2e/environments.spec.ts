import { expect, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, signIn } from './fixtures/author';

const PERSON = 'environmentalist';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const SHOWS_TOKEN: WrittenDocument = {
  blocks: {
    s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    r: {
      id: 'r',
      type: 'response',
      name: 'answer',
      position: { x: 330, y: 0 },
      config: { body: '"{{PLACE}}"' },
    },
  },
  edges: [{ id: 'e1', source: 's', target: 'r' }],
};

test('a variable gets another value for live versions, and they use it', async ({ page }) => {
  await page.goto(`/w/${author.workspaceId}/settings/variables`);
  await page.getByRole('button', { name: 'New variable', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('PLACE');
  const plain = page.getByRole('radio', { name: /^Plain/ });
  const secret = page.getByRole('radio', { name: /^Secret/ });
  await page.getByLabel('Value', { exact: true }).fill('https://api.example.com');
  await expect(page.getByText('Proposed: this is a URL without credentials.')).toBeVisible();
  await page.getByLabel('Value', { exact: true }).fill('test');
  await expect(page.getByText('Proposed: this is the name of an environment.')).toBeVisible();
  await expect(
    page.getByText(/^A value under 8 characters is masked where it is the whole text/),
  ).toBeVisible();
  for (const kind of [plain, secret]) await expect(kind).not.toBeChecked();
  await page.getByRole('button', { name: 'Create variable', exact: true }).click();
  await expect(page.getByText('Choose secret or plain.')).toBeVisible();
  await page.getByRole('switch', { name: /Another value for live versions/ }).click();
  await page.getByLabel('Live value', { exact: true }).fill('real');
  await plain.check();
  await page.getByRole('button', { name: 'Create variable', exact: true }).click();
  const row = page.getByRole('row', { name: /PLACE/ });
  await expect(row.getByRole('cell', { name: 'test', exact: true })).toBeVisible();
  await expect(row.getByRole('cell', { name: 'real', exact: true })).toBeVisible();

  const id = await author.createWorkflow('Places', SHOWS_TOKEN);
  await author.call('POST', `/api/v1/workflows/${id}/publish`, {});
  const outputOf = async (version: string) => {
    const path = `/api/v1/workflows/${id}/executions?version=${version}`;
    return (await author.call<{ output: string }>('POST', path, { input: {} })).body.output;
  };
  expect(await outputOf('live')).toBe('real');
  expect(await outputOf('draft')).toBe('test');

  await page.getByRole('button', { name: 'Replace the value of PLACE' }).click();
  await page.getByRole('switch', { name: /Another value for live versions/ }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(row.getByText('Same')).toBeVisible();
  expect(await outputOf('live')).toBe('test');
  await page.getByRole('button', { name: 'Replace the value of PLACE' }).click();
  await page.getByRole('switch', { name: /Another value for live versions/ }).click();
  await expectAccessible(page, 'a variable with two values');
});
