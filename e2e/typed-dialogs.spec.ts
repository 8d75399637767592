import { expect, type Locator, type Page, test } from '@playwright/test';
import { patient } from '../scripts/lib/machine-speed.mjs';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import { alive, blockNamed, makeAuthor, saved, signIn } from './fixtures/author';
import { button, expectKept } from './fixtures/held-focus';

/** What is typed into the dialogs that `dialogs.spec.ts` doesn't type into is kept, too. */
const PERSON = 'dialog-typist';
const DOCUMENT: WrittenDocument = {
  blocks: {
    start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    count: {
      id: 'count',
      type: 'function',
      name: 'count',
      position: { x: 330, y: 0 },
      config: { code: 'return 1;' },
    },
  },
  edges: [{ id: 'e', source: 'start', target: 'count' }],
};
let author: KeyHolder;
let workflowId: string;
let logId: string;

test.describe.configure({ timeout: patient(240_000) });
test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
  const { workspaceId } = author;
  workflowId = await author.createWorkflow('Typed at', DOCUMENT);
  await author.call('POST', '/api/v1/folders', { workspaceId, name: 'Drawer' });
  const ran = await author.call<{ logId: string }>('POST', `/api/v1/workflows/${workflowId}/executions`, {
    input: {},
  });
  logId = ran.body.logId;
});
test.beforeEach(({ page }) => signIn(page, PERSON));

const home = () => `/w/${author.workspaceId}`;
const item = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name });

/** A dialog by its name, what opens it, and one of its texts. */
type Opening = readonly [
  name: string | RegExp,
  open: (page: Page) => Promise<unknown>,
  text: (dialog: Locator) => Locator,
];

const firstText = (dialog: Locator) => dialog.getByRole('textbox').first();
const called = (label: string | RegExp) => (dialog: Locator) => dialog.getByLabel(label);

async function expectAllKept(page: Page, openings: readonly Opening[]): Promise<void> {
  for (const [name, open, text] of openings)
    await test.step(String(name), async () => {
      await open(page);
      const dialog = page.getByRole('dialog', { name });
      await expect(dialog).toBeVisible();
      await expectKept(page, text(dialog));
      await expect(dialog).toHaveCount(0);
    });
}

test('dialogs of the list of workflows', async ({ page }) => {
  await page.goto(home());
  await expect(button(page, 'Actions for Typed at')).toBeVisible();
  await alive(page);
  await expectAllKept(page, [
    [
      'New workspace',
      async (page) => {
        await button(page, /^Workspace/).click();
        await item(page, 'New workspace…').click();
      },
      firstText,
    ],
    [
      'Rename workflow',
      async (page) => {
        await button(page, 'Actions for Typed at').click();
        await item(page, 'Rename').click();
      },
      firstText,
    ],
    [
      'Rename folder',
      async (page) => {
        await button(page, 'Actions for folder Drawer').click();
        await item(page, 'Rename').click();
      },
      firstText,
    ],
  ]);
});

test('dialogs of the editor', async ({ page }) => {
  await page.goto(`${home()}/workflows/${workflowId}`);
  await saved(page);
  const inMenu = (name: string) => async (page: Page) => {
    await blockNamed(page, 'count').click({ button: 'right' });
    await item(page, name).click();
  };
  await expectAllKept(page, [
    [/^Extract 1 block/, inMenu('Extract to a workflow…'), called('Name')],
    [/^Pinned output/, inMenu('Pin typed output…'), firstText],
    ['Publish', (page) => button(page, 'Publish').click(), called('Note')],
    [
      'Run with input',
      async (page) => {
        await button(page, 'More ways to run').click();
        await item(page, 'Run with input…').click();
      },
      firstText,
    ],
    [
      'Import',
      async (page) => {
        await button(page, 'Add a block').click();
        await page.getByRole('option', { name: /^Import/ }).click();
      },
      firstText,
    ],
    [
      'Runs at once',
      async (page) => {
        await button(page, 'Workflow settings').click();
        await button(page, 'Change runs at once…').click();
      },
      called('In all'),
    ],
  ]);
  await page.keyboard.press('Escape');
  await button(page, /^Versions/).click();
  await expectAllKept(page, [
    ['Hold Typed at', (page) => button(page, 'Hold or release…').click(), called('Reason')],
  ]);
});

test('dialogs of the logs', async ({ page }) => {
  await page.goto(`${home()}/logs?log=${logId}`);
  await expect(button(page, 'Run again…')).toBeVisible();
  await alive(page);
  await expectAllKept(page, [
    ['Run again', (page) => button(page, 'Run again…').click(), called('Input')],
    ['Keep this run as a test', (page) => button(page, 'Keep as test…').click(), firstText],
    [
      'Compare with another run',
      async (page) => {
        await button(page, 'Compare with…').click();
        await item(page, 'Another run by its ID…').click();
      },
      firstText,
    ],
  ]);
  await page.goto(`${home()}/logs`);
  await expect(page.getByRole('option').first()).toBeVisible();
  await alive(page);
  await expectAllKept(page, [
    [
      'Save this view',
      async (page) => {
        await button(page, 'Views').click();
        await button(page, 'Save as a view…').click();
      },
      called('Name'),
    ],
    ['Change many runs', (page) => button(page, 'All that match…').click(), called('Runs a second')],
  ]);
});

test('the dialog that edits a key', async ({ page }) => {
  await page.goto(`${home()}/settings/api-keys`);
  const opener = page.getByRole('button', { name: /^Edit / }).first();
  await expect(opener).toBeVisible();
  await alive(page);
  await expectAllKept(page, [['Edit key', () => opener.click(), firstText]]);
});
