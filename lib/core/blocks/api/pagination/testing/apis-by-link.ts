import { from, hasMore, type PublishedApi, startOf } from './published-api';

export const BY_LINK: readonly PublishedApi[] = [
  {
    name: 'GitHub',
    end: 'no rel="next"',
    pagination: { kind: 'linkHeader' },
    requests: 3,
    answer: ({ query, header, origin }) => {
      const page = Number(query('page') ?? 1);
      if (hasMore((page - 1) * 2))
        header('link', `<${origin}/?page=${page + 1}>; rel="next", <${origin}/?page=3>; rel="last"`);
      return from((page - 1) * 2);
    },
  },
  {
    name: 'Shopify',
    end: 'only rel="previous"',
    pagination: { kind: 'linkHeader', items: 'products' },
    requests: 3,
    answer: ({ query, header, origin }) => {
      const start = startOf(query('page_info') ?? undefined);
      const links = [
        ...(start > 0 ? [`<${origin}/?page_info=c${start - 2}>; rel="previous"`] : []),
        ...(hasMore(start) ? [`<${origin}/?limit=2&page_info=c${start + 2}>; rel="next"`] : []),
      ];
      header('link', links.join(', '));
      return { products: from(start) };
    },
  },
  {
    name: 'Sentry',
    end: 'results="false" on rel="next", which is always there',
    pagination: { kind: 'linkHeader' },
    requests: 3,
    answer: ({ query, header, origin }) => {
      const start = Number((query('cursor') ?? '0:0:0').split(':')[1]);
      const cursor = `0:${start + 2}:0`;
      header('link', [
        `<${origin}/?&cursor=0:0:1>; rel="previous"; results="${start > 0}"; cursor="0:0:1"`,
        `<${origin}/?&cursor=${cursor}>; rel="next"; results="${hasMore(start)}"; cursor="${cursor}"`,
      ]);
      return from(start);
    },
  },
  {
    name: 'WordPress, by link',
    end: 'no rel="next"',
    pagination: { kind: 'linkHeader' },
    requests: 3,
    answer: ({ query, header, origin }) => {
      const page = Number(query('page') ?? 1);
      header('x-wp-totalpages', '3');
      if (page < 3) header('link', `<${origin}/?page=${page + 1}>; rel="next"`);
      return from((page - 1) * 2);
    },
  },
  {
    name: 'Microsoft Graph',
    end: 'no @odata.nextLink',
    pagination: { kind: 'nextUrl', items: 'value', nextUrl: '@odata.nextLink' },
    requests: 3,
    answer: ({ query, origin }) => {
      const start = Number(query('$skiptoken') ?? 0);
      const next = hasMore(start) ? { '@odata.nextLink': `${origin}/?$skiptoken=${start + 2}` } : {};
      return { '@odata.context': 'users', value: from(start), ...next };
    },
  },
  {
    name: 'Salesforce',
    end: 'done is true, and no nextRecordsUrl',
    pagination: { kind: 'nextUrl', items: 'records', nextUrl: 'nextRecordsUrl', more: '!done' },
    requests: 3,
    answer: ({ query }) => {
      const start = Number(query('at') ?? 0);
      const next = hasMore(start) ? { nextRecordsUrl: `/services/data/v60.0/query/01g?at=${start + 2}` } : {};
      return { totalSize: 5, done: !hasMore(start), ...next, records: from(start) };
    },
  },
  {
    name: 'Twilio',
    end: 'next_page_uri is null',
    pagination: { kind: 'nextUrl', items: 'messages', nextUrl: 'next_page_uri' },
    requests: 3,
    answer: ({ query }) => {
      const page = Number(query('Page') ?? 0);
      const next = hasMore(page * 2)
        ? `/2010-04-01/Accounts/AC1/Messages.json?PageSize=2&Page=${page + 1}`
        : null;
      return { page, next_page_uri: next, messages: from(page * 2) };
    },
  },
  {
    name: 'Bitbucket',
    end: 'no next',
    pagination: { kind: 'nextUrl', items: 'values', nextUrl: 'next' },
    requests: 3,
    answer: ({ query, origin }) => {
      const page = Number(query('page') ?? 1);
      const next = hasMore((page - 1) * 2) ? { next: `${origin}/?page=${page + 1}` } : {};
      return { pagelen: 2, page, ...next, values: from((page - 1) * 2) };
    },
  },
  {
    name: 'Django REST framework behind a proxy',
    end: 'next is null; links name http, as the server behind the proxy is asked',
    pagination: { kind: 'nextUrl', items: 'results', nextUrl: 'next' },
    requests: 3,
    answer: ({ query }) => {
      const page = Number(query('page') ?? 1);
      const next = hasMore((page - 1) * 2) ? `https://127.0.0.1/?page=${page + 1}` : null;
      return { count: 5, next, previous: null, results: from((page - 1) * 2) };
    },
  },
  {
    name: 'Facebook Graph',
    end: 'no paging.next, though cursors stay',
    pagination: { kind: 'nextUrl', items: 'data', nextUrl: 'paging.next' },
    requests: 3,
    answer: ({ query, origin }) => {
      const start = Number(query('after') ?? 0);
      const next = hasMore(start) ? { next: `${origin}/?after=${start + 2}` } : {};
      return {
        data: from(start),
        paging: { cursors: { before: `${start}`, after: `${start + 2}` }, ...next },
      };
    },
  },
];
