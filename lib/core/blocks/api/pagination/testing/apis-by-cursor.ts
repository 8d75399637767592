import { after, cursorOf, from, hasMore, type PublishedApi, RECORDS, startOf } from './published-api';

export const BY_CURSOR: readonly PublishedApi[] = [
  {
    name: 'Crossref',
    end: 'an empty page; there is always a cursor',
    path: '/?cursor=*',
    pagination: {
      kind: 'cursor',
      items: 'message.items',
      nextCursor: 'message.next-cursor',
      param: 'cursor',
    },
    requests: 4,
    answer: ({ index }) => ({ message: { 'next-cursor': 'AoJ1', items: from(index * 2) } }),
  },
  {
    name: 'Slack',
    end: 'next_cursor is an empty text',
    pagination: {
      kind: 'cursor',
      items: 'members',
      nextCursor: 'response_metadata.next_cursor',
      param: 'cursor',
    },
    requests: 3,
    answer: ({ query }) => {
      const start = startOf(query('cursor') ?? undefined);
      return { ok: true, members: from(start), response_metadata: { next_cursor: cursorOf(start) ?? '' } };
    },
  },
  {
    name: 'Stripe',
    end: 'has_more is false; the cursor is the last id',
    pagination: {
      kind: 'cursor',
      items: 'data',
      nextCursor: 'data[-1].id',
      param: 'starting_after',
      more: 'has_more',
    },
    requests: 3,
    answer: ({ query }) => {
      const start = Number(query('starting_after') ?? 0);
      return { object: 'list', data: from(start), has_more: hasMore(start) };
    },
  },
  {
    name: 'HubSpot',
    end: 'no paging at all',
    pagination: { kind: 'cursor', items: 'results', nextCursor: 'paging.next.after', param: 'after' },
    requests: 3,
    answer: ({ query }) => {
      const start = Number(query('after') ?? 0);
      const next = hasMore(start) ? { paging: { next: { after: `${start + 2}` } } } : {};
      return { results: from(start), ...next };
    },
  },
  {
    name: 'Zendesk',
    end: 'meta.has_more is false, though after_cursor stays',
    pagination: {
      kind: 'cursor',
      items: 'tickets',
      nextCursor: 'meta.after_cursor',
      param: 'page[after]',
      more: 'meta.has_more',
    },
    requests: 3,
    answer: ({ query }) => {
      const start = startOf(query('page[after]') ?? undefined);
      return { tickets: from(start), meta: { has_more: hasMore(start), after_cursor: `c${start + 2}` } };
    },
  },
  {
    name: 'Zendesk incremental export',
    end: 'end_of_stream is true',
    pagination: {
      kind: 'cursor',
      items: 'tickets',
      nextCursor: 'after_cursor',
      param: 'cursor',
      more: '!end_of_stream',
    },
    requests: 3,
    answer: ({ query }) => {
      const start = startOf(query('cursor') ?? undefined);
      return { tickets: from(start), after_cursor: `c${start + 2}`, end_of_stream: !hasMore(start) };
    },
  },
  {
    name: 'Airtable',
    end: 'no offset, which is a cursor',
    pagination: { kind: 'cursor', items: 'records', nextCursor: 'offset', param: 'offset' },
    requests: 3,
    answer: ({ query }) => {
      const start = startOf(query('offset') ?? undefined);
      const offset = cursorOf(start);
      return { records: from(start), ...(offset === null ? {} : { offset }) };
    },
  },
  {
    name: 'Asana',
    end: 'next_page is null',
    pagination: { kind: 'cursor', items: 'data', nextCursor: 'next_page.offset', param: 'offset' },
    requests: 3,
    answer: ({ query }) => {
      const start = startOf(query('offset') ?? undefined);
      const offset = cursorOf(start);
      return { data: from(start), next_page: offset === null ? null : { offset, uri: 'https://elsewhere' } };
    },
  },
  {
    name: 'Trello',
    end: 'an empty page has no last id',
    pagination: { kind: 'cursor', nextCursor: '[-1].id', param: 'before' },
    requests: 4,
    answer: ({ query }) => after(query('before')),
  },
  {
    name: 'Discord',
    end: 'an empty page has no last id',
    path: '/?limit=2',
    pagination: { kind: 'cursor', nextCursor: '[-1].id', param: 'before' },
    requests: 4,
    answer: ({ query }) => after(query('before')),
  },
  {
    name: 'Google Drive',
    end: 'no nextPageToken; an empty page with one goes on',
    pagination: { kind: 'cursor', items: 'files', nextCursor: 'nextPageToken', param: 'pageToken' },
    requests: 4,
    answer: ({ query }) => {
      const token = query('pageToken');
      if (token === 'empty') return { files: [], nextPageToken: 'c2' };
      const start = startOf(token ?? undefined);
      const next = start === 0 ? 'empty' : cursorOf(start);
      return { files: from(start), ...(next === null ? {} : { nextPageToken: next }) };
    },
  },
  {
    name: 'Gmail without results',
    end: 'the list is left out',
    pagination: { kind: 'cursor', items: 'messages', nextCursor: 'nextPageToken', param: 'pageToken' },
    requests: 3,
    answer: ({ query }) => {
      const token = query('pageToken');
      if (token === 'end') return { resultSizeEstimate: 0 };
      const start = startOf(token ?? undefined);
      return {
        messages: RECORDS.slice(start === 0 ? 0 : 2, start === 0 ? 2 : 5),
        nextPageToken: start === 0 ? 'c2' : 'end',
      };
    },
  },
  {
    name: 'Reddit',
    end: 'data.after is null',
    pagination: { kind: 'cursor', items: 'data.children', nextCursor: 'data.after', param: 'after' },
    requests: 3,
    answer: ({ query }) => {
      const start = startOf(query('after') ?? undefined);
      return { kind: 'Listing', data: { children: from(start), after: cursorOf(start) } };
    },
  },
  {
    name: 'Twitter v1.1',
    end: 'next_cursor is 0',
    path: '/?cursor=-1',
    pagination: { kind: 'cursor', items: 'users', nextCursor: 'next_cursor', param: 'cursor' },
    requests: 3,
    answer: ({ query }) => {
      const start = Math.max(0, Number(query('cursor')));
      const next = hasMore(start) ? start + 2 : 0;
      return { users: from(start), next_cursor: next, next_cursor_str: `${next}` };
    },
  },
  {
    name: 'Sonos and others that count down to -1',
    end: 'next is -1',
    pagination: { kind: 'cursor', items: 'rows', nextCursor: 'next', param: 'start' },
    requests: 3,
    answer: ({ query }) => {
      const start = Number(query('start') ?? 0);
      return { rows: from(start), next: hasMore(start) ? start + 2 : -1 };
    },
  },
  {
    name: 'Kubernetes',
    end: 'metadata.continue is an empty text, items null',
    pagination: { kind: 'cursor', items: 'items', nextCursor: 'metadata.continue', param: 'continue' },
    requests: 4,
    answer: ({ query }) => {
      const start = startOf(query('continue') ?? undefined);
      const items = from(start);
      return {
        metadata: { continue: items.length === 0 ? '' : `c${start + 2}` },
        items: items.length === 0 ? null : items,
      };
    },
  },
  {
    name: 'GitLab, by header',
    end: 'x-next-page is empty',
    pagination: { kind: 'cursor', nextCursor: 'headers.x-next-page', param: 'page' },
    requests: 3,
    answer: ({ query, header }) => {
      const page = Number(query('page') ?? 1);
      header('x-next-page', hasMore((page - 1) * 2) ? `${page + 1}` : '');
      return from((page - 1) * 2);
    },
  },
  {
    name: 'Azure DevOps',
    end: 'no x-ms-continuationtoken',
    pagination: {
      kind: 'cursor',
      items: 'value',
      nextCursor: 'headers.x-ms-continuationtoken',
      param: 'continuationToken',
    },
    requests: 3,
    answer: ({ query, header }) => {
      const start = startOf(query('continuationToken') ?? undefined);
      const next = cursorOf(start);
      if (next !== null) header('x-ms-continuationtoken', next);
      return { count: from(start).length, value: from(start) };
    },
  },
];
