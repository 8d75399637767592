import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type ReceivedRequest,
  startHttpServer,
} from '../../../../platform/outbound-http/testing/loopback-server';
import { createTestBed } from '../../../../platform/outbound-http/testing/outbound-test-client';
import { RENEWAL_REFUSALS } from './testing/renewal-refusals';
import { READ_AT_MS, TOKEN_PROVIDERS, type TokenProvider } from './testing/token-providers';
import { askTokenServer, type TokenQuestion } from './token-server';

const bed = createTestBed();
afterEach(() => bed.closeAll());

const CLIENT = { clientId: 'my id', clientSecret: 's+cret/ü=' };

/** Reads the fields of a request and the place of its client's credentials. */
function readRequest({ body, headers }: ReceivedRequest) {
  const isJson = headers['content-type'] === 'application/json';
  const fields: Record<string, string> = isJson
    ? JSON.parse(body)
    : Object.fromEntries(new URLSearchParams(body));
  const basic = /^Basic (.*)$/.exec(headers.authorization ?? '')?.[1];
  const pair = basic === undefined ? null : Buffer.from(basic, 'base64').toString();
  const decoded = pair?.split(':').map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
  return { fields, isJson, pair, decoded };
}

function finds(takes: TokenProvider['takes'], request: ReceivedRequest): boolean {
  const { fields, pair, decoded } = readRequest(request);
  const { clientId, clientSecret } = CLIENT;
  const isForm = fields.client_id === clientId && fields.client_secret === clientSecret && pair === null;
  if (takes === 'undecoded basic') return pair === `${clientId}:${clientSecret}`;
  const isBasic = decoded?.[0] === clientId && decoded[1] === clientSecret;
  return takes === 'either' ? isForm || isBasic : takes === 'form' ? isForm : isBasic;
}

/** Starts a token server that behaves as its provider documents. */
const providerServer = (provider: TokenProvider) =>
  bed.serve(
    startHttpServer((request, response) => {
      const { isJson, fields } = readRequest(request);
      if (provider.takesJson && !isJson) {
        response.statusCode = 400;
        return response.end('{"code":"invalid_json","message":"Error parsing JSON body."}');
      }
      if (fields.grant_type === undefined) return response.writeHead(400).end();
      const granted: [number, string] = [provider.status ?? 200, provider.answer];
      const known = fields.code_verifier === undefined ? granted : (provider.refusesVerifier ?? granted);
      const [status, body] = finds(provider.takes, request) ? known : (provider.refusal ?? [401, '']);
      response.writeHead(status, { 'content-type': provider.contentType ?? 'application/json' }).end(body);
    }),
  );

describe.each(['header', 'body'] as const)('credentials sent in the %s at first', (sendCredentials) => {
  it.each(TOKEN_PROVIDERS)('$name gives its token', async (provider) => {
    const server = await providerServer(provider);
    const { client: http } = bed.open();
    const question: TokenQuestion = {
      client: { tokenUrl: `${server.origin}/token`, ...CLIENT, sendCredentials },
      form: new URLSearchParams({ grant_type: 'authorization_code', code: 'c', code_verifier: 'v' }),
      retry: 'safe',
      secretFields: ['code'],
      dispensable: 'code_verifier',
    };
    const ask = () => askTokenServer(question, http, () => READ_AT_MS);
    expect(await ask()).toEqual({ ok: true, issued: provider.gives });
    // The accepted way is known from then on.
    const before = server.received.length;
    expect((await ask()).ok).toBe(true);
    expect(server.received).toHaveLength(before + 1);
  });
});

describe('a refusal', () => {
  async function asked(
    answer: (response: ServerResponse, index: number) => void,
    {
      client = {},
      form = {},
      dispensable,
    }: { client?: object; form?: Record<string, string>; dispensable?: string } = {},
  ) {
    const server = await bed.serve(startHttpServer((_request, response, index) => answer(response, index)));
    const { client: http } = bed.open();
    const settings = { tokenUrl: server.origin, ...CLIENT, sendCredentials: 'header' as const, ...client };
    const fields = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'r3fresh', ...form });
    const question = {
      client: settings,
      form: fields,
      retry: 'safe',
      secretFields: ['refresh_token'],
      ...(dispensable !== undefined && { dispensable }),
    } as const;
    const result = await askTokenServer(question, http);
    return { result, server, message: result.ok ? '' : result.error.message };
  }
  const json = (status: number, body: object) => (response: ServerResponse) =>
    response.writeHead(status).end(JSON.stringify(body));

  it.each([
    ['of the grant', 400, { error: 'invalid_grant' }],
    ['of the grant, with 401', 401, { error: 'invalid_grant' }],
    ['of the scopes', 400, { error: 'invalid_scope' }],
    ['by a limit', 429, { error: 'invalid_client' }],
    ['in no words', 403, {}],
  ])('%s is final: what can be used once is sent once', async (_what, status, body) => {
    const { server } = await asked((response) => {
      response.setHeader('retry-after', '600');
      json(status, body)(response);
    });
    expect(server.received).toHaveLength(1);
  });

  it('of a client that is known nowhere names the first way’s words, and that all were tried', async () => {
    const { server, message, result } = await asked((response, index) =>
      json(401, { error: 'invalid_client', error_description: `try ${index}` })(response),
    );
    expect(server.received).toHaveLength(3);
    expect(message).toContain('invalid_client, try 0 (with the credentials as Basic authentication and in');
    expect(result).toMatchObject({ isLost: false });
  });

  it('of a client without a secret is not asked about again', async () => {
    const { server } = await asked(json(401, { error: 'invalid_client' }), { client: { clientSecret: '' } });
    expect(server.received).toHaveLength(1);
  });

  it('by the way that got further is the one that is told', async () => {
    const { message, result } = await asked((response, index) =>
      json(400, { error: index < 2 ? 'invalid_client' : 'invalid_grant' })(response),
    );
    expect(message).toContain('400: invalid_grant');
    expect(result).toMatchObject({ isLost: true });
  });

  it.each(RENEWAL_REFUSALS)('of %s means "%s": %i %j', async (_server, meaning, status, body) => {
    const { result, server } = await asked((response) => {
      response.statusCode = status;
      // Otherwise it is asked again.
      if (meaning === 'passing') response.setHeader('retry-after', '600');
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
    expect(result).toMatchObject({ ok: false, isLost: meaning === 'lost' });
    if (meaning === 'lost') expect(server.received).toHaveLength(1);
  });

  const ofCode = { grant_type: 'authorization_code', code: 'c', code_verifier: 'v' };
  const verifiers = ({ received }: { received: ReceivedRequest[] }) =>
    received.map((request) => readRequest(request).fields.code_verifier ?? null);

  it('of a client with a proof key is tried without one, after all places for its credentials', async () => {
    const { server } = await asked(json(401, { error: 'invalid_client' }), {
      form: ofCode,
      dispensable: 'code_verifier',
    });
    expect(verifiers(server)).toEqual(['v', 'v', 'v', null, null, null]);
  });

  it.each([
    ['of the code', 400, { error: 'invalid_grant', error_description: 'code_verifier does not match' }],
    ['by a fault', 500, { error: 'server_error', message: 'code_verifier' }],
    ['of the scopes', 400, { error: 'invalid_scope' }],
  ])('%s sends no code again without its proof key', async (_what, status, body) => {
    const { server } = await asked(json(status, body), { form: ofCode, dispensable: 'code_verifier' });
    expect(new Set(verifiers(server))).toEqual(new Set(['v']));
  });

  it('keeps a proof key that must be sent', async () => {
    const { server } = await asked(json(401, { error: 'invalid_client' }), { form: ofCode });
    expect(verifiers(server)).toEqual(['v', 'v', 'v']);
  });

  it.each([
    [{ error: { message: 'Bad code.', type: 'OAuthException', code: 100 } }, 'OAuthException, Bad code.'],
    [{ error_type: 'OAuthException', code: 400, error_message: 'No.' }, 'OAuthException, No.'],
    [{ errcode: 40_029, errmsg: 'invalid code' }, '40029, invalid code'],
    [{ message: 'Bad Request', errors: [{ resource: 'Code', code: 'invalid' }] }, 'invalid, Bad Request'],
    [{ status: 'BAD_AUTH_CODE', message: 'no such code' }, 'BAD_AUTH_CODE, no such code'],
  ])('%j is told in its own words', async (body, words) => {
    const { message } = await asked(json(400, body));
    expect(message).toContain(`it returned 400: ${words}`);
  });

  it('as a form with status 200 is told too', async () => {
    const { message } = await asked((response) =>
      response.end('error=bad_verification_code&error_description=It+has+expired.'),
    );
    expect(message).toContain('200: bad_verification_code, It has expired.');
  });

  it('of scopes says how they were separated', async () => {
    const refuse = json(400, { error: 'invalid_scope' });
    expect((await asked(refuse, { form: { scope: 'a,b' } })).message).toContain('by commas; try blanks');
    expect((await asked(refuse, { form: { scope: 'a b' } })).message).toContain('some servers want commas');
  });

  it.each(['DPoP', 'mac', 'PoP', 'N_A'])('a token of type "%s" is of no use to a request', async (type) => {
    const { message } = await asked(json(200, { access_token: 'a', token_type: type }));
    expect(message).toContain(`type "${type}", only bearer tokens`);
  });

  it.each([{ status: 'ok', token: 's3cret' }, ['s3cret'], { access_token: { value: 's3cret' } }])(
    '%j holds no token, and its body is not shown',
    async (body) => {
      const { message } = await asked(json(200, body));
      expect(message).toMatch(/its answer holds no usable access_token$/);
    },
  );
});
