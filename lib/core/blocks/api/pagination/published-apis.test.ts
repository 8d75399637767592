import { afterEach, describe, expect, it } from 'vitest';
import {
  startHttpServer,
  startHttpsServer,
} from '../../../../platform/outbound-http/testing/loopback-server';
import { createTestBed } from '../../../../platform/outbound-http/testing/outbound-test-client';
import { TEST_CERTIFICATE } from '../../../../platform/outbound-http/testing/test-certificate';
import { Pagination } from '../config/pagination';
import { type ApiOverrides, runApi } from '../testing/run-api';
import { BY_BODY_CURSOR } from './testing/apis-by-body-cursor';
import { BY_CURSOR } from './testing/apis-by-cursor';
import { BY_LINK } from './testing/apis-by-link';
import { BY_NUMBER } from './testing/apis-by-number';
import { askedOf, type PublishedApi, RECORDS } from './testing/published-api';

const bed = createTestBed();
afterEach(() => bed.closeAll());

const collect = ({ pagination, ...config }: Omit<ApiOverrides, 'pagination'> & { pagination: object }) =>
  runApi({ ...config, pagination: Pagination.parse(pagination) }, { http: bed.open().client });

const idsIn = (data: unknown) => (data as Array<{ id: number }>).map(({ id }) => id);

describe.each([
  ['by link', BY_LINK],
  ['by cursor', BY_CURSOR],
  ['by a cursor in the body', BY_BODY_CURSOR],
  ['by number', BY_NUMBER],
])('published APIs that page %s', (_, apis) => {
  it.each(apis.map((api) => [api.name, api.end, api] as const))('%s: %s', async (_name, _end, api) => {
    const { server, result } = await collectFrom(api);
    expect(result).toMatchObject({ ok: true, output: { error: null } });
    expect(idsIn(result.output.data)).toEqual(idsIn(RECORDS));
    expect(server.received).toHaveLength(api.requests);
  });
});

async function collectFrom({ path = '/', config = {}, pagination, answer }: PublishedApi) {
  const server = await bed.serve(
    startHttpServer((request, response, index) => {
      response.setHeader('content-type', 'application/json');
      const asked = askedOf(request, { response, index, origin: server.origin });
      response.end(JSON.stringify(answer(asked)));
    }),
  );
  const result = await collect({ ...config, url: server.origin + path, pagination });
  return { server, result };
}

const rows = (answer: PublishedApi['answer'], pagination: PublishedApi['pagination']) =>
  collectFrom({ name: '', end: '', requests: 0, answer, pagination });

describe('a list without an end of its own', () => {
  const cursor = { kind: 'cursor', items: 'rows', nextCursor: 'next', param: 'at' } as const;
  const always = ({ index }: { index: number }) => ({ rows: index < 3 ? [index] : [], next: `new ${index}` });

  it('that names a new cursor on each empty page ends after some, with a warning', async () => {
    const { server, result } = await rows(always, cursor);
    expect(result).toMatchObject({ ok: true, output: { data: [0, 1, 2] } });
    expect(result.warnings).toEqual([expect.stringContaining('10 pages without items in a row')]);
    expect(server.received).toHaveLength(13);
  });

  it('ends at its first empty page when the author says so, or never', async () => {
    const ended = await rows(always, { ...cursor, onEmpty: 'end' });
    expect(ended.result).toMatchObject({ ok: true, output: { data: [0, 1, 2] } });
    expect(ended.server.received).toHaveLength(4);
    const { result } = await rows(always, { ...cursor, onEmpty: 'continue', maxPages: 20 });
    expect(result).toMatchObject({ ok: false, error: { code: 'PAGE_LIMIT' } });
  });

  it.each([
    ['the same page under the same cursor', () => ({ rows: [1], next: 'same' }), 2],
    [
      'cursors that go in a circle',
      ({ index }: { index: number }) => ({ rows: [index], next: `${index % 2}x` }),
      3,
    ],
  ])('is an error for %s', async (_, answer, requests) => {
    const { server, result } = await rows(answer, cursor);
    expect(result).toMatchObject({ ok: false, error: { code: 'PAGES_REPEAT' } });
    expect(server.received).toHaveLength(requests);
  });

  it.each([null, false, 0, -1, '', '0', '-1', 'null', 'None', 'false'])('%j is no cursor', async (next) => {
    const { server, result } = await rows(() => ({ rows: [1], next }), cursor);
    expect(result).toMatchObject({ ok: true, output: { data: [1] } });
    expect(server.received).toHaveLength(1);
  });
});

const LEFT_OUT = 'Page 1 has no list at "rows"; it was taken as empty.';

describe('a list that isn’t there', () => {
  const cursor = { kind: 'cursor', items: 'rows', nextCursor: 'next' } as const;

  it.each([
    ['null', { rows: null }, []],
    ['left out of an answer that counts to 0', { meta: { result_count: 0 } }, [LEFT_OUT]],
    ['left out of an answer without anything', { kind: 'storage#objects' }, [LEFT_OUT]],
  ])('is empty when it is %s', async (_, body, warnings) => {
    const { result } = await rows(() => body, cursor);
    expect(result).toMatchObject({ ok: true, output: { data: [] }, warnings });
  });

  it.each([
    ['another list is there', { items: [1] }],
    ['one is deeper', { data: { items: [1] } }],
    ['something else is there', { rows: 'none' }],
    ['nothing says that there are none', { ok: true }],
    ['an error is there', { error: 'bad query' }],
  ])('is an error when %s: the path is likely wrong', async (_, body) => {
    const { result } = await rows(() => body, cursor);
    expect(result).toMatchObject({ ok: false, error: { code: 'PAGE_INVALID' } });
  });
});

describe('a place in the body', () => {
  const collectWith = async (body: string, param: string) => {
    const server = await bed.serve(
      startHttpServer((_request, response) => {
        response.setHeader('content-type', 'application/json');
        response.end('[]');
      }),
    );
    const result = await collect({
      url: server.origin,
      method: 'POST',
      body: { kind: 'json', value: body },
      pagination: { kind: 'offset', param, in: 'body' },
    });
    return { result, sent: server.received[0] && JSON.parse(server.received[0].body) };
  };

  it.each([
    ['{"paging": {"offset": 4, "n": 1}}', 'paging.offset', { paging: { offset: 4, n: 1 } }],
    ['{}', 'paging.offset', { paging: { offset: 0 } }],
    ['{"paging.offset": 3}', 'paging.offset', { 'paging.offset': 3 }],
    [
      '{"requests": [{"q": 1}, {"page": 7}]}',
      'requests[0].page',
      { requests: [{ q: 1, page: 0 }, { page: 7 }] },
    ],
    ['{"id": 12345678901234567890123}', '["odd key"]', { 'odd key': 0 }],
  ])('of %s at %s', async (body, param, expected) => {
    const { sent } = await collectWith(body, param);
    expect(sent).toMatchObject(expected);
  });

  it.each([
    ['{"paging": "none"}', 'paging.offset'],
    ['{"paging": [1]}', 'paging[3]'],
    ['{"paging": [1]}', 'paging.length.offset'],
    ['{}', 'paging[0].offset'],
  ])('that %s has no room for, at %s, is an error before anything is sent', async (body, param) => {
    const { result, sent } = await collectWith(body, param);
    expect(result).toMatchObject({ ok: false, error: { code: 'PAGINATION_INVALID' } });
    expect(sent).toBeUndefined();
  });
});

describe('a link to another scheme or port of the same host', () => {
  const collectLink = async (linkOf: (port: number) => string, sameHost?: string) => {
    const other = await bed.serve(
      startHttpServer((_request, response) => {
        response.setHeader('content-type', 'application/json');
        response.end('{"rows": ["other"]}');
      }),
    );
    const server = await bed.serve(
      startHttpServer((_request, response, index) => {
        response.setHeader('content-type', 'application/json');
        const next = index === 0 ? linkOf(server.port).replace('OTHER', String(other.port)) : null;
        response.end(JSON.stringify({ rows: [index], next }));
      }),
    );
    const result = await collect({
      url: server.origin,
      headers: [['Authorization', 'Bearer t']],
      pagination: { kind: 'nextUrl', items: 'rows', nextUrl: 'next', ...(sameHost ? { sameHost } : {}) },
    });
    return { result, server, other };
  };

  it.each([
    ['another scheme', (port: number) => `https://127.0.0.1:${port}/?page=2`],
    ['no port', () => 'http://127.0.0.1/?page=2'],
    ['another scheme and no port', () => 'https://127.0.0.1/?page=2'],
  ])('that has %s is requested at the block’s own origin, which is said', async (_, linkOf) => {
    const { result, server } = await collectLink(linkOf);
    expect(result).toMatchObject({ ok: true, output: { data: [0, 1] } });
    expect(server.received.map(({ url }) => url)).toEqual(['/', '/?page=2']);
    expect(result.warnings).toEqual([expect.stringContaining(`requested at ${server.origin}`)]);
    const refused = await collectLink(linkOf, 'refuse');
    expect(refused.result).toMatchObject({ ok: false, error: { code: 'PAGE_OTHER_ORIGIN' } });
  });

  it('that names another port is refused, requested here, or followed, as the author says', async () => {
    const linkOf = () => 'http://127.0.0.1:OTHER/?page=2';
    const refused = await collectLink(linkOf);
    expect(refused.result).toMatchObject({ ok: false, error: { code: 'PAGE_OTHER_ORIGIN' } });
    expect(refused.other.received).toEqual([]);
    const here = await collectLink(linkOf, 'here');
    expect(here.result).toMatchObject({ ok: true, output: { data: [0, 1] } });
    expect(here.other.received).toEqual([]);
    const there = await collectLink(linkOf, 'there');
    expect(there.result).toMatchObject({ ok: true, output: { data: [0, 'other'] } });
    expect(there.other.received[0]?.headers.authorization).toBe('Bearer t');
  });

  it.each(['here', 'there', undefined])('never goes to another host (%s)', async (sameHost) => {
    const { result, server } = await collectLink((port) => `http://localhost:${port}/`, sameHost);
    expect(result).toMatchObject({ ok: false, error: { code: 'PAGE_OTHER_ORIGIN' } });
    expect(server.received).toHaveLength(1);
  });

  it('is never followed from https to http', async () => {
    const server = await bed.serve(
      startHttpsServer((_request, response, index) => {
        response.setHeader('content-type', 'application/json');
        const next = index === 0 ? `http://secure.test:${server.port}/2` : null;
        response.end(JSON.stringify({ rows: [index], next }));
      }),
    );
    const { client } = bed.open({
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      ca: TEST_CERTIFICATE.cert,
    });
    const result = await runApi(
      {
        url: `https://secure.test:${server.port}/`,
        pagination: Pagination.parse({ kind: 'nextUrl', items: 'rows', nextUrl: 'next', sameHost: 'there' }),
      },
      { http: client },
    );
    expect(result).toMatchObject({ ok: true, output: { data: [0, 1] } });
    expect(server.received.map(({ url }) => url)).toEqual(['/', '/2']);
  });
});
