import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import {
  drained,
  type ReceivedRequest,
  startHttpServer,
} from '../../../../platform/outbound-http/testing/loopback-server';
import { createTestBed } from '../../../../platform/outbound-http/testing/outbound-test-client';
import { wrapClient } from '../../../../platform/outbound-http/wrap-client';
import { Auth } from '../../auth';
import type { BlockResult } from '../../block';
import { runApi } from '../testing/run-api';

const bed = createTestBed();
afterEach(() => bed.closeAll());

type Answer = (response: ServerResponse, index: number, request: ReceivedRequest) => void;

const SECRET = 'p&ss w:rd/é';
const token = (body: object) => (response: ServerResponse, index: number) =>
  response.end(JSON.stringify({ access_token: `token-${index}`, token_type: 'Bearer', ...body }));

/** Starts a token server, an API that takes its tokens (or refuses some), a client with a movable clock. */
async function setUp(answer: Answer, refuses: (authorization: string) => boolean = () => false) {
  const tokens = await bed.serve(
    startHttpServer((request, response, index) => answer(response, index, request)),
  );
  const api = await bed.serve(
    startHttpServer((request, response) => {
      response.statusCode = refuses(request.headers.authorization ?? '') ? 401 : 200;
      response.end(request.headers.authorization);
    }),
  );
  const { client } = bed.open();
  let nowMs = 1_000_000;
  const grant = { tokenUrl: `${tokens.origin}/token`, clientId: 'my id', clientSecret: SECRET };
  const call = (
    overrides: object = {},
    signal = new AbortController().signal,
    // Each run has a client of its own.
    http = wrapClient(client, (request, options) => client.request(request, options)),
  ): Promise<BlockResult> => {
    const auth = Auth.parse({ kind: 'oauth2ClientCredentials', ...grant, ...overrides });
    return runApi({ url: api.origin, auth }, { http, signal, now: () => nowMs });
  };
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { tokens, api, client, call, pass };
}

describe('a token', () => {
  it('is asked for as RFC 6749 says and sent as a bearer token', async () => {
    const { tokens, api, call } = await setUp(token({ expires_in: 3600 }));
    const result = await call({ scope: ' read write ', audience: 'https://api.example' });
    expect(result).toMatchObject({ ok: true, output: { data: 'Bearer token-0' }, secrets: ['token-0'] });
    expect(api.received).toHaveLength(1);
    const [request] = tokens.received;
    expect(request).toMatchObject({ method: 'POST', url: '/token' });
    expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(request?.headers.authorization).toBe(
      `Basic ${Buffer.from('my+id:p%26ss+w%3Ard%2F%C3%A9').toString('base64')}`,
    );
    expect([...new URLSearchParams(request?.body)]).toEqual([
      ['grant_type', 'client_credentials'],
      ['scope', 'read write'],
      ['audience', 'https://api.example'],
    ]);
  });

  it('can be asked for with the credentials in the form', async () => {
    const { tokens, call } = await setUp(token({}));
    await call({ sendCredentials: 'body' });
    expect(tokens.received[0]?.headers).not.toHaveProperty('authorization');
    expect(Object.fromEntries(new URLSearchParams(tokens.received[0]?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'my id',
      client_secret: SECRET,
    });
  });

  it('is kept until 30 s before it expires', async () => {
    const { tokens, call, pass } = await setUp(token({ expires_in: '100' }));
    await call();
    pass(69_999);
    await call();
    expect(tokens.received).toHaveLength(1);
    pass(1);
    expect((await call()).output.data).toBe('Bearer token-1');
    expect(tokens.received).toHaveLength(2);
  });

  it('whose lifetime isn’t given is cached for some minutes, a very short one not at all', async () => {
    const untold = await setUp(token({}));
    await untold.call();
    untold.pass(4 * 60_000);
    await untold.call();
    expect(untold.tokens.received).toHaveLength(1);
    const short = await setUp(token({ expires_in: 20 }));
    await short.call();
    await short.call();
    expect(short.tokens.received).toHaveLength(2);
  });

  it('is fetched once for all who ask at the same time', async () => {
    const { tokens, call } = await setUp(token({ expires_in: 3600 }));
    const results = await Promise.all(Array.from({ length: 20 }, () => call()));
    expect(tokens.received).toHaveLength(1);
    expect(new Set(results.map(({ output }) => output.data))).toEqual(new Set(['Bearer token-0']));
  });

  it('comes also to others if the run that asked for it goes on elsewhere', async () => {
    const { tokens, client, call } = await setUp(token({ expires_in: 3600 }));
    void call(
      {},
      undefined,
      wrapClient(client, () => new Promise(() => undefined)),
    );
    expect((await call()).output.data).toBe('Bearer token-0');
    expect(tokens.received).toHaveLength(1);
  });

  it.each([
    { clientSecret: 'other' },
    { clientId: 'other' },
    { scope: 'other' },
    { audience: 'other' },
    { sendCredentials: 'body' },
  ])('belongs to its own credentials, not to %j', async (change) => {
    const { tokens, call } = await setUp(token({ expires_in: 3600 }));
    await call();
    await call(change);
    expect(tokens.received).toHaveLength(2);
  });

  it('that is refused with 401 is renewed once, and the attempts of both requests are reported', async () => {
    const { tokens, api, call } = await setUp(
      token({ expires_in: 3600 }),
      (sent) => sent === 'Bearer token-0',
    );
    const result = await call();
    expect(result).toMatchObject({ ok: true, output: { status: 200, data: 'Bearer token-1' } });
    expect(result.attempts?.map(({ status }) => status)).toEqual([401, 200]);
    expect(result.secrets).toEqual(['token-0', 'token-1']);
    await call();
    expect([tokens.received.length, api.received.length]).toEqual([2, 3]);
  });

  it('that goes on being refused is not asked for again and again', async () => {
    const { tokens, api, call } = await setUp(token({ expires_in: 3600 }), () => true);
    expect(await call()).toMatchObject({ ok: false, output: { status: 401 } });
    expect([tokens.received.length, api.received.length]).toEqual([2, 2]);
  });

  it('refused for many at once is renewed once for all', async () => {
    const { tokens, call } = await setUp(token({ expires_in: 3600 }), (sent) => sent === 'Bearer token-0');
    const results = await Promise.all(Array.from({ length: 10 }, () => call()));
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(tokens.received).toHaveLength(2);
  });
});

describe('no token', () => {
  const json = (status: number, body: unknown) => (response: ServerResponse) => {
    response.statusCode = status;
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

  it.each([
    [
      'a refusal',
      json(400, { error: 'invalid_scope', error_description: 'No "x" here.' }),
      '400: invalid_scope, No "x" here.',
    ],
    ['a refusal in plain text', json(403, 'go\n\taway\u0000'), '403: go away'],
    ['nothing to say', json(404, ''), 'it returned 404'],
    ['no JSON', json(200, '<html>'), 'no usable access_token'],
    ['an empty token', json(200, { access_token: '' }), 'no usable access_token'],
    ['a token with a line break', json(200, { access_token: 'a\r\nb' }), 'no usable access_token'],
    ['a token of another type', json(200, { access_token: 'a', token_type: 'mac' }), 'type "mac"'],
    [
      'a redirect',
      (response: ServerResponse) => response.writeHead(302, { location: '/x' }).end(),
      'redirects (302)',
    ],
  ])('%s: OAUTH_TOKEN_FAILED, and nothing is sent to the API', async (_what, answer, words) => {
    const { api, call } = await setUp(answer);
    const result = await call();
    expect(result).toMatchObject({
      ok: false,
      continuable: false,
      error: { code: 'OAUTH_TOKEN_FAILED', field: 'auth', phase: 'auth', retryable: false },
    });
    expect(!result.ok && result.error.message).toContain(words);
    expect(api.received).toHaveLength(0);
  });

  it('from a server that repeats the secret: its words are shortened, without the secret', async () => {
    const form = new URLSearchParams({ v: SECRET }).toString().slice(2);
    const { call } = await setUp(json(400, `bad: ${SECRET} ${form} ${'x'.repeat(5000)}`));
    const result = await call();
    const message = result.ok ? '' : result.error.message;
    expect(message).toContain('bad: *** ***');
    expect(message.length).toBeLessThan(400);
  });

  it.each([
    ['e', 'invalid_client: the client secret is wrong', 'invalid_client: the client secret is wrong'],
    ['ient', 'The client of ient is unknown', 'The client of *** is unknown'],
    ['password', 'Your passwords (password) differ', 'Your passwords (***) differ'],
  ])(
    'that repeats a secret such as %s shows no gap where it is by chance',
    async (clientSecret, sent, shown) => {
      const { call } = await setUp(json(400, sent));
      const result = await call({ clientSecret });
      expect(result.ok ? '' : result.error.message).toContain(shown);
    },
  );

  it('is asked for again after a failure', async () => {
    const { call } = await setUp((response, index) => {
      response.statusCode = index === 0 ? 400 : 200;
      response.end(JSON.stringify({ access_token: 'later' }));
    });
    expect((await call()).ok).toBe(false);
    expect((await call()).output.data).toBe('Bearer later');
  });

  it('from an address that isn’t allowed: the guard’s own words', async () => {
    const { call } = await setUp(token({}));
    const result = await call({ tokenUrl: 'http://169.254.169.254/token' });
    expect(!result.ok && result.error.message).toContain('cloud metadata');
  });

  it('from a silent server: one who stops waiting is free at once, the others still get it', async () => {
    let answer = () => {};
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const { tokens, call } = await setUp((response) => {
      answer = () => response.end(JSON.stringify({ access_token: 'slow' }));
      arrive();
    });
    const callerLeft = new AbortController();
    const [leaver, waiter] = [call({}, callerLeft.signal), call()];
    await arrived;
    callerLeft.abort();
    expect(await leaver).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
    answer();
    expect((await waiter).output.data).toBe('Bearer slow');
    expect(tokens.received).toHaveLength(1);
    await bed.closeAll();
    await drained(tokens);
  });
});
