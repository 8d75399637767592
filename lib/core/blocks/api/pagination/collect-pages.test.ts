import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { parseAllowList } from '../../../../platform/addresses/allow-list';
import { startHttpServer } from '../../../../platform/outbound-http/testing/loopback-server';
import { createTestBed } from '../../../../platform/outbound-http/testing/outbound-test-client';
import type { BlockResult } from '../../block';
import { type PageSettings, Pagination } from '../config/pagination';
import { previewApi } from '../preview';
import { type ApiOverrides, resolvedConfig, runApi } from '../testing/run-api';

const bed = createTestBed();
afterEach(() => bed.closeAll());

const serve = (...args: Parameters<typeof startHttpServer>) => bed.serve(startHttpServer(...args));
const json = (response: ServerResponse, value: unknown) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(value));
};
const query = (url: string) => new URL(url, 'http://x').searchParams;

type Settings = Omit<ApiOverrides, 'pagination'> & { pagination: Partial<PageSettings> };

const collect = (
  { pagination, ...config }: Settings,
  signal = new AbortController().signal,
  { client } = bed.open(),
): Promise<BlockResult> =>
  runApi({ ...config, pagination: Pagination.parse(pagination) }, { http: client, signal });

const codeOf = (result: BlockResult) => (result.ok ? null : result.error.code);

/** 25 numbers, ten a page. */
const NUMBERS = Array.from({ length: 25 }, (_, index) => index);

describe('where the next page is', () => {
  it('the Link header says, as GitHub does', async () => {
    const server = await serve((request, response) => {
      const page = Number(query(request.url).get('page') ?? 1);
      response.setHeader('x-page', page);
      if (page < 3)
        response.setHeader('link', [
          `<${server.origin}/repos?page=1>; rel="first"`,
          `<${server.origin}/repos?per_page=10&page=${page + 1}>; title="a, b"; rel="prefetch next"`,
        ]);
      json(response, NUMBERS.slice((page - 1) * 10, page * 10));
    });
    const { output, attempts, exchange } = await collect({
      url: `${server.origin}/repos`,
      params: [['per_page', '10']],
      pagination: { kind: 'linkHeader' },
    });
    expect(output).toMatchObject({ data: NUMBERS, status: 200, headers: { 'x-page': '3' }, error: null });
    expect(server.received.map(({ url }) => url)).toEqual([
      '/repos?per_page=10',
      '/repos?per_page=10&page=2',
      '/repos?per_page=10&page=3',
    ]);
    expect(attempts?.map(({ page, status }) => [page, status])).toEqual([1, 2, 3].map((page) => [page, 200]));
    const bytesOf = (from: number, to: number) => JSON.stringify(NUMBERS.slice(from, to)).length;
    expect(exchange?.pagesBytes).toBe(bytesOf(0, 10) + bytesOf(10, 20) + bytesOf(20, 25));
  });

  it('a URL in the body says, absolute or relative, under a key with a dot as OData has it', async () => {
    const server = await serve((request, response) => {
      const skip = Number(query(request.url).get('$skip') ?? 0);
      const next = skip === 0 ? `${server.origin}/things?$skip=10` : '?$skip=20';
      json(response, {
        value: NUMBERS.slice(skip, skip + 10),
        ...(skip < 20 ? { '@odata.nextLink': next } : {}),
      });
    });
    const pagination = { kind: 'nextUrl', items: 'value', nextUrl: '@odata.nextLink' } as const;
    const { output } = await collect({ url: `${server.origin}/things`, pagination });
    expect(output.data).toEqual(NUMBERS);
    expect(server.received.map(({ url }) => url)).toEqual([
      '/things',
      '/things?$skip=10',
      '/things?$skip=20',
    ]);
  });

  it('a cursor says, as Notion has it: in the body of a POST, each page with a key of its own', async () => {
    const server = await serve((request, response) => {
      const { start_cursor = '0', filter } = JSON.parse(request.body);
      expect(filter).toEqual({ a: 1 });
      const from = Number(start_cursor);
      json(response, {
        results: NUMBERS.slice(from, from + 10),
        next_cursor: from < 20 ? String(from + 10) : null,
      });
    });
    const pagination = {
      kind: 'cursor',
      items: 'results',
      nextCursor: 'next_cursor',
      param: 'start_cursor',
      in: 'body',
    } as const;
    const { output } = await collect({
      url: server.origin,
      method: 'POST',
      body: { kind: 'json', value: '{"filter":{"a":1}}' },
      pagination,
    });
    expect(output.data).toEqual(NUMBERS);
    const keys = server.received.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual(['run-7:api.0', 'run-7:api.1', 'run-7:api.2']);
  });

  it('the id of the last item says, as Stripe has it, until has_more is false', async () => {
    const server = await serve((request, response) => {
      const after = Number(query(request.url).get('starting_after') ?? -1);
      const data = NUMBERS.slice(after + 1, after + 11).map((id) => ({ id }));
      json(response, { data, has_more: after + 11 < NUMBERS.length });
    });
    const pagination = {
      kind: 'cursor',
      items: 'data',
      nextCursor: 'data[-1].id',
      param: 'starting_after',
      more: 'has_more',
    } as const;
    const { output } = await collect({ url: `${server.origin}/charges?limit=10`, pagination });
    expect(output.data).toEqual(NUMBERS.map((id) => ({ id })));
    expect(server.received.map(({ url }) => url)).toEqual([
      '/charges?limit=10',
      '/charges?limit=10&starting_after=9',
      '/charges?limit=10&starting_after=19',
    ]);
  });

  it('a GraphQL cursor goes into the variables', async () => {
    const server = await serve((request, response) => {
      const { after = 0 } = JSON.parse(request.body).variables;
      const next = after < 20 ? after + 10 : null;
      json(response, { data: { all: { nodes: NUMBERS.slice(after, after + 10), end: next } } });
    });
    const { output } = await collect({
      url: server.origin,
      method: 'POST',
      body: { kind: 'graphql', query: 'query($after: Int) { all(after: $after) }', variables: '{}' },
      pagination: {
        kind: 'cursor',
        items: 'data.all.nodes',
        nextCursor: 'data.all.end',
        param: 'after',
        in: 'body',
      },
    });
    expect(output.data).toEqual(NUMBERS);
  });

  it.each([
    ['from 1', '', {}, [1, 2, 3, 4]],
    ['from what the request says', '?page=2&x=%20', {}, [2, 3, 4]],
    ['from what is set', '', { first: 0 }, [0, 1, 2, 3]],
  ] as const)('a page number goes up %s, until a page is empty', async (_, search, settings, pages) => {
    const server = await serve((request, response) => {
      const index = Number(query(request.url).get('page')) - pages[0] + (4 - pages.length);
      json(response, NUMBERS.slice(index * 10, (index + 1) * 10));
    });
    const { output } = await collect({
      url: `${server.origin}/list${search}`,
      pagination: { kind: 'page', ...settings },
    });
    expect(output.data).toEqual(NUMBERS.slice((4 - pages.length) * 10));
    expect(server.received.map(({ url }) => Number(query(url).get('page')))).toEqual(pages);
    expect(server.received.every(({ url }) => (url.match(/page=/g) ?? []).length === 1)).toBe(true);
  });

  it('an offset goes up by the items that came', async () => {
    const server = await serve((request, response) => {
      const from = Number(query(request.url).get('skip'));
      json(response, { items: NUMBERS.slice(from, from + 10) });
    });
    const { output } = await collect({
      url: server.origin,
      pagination: { kind: 'offset', items: 'items', param: 'skip' },
    });
    expect(output.data).toEqual(NUMBERS);
    expect(server.received.map(({ url }) => query(url).get('skip'))).toEqual(['0', '10', '20', '25']);
  });
});

describe('credentials', () => {
  const AUTHED: Array<[string, string]> = [['Authorization', 'Bearer a-secret-token']];

  it('go with every page of the same origin, an API key in the query too', async () => {
    const server = await serve((request, response) => {
      const page = Number(query(request.url).get('p') ?? 1);
      if (page < 3) response.setHeader('link', `</x?p=${page + 1}>; rel=next`);
      json(response, [request.headers['x-mine'], query(request.url).get('api_key')]);
    });
    const { output } = await collect({
      url: `${server.origin}/x`,
      headers: [['X-Mine', 'mine']],
      auth: { kind: 'apiKey', in: 'query', name: 'api_key', apiKey: 'k-123456' },
      pagination: { kind: 'linkHeader' },
    });
    expect(output.data).toEqual(Array(3).fill(['mine', 'k-123456']).flat());
  });

  it.each([
    ['another origin', (other: string) => `${other}/next`],
    ['another origin by user name', (other: string) => `http://127.0.0.1@${other.slice(7)}/next`],
    ['a private address', () => 'http://10.0.0.1/next'],
    ['cloud metadata', () => 'http://169.254.169.254/latest/meta-data/'],
    ['a file', () => 'file:///etc/passwd'],
    ['a script', () => 'javascript:alert(1)'],
  ])('never go to %s: the list ends with an error that says so', async (_, linkTo) => {
    const other = await serve((_request, response) => json(response, [2]));
    const server = await serve((_request, response) =>
      json(response, { items: [1], next: linkTo(other.origin) }),
    );
    const result = await collect({
      url: server.origin,
      headers: AUTHED,
      pagination: { kind: 'nextUrl', items: 'items', nextUrl: 'next' },
    });
    expect(codeOf(result)).toBe('PAGE_OTHER_ORIGIN');
    expect(result.output).toMatchObject({ data: [1], status: 200, error: { phase: 'pagination' } });
    expect(other.received).toEqual([]);
    expect(server.received).toHaveLength(1);
  });

  it('before the host of the block’s URL go with every page', async () => {
    const server = await serve((request, response) => {
      if (request.url === '/') response.setHeader('link', '</2>; rel=next');
      json(response, [request.headers.authorization]);
    });
    const url = `http://ada:pw@127.0.0.1:${server.port}/`;
    const { output } = await collect({ url, pagination: { kind: 'linkHeader' } });
    expect(output.data).toEqual(Array(2).fill(`Basic ${Buffer.from('ada:pw').toString('base64')}`));
  });

  it('of a link are not used', async () => {
    const server = await serve((request, response) => {
      if (request.url === '/')
        response.setHeader('link', `<http://u:p@127.0.0.1:${server.port}/2>; rel=next`);
      json(response, [request.headers.authorization ?? null]);
    });
    const { output } = await collect({ url: server.origin, pagination: { kind: 'linkHeader' } });
    expect(output.data).toEqual([null, null]);
  });

  it('a page on an address that is closed by then is refused by the guard', async () => {
    const server = await serve((_request, response) => {
      response.setHeader('connection', 'close');
      response.setHeader('link', '</2>; rel=next');
      json(response, [1]);
    });
    let lookups = 0;
    const opened = bed.open({
      allow: parseAllowList('127.0.0.1'),
      resolve: async () => [{ address: lookups++ === 0 ? '127.0.0.1' : '10.0.0.1', family: 4 }],
    });
    const url = `http://rebound.test:${server.port}/`;
    const result = await collect({ url, pagination: { kind: 'linkHeader' } }, undefined, opened);
    expect(codeOf(result)).toBe('ADDRESS_NOT_ALLOWED');
    expect(result.output.data).toEqual([1]);
    expect(server.received).toHaveLength(1);
  });
});

describe('lists that don’t end', () => {
  const endless = () =>
    serve((_request, response, index) => {
      response.setHeader('link', `</list?after=${index}>; rel="next"`);
      json(response, [index, index]);
    });

  it('stop at the limit of pages with an error, and what came is kept', async () => {
    const server = await endless();
    const result = await collect({ url: server.origin, pagination: { kind: 'linkHeader', maxPages: 5 } });
    expect(codeOf(result)).toBe('PAGE_LIMIT');
    expect(result.output).toMatchObject({ data: [0, 0, 1, 1, 2, 2, 3, 3, 4, 4], status: 200 });
    expect(server.received).toHaveLength(5);
  });

  it('stop at the limit of items, or end well there when that is wanted', async () => {
    const server = await endless();
    const settings = { kind: 'linkHeader', maxItems: 5 } as const;
    expect(codeOf(await collect({ url: server.origin, pagination: settings }))).toBe('ITEM_LIMIT');
    const kept = await collect({ url: server.origin, pagination: { ...settings, onLimit: 'keep' } });
    expect(kept).toMatchObject({ ok: true, warnings: ['The list was cut off after 5 items.'] });
    expect(kept.output.data).toHaveLength(5);
    expect(server.received).toHaveLength(6);
  });

  it('stop at the limit of bytes, whatever is wanted otherwise', async () => {
    const page = { text: 'x'.repeat(400_000) };
    const server = await serve((_request, response, index) => {
      response.setHeader('link', `</list?after=${index}>; rel="next"`);
      json(response, [page]);
    });
    const pagination = { kind: 'linkHeader', maxMegabytes: 1, onLimit: 'keep' } as const;
    const result = await collect({ url: server.origin, pagination });
    expect(codeOf(result)).toBe('PAGES_TOO_LARGE');
    expect(result.output.data).toEqual([page, page]);
    expect(server.received).toHaveLength(3);
  });

  it('that go round in a circle are noticed: by links, cursors and pages that stay the same', async () => {
    const links = await serve((request, response) => {
      response.setHeader('link', `<${request.url === '/a' ? '/b' : '/a'}>; rel=next`);
      json(response, [1]);
    });
    const byLink = await collect({ url: `${links.origin}/a`, pagination: { kind: 'linkHeader' } });
    expect([codeOf(byLink), links.received.length]).toEqual(['PAGES_REPEAT', 2]);

    const same = await serve((_request, response) => json(response, { items: [1], cursor: 'c' }));
    const cursor = { kind: 'cursor', items: 'items', nextCursor: 'cursor' } as const;
    const byCursor = await collect({ url: same.origin, pagination: cursor });
    expect([codeOf(byCursor), same.received.length]).toEqual(['PAGES_REPEAT', 2]);

    const byPage = await collect({ url: same.origin, pagination: { kind: 'page', items: 'items' } });
    expect([codeOf(byPage), same.received.length]).toEqual(['PAGES_REPEAT', 4]);
    expect(byPage.output.data).toEqual([1]);
  });

  it('stop when the time for the whole block is used up', async () => {
    const server = await endless();
    let clock = 0;
    const { client } = bed.open();
    const result = await runApi(
      { url: server.origin, totalTimeoutMs: 1000, pagination: Pagination.parse({ kind: 'linkHeader' }) },
      { http: client, now: () => (clock += 150) },
    );
    expect(result).toMatchObject({ ok: false, error: { code: 'TIMEOUT' } });
    expect(result.output.error).toMatchObject({ message: expect.stringContaining('within 1 s; page') });
  });

  it('stop when the run is cancelled between two pages', async () => {
    const cancel = new AbortController();
    const server = await serve((_request, response, index) => {
      if (index === 2) response.once('close', () => cancel.abort());
      response.setHeader('link', `</list?after=${index}>; rel="next"`);
      json(response, [index]);
    });
    const running = collect({ url: server.origin, pagination: { kind: 'linkHeader' } }, cancel.signal);
    expect(codeOf(await running)).toBe('CANCELLED');
    const asked = server.received.length;
    expect(asked).toBeLessThan(10);
  });
});

describe('a page that fails', () => {
  it('is tried again like any request, and the page is named', async () => {
    const server = await serve((request, response, index) => {
      if (index === 1) {
        response.writeHead(503).end();
        return;
      }
      if (request.url === '/') response.setHeader('link', '</2>; rel=next');
      json(response, [request.url]);
    });
    const { output, attempts } = await collect({ url: server.origin, pagination: { kind: 'linkHeader' } });
    expect(output.data).toEqual(['/', '/2']);
    expect(attempts?.map(({ page, status }) => [page, status])).toEqual([
      [1, 200],
      [2, 503],
      [2, 200],
    ]);
  });

  it('for good leaves the items before it, with its own status', async () => {
    const server = await serve((request, response) => {
      if (request.url !== '/') {
        response.writeHead(404).end();
        return;
      }
      response.setHeader('link', '</2>; rel=next');
      json(response, [1]);
    });
    const result = await collect({ url: server.origin, pagination: { kind: 'linkHeader' } });
    expect(result).toMatchObject({ ok: false, continuable: true, error: { code: 'HTTP_STATUS' } });
    expect(result.output).toMatchObject({
      data: [1],
      status: 404,
      error: { message: expect.stringMatching(/^Page 2: /) },
    });
  });

  it('as the first one is the failure of a single request', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"why": "no"}');
    });
    const result = await collect({ url: server.origin, pagination: { kind: 'page' } });
    expect(result.output).toMatchObject({ data: { why: 'no' }, status: 400, error: { code: 'HTTP_STATUS' } });
  });

  it.each([
    [{ results: [], more: 1 }, '', 'The response body of page 1 is no list. Lists are at "results".'],
    [
      { a: { b: 1 } },
      'a.b',
      'The response body of page 1 has no list at "a.b". Check the path of the items.',
    ],
    ['text', 'items', 'The response body of page 1 has no list at "items". Check the path of the items.'],
  ])('because its items are not in %j at "%s" says where lists are', async (body, items, message) => {
    const server = await serve((_request, response) => json(response, body));
    const result = await collect({ url: server.origin, pagination: { kind: 'page', items } });
    expect(result).toMatchObject({ ok: false, continuable: false, error: { code: 'PAGE_INVALID', message } });
  });

  it.each([
    [{ kind: 'cursor', nextCursor: 'next' }, 'PAGE_CURSOR_INVALID'],
    [{ kind: 'nextUrl', nextUrl: 'next' }, 'PAGE_URL_INVALID'],
  ] as const)('because what leads on from it is no such thing: %j', async (settings, code) => {
    const server = await serve((_request, response) => json(response, { items: [1], next: { a: 1 } }));
    const result = await collect({ url: server.origin, pagination: { ...settings, items: 'items' } });
    expect(codeOf(result)).toBe(code);
  });

  it('before it is sent, because its cursor has no place in the request', async () => {
    const settings = { kind: 'cursor', nextCursor: 'next', in: 'body' } as const;
    const body = { kind: 'json', value: '[1]' } as const;
    const url = 'http://127.0.0.1:1';
    expect(codeOf(await collect({ url, method: 'GET', pagination: settings }))).toBe('PAGINATION_INVALID');
    expect(codeOf(await collect({ url, method: 'POST', body, pagination: settings }))).toBe(
      'PAGINATION_INVALID',
    );
  });
});

it('a preview shows the request of the first page; logs of older versions have no pagination', async () => {
  const config = resolvedConfig({ url: 'https://a.test/x?page=3', method: 'GET' });
  const preview = (change: object) => previewApi({ ...config, ...change }, {});
  const first = await preview({ pagination: Pagination.parse({ kind: 'page' }) });
  expect(first).toMatchObject({ ok: true, request: { request: { url: 'https://a.test/x?page=3' } } });
  const offset = await preview({ pagination: Pagination.parse({ kind: 'offset', param: 'skip' }) });
  expect(offset).toMatchObject({ ok: true, request: { request: { url: 'https://a.test/x?page=3&skip=0' } } });
  const { pagination: _, ...older } = config;
  expect(await previewApi(older, {})).toMatchObject({ ok: true });
});

it('of a thousand pages the first and the last requests are listed', async () => {
  const server = await serve((_request, response, index) => {
    if (index < 299) response.setHeader('link', `</?after=${index}>; rel=next`);
    json(response, [index]);
  });
  const { output, attempts } = await collect({
    url: server.origin,
    pagination: { kind: 'linkHeader', maxPages: 1000 },
  });
  expect(output.data).toHaveLength(300);
  expect(attempts?.map(({ page }) => page).slice(98, 102)).toEqual([99, 100, 201, 202]);
});
