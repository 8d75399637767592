import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { setVariable } from '../variables/set-variable';
import { createConnection, deleteConnection, disconnect, updateConnection } from './change-connection';
import { connect } from './connect';
import { finishAuthorization } from './finish-authorization';
import { connectionUses, listConnections } from './list-connections';
import { openClientSecret } from './sealed-connections';
import { connectedTo, cookiesOf, settingsFor } from './testing/connected';
import { CLIENT, type OauthServer, startOauthServer } from './testing/oauth-server';

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

test('who may do what with connections, and what is never shown', async () => {
  const { workspaceId } = mill;
  const writing = { stranger: 'forbidden', reader: 'forbidden', writer: 'done' } as const;
  const { id } = await create();
  const one = { workspaceId, id };
  await expectOutcomes(mill, (actor) => listConnections(actor, { workspaceId }), {
    ...writing,
    reader: 'done',
  });
  await expectOutcomes(
    mill,
    (actor) => createConnection(actor, { ...settingsFor(oauth, { name: actor.userId }), workspaceId }),
    writing,
  );
  await expectOutcomes(mill, (actor) => updateConnection(actor, { ...settingsFor(oauth), ...one }), writing);
  const cookies = await cookiesOf(mill.writer);
  await expectOutcomes(mill, (actor) => connect(actor, one, cookies), writing);
  await expectOutcomes(mill, (actor) => disconnect(actor, one), writing);
  await expectOutcomes(mill, (actor) => deleteConnection(actor, one), writing);
  const elsewhere = { workspaceId: mill.strangersWorkspaceId, id: (await create({ name: 'Other' })).id };
  expect(await refusalOf(deleteConnection(mill.stranger, elsewhere))).toBe('not_found');
  expect(JSON.stringify(await listConnections(mill.admin, mill))).not.toContain(CLIENT.clientSecret);
});

test('connecting sends the person to the provider with a challenge; tokens are kept sealed', async () => {
  const { id } = await create();
  const cookies = await cookiesOf(mill.writer);
  const url = await begin(id, cookies);
  expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'mill',
    scope: 'read write',
    code_challenge_method: 'S256',
    access_type: 'offline',
    tenant: 'mill',
    redirect_uri: (await listConnections(mill.reader, mill)).redirectUri,
  });
  const back = Object.fromEntries(oauth.consent(url));
  const location = await finishAuthorization(mill.writer, back, cookies);
  expect(location).toBe(`/w/${mill.workspaceId}/settings/connections?result=connected&connection=${id}`);
  expect(oauth.asked[0]).toMatchObject({ grant_type: 'authorization_code', ...asForm });
  expect(await only()).toMatchObject({
    state: 'connected',
    connectedBy: 'writer',
    renews: true,
    lastError: null,
  });
  const row = await prisma().connection.findUniqueOrThrow({ where: { id } });
  const [token] = oauth.good;
  expect(Buffer.from(row.tokens!).includes(token!)).toBe(false);
  const audit = await prisma().auditEvent.findMany({ where: { workspaceId: mill.workspaceId } });
  expect(audit.map(({ action }) => action).toSorted()).toEqual([
    'connection.connected',
    'connection.created',
  ]);
});

test('scopes go out by commas as written; a token that comes as a form with 201 is kept', async () => {
  const { id } = await create({ scopes: 'channels:read, chat:write' });
  const cookies = await cookiesOf(mill.writer);
  const url = await begin(id, cookies);
  expect(new URL(url).searchParams.get('scope')).toBe('channels:read,chat:write');
  oauth.answer = (response) =>
    response
      .writeHead(201, { 'content-type': 'application/x-www-form-urlencoded' })
      .end('access_token=T&token_type=bot&scope=channels%3Aread%2Cchat%3Awrite&expires_in=100');
  const back = Object.fromEntries(oauth.consent(url));
  expect(resultOf(await finishAuthorization(mill.writer, back, cookies))).toBe('connected');
  expect(await only()).toMatchObject({ state: 'connected', renews: false, expiresAt: expect.any(String) });
});

test('a provider that looks for its client in the form gets it there, with the same code', async () => {
  const { id } = await create();
  const cookies = await cookiesOf(mill.writer);
  const url = await begin(id, cookies);
  oauth.answer = (response) => {
    oauth.answer = null;
    response.writeHead(400).end('{"status":"BAD_CLIENT_ID","message":"missing or unknown client id"}');
  };
  const back = Object.fromEntries(oauth.consent(url));
  expect(resultOf(await finishAuthorization(mill.writer, back, cookies))).toBe('connected');
  expect(oauth.asked.map(({ code }) => code)).toEqual([back.code, back.code]);
});

const asForm = { client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret };

test('a server that gets another verifier refuses the code', async () => {
  const { id } = await create();
  const cookies = await cookiesOf(mill.writer);
  const first = oauth.consent(await begin(id, cookies));
  const second = oauth.consent(await begin(id, cookies));
  const mixed = { ...Object.fromEntries(second), code: first.get('code')! };
  expect(resultOf(await finishAuthorization(mill.writer, mixed, cookies))).toBe('failed');
  expect(await only()).toMatchObject({
    state: 'disconnected',
    lastError: expect.stringContaining('invalid_grant'),
  });
});

test('a state is good once, for ten minutes, for the session that asked, as it was signed', async () => {
  const { id } = await create();
  const cookies = await cookiesOf(mill.writer);
  const come = async (back: object, actor = mill.writer, browser = cookies) =>
    resultOf(await finishAuthorization(actor, back, browser));
  const fresh = async () => Object.fromEntries(oauth.consent(await begin(id, cookies)));

  const used = await fresh();
  expect(await come(used)).toBe('connected');
  expect(await come(used)).toBe('expired');
  expect(await Promise.all([fresh().then((back) => Promise.all([come(back), come(back)]))])).toEqual([
    expect.arrayContaining(['connected', 'expired']),
  ]);

  const late = await fresh();
  await pool().query(`UPDATE connection_authorization SET expires_at = now() - interval '1 s'`);
  expect(await come(late)).toBe('expired');

  expect(await come(await fresh(), mill.writer, await cookiesOf(mill.writer))).toBe('session');
  expect(await come(await fresh(), mill.admin, await cookiesOf(mill.admin))).toBe('session');
  expect(resultOf(await finishAuthorization(null, await fresh(), undefined))).toBe('session');

  const back = await fresh();
  const [authorization, , mac] = String(back.state).split('.');
  for (const state of [`${back.state}x`, `${authorization}.${mill.strangersWorkspaceId}.${mac}`, 'a.b.c', ''])
    expect(await come({ ...back, state })).toBe('invalid');
  expect(await come(back)).toBe('connected');
});

test('a person who declines comes back with that, and the connection stays as it was', async () => {
  const id = await connectedTo(oauth, mill);
  const cookies = await cookiesOf(mill.writer);
  const state = new URL(await begin(id, cookies)).searchParams.get('state')!;
  expect(resultOf(await finishAuthorization(mill.writer, { state, error: 'access_denied' }, cookies))).toBe(
    'denied',
  );
  expect(await only()).toMatchObject({ state: 'connected', lastError: null });
});

test('another token URL needs the secret again; what asks otherwise ends the connection', async () => {
  const id = await connectedTo(oauth, mill);
  const { workspaceId } = mill;
  const { clientSecret, ...same } = settingsFor(oauth);
  const update = (change: object) => updateConnection(mill.writer, { ...same, workspaceId, id, ...change });
  expect((await update({ name: 'Renamed' })).data).toMatchObject({ state: 'connected', hasSecret: true });
  expect(await refusalOf(update({ tokenUrl: 'https://elsewhere.test/token' }))).toBe('invalid_request');
  const moved = await update({ tokenUrl: 'https://elsewhere.test/token', clientSecret });
  expect(moved.data).toMatchObject({ state: 'disconnected', connectedBy: null });
  const row = await prisma().connection.findUniqueOrThrow({ where: { id } });
  expect(row.tokens).toBeNull();
});

test.each([
  ['an authorize URL that is script', { authorizeUrl: 'javascript:alert(1)' }],
  ['a password in the token URL', { tokenUrl: 'https://u:p@a.test/token' }],
  [
    'a parameter that the protocol sets',
    { parameters: [{ key: 'Redirect_URI', value: 'https://evil.test' }] },
  ],
  ['no secret for client credentials', { kind: 'clientCredentials', clientSecret: '' }],
  ['no authorize URL for people', { authorizeUrl: '' }],
] as const)('%s is refused', async (_what, change) => {
  await expect(create(change)).rejects.toThrow();
});

const KEY = { name: 'Maps', kind: 'apiKey', in: 'header', keyName: 'X-Key' } as const;

test('a stored credential is connected at once, sealed, and kept by an edit that leaves it out', async () => {
  const { workspaceId } = mill;
  await expect(createConnection(mill.writer, { ...KEY, workspaceId })).rejects.toThrow('Enter the API key.');
  const { data } = await createConnection(mill.writer, { ...KEY, secret: ' key-s3cret ', workspaceId });
  expect(data).toMatchObject({ ...KEY, state: 'connected', hasSecret: true, renews: false, expiresAt: null });
  const update = (change: object = {}) =>
    updateConnection(mill.writer, { ...KEY, workspaceId, id: data.id, ...change });
  expect((await update({ in: 'query', keyName: 'key' })).data).toMatchObject({ state: 'connected' });
  const secretOf = async () => {
    const row = await prisma().connection.findUniqueOrThrow({ where: { id: data.id } });
    expect(Buffer.from(row.clientSecret!).includes('s3cret')).toBe(false);
    return openClientSecret(row.id, row.clientSecret);
  };
  expect(await secretOf()).toBe('key-s3cret');
  expect((await update({ secret: 'other-s3cret' })).data).not.toHaveProperty('secret');
  expect(await secretOf()).toBe('other-s3cret');
  await expect(update({ secret: '' })).rejects.toThrow('Enter the API key.');
  const one = { workspaceId, id: data.id };
  expect(await refusalOf(connect(mill.writer, one, undefined))).toBe('invalid_request');
  expect(await refusalOf(disconnect(mill.writer, one))).toBe('invalid_request');
});

test('another kind needs its secret again: a client’s secret must not become what blocks send', async () => {
  const id = await connectedTo(oauth, mill);
  const { workspaceId } = mill;
  const turned = { name: 'Calendar', kind: 'bearer', workspaceId, id } as const;
  await expect(updateConnection(mill.writer, turned)).rejects.toThrow('Enter the token again');
  const cookies = await cookiesOf(mill.writer);
  const code = Object.fromEntries(oauth.consent(await begin(id, cookies)));
  const { data } = await updateConnection(mill.writer, { ...turned, secret: 'Bearer abc' });
  expect(data).toMatchObject({ kind: 'bearer', state: 'connected', connectedBy: null });
  expect(resultOf(await finishAuthorization(mill.writer, code, cookies))).toBe('expired');
  const row = await prisma().connection.findUniqueOrThrow({ where: { id } });
  expect(row).toMatchObject({ tokens: null, tokenUrl: null });
  expect(openClientSecret(id, row.clientSecret)).toBe('abc');
  const back = { ...settingsFor(oauth), workspaceId, id };
  expect((await updateConnection(mill.writer, back)).data).toMatchObject({ state: 'disconnected' });
});

test('a name that is taken is refused in words', async () => {
  await create();
  await expect(create()).rejects.toThrow('Another connection has this name.');
});

test.each([
  ['hangs up', (response) => response.destroy(), 'closed'],
  ['answers a page', (response) => response.end('<html>Welcome</html>'), 'no usable access_token'],
  ['answers 10 MB', (response) => response.end(Buffer.alloc(10_000_000, 'x')), 'larger'],
  [
    'refuses the client',
    (response) => response.writeHead(401).end('{"error":"invalid_client"}'),
    'invalid_client',
  ],
] as Array<[string, NonNullable<OauthServer['answer']>, string]>)(
  'connecting to a token server that %s fails in words',
  async (_what, answer, words) => {
    oauth.answer = answer;
    const { id } = await create({ kind: 'clientCredentials', authorizeUrl: '' });
    expect(await only()).toMatchObject({ state: 'disconnected', lastError: expect.stringContaining(words) });
    const connecting = connect(mill.writer, { workspaceId: mill.workspaceId, id }, undefined);
    await expect(connecting).rejects.toThrow(words);
    expect(await only()).toMatchObject({ state: 'disconnected', lastError: expect.stringContaining(words) });
  },
);

test('client credentials are connected when they are saved, and again when others are', async () => {
  const { id } = await create({ kind: 'clientCredentials', authorizeUrl: '' });
  expect(await only()).toMatchObject({ state: 'connected', lastError: null, renews: true });
  const { workspaceId } = mill;
  const changed = {
    ...settingsFor(oauth),
    kind: 'clientCredentials' as const,
    authorizeUrl: '',
    scopes: 'other',
  };
  await updateConnection(mill.writer, { ...changed, workspaceId, id });
  expect(await only()).toMatchObject({ state: 'connected', scopes: 'other' });
  expect(oauth.asked.map(({ grant_type }) => grant_type)).toEqual([
    'client_credentials',
    'client_credentials',
  ]);
  await disconnect(mill.writer, { workspaceId, id });
  expect(await only()).toMatchObject({ state: 'disconnected' });
});

test('a deleted workspace takes its connections along', async () => {
  await create();
  await setVariable(mill.writer, { workspaceId: mill.workspaceId, name: 'A', value: 'b' });
  const { deleteWorkspace } = await import('../removal/delete-workspace');
  await deleteWorkspace(mill.owner, { id: mill.workspaceId, name: 'Mill' });
  expect(await prisma().connection.count({ where: { workspaceId: mill.workspaceId } })).toBe(0);
});

test('the workflows that use a connection in their draft or live version are named', async () => {
  const { id } = await create();
  const { workflowIn } = await import('../runs/testing/workflow-in');
  const auth = { kind: 'connection', connectionId: id };
  const used = await workflowIn(mill, [{ type: 'api', config: { url: 'https://a.test', auth } }]);
  const unused = await workflowIn(mill, []);
  const uses = async () => {
    const { data } = await connectionUses(mill.reader, { workspaceId: mill.workspaceId, id });
    return data.map((workflow) => workflow.id);
  };
  expect(await uses()).toEqual([used]);
  const { publishWorkflow } = await import('../versions/publish-workflow');
  await publishWorkflow(mill.writer, { id: used });
  const { document } = await prisma().workflow.findUniqueOrThrow({ where: { id: unused } });
  await prisma().workflow.update({ where: { id: used }, data: { document: document! } });
  expect(await uses()).toEqual([used]);
  await prisma().workflow.update({ where: { id: used }, data: { liveVersion: null } });
  expect(await uses()).toEqual([]);
});
