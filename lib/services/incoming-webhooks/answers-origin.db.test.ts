import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import { redirectChat } from '../../server/answers-host';
import { askInProcess } from '../../server/api-listener';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { mintKey } from '../api-keys/testing/minted-key';
import { ensureChat } from '../chat/chat-address';
import { publishedChat, replies } from '../chat/testing/published-chat';
import { workflowIn } from '../runs/testing/workflow-in';
import { publishedHook } from './testing/published-hook';

vi.hoisted(() => {
  process.env.NEXTAUTH_URL = 'https://mill.example';
  process.env.ANSWERS_URL = 'https://answers.example';
});

let api: TestApi;
let mill: TestWorkspace;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('server');
  api = await startTestApi();
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
});
afterAll(async () => {
  await api.close();
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

/** Sends a GET with this host in its header, as a browser or proxy does under that name. */
async function get(host: string, path: string) {
  const { port } = new URL(api.origin);
  const sent = request({ port, path, headers: { host } }).end();
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject);
  });
  const { statusCode: status, headers } = response;
  return { status, headers, body: await text(response) };
}

const page = (type: string, more: object[] = []) => ({
  body: '<p>hi',
  headers: [{ key: 'Content-Type', value: type }, ...more],
});

describe('with an origin for answers', () => {
  test('webhooks and chats are shown under it, but for chats of members, who sign in elsewhere', async () => {
    const hook = await publishedHook(mill, {});
    expect(hook.url).toBe(`https://answers.example${hook.path}`);
    const open = await publishedChat(mill, { access: 'open' }, [replies('hi')]);
    const closed = await publishedChat(mill, { access: 'members' }, [replies('hi')]);
    const addresses = await Promise.all(
      [open, closed].map(async ({ id }) => (await ensureChat(mill.owner, { id, blockId: 'chat' })).data),
    );
    expect(addresses.map(({ url, apiUrl }) => [url, apiUrl])).toEqual([
      [`https://answers.example/chat/${open.slug}`, `https://answers.example${open.path}`],
      [`https://mill.example/chat/${closed.slug}`, `https://mill.example${closed.path}`],
    ]);
  });

  test('the page of a chat is shown where it belongs, whatever its address is spelt like', async () => {
    const open = await publishedChat(mill, { access: 'open' }, [replies('hi')]);
    const closed = await publishedChat(mill, { access: 'members' }, [replies('hi')]);
    const at = (host: string, url: string) => redirectChat({ url, headers: { host } }, askInProcess);
    const there = `https://answers.example/chat/${open.slug}`;
    expect(await at('mill.example', `/chat/${open.slug}?embed=1`)).toBe(`${there}?embed=1`);
    expect(
      await at('mill.example', `/chat/%${open.slug.charCodeAt(0).toString(16)}${open.slug.slice(1)}`),
    ).toBe(there);
    expect(await at('answers.example', `/chat/${open.slug}`)).toBeNull();
    expect(await at('mill.example', `/chat/${closed.slug}`)).toBeNull();
    expect(await at('answers.example', `/chat/${closed.slug}`)).toBe(
      `https://mill.example/chat/${closed.slug}`,
    );
    for (const path of ['/chat/no-such-chat', '/chat/%', '/', '/w/x'])
      expect(await at('mill.example', path)).toBeNull();
  });

  test.each([
    'text/html',
    'TEXT/HTML; charset=utf-8',
    'image/svg+xml',
    'application/xml',
    'text/plain, text/html',
  ])('an answer of %s is a page there, and text at the main one', async (type) => {
    const { path } = await publishedHook(mill, { methods: 'GET', answer: 'response' }, page(type));
    const there = await get('answers.example', path);
    expect([there.status, there.headers['content-type'], there.body]).toEqual([200, type, '<p>hi']);
    expect(there.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'; /);
    const here = await get('mill.example', path);
    expect([here.status, here.headers['content-type'], here.body]).toEqual([
      200,
      'text/plain; charset=utf-8',
      '<p>hi',
    ]);
  });

  test('what is no page, or is downloaded, is the same at both', async () => {
    const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    const download = { key: 'Content-Disposition', value: 'attachment; filename="a.html"' };
    for (const response of [page(docx), page('application/json'), page('text/html', [download])]) {
      const { path } = await publishedHook(mill, { methods: 'GET', answer: 'response' }, response);
      const [there, here] = [await get('answers.example', path), await get('mill.example', path)];
      expect(here.headers['content-type']).toBe(there.headers['content-type']);
    }
  });

  test('the API answers no page of an author’s either', async () => {
    const workflowId = await workflowIn(mill, [{ type: 'response', config: page('text/html') }]);
    const { headers } = await mintKey(mill.owner, mill.workspaceId);
    const response = await fetch(`${api.origin}/api/v1/workflows/${workflowId}/executions?answer=response`, {
      method: 'POST',
      headers,
    });
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'text/plain; charset=utf-8',
      '<p>hi',
    ]);
  });
});
