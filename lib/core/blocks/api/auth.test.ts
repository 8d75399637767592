import { afterEach, describe, expect, it } from 'vitest';
import { startHttpServer } from '../../../platform/outbound-http/testing/loopback-server';
import { createTestBed } from '../../../platform/outbound-http/testing/outbound-test-client';
import { Auth, type SentAuth } from '../auth';
import { authOfToken, type ConnectionAuth, type ReadConnectionAuth } from '../connection-auth';
import { explainBadAuth } from './config/check-auth';
import { previewApi } from './preview';
import { type ApiOverrides, resolvedConfig, runApi } from './testing/run-api';

const bed = createTestBed();
afterEach(() => bed.closeAll());

async function arrivalOf(
  overrides: ApiOverrides,
  { status = 200, ...circumstances }: { status?: number; connectionAuth?: ReadConnectionAuth } = {},
) {
  const server = await bed.serve(startHttpServer((_request, response) => response.writeHead(status).end()));
  const { url: path = '', ...rest } = overrides;
  const http = bed.open().client;
  const result = await runApi({ ...rest, url: server.origin + path }, { http, ...circumstances });
  return { request: server.received[0], received: server.received, result };
}

const bearer = { kind: 'bearer', token: 'abc.def' } as const;

describe('a preset becomes a plain header or query parameter', () => {
  it('bearer', async () => {
    const { request, result } = await arrivalOf({ auth: bearer });
    expect(request?.headers.authorization).toBe('Bearer abc.def');
    expect(result).toMatchObject({ ok: true, secrets: ['abc.def'], warnings: [] });
  });

  it('bearer, copied with its scheme: sent once, with a word about it', async () => {
    const { request, result } = await arrivalOf({ auth: { kind: 'bearer', token: ' bearer  abc ' } });
    expect(request?.headers.authorization).toBe('Bearer abc');
    expect(result.warnings).toEqual([expect.stringContaining('"Bearer"')]);
  });

  it('basic, in UTF-8', async () => {
    const auth = { kind: 'basic', username: 'jürgen', password: 'p:w d' } as const;
    const { request, result } = await arrivalOf({ auth });
    const credentials = Buffer.from('jürgen:p:w d').toString('base64');
    expect(request?.headers.authorization).toBe(`Basic ${credentials}`);
    expect(result.secrets).toEqual([credentials]);
  });

  it('an API key in a header', async () => {
    const auth = { kind: 'apiKey', in: 'header', name: 'X-Key', apiKey: 'k1' } as const;
    expect((await arrivalOf({ auth })).request?.headers['x-key']).toBe('k1');
  });

  it('an API key in the query, encoded, behind the author’s own rows', async () => {
    const auth = { kind: 'apiKey', in: 'query', name: 'api key', apiKey: 'a&b=c' } as const;
    const { request } = await arrivalOf({ url: '/x?own=1#frag', params: [['page', '2']], auth });
    expect(request?.url).toBe('/x?own=1&page=2&api%20key=a%26b%3Dc');
  });
});

describe('what the author wrote wins, with a warning', () => {
  it('a header of the same name, in any case', async () => {
    const { request, result } = await arrivalOf({ auth: bearer, headers: [['AUTHORIZATION', 'Custom 1']] });
    expect(request?.headers.authorization).toBe('Custom 1');
    expect(result.warnings).toEqual([expect.stringContaining('Headers has "Authorization" already')]);
  });

  it.each([
    ['a query row', { params: [['key', 'mine']] as Array<[string, string]> }, '/?key=mine'],
    ['the URL’s own query', { url: '/?k%65y=mine' }, '/?k%65y=mine'],
  ])('%s of the same name', async (_what, overrides, arrived) => {
    const auth = { kind: 'apiKey', in: 'query', name: 'key', apiKey: 'preset' } as const;
    const { request, result } = await arrivalOf({ ...overrides, auth });
    expect(request?.url).toBe(arrived);
    expect(result.warnings).toEqual([expect.stringContaining('"key"')]);
  });

  it('a header beats OAuth before any token is asked for', async () => {
    const grant = { tokenUrl: 'http://127.0.0.1:1/token', clientId: 'i', clientSecret: 's' };
    const auth = Auth.parse({ kind: 'oauth2ClientCredentials', ...grant });
    const { request, result } = await arrivalOf({ auth, headers: [['authorization', 'Own']] });
    expect(request?.headers.authorization).toBe('Own');
    expect(result).toMatchObject({ ok: true, warnings: [expect.stringContaining('already')] });
  });
});

describe('a connection', () => {
  const auth = { kind: 'connection', connectionId: 'c1' } as const;
  const setUp = async (status: number, answers: readonly ConnectionAuth[], url = '') => {
    const server = await bed.serve(
      startHttpServer((request, response) => {
        response.statusCode = request.headers.authorization === 'Bearer good' ? 200 : status;
        response.end();
      }),
    );
    const refusals: Array<string | null> = [];
    const connectionAuth: ReadConnectionAuth = async ({ refused }) => {
      refusals.push(refused);
      return answers[refusals.length - 1]!;
    };
    const http = bed.open().client;
    const result = await runApi({ url: url || server.origin, auth }, { http, connectionAuth });
    return { server, refusals, result };
  };
  const token = authOfToken;
  const broken = (isBroken: boolean): ConnectionAuth => ({
    ok: false,
    isBroken,
    error: { code: 'CONNECTION_EXPIRED', message: 'Connect again.' },
  });

  it('gives its token, and another one after a 401', async () => {
    const { server, refusals, result } = await setUp(401, [token('old'), token('good')]);
    expect(refusals).toEqual([null, 'old']);
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer old',
      'Bearer good',
    ]);
    expect(result).toMatchObject({ ok: true, secrets: ['old', 'good'], output: { status: 200 } });
  });

  it('that has no other token is not asked a second time', async () => {
    const { server, result } = await setUp(401, [token('old'), token('old')]);
    expect(server.received).toHaveLength(1);
    expect(result).toMatchObject({ ok: false, output: { status: 401 } });
  });

  it('that is found broken after a 401 says so, and its old token stays masked', async () => {
    const { result } = await setUp(401, [token('old'), broken(true)]);
    expect(result).toMatchObject({ ok: false, error: { code: 'CONNECTION_EXPIRED' }, secrets: ['old'] });
    expect(result.attempts?.map(({ status }) => status)).toEqual([401]);
    expect((await setUp(401, [token('old'), broken(false)])).result).toMatchObject({
      output: { status: 401 },
    });
  });

  it('without a token sends nothing', async () => {
    const { server, result } = await setUp(401, [broken(true)]);
    expect(server.received).toHaveLength(0);
    expect(result).toMatchObject({ ok: false, error: { code: 'CONNECTION_EXPIRED', attempts: [] } });
  });

  it('does not send its token along to another origin', async () => {
    const elsewhere = await bed.serve(startHttpServer((_request, response) => response.end()));
    const server = await bed.serve(
      startHttpServer((_request, response) => response.writeHead(302, { location: elsewhere.origin }).end()),
    );
    await setUp(401, [token('good')], server.origin);
    expect(server.received[0]?.headers.authorization).toBe('Bearer good');
    expect(elsewhere.received[0]?.headers).not.toHaveProperty('authorization');
  });
});

describe('a stored credential of a connection', () => {
  const PRESETS: readonly SentAuth[] = [
    { kind: 'bearer', token: 'a.b' },
    { kind: 'basic', username: 'me', password: 'p:w d' },
    { kind: 'apiKey', in: 'header', name: 'X-Key', apiKey: 'k1 é' },
    { kind: 'apiKey', in: 'query', name: 'api key', apiKey: 'a&b=c' },
  ];
  const through = (preset: SentAuth, rest: ApiOverrides = {}, status = 200) => {
    const connectionAuth: ReadConnectionAuth = async () => ({ ok: true, auth: preset, accessToken: null });
    const auth = { kind: 'connection', connectionId: 'c1' } as const;
    return arrivalOf({ ...rest, auth }, { status, connectionAuth });
  };

  it.each(PRESETS)('%j is sent as the preset with these values', async (auth) => {
    const [stored, typed] = [await through(auth), await arrivalOf({ auth })];
    const sent = ({ request }: typeof stored) => [request?.url, { ...request?.headers, host: '' }];
    expect(sent(stored)).toEqual(sent(typed));
    expect(stored.result).toMatchObject({ ok: true, warnings: typed.result.warnings });
    for (const secret of typed.result.secrets ?? []) expect(stored.result.secrets).toContain(secret);
  });

  it('of Basic has its password masked too, which no config holds', async () => {
    const credentials = Buffer.from('me:p:w d').toString('base64');
    expect((await through(PRESETS[1]!)).result.secrets).toEqual([credentials, 'p:w d']);
  });

  it('that is refused with 401 is not sent again', async () => {
    const { received, result } = await through(PRESETS[0]!, {}, 401);
    expect(received).toHaveLength(1);
    expect(result).toMatchObject({ ok: false, error: { code: 'HTTP_STATUS' }, output: { status: 401 } });
  });

  it('is sent beside the author’s own Authorization header where it fills another place', async () => {
    const { request } = await through(PRESETS[2]!, { headers: [['Authorization', 'Own']] });
    expect(request?.headers).toMatchObject({ authorization: 'Own', 'x-key': 'k1 é' });
  });

  it('is shown by a preview in its place, masked', async () => {
    const auth = { kind: 'connection', connectionId: 'c1' } as const;
    const config = resolvedConfig({ url: 'https://a.test/', auth });
    const maskedAuth = async () => ({ ...PRESETS[3]!, apiKey: '***' }) as SentAuth;
    expect(await previewApi(config, { maskedAuth })).toMatchObject({
      request: { request: { url: 'https://a.test/?api%20key=***', headers: [] } },
    });
    expect(await previewApi(config, {})).toMatchObject({
      request: { request: { headers: [['Authorization', 'Bearer ***']] } },
    });
  });
});

const oauth = {
  kind: 'oauth2ClientCredentials',
  tokenUrl: 'https://t.example',
  clientId: 'i',
  clientSecret: 's',
};

it.each([
  [{ kind: 'bearer' }, 'token'],
  [{ kind: 'bearer', token: 'Bearer ' }, 'token'],
  [{ kind: 'bearer', token: 'a\r\nX: 1' }, 'character'],
  [{ kind: 'bearer', token: 'ключ' }, 'character'],
  [{ kind: 'basic' }, 'user name'],
  [{ kind: 'basic', username: 'a:b', password: 'c' }, '":"'],
  [{ kind: 'apiKey', name: ' ', apiKey: 'k' }, 'name'],
  [{ kind: 'apiKey', name: 'a b', apiKey: 'k' }, 'name'],
  [{ kind: 'apiKey', name: 'Content-Length', apiKey: 'k' }, 'set by the connection'],
  [{ kind: 'apiKey', apiKey: '' }, 'API key'],
  [{ ...oauth, tokenUrl: ' ' }, 'token URL'],
  [{ ...oauth, clientId: '' }, 'client id'],
  [{ ...oauth, clientSecret: '' }, 'client secret'],
  [{ kind: 'connection' }, 'connection'],
])('%j is refused in words, before anything is sent', async (authored, words) => {
  const auth = Auth.parse(authored);
  expect(explainBadAuth(auth)).toContain(words);
  const { request, result } = await arrivalOf({ auth });
  expect(request).toBeUndefined();
  expect(result).toMatchObject({ ok: false, error: { code: 'AUTH_INVALID', field: 'auth' } });
});

it.each([
  { kind: 'none' },
  { kind: 'bearer', token: '{{TOKEN}}' },
  { kind: 'basic', username: '<start.user:raw>', password: '' },
  { kind: 'apiKey', name: '<start.header>', apiKey: '{{KEY}}' },
  { kind: 'apiKey', in: 'query', name: 'any name', apiKey: '{{KEY}}' },
  oauth,
])('%j is fine as authored', (authored) => {
  expect(explainBadAuth(Auth.parse(authored))).toBeNull();
});
