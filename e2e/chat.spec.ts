import { expect, type Page, test } from '@playwright/test';
import { openAiError, openAiEvents } from '../lib/platform/models/testing/openai-wire';
import type { ScriptedAnswer } from '../lib/platform/models/testing/scripted-answer';
import { patient } from '../scripts/lib/machine-speed.mjs';
import type { KeyHolder } from './fixtures/api';
import { expectAccessible } from './fixtures/audit-page';
import { makeAuthor, openBlock, PASSWORD, saved, signIn } from './fixtures/author';
import { FORMATTED, shopPage } from './fixtures/chat-pages';
import { startUpstream, UPSTREAM, type Upstream } from './fixtures/upstream';

const PERSON = 'chat-author';
let author: KeyHolder;
let upstream: Upstream;
let script: ScriptedAnswer[] = [];
/** Sends the second half of a held response. */
let release = (): void => undefined;

test.describe.configure({ timeout: patient(180_000) });
test.beforeAll(async ({ baseURL }) => {
  author = await makeAuthor(baseURL, PERSON, { isUnlimited: true });
});
/** Starts the model, and a shop whose pages embed a chat: `/shop/<slug>`. */
test.beforeEach(async ({ baseURL }) => {
  upstream = await startUpstream(({ line }, response) => {
    const [, slug] = /^GET \/shop\/([\w-]+) /.exec(`${line} `) ?? [];
    if (slug !== undefined) return void shopPage(slug, baseURL ?? '', response);
    const answer = script.shift() ?? { text: 'No more.' };
    if (answer.status !== undefined) {
      const error = { code: 'broken', message: 'sk-secret is broken' };
      response.writeHead(answer.status).end(JSON.stringify(openAiError(answer.status, error)));
      return;
    }
    response.setHeader('content-type', 'text/event-stream');
    const events = openAiEvents(answer);
    const half = answer.fault === 'stall' ? Math.ceil(events.length / 2) : events.length;
    response.write(events.slice(0, half).join(''));
    release = () => response.end(events.slice(half).join(''));
    if (half === events.length) release();
  });
});
test.afterEach(() => upstream.stop());

const HISTORY = '<chat.history>';

/** Publishes a chat with an agent. @returns its workflow and its slug */
async function makeChat(
  name: string,
  config: Record<string, unknown>,
): Promise<{ id: string; slug: string; url: string }> {
  const id = await author.createWorkflow(name, {
    blocks: {
      chat: { id: 'chat', type: 'chat-trigger', name: 'chat', position: { x: 0, y: 0 }, config },
      agent: {
        id: 'agent',
        type: 'agent',
        name: 'agent',
        position: { x: 330, y: 0 },
        config: {
          provider: { kind: 'openai', baseUrl: `${UPSTREAM}/v1`, apiKey: 'none' },
          model: 'house',
          prompt: `Earlier: ${HISTORY}. Now: <chat.message>`,
          maxRetries: 0,
        },
      },
    },
    edges: [{ id: 'e', source: 'chat', target: 'agent' }],
  });
  const published = await author.call('POST', `/api/v1/workflows/${id}/publish`, {});
  expect(published.status).toBeLessThan(300);
  const { body } = await author.call<{ data: { slug: string; url: string } }>(
    'PUT',
    `/api/v1/workflows/${id}/chats/chat`,
    {},
  );
  return { id, ...body.data };
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const messages = (page: Page) => page.getByRole('list', { name: 'Messages' }).locator('> li');

async function say(page: Page, text: string): Promise<void> {
  // The beginning of an answer is readable before its end arrives; until then nothing can be sent.
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();
  await field(page).fill(text);
  await field(page).press('Enter');
}

test('a visitor holds a conversation, which goes on after answers that are stopped or fail', async ({
  page,
}) => {
  const { url } = await makeChat('Talks', {
    title: 'Weather helper',
    welcome: 'Ask about the **weather**.',
    suggestions: 'Is it warm in Rome?\nAnd in Oslo?',
    access: 'open',
  });

  await test.step('a visitor holds a conversation, reads it while it is written, and finds it again', async () => {
    const refused: string[] = [];
    page.on('console', (line) => line.type() === 'error' && refused.push(line.text()));
    await page.goto(url);
    await expect(page).toHaveTitle(/Weather helper/);
    await expect(page.getByText('weather', { exact: true })).toBeVisible();
    await expect(field(page)).toBeFocused();
    script = [{ text: 'It is warm in Rome: 21 degrees, until late tonight.', fault: 'stall' }];
    await page.getByRole('button', { name: 'Is it warm in Rome?' }).click();
    await expect(messages(page).nth(1)).toContainText('It is warm in');
    await expect(messages(page).nth(1)).not.toContainText('tonight');
    await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
    await expect(field(page)).toBeFocused();
    const announced = page.getByRole('status').filter({ hasText: 'It is warm' });
    await expect(announced).toHaveCount(0);
    release();
    await expect(messages(page).nth(1)).toContainText('late tonight.');
    await expect(announced).toHaveText('It is warm in Rome: 21 degrees, until late tonight.');

    script = [{ text: FORMATTED }];
    await say(page, 'And what\ndo I buy?');
    const second = messages(page).nth(3);
    await expect(second.getByRole('heading', { name: 'Two things' })).toBeVisible();
    await expect(second.getByRole('cell', { name: '24' })).toBeVisible();
    await expect(second.getByRole('link')).toHaveText(['good', 'Image: map']);
    await expect(second.getByRole('link', { name: 'good' })).toHaveAttribute('rel', /noreferrer nofollow/);
    await expect(second.locator('script, img')).toHaveCount(0);
    await expect(second).toContainText('<script>');
    await expect(page).toHaveTitle(/Weather helper/);
    const asked = upstream.received.at(-1)?.body ?? '';
    expect(asked).toContain('late tonight.');
    expect(asked).toContain('do I buy?');

    await page.reload();
    await expect(messages(page)).toHaveCount(4);
    // A reader who scrolled up stays there.
    await page.setViewportSize({ width: 1000, height: 420 });
    const jump = page.getByRole('button', { name: 'Jump to latest' });
    await expect(jump).toHaveCount(0);
    await page.getByRole('region', { name: 'Conversation' }).evaluate((box) => box.scrollTo(0, 0));
    await expect(messages(page).first()).toBeInViewport();
    await jump.click();
    await expect(messages(page).nth(3).getByText('<script>')).toBeInViewport();
    await expect(jump).toHaveCount(0);
    await expect(messages(page).nth(2)).toContainText('do I buy?');
    await expect(second.getByRole('heading', { name: 'Two things' })).toBeVisible();
    await field(page).fill('Kept while I look something up');
    await page.reload();
    await expect(field(page)).toHaveValue('Kept while I look something up');
    await page.context().setOffline(true);
    await expect(page.getByText('You are offline.', { exact: false })).toBeVisible();
    await field(page).press('Enter');
    await expect(messages(page)).toHaveCount(4);
    await page.context().setOffline(false);
    await expect(page.getByText('You are offline.', { exact: false })).toHaveCount(0);
    expect(refused).toEqual([]);
    await expectAccessible(page, 'a conversation');
    await page.getByRole('button', { name: 'New conversation' }).click();
    await expect(page.getByRole('button', { name: 'And in Oslo?' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'And in Oslo?' })).toBeVisible();
  });

  await test.step('an answer that is stopped arrives later; one that fails is asked for again', async () => {
    script = [{ text: 'A long story about a mill and its race.', fault: 'stall' }];
    await say(page, 'Tell me a story');
    await expect(messages(page).nth(1)).toContainText('A long story');
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByText('Stopped reading.', { exact: false })).toBeVisible();
    // A pending answer is found again after a reload too.
    await page.reload();
    await expect(messages(page).first()).toContainText('Tell me a story');
    await expect(page.getByText('The answer appears here when it is complete.')).toBeVisible();
    release();
    await expect(messages(page).nth(1)).toContainText('and its race.');
    await expect(field(page)).toBeFocused();

    script = [{ status: 500 }, { text: 'Now it works.' }];
    await say(page, 'Once more');
    await expect(page.locator('main').getByRole('alert')).toContainText('could not answer');
    await expect(page.locator('body')).not.toContainText('sk-secret');
    await expectAccessible(page, 'a failed answer');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(messages(page).last()).toContainText('Now it works.');
    await expect(page.getByRole('alert').filter({ hasText: 'could not answer' })).toHaveCount(0);
  });
});

test('a reload and a second tab during the first answer keep the conversation', async ({ page }) => {
  const { url } = await makeChat('First answer', { access: 'open' });
  await page.goto(url);
  script = [{ text: 'It opens at nine, and closes at noon.', fault: 'stall' }];
  await say(page, 'When does it open?');
  await expect(messages(page).nth(1)).toContainText('It opens at');
  const second = await page.context().newPage();
  await second.goto(url);
  await say(second, 'And on Sundays?');
  await expect(second.getByRole('alert').filter({ hasText: 'still being answered' })).toBeVisible();
  await second.close();
  await page.reload();
  await expect(page.getByText('The answer appears here when it is complete.')).toBeVisible();
  release();
  await expect(messages(page).nth(1)).toContainText('closes at noon.');
  script = [{ text: 'Never on Sundays.' }];
  await say(page, 'And on Sundays?');
  await expect(messages(page).nth(3)).toContainText('Never on Sundays.');
  expect(upstream.received.at(-1)?.body).toContain('closes at noon.');
});

test('a password, members, and an address without a chat', async ({ page, baseURL }) => {
  await page.goto('/chat/no-such-chat');
  await expect(page.getByRole('heading', { name: 'There is no chat at this address' })).toBeVisible();

  const locked = await makeChat('Locked', { access: 'password', password: 'sesame ü' });
  await page.goto(locked.url);
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('wrong');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert').filter({ hasText: /password/i })).toBeVisible();
  await password.fill('sesame ü');
  await page.getByRole('button', { name: 'Continue' }).click();
  script = [{ text: 'Come in.' }];
  await say(page, 'Hello');
  await expect(messages(page).nth(1)).toContainText('Come in.');
  await page.reload();
  await expect(messages(page).nth(1)).toContainText('Come in.');

  const inner = await makeChat('Inner', { access: 'members' });
  await page.goto(inner.url);
  await page.getByRole('link', { name: 'Sign in' }).click();
  // Waits for the page's scripts, because earlier input would be lost.
  await page.waitForURL(/\/sign-in/);
  await page.getByLabel('E-mail').fill(`${PERSON}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(inner.url.replace(new URL(inner.url).origin, baseURL ?? ''));
  script = [{ text: 'Hello, colleague.' }];
  await say(page, 'Hello');
  await expect(messages(page).nth(1)).toContainText('Hello, colleague.');
  // The access changes while the page is open: the message goes back to the input field.
  await page.context().clearCookies();
  await say(page, 'Still me?');
  await expect(page.getByRole('heading', { name: 'For members only' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('Still me?');
  await expectAccessible(page, 'members only');
});

test('a site that is named embeds the chat, another does not', async ({ page }) => {
  const config = { title: 'Shop help', access: 'open', origins: UPSTREAM };
  const { slug } = await makeChat('Embedded', config);
  const embedScript = await (await page.request.get('/chat-embed.js')).body();
  expect(embedScript.byteLength).toBeLessThan(5_120);
  await page.goto(`${UPSTREAM}/shop/${slug}`);
  const button = page.getByRole('button', { name: 'Chat', exact: true });
  await expect(page.locator('iframe')).toHaveCount(0);
  await button.click();
  const frame = page.frameLocator('iframe[title="Chat"]');
  const inside = frame.getByRole('textbox', { name: 'Message' });
  await expect(inside).toBeFocused();
  script = [{ text: 'We sell **hats**.' }];
  await inside.fill('What do you sell?');
  await inside.press('Enter');
  await expect(frame.getByText('hats', { exact: true })).toBeVisible();
  await inside.press('Escape');
  await expect(page.locator('iframe')).toBeHidden();
  await expect(button).toBeFocused();
  await page.setViewportSize({ width: 390, height: 800 });
  await button.press('Enter');
  await expect(inside).toBeFocused();
  expect(await page.locator('iframe').boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 800 });
  await frame.getByRole('button', { name: 'Close chat' }).click();
  await expect(page.locator('iframe')).toBeHidden();
  // Turbo shows a page again from a copy of its body, which has a copy of the button.
  await page.evaluate(() =>
    document.documentElement.replaceChild(document.body.cloneNode(true), document.body),
  );
  await expect(page.locator('iframe')).toHaveCount(0);
  await button.click();
  await expect(frame.getByText('hats', { exact: true })).toBeVisible();

  const closed = await makeChat('Not embedded', { ...config, origins: 'https://shop.example' });
  const answer = await page.request.get(`${closed.url}?embed=1`);
  expect(answer.headers()['content-security-policy']).toContain('frame-ancestors https://shop.example;');
  const refusal = page.waitForEvent('console', (line) => line.text().includes('frame-ancestors'));
  await page.goto(`${UPSTREAM}/shop/${closed.slug}`);
  await button.click();
  await refusal;
  await expect(inside).toHaveCount(0);
});

test('the author finds the address in the form, chooses it, and copies what others need', async ({
  page,
  browser,
  request,
}) => {
  await signIn(page, PERSON);
  await makeChat('Taken', { access: 'open' }).then(({ id }) =>
    author.call('PUT', `/api/v1/workflows/${id}/chats/chat`, { slug: 'taken-already' }),
  );
  const id = await author.createWorkflow('Addressed', {
    blocks: {
      chat: { id: 'chat', type: 'chat-trigger', name: 'chat', position: { x: 0, y: 0 } },
      reply: { id: 'reply', type: 'response', name: 'reply', position: { x: 330, y: 0 } },
    },
    edges: [{ id: 'e', source: 'chat', target: 'reply' }],
  });
  await page.goto(`/w/${author.workspaceId}/workflows/${id}`);
  await saved(page);
  await openBlock(page, 'chat');
  const section = page.getByRole('region', { name: 'Address of the chat' });
  await expect(section.getByText('Not published yet')).toBeVisible();
  const slug = section.getByRole('textbox', { name: 'Slug' });
  await slug.fill('taken-already');
  await section.getByRole('button', { name: 'Change' }).click();
  await expect(section.getByRole('alert')).toContainText(/taken|another chat/i);
  await slug.fill('our-help-desk');
  await section.getByRole('button', { name: 'Change' }).click();
  await expect(section.locator('code').first()).toHaveText(/\/chat\/our-help-desk$/);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await saved(page);
  await expect(section.getByText('Live', { exact: true })).toBeVisible();
  await section.getByText('Embed it, or call it from code').click();
  await expect(section.getByText('chat-embed.js?chat=our-help-desk')).toBeVisible();
  await expect(section.getByText('x-api-key')).toBeVisible();
  await expectAccessible(page, 'the form of a Chat block');

  // A reader sees the address and cannot change it.
  const invited = await page.request.post(`/api/workspaces/${author.workspaceId}/invitations`, {
    headers: { origin: new URL(page.url()).origin },
    data: { email: 'chat-reader@example.com', role: 'reader' },
  });
  const { link } = (await invited.json()) as { link: string };
  const joined = await request.post(`/api/invitations/${link.split('/').at(-1)}/accept`, {
    data: { name: 'Rita Reader', password: PASSWORD },
  });
  expect(joined.ok()).toBe(true);
  const context = await browser.newContext();
  const other = await context.newPage();
  await signIn(other, 'chat-reader');
  await other.goto(`/w/${author.workspaceId}/workflows/${id}`);
  await openBlock(other, 'chat');
  const seen = other.getByRole('region', { name: 'Address of the chat' });
  await expect(seen.locator('code').first()).toHaveText(/\/chat\/our-help-desk$/);
  await expect(seen.getByRole('button', { name: 'Change' })).toHaveCount(0);
  await context.close();
});
