import { createHash } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, openBlock, openWorkflow, runToTheEnd, savedDocument, signIn } from './fixtures/author';
import { startUpstream, UPSTREAM, type Upstream } from './fixtures/upstream';

const PERSON = 'authorizer';
const TOKEN = 'access-e2e-0123456789abcdef';
let author: KeyHolder;
let upstream: Upstream;
let challenge: string | null = null;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});
/** Starts a provider with a consent page, and a service that requires its token. */
test.beforeEach(async ({ page }) => {
  upstream = await startUpstream(({ line, headers, body }, response) => {
    const url = new URL(line.split(' ')[1] ?? '/', UPSTREAM);
    if (url.pathname === '/authorize') {
      challenge = url.searchParams.get('code_challenge');
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('state', url.searchParams.get('state') ?? '');
      const link = (name: string, value: string, words: string) => {
        const target = new URL(back);
        target.searchParams.set(name, value);
        return `<a href="${target.href.replaceAll('&', '&amp;')}">${words}</a>`;
      };
      response.setHeader('content-type', 'text/html');
      response.end(link('code', 'c1', 'Allow') + link('error', 'access_denied', 'Decline'));
      return;
    }
    if (url.pathname === '/token') {
      const verifier = new URLSearchParams(body).get('code_verifier') ?? '';
      const isRight = createHash('sha256').update(verifier).digest('base64url') === challenge;
      response.writeHead(isRight ? 200 : 400);
      response.end(JSON.stringify(isRight ? { access_token: TOKEN, token_type: 'bearer' } : { error: 'no' }));
      return;
    }
    response.end(JSON.stringify({ seen: headers.authorization ?? null, url: url.href }));
  });
  await signIn(page, PERSON);
});
test.afterEach(() => upstream.stop());

const CALLING: WrittenDocument = {
  blocks: {
    s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    a: {
      id: 'a',
      type: 'api',
      name: 'api',
      position: { x: 330, y: 0 },
      config: { url: `${UPSTREAM}/things` },
    },
  },
  edges: [{ id: 'e1', source: 's', target: 'a' }],
};

async function chooseConnection(page: Page, name: string): Promise<void> {
  await openBlock(page, 'api');
  await page.getByRole('tab', { name: 'Auth' }).click();
  await page.getByRole('combobox', { name: 'Authentication' }).click();
  await page.getByRole('option', { name: /^Connection/ }).click();
  await page.getByRole('combobox', { name: 'Connection' }).click();
  await page.getByRole('option', { name }).click();
}

const logsOf = async () => {
  const query = `workspaceId=${author.workspaceId}&details=full&includeTraceSpans=true`;
  return JSON.stringify(await author.call('GET', `/api/v1/logs?${query}`));
};

test('a connection is added and authorized, and a block sends its token, which no log shows', async ({
  page,
}) => {
  await page.goto(`/w/${author.workspaceId}/settings/connections`);
  await page.getByRole('button', { name: 'New connection' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Calendar');
  await page.getByLabel('Authorize URL').fill(`${UPSTREAM}/authorize`);
  await page.getByLabel('Token URL').fill(`${UPSTREAM}/token`);
  await page.getByLabel('Client id').fill('mill');
  await page.getByLabel('Client secret').fill('client-secret');
  await page.getByRole('button', { name: 'Create connection' }).click();
  await expect(page.getByRole('cell', { name: 'Not connected' })).toBeVisible();

  await page.getByRole('button', { name: 'Connect Calendar' }).click();
  await page.getByRole('link', { name: 'Decline' }).click();
  await expect(page.getByText('Access was declined at the provider.')).toBeVisible();
  await page.getByRole('button', { name: 'Connect Calendar' }).click();
  await page.getByRole('link', { name: 'Allow' }).click();
  // The notice names the connection too, once the list is loaded.
  await expect(page.getByRole('status').filter({ hasText: 'Connected.' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Disconnect Calendar' })).toBeVisible();

  const id = await openWorkflow(page, author, 'Calls', CALLING);
  await chooseConnection(page, 'Calendar');
  const saved = await savedDocument(page, author, id);
  expect(saved).toMatchObject({ blocks: { a: { config: { auth: { kind: 'connection' } } } } });

  await runToTheEnd(page);
  expect(upstream.received.at(-1)?.headers.authorization).toBe(`Bearer ${TOKEN}`);
  const shown = await logsOf();
  expect(shown).toContain('Bearer ***');
  expect(shown).not.toContain(TOKEN);
});

test('a connection is added beside the form and authorized in a window of its own', async ({ page }) => {
  const id = await openWorkflow(page, author, 'Beside', CALLING);
  await openBlock(page, 'api');
  await page.getByRole('tab', { name: 'Auth' }).click();
  await page.getByRole('combobox', { name: 'Authentication' }).click();
  await page.getByRole('option', { name: /^Connection/ }).click();
  await page.getByRole('button', { name: 'New connection' }).click();
  const dialog = page.getByRole('dialog', { name: 'New connection' });
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
  await dialog.getByRole('combobox', { name: 'Service' }).click();
  await page.getByRole('option', { name: 'Google', exact: true }).click();
  await expect(dialog.getByLabel('Token URL')).toHaveValue('https://oauth2.googleapis.com/token');
  await dialog.getByLabel('Name', { exact: true }).fill('Agenda');
  await dialog.getByLabel('Authorize URL').fill(`${UPSTREAM}/authorize`);
  await dialog.getByLabel('Token URL').fill(`${UPSTREAM}/token`);
  await dialog.getByLabel('Client id').fill('mill');
  await dialog.getByLabel('Client secret').fill('client-secret');
  await expectAccessible(page, 'a new connection over the editor');
  const opened = page.waitForEvent('popup');
  await dialog.getByRole('button', { name: 'Create connection' }).click();
  const provider = await opened;
  const closed = provider.waitForEvent('close');
  await provider.getByRole('link', { name: 'Decline' }).click();
  await closed;
  await expect(page.getByText('Access was declined at the provider.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Connection' })).toHaveText('Agenda');

  // A browser that blocks windows gets a link instead.
  await page.evaluate(() => {
    window.open = () => null;
  });
  await page.getByRole('button', { name: 'Connect Agenda' }).click();
  const other = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Open it' }).click();
  await (await other).getByRole('link', { name: 'Allow' }).click();
  await expect(page.getByText('Connected.', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open it' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Connect Agenda' })).toHaveCount(0);
  expect(await savedDocument(page, author, id)).toMatchObject({
    blocks: { a: { config: { auth: { kind: 'connection', connectionId: expect.any(String) } } } },
  });
});

test('an API key is saved once, sent by a block, replaced, and shown in no log', async ({ page }) => {
  const settings = `/w/${author.workspaceId}/settings/connections`;
  await page.goto(settings);
  await page.getByRole('button', { name: 'New connection' }).click();
  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: /^API key/ }).click();
  await expect(page.getByLabel('Token URL')).toHaveCount(0);
  await page.getByLabel('Name', { exact: true }).fill('Maps');
  await page.getByRole('combobox', { name: 'Add to' }).click();
  await page.getByRole('option', { name: 'Query parameter' }).click();
  await page.getByLabel('Parameter name').fill('key');
  await page.getByRole('button', { name: 'Create connection' }).click();
  await expect(page.getByLabel('Key', { exact: true })).toHaveAccessibleDescription(/Enter the API key\./);
  await page.getByLabel('Key', { exact: true }).fill('maps-first-key');
  await page.getByRole('button', { name: 'Create connection' }).click();
  const row = page.getByRole('row', { name: /Maps/ });
  await expect(row.getByText('API key in the query parameter key')).toBeVisible();
  await expect(row.getByText('Connected', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Connect Maps' })).toHaveCount(0);

  const id = await openWorkflow(page, author, 'Maps', CALLING);
  await chooseConnection(page, 'Maps');
  await expect(page.getByText('key: <secret of the connection>')).toBeVisible();
  await savedDocument(page, author, id);
  await runToTheEnd(page);
  expect(upstream.received.at(-1)?.line).toBe('GET /things?key=maps-first-key');

  await page.goto(settings);
  await page.getByRole('button', { name: 'Edit Maps' }).click();
  await page.getByLabel('Key', { exact: true }).fill('maps-other-key');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved Maps')).toBeVisible();
  await page.goto(`/w/${author.workspaceId}/workflows/${id}`);
  await runToTheEnd(page);
  expect(upstream.received.at(-1)?.line).toBe('GET /things?key=maps-other-key');
  const shown = await logsOf();
  expect(shown).toContain('key=***');
  expect(shown).not.toMatch(/maps-(first|other)-key/);
});
