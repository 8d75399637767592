import { afterEach, describe, expect, it } from 'vitest';
import { startHttpServer } from '../../../../../platform/outbound-http/testing/loopback-server';
import { createTestBed } from '../../../../../platform/outbound-http/testing/outbound-test-client';
import type { SentExchange } from '../../../capabilities';
import { Pagination } from '../../config/pagination';
import { runApi } from '../../testing/run-api';
import { BY_BODY_CURSOR } from '../testing/apis-by-body-cursor';
import { BY_CURSOR } from '../testing/apis-by-cursor';
import { BY_LINK } from '../testing/apis-by-link';
import { BY_NUMBER } from '../testing/apis-by-number';
import { askedOf, type PublishedApi, RECORDS } from '../testing/published-api';
import { suggestPagination } from './suggest-pagination';

const bed = createTestBed();
afterEach(() => bed.closeAll());

const APIS = [...BY_LINK, ...BY_CURSOR, ...BY_BODY_CURSOR, ...BY_NUMBER];

/** First pages of these say nothing of a next one, or not how it is asked for. */
const UNSAID = [
  'Trello',
  'Discord',
  'Sonos and others that count down to -1',
  'Elasticsearch search_after',
  'Mailchimp',
  'Contentful',
  'a search with its offset in the body',
  'Freshdesk',
];

/** Runs a block against an API that starts anew; `exchange`: its last request and response. */
async function runAt({ path = '/', config = {}, answer }: PublishedApi, pagination: object) {
  const server = await bed.serve(
    startHttpServer((request, response, index) => {
      response.setHeader('content-type', 'application/json');
      const asked = askedOf(request, { response, index, origin: server.origin });
      response.end(JSON.stringify(answer(asked)));
    }),
  );
  const url = server.origin + path;
  const { client: http } = bed.open();
  const { output } = await runApi({ ...config, url, pagination: Pagination.parse(pagination) }, { http });
  const exchange: SentExchange = {
    request: { method: 'GET', url, body: server.received[0]?.body || null },
    headers: Object(output.headers),
    body: output.data,
  };
  return { exchange, output };
}

const firstPageOf = async (api: PublishedApi) => (await runAt(api, { kind: 'none' })).exchange;

describe('the first page of a published API', () => {
  const said = APIS.filter(({ name }) => !UNSAID.includes(name));

  it.each(said.map((api) => [api.name, api] as const))('of %s says how to get all pages', async (_, api) => {
    const hint = suggestPagination(await firstPageOf(api));
    expect(hint?.settings).toMatchObject({ kind: api.pagination.kind });
    const { output } = await runAt(api, hint!.settings);
    expect(output.error).toBeNull();
    expect((output.data as Array<{ id: number }>).map(({ id }) => id)).toEqual(RECORDS.map(({ id }) => id));
  });

  it.each(UNSAID)('of %s suggests nothing', async (name) => {
    const api = APIS.find((each) => each.name === name)!;
    expect(suggestPagination(await firstPageOf(api))).toBeNull();
  });
});

const ITEMS = [{ id: 'a' }, { id: 'b' }];
const hintOf = (
  body: unknown,
  { url = 'https://h.example/list', headers = {}, sent = null as string | null } = {},
) => suggestPagination({ request: { method: 'GET', url, body: sent }, headers, body })?.settings ?? null;

describe('a response', () => {
  it.each<[what: string, body: unknown, settings: object]>([
    [
      'of OpenAI',
      { object: 'list', data: ITEMS, first_id: 'a', last_id: 'b', has_more: true },
      { nextCursor: 'last_id', param: 'after', more: 'has_more' },
    ],
    [
      'of Anthropic',
      { data: ITEMS, first_id: 'a', last_id: 'b', has_more: true },
      { nextCursor: 'last_id', param: 'after_id' },
    ],
    [
      'of Laravel',
      { data: ITEMS, next_page_url: 'https://h.example/list?page=2' },
      { nextUrl: 'next_page_url' },
    ],
    [
      'with HAL links',
      { _links: { next: { href: '/list?page=2' } }, items: ITEMS },
      { nextUrl: '_links.next.href' },
    ],
    ['of Zoom', { meetings: ITEMS, next_page_token: 't' }, { items: 'meetings', param: 'next_page_token' }],
    ['of AWS', { Items: ITEMS, NextToken: 't' }, { nextCursor: 'NextToken', param: 'NextToken' }],
    [
      'that counts pages',
      { results: ITEMS, page: 1, total_pages: 4 },
      { kind: 'page', param: 'page', pages: 'total_pages' },
    ],
    [
      'that counts items',
      { results: ITEMS, offset: 0, limit: 2, total: 5 },
      { kind: 'offset', param: 'offset', items: 'results' },
    ],
    ['with several lists', { errors: [], tags: ['x'], users: ITEMS, next_cursor: 'c' }, { items: 'users' }],
  ])('%s is understood', (_, body, settings) => {
    expect(hintOf(body)).toMatchObject(settings);
  });

  it.each<[what: string, body: unknown, options?: Parameters<typeof hintOf>[1]]>([
    ['says that it is the last page', { data: ITEMS, has_more: false, next_cursor: 'c' }],
    ['has an empty cursor', { data: ITEMS, next_cursor: '' }],
    ['is the last of its pages', { data: ITEMS, page: 4, total_pages: 4 }],
    ['has all items', { data: ITEMS, offset: 3, total: 5 }],
    ['has no list', { id: 1, next_cursor: 'c' }],
    ['is text', 'next_cursor'],
    ['is one record with a page number', { id: 1, page: 1, tags: ['x'] }],
    ['leads to another host', { data: ITEMS, next: 'https://other.example/list?page=2' }],
    ['leads from https to http', { data: ITEMS, next: 'http://other.example/list' }],
    ['only has the last link', ITEMS, { headers: { link: '<https://h.example/?page=1>; rel="prev"' } }],
  ])('that %s suggests nothing', (_, body, options) => {
    expect(hintOf(body, options)).toBeNull();
  });

  it('keeps the parameters that the request already has', () => {
    const body = { results: ITEMS, total: 9 };
    expect(hintOf(body, { url: 'https://h.example/?skip=2' })).toMatchObject({
      kind: 'offset',
      param: 'skip',
    });
    const paged = { results: ITEMS, number: 1, pages: 3 };
    expect(hintOf(paged, { url: 'https://h.example/?p=1' })).toMatchObject({ kind: 'page', param: 'p' });
    const graph = { data: { all: { nodes: ITEMS, pageInfo: { hasNextPage: true, endCursor: 'c' } } } };
    const sent = JSON.stringify({ query: 'query($from: Int, $afterId: ID) { all { id } }', variables: {} });
    expect(hintOf(graph, { sent })).toMatchObject({ param: 'afterId', in: 'body' });
  });

  it('is searched only so far, however large it is', () => {
    const deep = (depth: number): object => (depth === 0 ? { next_cursor: 'c' } : { a: deep(depth - 1) });
    expect(hintOf({ data: ITEMS, ...deep(20) })).toBeNull();
    const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, { a: 1 }]));
    expect(hintOf({ ...wide, data: ITEMS, next_cursor: 'c' })).toBeNull();
  });
});
