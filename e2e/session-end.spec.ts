import { expect, type Page, test } from '@playwright/test';
import type { KeyHolder, WrittenDocument } from './fixtures/api';
import {
  blockNamed,
  makeAuthor,
  PASSWORD,
  saved,
  savedDocument,
  signIn,
  signInByForm,
} from './fixtures/author';

const PERSON = 'interrupted';
let author: KeyHolder;

test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON);
});

test.beforeEach(({ page }) => signIn(page, PERSON));

const START: WrittenDocument = {
  blocks: {
    a: { id: 'a', type: 'start', name: 'start', position: { x: 0, y: 0 } },
    b: {
      id: 'b',
      type: 'api',
      name: 'call',
      position: { x: 330, y: 0 },
      config: { url: 'https://example.com' },
    },
  },
  edges: [{ id: 'e1', source: 'a', target: 'b' }],
};

const question = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });

async function signInAgain(page: Page): Promise<void> {
  const password = question(page).getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  await password.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(question(page)).toHaveCount(0);
}

interface Form {
  name: string;
  page: string;
  fill: (page: Page) => Promise<void>;
  submit: string;
  done: (page: Page) => Promise<void>;
}

const open = (button: string, fields: Record<string, string>) => async (page: Page) => {
  await page.getByRole('button', { name: button, exact: true }).click();
  for (const [label, value] of Object.entries(fields))
    await page.getByRole('dialog').getByLabel(label, { exact: true }).fill(value);
};
const openSecret = (name: string) => async (page: Page) => {
  await open('New variable', { Name: name, Value: 'kept' })(page);
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: /^Secret/ })
    .check();
};
const sees = (text: string) => (page: Page) => expect(page.getByText(text).first()).toBeVisible();

const FORMS: Form[] = [
  {
    name: 'API key',
    page: 'settings/api-keys',
    fill: open('New key', { Name: 'Nightly report' }),
    submit: 'Create key',
    done: async (page) => {
      await expect(page.getByLabel('API key', { exact: true })).toHaveValue(/_live_/);
      await page.getByRole('button', { name: 'Done' }).click();
      await expect(page.getByRole('row', { name: /Nightly report/ })).toHaveCount(1);
    },
  },
  {
    name: 'variable',
    page: 'settings/variables',
    fill: openSecret('TYPED_BEFORE'),
    submit: 'Create variable',
    done: (page) => expect(page.getByRole('cell', { name: 'TYPED_BEFORE', exact: true })).toBeVisible(),
  },
  {
    name: 'invitation',
    page: 'settings/members',
    fill: open('Invite', { 'E-mail': 'grace@example.com' }),
    submit: 'Create link',
    done: async (page) => {
      await expect(page.getByLabel('Invitation link')).toHaveValue(/invite/);
      await page.getByRole('button', { name: 'Done' }).click();
    },
  },
  {
    name: 'workspace name',
    page: 'settings/general',
    fill: (page) => page.getByLabel('Name', { exact: true }).fill('Renamed robots'),
    submit: 'Rename',
    done: sees('Workspace renamed'),
  },
  {
    name: 'profile name',
    page: 'settings/profile',
    fill: (page) => page.getByLabel('Name', { exact: true }).fill('Grace Hopper'),
    submit: 'Save',
    done: sees('Name saved'),
  },
  {
    name: 'new workflow',
    page: '',
    fill: open('New workflow', { Name: 'Typed before' }),
    submit: 'Create workflow',
    done: (page) => expect(page).toHaveURL(/\/workflows\//),
  },
];

test('a session ends while a form is open: sign in over the page, and it is sent', async ({ page }) => {
  for (const form of FORMS)
    await test.step(form.name, async () => {
      await page.goto(`/w/${author.workspaceId}/${form.page}`);
      await form.fill(page);
      await page.context().clearCookies();
      await page.getByRole('button', { name: form.submit, exact: true }).click();
      await signInAgain(page);
      await form.done(page);
    });
});

test('a webhook form and the editor outlive the session, through a wrong password too', async ({ page }) => {
  const id = await author.createWorkflow('Told later', START);
  await page.goto(`/w/${author.workspaceId}/workflows/${id}?webhooks=list`);
  const panel = page.getByRole('dialog', { name: 'Webhooks of Told later' });
  await panel.getByRole('button', { name: 'New subscription' }).click();
  const url = panel.getByLabel('URL', { exact: true });
  await url.fill('https://example.com/hooks');
  await panel.getByRole('switch', { name: 'Final output' }).click();
  await page.context().clearCookies();
  await panel.getByRole('button', { name: 'Subscribe' }).click();

  await question(page).getByLabel('Password', { exact: true }).fill('something else');
  await page.keyboard.press('Enter');
  await expect(question(page).getByText('Wrong e-mail or password')).toBeVisible();
  await page.keyboard.press('Escape');
  await signInAgain(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await panel.getByRole('tab', { name: 'Settings' }).click();
  await expect(panel.getByRole('switch', { name: 'Final output' })).toBeChecked();
  await expect(url).toHaveValue('https://example.com/hooks');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await test.step('the editor goes on saving after one has signed in again, and the field keeps the caret', () =>
    expectSavedOn(page, id));
});

async function expectSavedOn(page: Page, id: string): Promise<void> {
  await blockNamed(page, 'call').click();
  const name = page.getByLabel('Block name');
  await expect(name).toHaveValue('call');
  await name.fill('orders');
  // Any request may find the session over and open the question, in which the text must not be typed.
  await page.context().clearCookies();
  await page.keyboard.press('Enter');
  await expect(question(page)).toBeVisible();
  await signInAgain(page);
  await saved(page);
  const { blocks } = await savedDocument(page, author, id);
  expect(blocks.b?.name).toBe('orders');
  await page.reload(); // no question: there are no unsaved changes left
  await expect(blockNamed(page, 'orders')).toBeVisible();
}

test('signing in in another tab is enough; signing out there closes this one', async ({ page, context }) => {
  await page.goto(`/w/${author.workspaceId}/settings/variables`);
  await openSecret('ELSEWHERE')(page);
  await context.clearCookies();
  await page.getByRole('button', { name: 'Create variable', exact: true }).click();
  await expect(question(page)).toBeVisible();
  const other = await context.newPage();
  await signInByForm(other, PERSON);
  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event('focus'))); // headless windows never lose focus
  await expect(page.getByRole('cell', { name: 'ELSEWHERE', exact: true })).toBeVisible();

  await other.getByRole('button', { name: /^Account/ }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/sign-in\?next=/);
});
