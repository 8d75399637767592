import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import type { Actor } from '../access/actor';
import { sessionCookie } from '../access/session-cookie';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { mintKey } from '../api-keys/testing/minted-key';
import { deleteVariable } from '../variables/delete-variable';
import { setVariable } from '../variables/set-variable';
import { publishWorkflow } from '../versions/publish-workflow';
import { createWorkflow } from '../workflows/create-workflow';
import { saveWorkflow } from '../workflows/save-workflow';
import { ensureChat, getChatAddress } from './chat-address';
import { chatDocument, type PublishedChat, publishedChat, replies } from './testing/published-chat';

const SITE = 'https://shop.example';
let api: TestApi;
let mill: TestWorkspace;

beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  await startHeartbeat('server');
  api = await startTestApi();
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
});
afterAll(async () => {
  await api.close();
  await stopHeartbeat();
  await closeDatabase();
});

const say = (chat: PublishedChat, headers: Record<string, string> = {}, body: object = { message: 'Hi' }) =>
  api.call('POST', chat.path, { accept: 'application/json', ...headers }, body);
const codeOf = async (answer: ReturnType<typeof say>) => {
  const { status, body } = await answer;
  return [status, body.code];
};
async function cookieOf({ userId }: Actor): Promise<string> {
  const cookie = await sessionCookie({ userId, sessionEpoch: 0 }, { name: 'n', email: 'e@example.com' });
  return cookie.slice(0, cookie.indexOf(';'));
}

describe('the address of a chat', () => {
  it('is long and random, or what the author chooses; the one before is unknown then', async () => {
    const config = { access: 'open', title: 'Help', welcome: 'Hello!', suggestions: 'One\nTwo' };
    const chat = await publishedChat(mill, config, [replies('Yes')]);
    expect(chat.slug).toMatch(/^c[0-9A-Za-z]{18}$/);
    const { data } = (await api.call('GET', chat.path)).body;
    expect(data).toEqual({
      title: 'Help',
      welcome: 'Hello!',
      suggestions: ['One', 'Two'],
      access: 'open',
      embedOrigins: [],
    });
    const slug = `help-${Date.now()}`;
    const of = { id: chat.id, blockId: 'chat' };
    const { data: named } = await ensureChat(mill.owner, { ...of, slug });
    expect(named).toMatchObject({ slug, isLive: true });
    expect(new URL(named.url).pathname).toBe(`/chat/${slug}`);
    expect((await ensureChat(mill.owner, of)).data.slug).toBe(slug);
    expect((await api.call('GET', `/api/v1/chat/${slug}`)).status).toBe(200);
    expect((await api.call('GET', chat.path)).status).toBe(404);
    const other = await publishedChat(mill, config, [replies('Yes')]);
    await expect(ensureChat(mill.owner, { id: other.id, blockId: 'chat', slug })).rejects.toMatchObject({
      code: 'conflict',
      message: 'This address is taken. Choose another one.',
    });
  });

  it('goes to the Chat block that stands for the one before', async () => {
    const chat = await publishedChat(mill, { access: 'open' }, [replies('Yes')]);
    const slug = `again-${Date.now()}`;
    await ensureChat(mill.owner, { id: chat.id, blockId: 'chat', slug });
    const document = chatDocument({ access: 'open' }, [replies('New')]);
    const { chat: block, ...others } = document.blocks;
    const edges = document.edges.map((edge) => ({ ...edge, source: 'talk' }));
    const anew = { ...document, blocks: { ...others, talk: { ...block!, id: 'talk' } }, edges };
    await saveWorkflow(mill.owner, { id: chat.id, document: anew });
    const { data } = await ensureChat(mill.owner, { id: chat.id, blockId: 'talk', slug });
    expect(data).toMatchObject({ slug, isLive: false });
    await publishWorkflow(mill.owner, { id: chat.id });
    const answer = async () => (await say({ ...chat, path: `/api/v1/chat/${slug}` })).body.data;
    await expect.poll(answer).toMatchObject({ answer: 'New' });
  });

  it('is made by who may change the workflow, and seen by who may see it', async () => {
    const { id } = await publishedChat(mill, {}, [replies('Yes')]);
    const of = { id, blockId: 'chat' };
    const none = { id, blockId: 'b1' };
    await expect(getChatAddress(mill.reader, none)).rejects.toMatchObject({ code: 'not_found' });
    expect(await getChatAddress(mill.reader, of)).toEqual(await ensureChat(mill.owner, of));
    await expect(getChatAddress(mill.stranger, of)).rejects.toMatchObject({ code: 'not_found' });
    await expect(ensureChat(mill.reader, of)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(ensureChat(mill.stranger, of)).rejects.toMatchObject({ code: 'not_found' });
    await expect(ensureChat(mill.owner, { id, blockId: 'b1' })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('that is unknown, unpublished, or whose live version has no such block is 404', async () => {
    const settings = { workspaceId: mill.workspaceId, name: 'D', description: '', folderId: null };
    const open = chatDocument({ access: 'open' }, [replies('Yes')]);
    const { id } = (await createWorkflow(mill.owner, { ...settings, document: open })).data;
    const { slug } = (await ensureChat(mill.owner, { id, blockId: 'chat' })).data;
    const gone = await publishedChat(mill, { access: 'open' }, [replies('Yes')]);
    const without = structuredClone(open);
    without.blocks.chat!.enabled = false;
    await saveWorkflow(mill.owner, { id: gone.id, document: without });
    await publishWorkflow(mill.owner, { id: gone.id });
    for (const path of ['/api/v1/chat/nothing-here', `/api/v1/chat/${slug}`, gone.path, '/api/v1/chat/x']) {
      await expect.poll(async () => (await api.call('GET', path)).status).toBe(404);
      const { body } = await api.call('POST', path, {}, { message: 'Hi' });
      expect(body.detail).toBe('There is no chat at this address.');
    }
  });
});

describe('who may chat', () => {
  it('members: by session or by a key that may run workflows', async () => {
    const chat = await publishedChat(mill, {}, [replies('Yes')]);
    expect(await codeOf(say(chat))).toEqual([401, 'members_only']);
    const same = { 'sec-fetch-site': 'same-origin' };
    const of = async (actor: Actor) => ({ cookie: await cookieOf(actor), ...same });
    expect((await say(chat, await of(mill.reader))).status).toBe(200);
    expect(await codeOf(say(chat, await of(mill.stranger)))).toEqual([401, 'members_only']);
    // Another site's page can't act as the signed-in person.
    const foreign = { cookie: await cookieOf(mill.reader), 'sec-fetch-site': 'cross-site' };
    expect(await codeOf(say(chat, foreign))).toEqual([401, 'members_only']);
    const runs = await mintKey(mill.owner, mill.workspaceId, { scopes: ['workflows:run'] });
    const reads = await mintKey(mill.owner, mill.workspaceId, { scopes: ['logs:read'] });
    const answer = await say(chat, runs.headers);
    expect(answer.status).toBe(200);
    expect(await codeOf(say(chat, reads.headers))).toEqual([403, 'forbidden']);
    const { conversationId } = answer.body.data as Record<string, string>;
    const read = await api.call('GET', `${chat.path}/conversations/${conversationId}`);
    expect(read.body.code).toBe('members_only');
  });

  it('who has the password, whose guesses are counted', async () => {
    const { workspaceId } = mill;
    await setVariable(mill.owner, { workspaceId, name: 'CHAT_PASSWORD', value: 'öpen sesame' });
    const chat = await publishedChat(mill, { access: 'password', password: '{{CHAT_PASSWORD}}' }, [
      replies('Yes'),
    ]);
    const given = (password: string) => say(chat, { 'x-chat-password': password });
    expect(await codeOf(say(chat))).toEqual([401, 'password_required']);
    expect((await given('öpen sesame')).status).toBe(200);
    for (let at = 0; at < 10; at += 1)
      expect(await codeOf(given(`guess ${at}`))).toEqual([401, 'password_wrong']);
    expect(await codeOf(given('one more'))).toEqual([429, 'rate_limited']);
    // This address has sent the right password before.
    expect((await given('öpen sesame')).status).toBe(200);
    await setVariable(mill.owner, { workspaceId, name: 'SINCE_DELETED', value: 'x' });
    const missing = await publishedChat(mill, { access: 'password', password: '{{SINCE_DELETED}}' }, [
      replies('Yes'),
    ]);
    await deleteVariable(mill.owner, { workspaceId, name: 'SINCE_DELETED' });
    expect(await codeOf(say(missing, { 'x-chat-password': '' }))).toEqual([401, 'password_required']);
    expect(await codeOf(say(missing, { 'x-chat-password': 'x' }))).toEqual([409, 'conflict']);
  });

  it('pages of other sites only where the author lists them, and without cookies', async () => {
    const chat = await publishedChat(mill, { access: 'open', origins: SITE }, [replies('Yes')]);
    const allowed = await say(chat, { origin: SITE });
    expect(allowed.status).toBe(200);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(SITE);
    expect(allowed.headers.get('access-control-allow-credentials')).toBeNull();
    const invalid = await say(chat, { origin: SITE }, { message: '' });
    expect([invalid.status, invalid.headers.get('access-control-allow-origin')]).toEqual([400, SITE]);
    for (const origin of ['https://evil.example', 'null', `${SITE}.evil.example`]) {
      const refused = await say(chat, { origin });
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null]);
    }
    expect((await say(chat, { origin: api.origin })).status).toBe(200);
    const preflight = (origin: string, path = chat.path) =>
      fetch(api.origin + path, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    const headers = (await preflight(SITE)).headers;
    expect(headers.get('access-control-allow-headers')).toContain('X-Chat-Password');
    expect(headers.get('access-control-allow-origin')).toBe(SITE);
    for (const answer of [await preflight('https://evil.example'), await preflight(SITE, '/api/v1/logs')])
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('how much may be chatted', () => {
  it('20 messages at once from an address', async () => {
    const chat = await publishedChat(mill, { access: 'open' }, [replies('Yes')]);
    const startedAt = performance.now();
    const statuses = await Promise.all(Array.from({ length: 22 }, async () => (await say(chat)).status));
    // One more is allowed every three seconds.
    const later = Math.floor((performance.now() - startedAt) / 3_000);
    const taken = statuses.filter((status) => status === 200).length;
    expect(taken).toBeGreaterThanOrEqual(20);
    expect(taken).toBeLessThanOrEqual(20 + later);
    let refused = await say(chat);
    for (let again = 0; again < 20 && refused.status !== 429; again += 1) refused = await say(chat);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('a conversation can be read again and again, but not without end', async () => {
    const chat = await publishedChat(mill, { access: 'open' }, [replies('Yes')]);
    const read = () => api.call('GET', `${chat.path}/conversations/x`);
    expect((await read()).status).toBe(404);
    // The bucket refills while it is emptied, more so on a slow machine.
    const some = () => Promise.all(Array.from({ length: 70 }, async () => (await read()).status));
    let statuses = await some();
    for (let again = 0; again < 10 && !statuses.includes(429); again += 1) statuses = await some();
    expect(statuses).toContain(429);
  });

  it('what the plan allows, without a word of it to whoever chats', async () => {
    const small = await mintWorkspace();
    const customLimits = { syncPerMinute: 1 };
    await prisma().user.update({
      where: { id: small.owner.userId },
      data: { plan: 'enterprise', customLimits },
    });
    const chat = await publishedChat(small, { access: 'open' }, [replies('Yes')]);
    expect((await say(chat)).status).toBe(200);
    const refused = await say(chat);
    expect(refused.status).toBe(429);
    expect(refused.body.detail).toBe('Too many people are chatting at the moment. Try again shortly.');
    expect(JSON.stringify(refused.body)).not.toMatch(/plan|limitReached/);
  });
});
