import { expect, type Page, test } from '@playwright/test';
import { makeAuthor, signIn } from './fixtures/author';

const PERSON = 'narrow';

/** Sends the request of a form, with the session's cookie. Returns its response. */
const send = <Answer>(page: Page, method: string, path: string, body: object): Promise<Answer> =>
  page.evaluate(
    async ([method, path, body]) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(path!, { method: method!, headers, body: body! });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
      return answer.json();
    },
    [method, path, JSON.stringify(body)],
  );

test('on a narrow screen the buttons of each row are in sight, however wide its table is', async ({
  page,
  baseURL,
}) => {
  const { workspaceId } = await makeAuthor(baseURL, PERSON);
  await signIn(page, PERSON);
  await page.goto(`/w/${workspaceId}`);
  const invite = (email: string) =>
    send<{ link: string }>(page, 'POST', `/api/workspaces/${workspaceId}/invitations`, {
      email,
      role: 'reader',
    });
  const { link } = await invite('somebody.with.a.long.name@example.com');
  const token = link.split('/').at(-1);
  await fetch(`${baseURL}/api/invitations/${token}/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(baseURL!).origin },
    body: JSON.stringify({ name: 'Somebody with a long name', password: 'correct horse battery' }),
  });
  await invite('somebody.else.with.a.long.name@example.com');
  await send(page, 'PUT', `/api/v1/workspaces/${workspaceId}/variables/A_NAME_THAT_IS_RATHER_LONG`, {
    value: 'secret',
  });

  await page.setViewportSize({ width: 390, height: 844 });
  const buttons = {
    'api-keys': [/^Rotate /, /^Edit /, /^Revoke /],
    members: [/^Remove Somebody/, /^Revoke invitation for somebody\.else/],
    variables: [/^Replace the value/, /^Delete /],
  };
  for (const [section, names] of Object.entries(buttons)) {
    await page.goto(`/w/${workspaceId}/settings/${section}`);
    for (const name of names)
      await expect(page.getByRole('button', { name }).first(), section).toBeInViewport({ ratio: 0.99 });
  }
});
