import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { closeDatabase, prisma } from '../../platform/postgres/db';
import { startTestApi } from '../accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { createConnection } from './change-connection';
import { connect } from './connect';
import { connectionAuth } from './connection-auth';
import { finishAuthorization } from './finish-authorization';
import { listConnections } from './list-connections';
import { openTokens } from './sealed-connections';
import { connectedTo, cookiesOf, settingsFor } from './testing/connected';
import { type OauthServer, startOauthServer } from './testing/oauth-server';

let mill: TestWorkspace;
let oauth: OauthServer;
beforeEach(async () => {
  mill = await mintWorkspace();
  oauth = await startOauthServer();
});
afterEach(() => oauth.close());
afterAll(async () => {
  await outboundClient().close();
  await closeDatabase();
});

const only = async () => (await listConnections(mill.reader, mill)).data[0];
const create = async (change = {}) =>
  (await createConnection(mill.writer, { ...settingsFor(oauth, change), workspaceId: mill.workspaceId }))
    .data;
const begin = async (id: string, cookies: string) =>
  (await connect(mill.writer, { workspaceId: mill.workspaceId, id }, cookies)).data.authorizeUrl ?? '';
const resultOf = (location: string) => new URL(location, 'http://x').searchParams.get('result');

test('a browser that comes back without a state ends on the settings page, and nothing is changed', async () => {
  const settings = `/w/${mill.workspaceId}/settings/connections`;
  const cookies = await cookiesOf(mill.writer);
  const come = (back: object, actor: typeof mill.writer | null = mill.writer, browser = cookies) =>
    finishAuthorization(actor, back, browser);
  const declined = { error: 'access_denied' };
  expect(await come(declined)).toBe(`${settings}?result=denied`);
  const { id } = await create();
  const back = Object.fromEntries(oauth.consent(await begin(id, cookies)));
  expect(await come(declined)).toBe(`${settings}?result=denied&connection=${id}`);
  expect(await come({ error: 'invalid_scope' })).toBe(`${settings}?result=invalid&connection=${id}`);
  expect(await come({ code: back.code })).toBe(`${settings}?result=invalid&connection=${id}`);
  expect(await come(declined, mill.admin, await cookiesOf(mill.admin))).toBe(`${settings}?result=denied`);
  expect(await come(declined, null, '')).toBe('/');
  expect(await only()).toMatchObject({ state: 'disconnected', lastError: null });
  expect(resultOf(await come(back))).toBe('connected');
});

test('a sign-in in a window of its own says so on the way back, and its state can’t be changed to say it', async () => {
  const cookies = await cookiesOf(mill.writer);
  const { id } = await create();
  const { workspaceId } = mill;
  const come = async (ownWindow: boolean, change = (state: string) => state) => {
    const begun = await connect(mill.writer, { workspaceId, id, ownWindow }, cookies);
    const back = oauth.consent(begun.data.authorizeUrl ?? '');
    back.set('state', change(back.get('state') ?? ''));
    return finishAuthorization(mill.writer, Object.fromEntries(back), cookies);
  };
  const settings = `/w/${workspaceId}/settings/connections`;
  expect(await come(true)).toBe(`${settings}?result=connected&connection=${id}&window=own`);
  expect(await come(false)).toBe(`${settings}?result=connected&connection=${id}`);
  const added = (state: string) => state.replace(/\.([^.]*)$/, '.window.$1');
  expect(await come(false, added)).toBe(`${settings}?result=invalid&connection=${id}`);
});

test('the way back never shows a problem document, whatever its parameters are', async () => {
  const api = await startTestApi();
  const come = (query: string) =>
    fetch(`${api.origin}/api/connections/callback${query}`, { redirect: 'manual' });
  const queries = ['', '?error=access_denied', '?state=a&state=b', `?error=${'x'.repeat(2_000)}`];
  const answers = await Promise.all(queries.map(come));
  expect(answers.map(({ status, headers }) => [status, headers.get('location')])).toEqual(
    Array(4).fill([303, '/']),
  );
  await api.close();
});

test('a client that is refused for its proof key is connected without one, and never if the settings say always', async () => {
  oauth.refusesVerifier = true;
  const cookies = await cookiesOf(mill.writer);
  const connectOnce = async (id: string) => {
    const before = oauth.asked.length;
    const url = await begin(id, cookies);
    const back = Object.fromEntries(oauth.consent(url));
    const result = resultOf(await finishAuthorization(mill.writer, back, cookies));
    const keys = oauth.asked.slice(before).map(({ code_verifier }) => code_verifier !== undefined);
    return { result, keys, challenged: new URL(url).searchParams.has('code_challenge') };
  };
  const { id } = await create();
  const first = await connectOnce(id);
  expect(first).toMatchObject({ result: 'connected', challenged: true });
  expect(first.keys.at(-1)).toBe(false);
  // What the server accepted is remembered.
  expect(await connectOnce(id)).toEqual({ result: 'connected', keys: [false], challenged: true });

  const { id: strict } = await create({ name: 'Strict', pkce: 'always', sendCredentials: 'body' });
  const refused = await connectOnce(strict);
  expect(refused).toMatchObject({ result: 'failed', challenged: true });
  expect(refused.keys).not.toContain(false);

  const { id: plain } = await create({ name: 'Plain', pkce: 'never', sendCredentials: 'body' });
  expect(await connectOnce(plain)).toEqual({ result: 'connected', keys: [false], challenged: false });
});

test('a second consent that brings no refresh token keeps the one there is', async () => {
  const id = await connectedTo(oauth, mill);
  const cookies = await cookiesOf(mill.writer);
  const again = async () => {
    const back = Object.fromEntries(oauth.consent(await begin(id, cookies)));
    expect(resultOf(await finishAuthorization(mill.writer, back, cookies))).toBe('connected');
  };
  const tokensNow = async () => {
    const row = await prisma().connection.findUniqueOrThrow({ where: { id } });
    return openTokens(id, row.tokens!);
  };
  const first = await tokensNow();
  oauth.givesRefreshToken = false;
  await again();
  const second = await tokensNow();
  expect(second.accessToken).not.toBe(first.accessToken);
  expect(second.refreshToken).toBe(first.refreshToken);
  expect(await only()).toMatchObject({ renews: true });
  oauth.givesRefreshToken = true;
  await again();
  expect((await tokensNow()).refreshToken).not.toBe(first.refreshToken);
});

test('parameters go to the authorization, the exchange and the renewal apart', async () => {
  const one = (value: string) => [{ key: 'resource', value }];
  const { id } = await create({
    parameters: one('a'),
    exchangeParameters: [...one('b'), { key: 'action', value: 'requesttoken' }],
    renewalParameters: [
      { key: 'client_key', value: 'k' },
      { key: 'scope', value: 'offline' },
    ],
  });
  const cookies = await cookiesOf(mill.writer);
  const url = await begin(id, cookies);
  expect(new URL(url).searchParams.getAll('resource')).toEqual(['a']);
  await finishAuthorization(mill.writer, Object.fromEntries(oauth.consent(url)), cookies);
  await prisma().connection.update({ where: { id }, data: { renewAt: new Date(0) } });
  const read = connectionAuth(mill.workspaceId);
  const signal = new AbortController().signal;
  expect(await read({ connectionId: id, refused: null, signal })).toMatchObject({ ok: true });
  expect(oauth.asked).toMatchObject([
    { grant_type: 'authorization_code', resource: 'b', action: 'requesttoken' },
    { grant_type: 'refresh_token', client_key: 'k', scope: 'offline' },
  ]);
  expect(oauth.asked[0]).not.toHaveProperty('client_key');
  expect(oauth.asked[1]).not.toHaveProperty('resource');
});

test.each([
  [{ exchangeParameters: [{ key: 'code_verifier', value: 'x' }] }, 'set automatically'],
  [{ renewalParameters: [{ key: 'refresh_token', value: 'x' }] }, 'set automatically'],
  [{ expiredAnswers: [{ status: 200, text: '' }] }, 'Enter a text'],
  [{ expiredAnswers: [{ status: 503, text: '' }] }, 'from 200 to 499'],
])('%j is refused in words', async (change, words) => {
  await expect(create(change)).rejects.toThrow(words);
});
