import { expect, type Page, test } from '@playwright/test';
import { buildSchema, graphql } from 'graphql';
import type { KeyHolder } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, openBlock, openWorkflow, savedDocument, signIn } from './fixtures/author';
import { startUpstream, UPSTREAM, type Upstream } from './fixtures/upstream';

const PERSON = 'grapher';
const TOKEN = 'a-token-of-the-graph';
const SCHEMA = buildSchema(`
  "Somebody with an account"
  type User { "What people call them" name: String! friends(first: Int): [User!]! }
  type Query { "One of them" user(id: ID!): User }
`);
let author: KeyHolder;
let upstream: Upstream;
/** What the server does with the next request for its schema. */
let introspection: 'allowed' | 'disabled' | 'unauthorized' = 'allowed';

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});

test.beforeEach(async ({ page }) => {
  upstream = await startUpstream(async ({ body, headers }, response) => {
    const isKnown = headers.authorization === `Bearer ${TOKEN}` && introspection !== 'unauthorized';
    response.statusCode = isKnown ? 200 : 401;
    const { query, variables } = JSON.parse(body) as { query: string; variables?: Record<string, unknown> };
    const refused = { errors: [{ message: 'GraphQL introspection is disabled' }] };
    if (response.statusCode === 401) response.end('{}');
    else if (query.includes('__schema') && introspection === 'disabled')
      response.end(JSON.stringify(refused));
    else {
      const rootValue = { user: ({ id }: { id: string }) => ({ name: `Ada ${id}`, friends: [] }) };
      const variableValues = variables ?? {};
      response.end(
        JSON.stringify(await graphql({ schema: SCHEMA, source: query, rootValue, variableValues })),
      );
    }
  });
  await signIn(page, PERSON);
});

test.afterEach(() => upstream.stop());

const queryOf = (page: Page) => page.getByRole('textbox', { name: 'Query', exact: true });

async function openGraph(page: Page): Promise<string> {
  const config = {
    url: `${UPSTREAM}/graphql`,
    method: 'POST',
    auth: { kind: 'bearer', token: TOKEN },
    body: { kind: 'graphql', query: '', variables: '' },
  };
  const id = await openWorkflow(page, author, 'Graph', {
    blocks: {
      s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } },
      g: { id: 'g', type: 'api', name: 'graph', position: { x: 330, y: 0 }, config },
    },
    edges: [{ id: 'e', source: 's', target: 'g' }],
  });
  await openBlock(page, 'graph');
  await page.getByRole('tab', { name: /^Body/ }).click();
  await expect(page.locator('[aria-busy]')).toHaveCount(0);
  return id;
}

async function loadSchema(page: Page, answer: typeof introspection): Promise<void> {
  introspection = answer;
  await page.getByRole('button', { name: /^Load (schema|again)$/ }).click();
}

test('a query is offered, described and checked by the schema of its server, and runs', async ({ page }) => {
  const id = await openGraph(page);
  await test.step('credentials that the server refuses are named', async () => {
    await loadSchema(page, 'unauthorized');
    await expect(
      page.getByRole('alert').filter({ hasText: 'Check the block’s authentication' }),
    ).toBeVisible();
  });
  await test.step('a server that keeps its schema to itself is said to, and syntax is checked all the same', async () => {
    await loadSchema(page, 'disabled');
    await expect(
      page.getByRole('alert').filter({ hasText: 'GraphQL introspection is disabled' }),
    ).toBeVisible();
    await queryOf(page).fill('{ user(id: ] }');
    await expect(page.getByText(/^Line 1: Unexpected|^Line 1: Expected/)).toBeVisible();
    await queryOf(page).fill('{ anything }');
    await expect(page.getByText('No syntax errors')).toBeVisible();
    await expectAccessible(page, 'no schema');
    await page.setViewportSize({ width: 1440, height: 900 });
    await queryOf(page).fill('');
  });

  await loadSchema(page, 'allowed');
  await expect(page.getByText(/^Schema of \d+ types/)).toBeVisible();
  expect(upstream.received[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);

  await queryOf(page).click();
  await page.keyboard.type('{ us');
  await expect(page.getByRole('option', { name: /^user/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.type('(id: 7) { nme');
  await expect(page.getByText(/Cannot query field "nme" on type "User"/)).toBeVisible();
  for (const _ of 'me') await page.keyboard.press('Backspace');
  await expect(page.getByRole('option', { name: /^name/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Valid for the schema')).toBeVisible();
  await queryOf(page).getByText('name', { exact: false }).last().hover();
  await expect(page.getByText('What people call them')).toBeVisible();

  await expect
    .poll(async () => (await savedDocument(page, author, id)).blocks.g?.config?.body)
    .toMatchObject({ kind: 'graphql', query: '{ user(id: 7) { name}}' });
  await author.call('POST', `/api/v1/workflows/${id}/executions`, { input: {} });
  expect(JSON.parse(upstream.received.at(-1)?.body ?? '{}')).toMatchObject({
    query: '{ user(id: 7) { name}}',
  });
  await expectAccessible(page, 'a query with its schema');
});
