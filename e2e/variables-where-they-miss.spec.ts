import { expect, test } from '@playwright/test';
import { patient } from '../scripts/lib/machine-speed.mjs';
import type { KeyHolder } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, openBlock, openWorkflow, saved, savedDocument, signIn } from './fixtures/author';

const PERSON = 'variables';
let author: KeyHolder;

test.describe.configure({ timeout: patient(180_000) });
test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const calling = (headers: Array<{ key: string; value: string }>) => ({
  blocks: {
    s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    b: {
      id: 'b',
      type: 'api',
      name: 'call',
      position: { x: 330, y: 0 },
      config: { url: 'https://h.example', headers: headers.map((row) => ({ ...row, enabled: true })) },
    },
  },
  edges: [{ id: 'e', source: 's', target: 'b' }],
});

test('a variable is created at the header row that misses it, or one of the same value is used', async ({
  page,
}) => {
  const rows = [
    { key: 'X-Known', value: 'yes' },
    { key: 'Authorization', value: 'Bearer {{PAY_KEY}}' },
  ];
  const id = await openWorkflow(page, author, 'Missing', calling(rows));
  await openBlock(page, 'call');
  await page.getByRole('tab', { name: /^Headers/ }).click();
  const second = page.getByRole('group', { name: 'Headers row 2' });
  await expect(second.getByRole('alert')).toContainText('There is no variable {{PAY_KEY}}');
  await expect(page.getByRole('group', { name: 'Headers row 1' }).getByRole('alert')).toHaveCount(0);
  await expectAccessible(page, 'a row that misses a variable');
  await page.setViewportSize({ width: 1440, height: 900 });
  await second.getByRole('button', { name: 'Create PAY_KEY' }).click();
  const dialog = page.getByRole('dialog', { name: 'New variable' });
  await expect(dialog.getByLabel('Value', { exact: true })).toBeFocused();
  await page.keyboard.type('a value that is secret');
  await dialog.getByRole('radio', { name: /^Secret/ }).check();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(second.getByRole('alert')).toHaveCount(0);

  // The same value under another name: the existing variable is offered.
  const again = [{ key: 'Authorization', value: 'Bearer {{PAY_TOKEN}}' }];
  const other = await openWorkflow(page, author, 'Missing again', calling(again));
  await page.getByRole('button', { name: /^\d+ problems?$/ }).click();
  await page.getByRole('list', { name: 'Problems' }).getByText('There is no variable').click();
  await expect(page.getByRole('combobox', { name: 'Headers row 1 value' })).toBeFocused();
  await page.getByRole('button', { name: /^\d+ problems?$/ }).click();
  await page
    .getByRole('list', { name: 'Problems' })
    .getByRole('button', { name: 'Create PAY_TOKEN' })
    .click();
  await dialog.getByLabel('Value', { exact: true }).fill('a value that is secret');
  await dialog.getByRole('radio', { name: /^Secret/ }).check();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Use PAY_KEY' }).click();
  await expect(dialog).toHaveCount(0);
  await saved(page);
  const { blocks } = await savedDocument(page, author, other);
  expect(JSON.stringify(blocks.b?.config)).toContain('Bearer {{PAY_KEY}}');

  await page.goto(`/w/${author.workspaceId}/settings/variables`);
  await page.getByRole('button', { name: 'Delete PAY_KEY' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete PAY_KEY?' });
  await expect(question).toContainText('will fail until it is created again, in Missing, Missing again.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(id).not.toBe(other);
});

test('a run that misses a variable leads to making it; a pasted token moves to the one that holds it', async ({
  page,
  context,
}) => {
  const secret = 'sk_live_51H8abcdefghijklmnop';
  const path = `/api/v1/workspaces/${author.workspaceId}/variables/HELD_KEY`;
  expect((await author.call('PUT', path, { value: secret })).status).toBe(200);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const id = await openWorkflow(page, author, 'Held', calling([{ key: 'X-Key', value: '{{NOT_YET}}' }]));
  await test.step('a run that misses a variable leads to making it', async () => {
    await page.getByRole('button', { name: 'Run', exact: false }).first().click();
    const run = page.getByRole('region', { name: 'Run', exact: true });
    await run.getByRole('button', { name: 'Create NOT_YET' }).click();
    await expect(page.getByRole('dialog', { name: 'New variable' }).getByLabel('Name')).toHaveValue(
      'NOT_YET',
    );
    await page.keyboard.press('Escape');
  });
  const command = `curl https://pay.example/charges -H 'Authorization: Bearer ${secret}'`;
  await page.evaluate((text) => navigator.clipboard.writeText(text), command);
  await openBlock(page, 'call');
  await page.getByRole('combobox', { name: 'URL' }).click();
  await page.keyboard.press('ControlOrMeta+v');
  await page.getByRole('button', { name: 'Move token to a variable' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move the token to a variable' });
  await expect(dialog).toContainText('{{HELD_KEY}} holds this value already, and is used.');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Moved to {{HELD_KEY}}')).toBeVisible();
  const { blocks } = await savedDocument(page, author, id);
  expect(JSON.stringify(blocks.b?.config)).toContain('Bearer {{HELD_KEY}}');
});
