import { afterEach, describe, expect, test } from 'vitest';
import {
  type Answer,
  type AnsweringServer,
  broken,
  json,
  listOf,
  refusal,
  serverWith,
  stream,
} from '../../testing/test-client';
import { ConnectionError, type FeedPage, type FeedPlace, type Millrace } from '../millrace.js';

let server: AnsweringServer;
afterEach(() => server.close());

async function start(...answers: [Answer, ...Answer[]]): Promise<Millrace['logs']> {
  server = await serverWith(...answers);
  return server.client().logs;
}

const page = (ids: readonly string[], nextCursor: string | null, resumeCursor?: string): Answer =>
  json({ data: ids.map((id) => ({ id })), nextCursor, resumeCursor, limits: {} });

const queries = () =>
  server.received.map(({ url }) => Object.fromEntries(new URL(url, server.origin).searchParams));

describe('list', () => {
  test('goes through all pages, also empty ones', async () => {
    const logs = await start(page(['a', 'b'], 'c-1'), page([], 'c-2'), page(['c'], null));
    const found = await listOf(logs.list({ workspaceId: 'w', limit: 2 }));
    expect(found.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(queries().map(({ cursor }) => cursor)).toEqual([undefined, 'c-1', 'c-2']);
  });

  test('begins behind a cursor', async () => {
    const logs = await start(page(['c'], null));
    await listOf(logs.list({ workspaceId: 'w', cursor: 'c-2' }));
    expect(queries().map(({ cursor }) => cursor)).toEqual(['c-2']);
  });

  test('requests nothing that is not read', async () => {
    const logs = await start(page(['a', 'b'], 'c-1'));
    const list = logs.list({ workspaceId: 'w' });
    expect(server.received).toEqual([]);
    for await (const { id } of list) if (id === 'b') break;
    expect(server.received).toHaveLength(1);
  });

  test('does not go round in circles', async () => {
    const logs = await start(page(['a'], 'c-1'));
    await expect(listOf(logs.list({ workspaceId: 'w' }))).rejects.toThrow('same cursor');
    expect(server.received).toHaveLength(2);
  });
});

describe('feed', () => {
  /** Reads this many pages. */
  async function read(feed: AsyncIterable<FeedPage>, count: number): Promise<FeedPage[]> {
    const pages: FeedPage[] = [];
    for await (const one of feed) if (pages.push(one) === count) break;
    return pages;
  }
  const idsOf = (pages: readonly FeedPage[]) => pages.flatMap(({ data }) => data.map(({ id }) => id));
  const QUERY = { workspaceId: 'w', tags: ['t'] };
  const AT_ONCE = { intervalMs: 1 };

  test('asks page by page, oldest first, and goes on from its last page', async () => {
    const logs = await start(page(['a'], 'c-1'), page(['b'], null, 'r-1'), page(['c'], null, 'r-2'));
    const pages = await read(logs.feed(QUERY, AT_ONCE), 3);
    expect(idsOf(pages)).toEqual(['a', 'b', 'c']);
    expect(pages.map(({ place }) => place.cursor)).toEqual(['c-1', 'r-1', 'r-2']);
    const first = { workspaceId: 'w', tags: 't', order: 'asc', limit: '1000' };
    expect(queries()).toEqual([first, { ...first, cursor: 'c-1' }, { ...first, cursor: 'r-1' }]);
  });

  test('begins where a stored place says', async () => {
    const logs = await start(page(['a'], null, 'r-1'), page(['b'], null, 'r-2'));
    const [before] = await read(logs.feed(QUERY), 1);
    const stored: FeedPlace = JSON.parse(JSON.stringify(before?.place));
    expect(idsOf(await read(logs.feed(QUERY, { place: stored }), 1))).toEqual(['b']);
    expect(queries()[1]).toMatchObject({ cursor: 'r-1' });
  });

  test('waits through failures, however many, and reports each', async () => {
    const refused = refusal(429, 'rate_limited');
    const down = refusal(503, 'unavailable');
    const logs = await start(refused, broken, refused, refused, down, page(['a'], null));
    const failures: unknown[] = [];
    const options = { onFailure: (error: unknown) => failures.push((error as Error).name) };
    expect(idsOf(await read(logs.feed(QUERY, options), 1))).toEqual(['a']);
    expect(failures).toEqual(['ApiError', 'ConnectionError', 'ApiError', 'ApiError', 'ApiError']);
  });

  test('goes back by 16 days when its cursor has expired, and keeps to that', async () => {
    const expired = refusal(410, 'cursor_expired');
    const logs = await start(expired, page(['a'], 'c-1'), page(['b'], null, 'r-1'));
    const place = { cursor: 'old', handledAt: '2026-02-17T12:00:00.000Z' };
    const pages = await read(logs.feed(QUERY, { place }), 2);
    expect(idsOf(pages)).toEqual(['a', 'b']);
    const startDate = '2026-02-01T12:00:00.000Z';
    expect(queries().map((query) => [query.cursor, query.startDate])).toEqual([
      ['old', undefined],
      [undefined, startDate],
      ['c-1', startDate],
    ]);
    expect(pages[1]?.place).toMatchObject({ cursor: 'r-1', startDate });
  });

  test('goes back no further than it was asked to begin', async () => {
    const logs = await start(refusal(410, 'cursor_expired'), page([], null, 'r-1'));
    const place = { cursor: 'old', handledAt: '2026-02-17T12:00:00.000Z' };
    await read(logs.feed({ ...QUERY, startDate: '2026-02-10T00:00:00' }, { place }), 1);
    expect(queries()[1]?.startDate).toBe('2026-02-10T00:00:00.000Z');
  });

  test('that begins now keeps to it while it has a cursor, and reads what it missed after a restore', async () => {
    const expired = refusal(410, 'cursor_expired');
    const logs = await start(page([], null, 'r-1'), expired, page(['a'], null, 'r-2'));
    const pages = await read(logs.feed({ ...QUERY, begin: 'now' }, AT_ONCE), 2);
    expect(idsOf(pages)).toEqual(['a']);
    expect(queries().map(({ begin, cursor }) => [begin, cursor])).toEqual([
      ['now', undefined],
      ['now', 'r-1'],
      [undefined, undefined],
    ]);
  });

  test('ends with what waiting doesn’t mend', async () => {
    const logs = await start(refusal(400, 'cursor_filter_mismatch'));
    await expect(read(logs.feed(QUERY), 1)).rejects.toMatchObject({ status: 400 });
    expect(server.received).toHaveLength(1);
  });

  test('ends without an error when it is told to stop', async () => {
    const logs = await start(page(['a'], null, 'r-1'));
    const stop = new AbortController();
    const pages: FeedPage[] = [];
    for await (const one of logs.feed(QUERY, { signal: stop.signal })) {
      pages.push(one);
      stop.abort();
    }
    expect(idsOf(pages)).toEqual(['a']);
  });
});

describe('export', () => {
  const NDJSON = 'application/x-ndjson; charset=utf-8';
  const END = { nextCursor: null, resumeCursor: 'r-1', limits: {} };
  const lines = (...rows: unknown[]): string[] => rows.map((row) => `${JSON.stringify(row)}\n`);

  test('yields rows, and returns the cursors of the last line', async () => {
    const logs = await start(stream(lines({ id: 'a', error: null }, { id: 'ü' }, END), NDJSON));
    const rows = logs.export({ workspaceId: 'w' });
    expect(await rows.next()).toMatchObject({ done: false, value: { id: 'a' } });
    expect(await rows.next()).toMatchObject({ done: false, value: { id: 'ü' } });
    expect(await rows.next()).toEqual({ done: true, value: END });
    expect(server.received[0]?.headers.accept).toBe('application/x-ndjson');
  });

  test('that failed in the middle is an ApiError, and one that broke off a ConnectionError', async () => {
    const problem = { status: 503, code: 'unavailable', detail: 'Try again.' };
    const logs = await start(
      stream(lines({ id: 'a' }, { error: problem }), NDJSON),
      stream(lines({ id: 'a' }), NDJSON),
    );
    await expect(listOf(logs.export({ workspaceId: 'w' }))).rejects.toMatchObject(problem);
    await expect(listOf(logs.export({ workspaceId: 'w' }))).rejects.toThrow(ConnectionError);
  });
});

test('reads logs, executions, files, and what a search finds', async () => {
  const logs = await start(
    json({ data: { id: 'l' }, limits: {} }),
    json({ executionId: 'e' }),
    (response) => response.end(Buffer.from([0, 1, 255])),
    page([], 'c-1'),
    page(['l'], null),
  );
  expect(await logs.get('l')).toEqual({ id: 'l' });
  expect(await logs.execution('e')).toEqual({ executionId: 'e' });
  expect([...new Uint8Array(await logs.file('l', 'f'))]).toEqual([0, 1, 255]);
  expect(await listOf(logs.search({ workspaceId: 'w', q: 'Ada' }))).toEqual([{ id: 'l' }]);
  expect(server.received[4]?.url).toBe('/api/v1/logs/search?workspaceId=w&q=Ada&cursor=c-1');
});
