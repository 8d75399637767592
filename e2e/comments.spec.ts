import { type Browser, expect, type Page, test } from '@playwright/test';
import type { KeyHolder } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { blockNamed as block, makeAuthor, openWorkflow, saved, signIn } from './fixtures/author';

const [PERSON, COLLEAGUE, READER] = ['comments-author', 'comments-colleague', 'comments-reader'];
let author: KeyHolder;

test.beforeAll(async ({ baseURL, browser }) => {
  author = await makeAuthor(baseURL, PERSON);
  await invite(browser, baseURL, COLLEAGUE, 'writer');
  await invite(browser, baseURL, READER, 'reader');
});
test.beforeEach(({ page }) => signIn(page, PERSON));

/** Adds a person to the author's workspace. */
async function invite(browser: Browser, url: string | undefined, person: string, role: string) {
  await makeAuthor(url, person);
  const [owner, guest] = await Promise.all([browser.newPage(), browser.newPage()]);
  await signIn(owner, PERSON);
  await signIn(guest, person);
  const headers = { origin: url ?? '' };
  const invited = await owner.request.post(`/api/workspaces/${author.workspaceId}/invitations`, {
    headers,
    data: { email: `${person}@example.com`, role },
  });
  // A member from an earlier attempt needs no invitation.
  if (invited.ok()) {
    const { link } = (await invited.json()) as { link: string };
    const path = `/api/invitations/${link.split('/').at(-1)}/accept`;
    expect((await guest.request.post(path, { headers, data: {} })).ok()).toBe(true);
  }
  await Promise.all([owner.close(), guest.close()]);
}

const TWO_BLOCKS = {
  blocks: {
    a: {
      id: 'a',
      type: 'api',
      name: 'fetch',
      position: { x: 0, y: 0 },
      config: { url: 'https://example.com' },
    },
    b: { id: 'b', type: 'api', name: 'other', position: { x: 400, y: 0 }, config: { url: 'https://b.test' } },
  },
  edges: [],
};

const panel = (page: Page) => page.getByRole('complementary', { name: 'Comments' });
const thread = (page: Page, about: string) => panel(page).getByRole('article', { name: about });
const badge = (page: Page, name: string) =>
  block(page, name).getByRole('button', { name: /^\d+ open comment thread/ });

/** Opens the same workflow in another person's browser. */
async function openElsewhere(browser: Browser, page: Page, person: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const elsewhere = await context.newPage();
  await signIn(elsewhere, person);
  await elsewhere.goto(page.url());
  return elsewhere;
}

async function commentOn(page: Page, name: string, text: string): Promise<void> {
  await block(page, name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Comment' }).click();
  const field = panel(page).getByRole('textbox', { name: `Comment on ${name}` });
  await expect(field).toBeFocused();
  await page.keyboard.insertText(text);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(field).toHaveValue('');
}

test('two people talk about a block, and each sees the other’s words without a reload', async ({
  page,
  browser,
}) => {
  await openWorkflow(page, author, 'Talked about', TWO_BLOCKS);
  const beside = await openElsewhere(browser, page, COLLEAGUE);
  await saved(beside);
  await commentOn(page, 'fetch', 'Why no timeout?\n<b>It hung</b> yesterday.');
  await expect(badge(page, 'fetch')).toHaveText('1');
  await expect(badge(beside, 'fetch')).toHaveText('1');
  await expect(beside.getByText(`${PERSON} commented on fetch.`, { exact: false })).toBeAttached();

  await badge(beside, 'fetch').click();
  const theirs = thread(beside, 'Open comments on fetch');
  // Plain text: its line breaks stay, and its tags are not interpreted.
  await expect(theirs.getByText('<b>It hung</b> yesterday.')).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'More actions' })).toHaveCount(0);
  await theirs.getByRole('button', { name: 'Reply on fetch' }).click();
  await expect(theirs.getByRole('textbox', { name: 'Reply on fetch' })).toBeFocused();
  await beside.keyboard.insertText('Set to 10 s.');
  await theirs.getByRole('button', { name: 'Reply', exact: true }).click();
  const mine = thread(page, 'Open comments on fetch');
  await expect(mine.getByText('Set to 10 s.')).toBeVisible();

  await mine.getByRole('button', { name: 'More actions for your comment' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await mine.getByRole('textbox', { name: 'Edit your comment' }).fill('Why no limit?');
  await mine.getByRole('button', { name: 'Save' }).click();
  await expect(theirs.getByText('Why no limit?')).toBeVisible();
  await expect(theirs.getByText('edited')).toBeVisible();

  await theirs.getByRole('button', { name: 'Resolve' }).click();
  await expect(badge(page, 'fetch')).toBeHidden();
  await panel(page).getByRole('radio', { name: 'Resolved 1' }).click();
  const resolved = thread(page, 'Resolved comments on fetch');
  await expect(resolved.getByText(`Resolved by ${COLLEAGUE}`, { exact: false })).toBeVisible();
  await resolved.getByRole('button', { name: 'Reopen' }).click();
  await expect(badge(beside, 'fetch')).toHaveText('1');

  // An admin deletes any comment; the rest of the thread stays.
  await panel(page).getByRole('radio', { name: 'Open 1' }).click();
  await mine.getByRole('button', { name: `More actions for the comment of ${COLLEAGUE}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete comment' }).click();
  await expect(theirs.getByText('Set to 10 s.')).toBeHidden();
  await expect(theirs.getByText('Why no limit?')).toBeVisible();
  await expectAccessible(page, 'a thread of comments');
  await beside.context().close();
});

test('a member is mentioned by @, finds it in the inbox, and is led to the comment', async ({
  page,
  browser,
}) => {
  await openWorkflow(page, author, 'Mentioned in', TWO_BLOCKS);
  await page.getByRole('button', { name: 'Comments', exact: true }).click();
  const field = panel(page).getByRole('textbox', { name: 'Comment on the workflow' });
  await field.click();
  await page.keyboard.type('Ask @read');
  const members = panel(page).getByRole('listbox', { name: 'Members' });
  await expect(members.getByRole('option')).toHaveText([new RegExp(READER)]);
  await expectAccessible(page, 'members to mention');
  await page.keyboard.press('Enter');
  await page.keyboard.type('please');
  await expect(field).toHaveValue(`Ask @${READER} please`);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(field).toHaveValue('');

  const reading = await openElsewhere(browser, page, READER);
  const openInbox = async () => {
    await reading.setViewportSize({ width: 1440, height: 900 });
    await reading.getByRole('link', { name: /^Waiting for you/ }).click();
  };
  await openInbox();
  const mention = reading.getByRole('listitem').filter({ hasText: `Ask @${READER} please` });
  await expect(mention.getByText('New', { exact: true })).toBeVisible();
  await expectAccessible(reading, 'mentions');
  await mention.getByRole('link', { name: 'Open the comment' }).click();
  await expect(thread(reading, 'Open comments on the workflow')).toContainText('please');
  await openInbox();
  await expect(mention.getByRole('button', { name: 'Mark as new' })).toBeVisible();
  await reading.context().close();
});

test('readers read comments, live, and write none', async ({ page, browser }) => {
  await openWorkflow(page, author, 'Read', TWO_BLOCKS);
  const reading = await openElsewhere(browser, page, READER);
  await reading.getByRole('button', { name: 'Comments', exact: true }).click();
  await expect(panel(reading).getByText('No open comments')).toBeVisible();
  await expect(panel(reading).getByRole('textbox')).toHaveCount(0);
  await page.getByRole('button', { name: 'Comments', exact: true }).click();
  await panel(page).getByRole('textbox', { name: 'Comment on the workflow' }).fill('Live on Monday');
  await panel(page).getByRole('button', { name: 'Comment', exact: true }).click();
  const theirs = thread(reading, 'Open comments on the workflow');
  await expect(theirs.getByText('Live on Monday')).toBeVisible();
  await expect(theirs.getByRole('button')).toHaveCount(0);
  await expectAccessible(reading, 'comments for a reader');
  await reading.context().close();
});

test('comments on blocks: begun from the command palette, kept with a deleted block, and kept when they can’t be sent', async ({
  page,
}) => {
  await openWorkflow(page, author, 'Commented', TWO_BLOCKS);

  await test.step('comments are found in the command palette', async () => {
    await block(page, 'fetch').click();
    await expect(page.getByLabel('Block name')).toHaveValue('fetch');
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
    await page.keyboard.type('comment on the selected');
    await expect(page.getByRole('option', { name: /^Comment on the selected block/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(panel(page).getByRole('textbox', { name: 'Comment on fetch' })).toBeFocused();
    await expectAccessible(page, 'no comments yet');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  });

  await page.reload();
  await test.step('comments stay with a block that is deleted, and are its own again after undo', async () => {
    await commentOn(page, 'other', 'Do we need this?');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(block(page, 'other')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Block name')).toHaveValue('other');
    await page.getByRole('button', { name: 'Close panel' }).click();
    await expect(block(page, 'other')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+d');
    await expect(block(page, 'other2')).toBeVisible();
    await expect(badge(page, 'other2')).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(block(page, 'other2')).toBeHidden();

    await block(page, 'other').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Block name')).toHaveValue('other');
    await page.getByRole('button', { name: 'Close panel' }).click();
    await expect(block(page, 'other')).toBeFocused();
    await page.keyboard.press('Delete');
    await expect(block(page, 'other')).toBeHidden();
    await page.keyboard.press('Shift+C');
    const gone = thread(page, 'Open comments on other (block deleted)');
    await expect(gone.getByText('Block deleted')).toBeVisible();
    await gone.getByRole('button', { name: 'Reply on other' }).click();
    await gone.getByRole('textbox').fill('Apparently not.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(gone.getByText('Apparently not.')).toBeVisible();
    await expectAccessible(page, 'comments on a deleted block');
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.getByRole('button', { name: 'Undo: ', exact: false }).click();
    await expect(badge(page, 'other')).toHaveText('1');
    await thread(page, 'Open comments on other').getByRole('button', { name: 'other', exact: true }).click();
    await expect(block(page, 'other')).toHaveClass(/selected/);
    await page.getByRole('region', { name: 'Canvas' }).focus();
    await page.keyboard.press('Escape');
    await expect(block(page, 'other')).not.toHaveClass(/selected/);
  });

  await test.step('what was typed is kept when it can’t be sent, also over a reload; sent again it is there once', async () => {
    await block(page, 'fetch').focus();
    await page.keyboard.press('c');
    const field = panel(page).getByRole('textbox', { name: 'Comment on fetch' });
    await expect(field).toBeFocused();
    await page.context().setOffline(true);
    await page.keyboard.insertText('Written on a train');
    await expect(panel(page).getByText('You are offline.', { exact: false })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(panel(page).getByRole('alert')).toContainText('What you wrote is kept here.');
    await expectAccessible(page, 'a comment that could not be sent', [1440]);
    await page.context().setOffline(false);
    await page.reload();
    await block(page, 'fetch').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Comment' }).click();
    await expect(field).toHaveValue('Written on a train');

    // The server performs the call, but its response is lost on the way.
    await page.route('**/comment-threads', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.fetch();
      await route.abort();
    });
    await panel(page).getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(panel(page).getByRole('alert')).toBeVisible();
    await page.unroute('**/comment-threads');
    await panel(page).getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(field).toHaveValue('');
    await expect(thread(page, 'Open comments on fetch')).toHaveCount(1);
    await expect(badge(page, 'fetch')).toHaveText('1');
  });
});
