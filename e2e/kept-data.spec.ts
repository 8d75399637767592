import { expect, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, signIn } from './fixtures/author';

const PERSON = 'keeper';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const DOCUMENT: WrittenDocument = {
  blocks: { s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } } },
  edges: [],
};

test('rules of redaction are saved for a workspace and for a workflow, and logs have the mark', async ({
  page,
}) => {
  const id = await author.createWorkflow('Payments', DOCUMENT);
  await page.goto(`/w/${author.workspaceId}/settings/data`);
  await page.getByLabel('Redact by name').fill('iban');
  await page.getByLabel('Redact by path').fill('card');
  await page.getByRole('button', { name: 'Save redaction' }).click();
  await expect(page.getByText('“card” is not a path.')).toBeVisible();
  await page.getByLabel('Redact by path').fill('input.card');
  await page.getByRole('button', { name: 'Save redaction' }).click();
  await expect(page.getByText('Redaction saved')).toBeVisible();
  await expectAccessible(page, 'data settings');
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.goto(`/w/${author.workspaceId}/workflows/${id}`);
  await page.getByRole('button', { name: 'Workflow settings' }).click();
  await expect(page.getByText('2 rules of the workspace.')).toBeVisible();
  await page.getByRole('button', { name: 'Change redaction…' }).click();
  await page.getByLabel('Redact by name').fill('email');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('1 rule of this workflow, and 2 of the workspace.')).toBeVisible();

  const input = { iban: 'DE02120300000000202051', email: 'ada@analytical.example', city: 'London' };
  const run = await author.call<{ logId: string }>('POST', `/api/v1/workflows/${id}/executions`, { input });
  const log = await author.call('GET', `/api/v1/logs/${run.body.logId}`);
  const text = JSON.stringify(log.body);
  expect(text).toContain('London');
  expect(text).toContain('[redacted]');
  expect(text).not.toContain(input.iban);
  expect(text).not.toContain(input.email);
});

test('retention is saved, after a question if it deletes something', async ({ page }) => {
  await page.goto(`/w/${author.workspaceId}/settings/data`);
  await page.getByLabel('Keep inputs and outputs, days').fill('7');
  await page.getByRole('button', { name: 'Save retention' }).click();
  await page.getByRole('button', { name: 'Save and delete' }).click();
  await expect(page.getByText('Retention saved')).toBeVisible();
  const path = `/api/v1/workspaces/${author.workspaceId}/retention`;
  const saved = await author.call<{ data: { payloadDays: number } }>('GET', path);
  expect(saved.body.data.payloadDays).toBe(7);

  await page.getByLabel('Keep logs, days').fill('5');
  await page.getByRole('button', { name: 'Save retention' }).click();
  await expect(page.getByText('Logs are deleted after 5 days')).toBeVisible();
});
