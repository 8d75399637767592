import { after, cursorOf, from, hasMore, json, POST, type PublishedApi, startOf } from './published-api';

/** APIs whose cursor goes into the body of the request. */
export const BY_BODY_CURSOR: readonly PublishedApi[] = [
  {
    name: 'Elasticsearch scroll',
    end: 'an empty page; the cursor stays the same',
    config: json({ scroll: '1m', scroll_id: 'DXF1' }),
    pagination: {
      kind: 'cursor',
      items: 'hits.hits',
      nextCursor: '_scroll_id',
      param: 'scroll_id',
      in: 'body',
    },
    requests: 4,
    answer: ({ index }) => ({ _scroll_id: 'DXF1', took: index, hits: { hits: from(index * 2) } }),
  },
  {
    name: 'Elasticsearch search_after',
    end: 'an empty page has no last item; the cursor is a list',
    config: json({ size: 2, sort: ['id'] }),
    pagination: {
      kind: 'cursor',
      items: 'hits',
      nextCursor: 'hits[-1].sort',
      param: 'search_after',
      in: 'body',
    },
    requests: 4,
    answer: ({ body }) => {
      const [last = 0] = (body().search_after ?? []) as number[];
      return { hits: after(String(last)).map(({ id }) => ({ id, sort: [id] })) };
    },
  },
  {
    name: 'Notion',
    end: 'next_cursor is null, has_more false',
    config: json({ page_size: 2 }),
    pagination: {
      kind: 'cursor',
      items: 'results',
      nextCursor: 'next_cursor',
      param: 'start_cursor',
      in: 'body',
      more: 'has_more',
    },
    requests: 3,
    answer: ({ body }) => {
      const start = startOf(body().start_cursor);
      return { results: from(start), next_cursor: cursorOf(start), has_more: hasMore(start) };
    },
  },
  {
    name: 'Intercom',
    end: 'no pages.next',
    config: json({ query: {}, pagination: { per_page: 2 } }),
    pagination: {
      kind: 'cursor',
      items: 'data',
      nextCursor: 'pages.next.starting_after',
      param: 'pagination.starting_after',
      in: 'body',
    },
    requests: 3,
    answer: ({ body }) => {
      const asked = body().pagination as { per_page: number; starting_after?: string };
      const start = asked.per_page === 2 ? startOf(asked.starting_after) : Number.NaN;
      const cursor = cursorOf(start);
      return {
        type: 'list',
        data: from(start),
        pages: cursor === null ? {} : { next: { starting_after: cursor } },
      };
    },
  },
  {
    name: 'DynamoDB',
    end: 'no LastEvaluatedKey, which is an object; a filter makes empty pages',
    config: json({ TableName: 't' }),
    pagination: {
      kind: 'cursor',
      items: 'Items',
      nextCursor: 'LastEvaluatedKey',
      param: 'ExclusiveStartKey',
      in: 'body',
    },
    requests: 4,
    answer: ({ body }) => {
      const { id: { N } = { N: '0' } } = (body().ExclusiveStartKey ?? {}) as { id?: { N: string } };
      const start = Number(N);
      if (start === 2) return { Items: [], LastEvaluatedKey: { id: { N: '-2' } } };
      const at = Math.abs(start);
      return { Items: from(at), ...(hasMore(at) ? { LastEvaluatedKey: { id: { N: `${at + 2}` } } } : {}) };
    },
  },
  {
    name: 'GraphQL relay',
    end: 'hasNextPage is false, though endCursor stays',
    config: {
      ...POST,
      body: {
        kind: 'graphql',
        query: 'query($page: Page) { all(page: $page) { id } }',
        variables: '{"page": {"first": 2}}',
      },
    },
    pagination: {
      kind: 'cursor',
      items: 'data.all.nodes',
      nextCursor: 'data.all.pageInfo.endCursor',
      param: 'page.after',
      in: 'body',
      more: 'data.all.pageInfo.hasNextPage',
    },
    requests: 3,
    answer: ({ body }) => {
      const { page } = body().variables as { page: { after?: string } };
      const start = startOf(page.after);
      const pageInfo = { endCursor: `c${start + 2}`, hasNextPage: hasMore(start) };
      return { data: { all: { nodes: from(start), pageInfo } } };
    },
  },
  {
    name: 'Dropbox',
    end: 'has_more is false, though cursor stays',
    config: json({ cursor: 'c0' }),
    pagination: {
      kind: 'cursor',
      items: 'entries',
      nextCursor: 'cursor',
      param: 'cursor',
      in: 'body',
      more: 'has_more',
    },
    requests: 3,
    answer: ({ body }) => {
      const start = startOf(body().cursor);
      return { entries: from(start), cursor: `c${start + 2}`, has_more: hasMore(start) };
    },
  },
];
