import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { startHttpServer, startRawServer } from '../../../platform/outbound-http/testing/loopback-server';
import { createTestBed } from '../../../platform/outbound-http/testing/outbound-test-client';
import { createSandbox } from '../../../platform/sandbox/sandbox';
import { compileWorkflow } from '../../engine/compile-workflow';
import { runWorkflow } from '../../engine/run-workflow';
import { WorkflowDocument } from '../../workflow/schema';
import { executors } from '../registry/executors';

const sandbox = createSandbox({ threads: 1 });
const bed = createTestBed();
afterEach(() => bed.closeAll());
afterAll(() => sandbox.close());

const serve = (...args: Parameters<typeof startHttpServer>) => bed.serve(startHttpServer(...args));

type Line = [name: string, type: string, config: object];

/** Builds a workflow of Start and the blocks in a line, or with `edges`: `a>b`, or `a:error>b`. */
function workflow(lines: Line[], edges?: string[]): WorkflowDocument {
  const all: Line[] = [['start', 'start', {}], ...lines];
  const inALine = lines.map(([name], at) => `${all[at]![0]}>${name}`);
  return WorkflowDocument.parse({
    blocks: Object.fromEntries(
      all.map(([id, type, config]) => [id, { id, type, name: id, position: { x: 0, y: 0 }, config }]),
    ),
    edges: (edges ?? inALine).map((edge, at) => {
      const [from = '', target] = edge.split('>');
      const [source, sourceHandle = 'out'] = from.split(':');
      return { id: `e${at}`, source, sourceHandle, target };
    }),
  });
}

const run = (document: WorkflowDocument, input: object = {}, variables = new Map<string, string>()) =>
  runWorkflow(
    compileWorkflow(document),
    { executionId: 'x', input },
    {
      executors,
      http: bed.open().client,
      code: sandbox,
      now: Date.now,
      variables,
      signal: new AbortController().signal,
    },
  );

describe('what comes before an API block', () => {
  it('can build its whole URL and its whole body, and later blocks can transform the answer', async () => {
    const server = await serve((request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ asked: request.url, sent: JSON.parse(request.body) }));
    });
    const build =
      'return { url: <start.server> + "/users/" + <start.id>, body: { tags: ["a", <start.id>] } }';
    const body = { kind: 'json', value: '<build.result.body>' };
    const document = workflow([
      ['build', 'function', { code: build }],
      ['api', 'api', { url: '<build.result.url>', method: 'PUT', body }],
      ['shape', 'function', { code: 'return <api.data.asked>.toUpperCase() + <api.data.sent.tags>.length' }],
      ['out', 'response', { body: '<shape.result>' }],
    ]);
    const outcome = await run(document, { server: server.origin, id: 7 });
    expect(outcome).toMatchObject({ status: 'success', output: '/USERS/72' });
    expect(server.received).toMatchObject([{ method: 'PUT', url: '/users/7', body: '{"tags":["a",7]}' }]);
  });

  it('can be the variables: credentials go out as header and query, documents name them', async () => {
    const server = await serve((_request, response) => response.end());
    const document = workflow([
      [
        'api',
        'api',
        {
          url: server.origin,
          params: [{ key: 'api_key', value: '{{API_KEY}}' }],
          headers: [{ key: 'Authorization', value: 'Bearer {{ACCESS_TOKEN}}' }],
        },
      ],
    ]);
    const variables = new Map([
      ['API_KEY', 'k-1234567'],
      ['ACCESS_TOKEN', 't-7654321'],
    ]);
    await run(document, {}, variables);
    expect(server.received).toMatchObject([
      { url: '/?api_key=k-1234567', headers: { authorization: 'Bearer t-7654321' } },
    ]);
    expect(JSON.stringify(document)).not.toMatch(/k-1234567|t-7654321/);
  });
});

describe('what comes after an API block', () => {
  const OUTPUTS =
    '{"data": <api.data>, "status": <api.status>, "type": <api.headers["x-type"]?>, ' +
    '"error": <api.error.code?>}';

  it('reads data, status, headers and error by <api.name>', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'x-type': 'fine' }).end('[1]');
    });
    const document = workflow([
      ['api', 'api', { url: server.origin }],
      ['out', 'response', { body: OUTPUTS }],
    ]);
    expect((await run(document)).output).toEqual({ data: [1], status: 200, type: 'fine', error: null });
  });

  const handled = (url: string) =>
    workflow(
      [
        ['api', 'api', { url, retry: { when: 'never' } }],
        ['good', 'response', { body: 'as if nothing had been' }],
        ['bad', 'response', { body: OUTPUTS }],
      ],
      ['start>api', 'api>good', 'api:error>bad'],
    );

  it('takes over at the error port when a bad status came', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(404, { 'x-type': 'gone' }).end('no such thing');
    });
    expect(await run(handled(server.origin))).toMatchObject({
      status: 'success',
      level: 'info',
      output: { data: 'no such thing', status: 404, type: 'gone', error: 'HTTP_STATUS' },
    });
  });

  it('takes over at the error port when no answer came', async () => {
    const server = await bed.serve(startRawServer((socket) => socket.destroy()));
    expect(await run(handled(server.origin))).toMatchObject({
      status: 'success',
      level: 'info',
      output: { data: null, status: null, type: null, error: 'CONNECTION_RESET' },
    });
  });

  it.each<[what: string, config: Record<string, unknown>, code: string]>([
    ['no URL', { url: '' }, 'URL_INVALID'],
    ['a reference to nothing', { url: '<start.nothing.at.all>' }, 'REF_PATH_NOT_FOUND'],
    ['a URL that is none', { url: '<start.input>' }, 'URL_INVALID'],
    [
      'a server that is away',
      { url: 'http://127.0.0.1:1', retry: { when: 'never', max: 0 } },
      'CONNECTION_REFUSED',
    ],
    [
      'an assertion',
      { url: '<start.server>', assertions: [{ kind: 'status', value: '500' }] },
      'ASSERTION_FAILED',
    ],
  ])('has headers and an error of one shape after %s', async (_, config, code) => {
    const server = await serve((_request, response) => response.end());
    const document = workflow(
      [
        ['api', 'api', config],
        ['fallback', 'response', { body: '{"headers": <api.headers>, "error": <api.error>}' }],
      ],
      ['start>api', 'api:error>fallback'],
    );
    const { output } = await run(document, { server: server.origin, input: 'no url' });
    const { headers, error } = output as { headers: object; error: Record<string, unknown> };
    expect(headers).toEqual(code === 'ASSERTION_FAILED' ? expect.any(Object) : {});
    expect(error).toEqual({
      ...(error.field === undefined ? {} : { field: expect.any(String) }),
      code,
      message: expect.any(String),
      phase: expect.any(String),
      retryable: expect.any(Boolean),
      retryAfterMs: null,
      attempts: expect.any(Array),
    });
  });

  it('reads cookies of the whole way; the trace has each redirect without its secrets', async () => {
    const server = await serve((request, response) => {
      const next: Record<string, string> = {
        '/login': '/step?token=t-99887766&user=ada',
        '/step?token=t-99887766&user=ada': '/home?key=s-12345678',
      };
      const location = next[request.url];
      response.setHeader('set-cookie', [`sid=${location === undefined ? 'end' : 'begin'}; Path=/`]);
      if (location !== undefined) response.writeHead(302, { location });
      response.end();
    });
    const document = workflow([
      ['api', 'api', { url: `${server.origin}/login`, headers: [{ key: 'X-Key', value: '{{KEY}}' }] }],
      ['out', 'response', { body: '{"sid": <api.cookies.sid>, "all": <api.cookies>}' }],
    ]);
    const { output, traceSpans } = await run(document, {}, new Map([['KEY', 's-12345678']]));
    expect(output).toEqual({ sid: 'end', all: { sid: 'end' } });
    const at = (path: string) => `${server.origin}${path}`;
    expect(traceSpans.find(({ blockId }) => blockId === 'api')?.redirects).toEqual([
      {
        status: 302,
        url: at('/login'),
        location: at('/step?token=***&user=ada'),
        setCookie: ['sid=begin; Path=/'],
      },
      {
        status: 302,
        url: at('/step?token=***&user=ada'),
        location: at('/home?key={{KEY}}'),
        setCookie: ['sid=begin; Path=/'],
      },
    ]);
    expect(JSON.stringify(traceSpans)).not.toMatch(/t-99887766|s-12345678/);
  });

  it('says of a 403 that is a rate limit that it is one', async () => {
    const reset = Math.ceil(Date.now() / 1_000) + 30;
    const server = await serve((_request, response) => {
      response.writeHead(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) }).end();
    });
    const document = workflow([['api', 'api', { url: server.origin, retry: { when: 'never' } }]]);
    const [, span] = (await run(document)).traceSpans;
    expect(span?.error).toMatchObject({ code: 'HTTP_STATUS', retryable: true });
    expect(span?.error?.message).toMatch(/403 Forbidden\. .*rate limit is reached.*less often/);
    expect(span?.error?.message).not.toContain('credentials');
  });
});

describe('what looks like a reference to it', () => {
  const answer = { straße: 'x', '1st': 'y', 'a b': 'z', items: null, größe: [1] };
  const outputOf = async (lines: Line[]) => {
    const { origin } = await serve((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answer));
    });
    return run(workflow([['api', 'api', { url: origin }], ...lines]));
  };

  it.each([
    ['<api.data.straße>', 'x'],
    ['<api.data.größe[0]>', 1],
    ['<api.data.1st>', 'y'],
    ['<api.data.a b>', 'z'],
    ['<api.data.items ?? []>', []],
    ['<api.data.none ?? {}>', {}],
    ['{"all": <start>}', { all: {} }],
    ['<start>', {}],
  ])('%s is a value', async (body, output) => {
    expect(await outputOf([['r', 'response', { body }]])).toMatchObject({ status: 'success', output });
  });

  it('the whole output is all that it put out', async () => {
    const { output } = await outputOf([['r', 'response', { body: '<api>' }]]);
    expect(output).toMatchObject({ status: 200, data: answer, error: null });
  });

  it('is bound to code and conditions', async () => {
    const code = 'return [<api>.status, <api>.data["straße"], "<api>", /(?<api>x)/.exec("x").groups.api]';
    const { output } = await outputOf([
      ['f', 'function', { code }],
      ['r', 'response', { body: '<f.result>' }],
    ]);
    expect(output).toEqual([200, 'x', '<api>', 'x']);
  });

  it('and is none is told of on the span', async () => {
    const outcome = await outputOf([['r', 'response', { body: 'all of <api>, <api.data.a!b>' }]]);
    expect(outcome.output).toBe('all of <api>, <api.data.a!b>');
    expect(outcome.traceSpans.at(-1)?.warnings).toEqual([
      expect.stringContaining('Body: <api> stays text'),
      expect.stringContaining("<api.data['a!b']>"),
    ]);
  });
});
