import { from, hasMore, json, type PublishedApi, RECORDS } from './published-api';

export const BY_NUMBER: readonly PublishedApi[] = [
  {
    name: 'Jira',
    end: 'isLast is true',
    pagination: { kind: 'offset', items: 'values', param: 'startAt', more: '!isLast' },
    requests: 3,
    answer: ({ query }) => {
      const start = Number(query('startAt'));
      return { startAt: start, maxResults: 2, total: 5, isLast: !hasMore(start), values: from(start) };
    },
  },
  {
    name: 'Mailchimp',
    end: 'an empty page',
    pagination: { kind: 'offset', items: 'members' },
    requests: 4,
    answer: ({ query }) => ({ members: from(Number(query('offset'))), total_items: 5 }),
  },
  {
    name: 'Contentful',
    end: 'an empty page',
    pagination: { kind: 'offset', items: 'items', param: 'skip' },
    requests: 4,
    answer: ({ query }) => ({ sys: { type: 'Array' }, total: 5, items: from(Number(query('skip'))) }),
  },
  {
    name: 'PagerDuty',
    end: 'more is false',
    pagination: { kind: 'offset', items: 'incidents', more: 'more' },
    requests: 3,
    answer: ({ query }) => {
      const start = Number(query('offset'));
      return { incidents: from(start), offset: start, limit: 2, more: hasMore(start), total: null };
    },
  },
  {
    name: 'a search with its offset in the body',
    end: 'an empty page',
    config: json({ filter: {}, paging: { offset: 0, limit: 2 } }),
    pagination: { kind: 'offset', items: 'rows', param: 'paging.offset', in: 'body' },
    requests: 4,
    answer: ({ body }) => {
      const { paging } = body() as { paging: { offset: number; limit: number } };
      return { rows: RECORDS.slice(paging.offset, paging.offset + paging.limit) };
    },
  },
  {
    name: 'WordPress, by number',
    end: 'x-wp-totalpages; a page behind it is a 400',
    pagination: { kind: 'page', pages: 'headers.x-wp-totalpages' },
    requests: 3,
    answer: ({ query, header, status }) => {
      const page = Number(query('page') ?? 1);
      header('x-wp-totalpages', '3');
      if (page > 3) status(400);
      return page > 3 ? { code: 'rest_post_invalid_page_number' } : from((page - 1) * 2);
    },
  },
  {
    name: 'Spring Data, counted from 0',
    end: 'last is true',
    pagination: { kind: 'page', items: 'content', first: 0, more: '!last', pages: 'totalPages' },
    requests: 3,
    answer: ({ query }) => {
      const page = Number(query('page'));
      return { content: from(page * 2), totalPages: 3, number: page, last: page === 2 };
    },
  },
  {
    name: 'Zoho CRM',
    end: 'info.more_records is false',
    pagination: { kind: 'page', items: 'data', more: 'info.more_records' },
    requests: 3,
    answer: ({ query }) => {
      const page = Number(query('page') ?? 1);
      return { data: from((page - 1) * 2), info: { page, more_records: hasMore((page - 1) * 2) } };
    },
  },
  {
    name: 'Freshdesk',
    end: 'an empty page',
    pagination: { kind: 'page' },
    requests: 4,
    answer: ({ query }) => from((Number(query('page') ?? 1) - 1) * 2),
  },
];
