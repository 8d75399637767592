import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { blockNamed, makeAuthor, openWorkflow, runToTheEnd, savedDocument, signIn } from './fixtures/author';
import { startUpstream, UPSTREAM, type Upstream } from './fixtures/upstream';

const PERSON = 'importer';
let author: KeyHolder;
let upstream: Upstream;

const DOCUMENT = `openapi: 3.1.0
info: { title: Pets, version: "1" }
servers: [{ url: ../v2 }]
paths:
  /pets:
    get:
      operationId: listPets
      summary: All pets
      responses:
        200:
          description: The pets
          content:
            application/json:
              schema: { type: array, items: { $ref: "#/components/schemas/Pet" } }
components:
  schemas:
    Pet:
      type: object
      required: [id]
      properties:
        id: { type: integer, description: Its number }
        tag: { type: [string, "null"] }
`;

const LINE: WrittenDocument = {
  blocks: {
    s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    a: { id: 'a', type: 'api', name: 'pets', position: { x: 330, y: 0 } },
    r: { id: 'r', type: 'response', name: 'answer', position: { x: 660, y: 0 }, config: { body: '' } },
  },
  edges: [
    { id: 'e1', source: 's', target: 'a' },
    { id: 'e2', source: 'a', target: 'r' },
  ],
};

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});

test.beforeEach(async ({ page }) => {
  upstream = await startUpstream(({ line }, response) => {
    if (line === 'GET /docs/openapi.yaml') response.end(DOCUMENT);
    else if (line === 'GET /v2/pets') response.end('[{"id": 42, "tag": "cat"}]');
    else response.setHeader('content-type', 'text/html').end('<!doctype html><title>Docs</title>');
  });
  await signIn(page, PERSON);
});

test.afterEach(() => upstream.stop());

const importDialog = (page: Page) => page.getByRole('dialog', { name: 'Import' });

async function openImport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a block' }).first().click();
  await page.getByRole('option', { name: /^Import/ }).click();
  await expect(importDialog(page)).toBeVisible();
}

test('an operation of a document at a URL becomes a block whose answer has types before any run', async ({
  page,
}) => {
  const id = await openWorkflow(page, author, 'From a URL', LINE);
  await openImport(page);
  const dialog = importDialog(page);
  await dialog.getByRole('radio', { name: 'From a URL' }).click();
  const address = dialog.getByRole('textbox', { name: /Address/ });
  await address.fill(`${UPSTREAM}/docs`);
  await dialog.getByRole('button', { name: 'Fetch' }).click();
  await expect(address).toHaveAccessibleDescription(/This is a web page, not a document/);
  await address.fill('http://169.254.169.254/openapi.json');
  await address.press('Enter');
  await expect(address).toHaveAccessibleDescription(/which workflows may not call/);
  await address.fill(`${UPSTREAM}/docs/openapi.yaml`);
  await address.press('Enter');
  await dialog.getByRole('option', { name: /GET \/pets/ }).click();
  await expect(dialog).toBeHidden();

  const { blocks } = await savedDocument(page, author, id);
  const listPets = Object.values(blocks).find((block) => block.name === 'listPets');
  expect(listPets?.config).toEqual({ method: 'GET', url: `${UPSTREAM}/v2/pets` });
  expect(listPets?.outputs?.data?.items?.fields?.map(({ name }) => name)).toEqual(['id', 'tag']);

  await test.step('files of a Swagger 2 document that are chosen together become a block; one is missing', () =>
    importFiles(page, id));
});

async function importFiles(page: Page, id: string): Promise<void> {
  await page.getByRole('button', { name: 'Close panel' }).click();
  await openImport(page);
  const dialog = importDialog(page);
  const file = (name: string, text: string) => ({ name, mimeType: 'text/yaml', buffer: Buffer.from(text) });
  const main = `swagger: 2.0
host: a.test
schemes: [https]
paths: { /pets: { $ref: pets.yaml }, /owners: { $ref: owners.yaml } }
`;
  const pets =
    'get: { operationId: findPets, parameters: ' +
    '[{ name: limit, in: query, type: integer, default: 5, required: true }] }';
  await dialog
    .getByLabel('Files to import')
    .setInputFiles([file('swagger.yaml', main), file('pets.yaml', pets)]);
  await expect(dialog.getByText('swagger.yaml, pets.yaml')).toBeVisible();
  await expect(dialog.getByRole('status')).toContainText('/owners is left out: it is in "owners.yaml"');
  await dialog.getByRole('option', { name: /GET \/pets/ }).click();
  await expect(dialog).toBeHidden();
  const { blocks } = await savedDocument(page, author, id);
  expect(Object.values(blocks).find((block) => block.name === 'findPets')?.config).toMatchObject({
    url: 'https://a.test/pets',
    params: [{ key: 'limit', value: '5' }],
  });
}

test('types of a document complete and explain a reference; after a run, what came does', async ({
  page,
}) => {
  const outputs = {
    data: {
      type: 'array' as const,
      items: {
        type: 'object' as const,
        fields: [{ name: 'id', shape: { type: 'number' as const, description: 'Its number' } }],
      },
    },
  };
  const pets = { ...LINE.blocks.a, config: { url: `${UPSTREAM}/v2/pets` }, outputs };
  await openWorkflow(page, author, 'Typed', { ...LINE, blocks: { ...LINE.blocks, a: pets } });
  await blockNamed(page, 'answer').click();
  const body = page.getByRole('textbox', { name: 'Body' });
  await body.click();
  await page.keyboard.type('<pets.data[0].');
  await expect(page.getByRole('option', { name: /id.*Its number.*number.*OpenAPI/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(body).toHaveText('<pets.data[0].id>');
  const reference = body.getByText('<pets.data[0].id>');
  await reference.hover();
  await expect(page.getByText('number · OpenAPI')).toBeVisible();

  await runToTheEnd(page);
  await expect(page.getByRole('region', { name: 'Run', exact: true })).toContainText('42');
  await reference.hover();
  await expect(page.getByText('number · this run')).toBeVisible();
});
