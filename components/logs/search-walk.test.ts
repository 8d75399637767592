import { describe, expect, test } from 'vitest';
import { ApiError } from '@/lib/platform/http/client';
import type { FoundLog } from '@/lib/services/log-search/schema';
import { exportedFile } from './log-export';
import { type SearchPage, type SearchReach, searchedRows } from './search-walk';

const found = (id: string): FoundLog => ({
  id,
  workflowId: 'w',
  tags: [],
  executionId: 'e',
  version: 2,
  level: 'error',
  status: 'error',
  trigger: 'api',
  files: null,
  startedAt: '2026-01-31T12:00:00.000Z',
  endedAt: '2026-01-31T12:00:01.000Z',
  totalDurationMs: 7,
  waitedMs: 0,
  cost: { total: 0.5 },
  errorCode: 'NO_STOCK',
  errorMessage: `None of ${id}`,
  match: null,
});

const QUERY = { workspaceId: 'w', q: 'text' };

/** The second page has no match and no searched run, because its time limit was reached. */
const PAGES: readonly SearchPage[] = [
  {
    rows: [found('1'), found('2')],
    searched: { executions: 400, from: '2026-01-30T00:00:00.000Z' },
    next: { cursor: 'one', query: QUERY },
  },
  { rows: [], searched: { executions: 0, from: null }, next: { cursor: 'two', query: QUERY } },
  { rows: [found('3')], searched: { executions: 9, from: '2026-01-01T00:00:00.000Z' }, next: null },
];

/** A server with these pages; the calls with these numbers (from 0) fail. */
function serverOf(failures: ReadonlyMap<number, Error> = new Map()) {
  const places: Array<string | null> = [];
  const read = async (place: SearchPage['next']): Promise<SearchPage> => {
    places.push(place?.cursor ?? null);
    const failure = failures.get(places.length - 1);
    if (failure !== undefined) throw failure;
    return PAGES[[null, 'one', 'two'].indexOf(place?.cursor ?? null)]!;
  };
  return { places, read };
}

const limited = () => new ApiError(429, { detail: 'Call again in 0 s.' }, 0);
const never = new AbortController().signal;

describe('the runs a search finds', () => {
  test('are walked to the end, with how far it has come after each page', async () => {
    const { places, read } = serverOf();
    const reaches: SearchReach[] = [];
    const rows = searchedRows(read, (reach) => reaches.push(reach), never);
    const { file, rows: count } = await exportedFile(rows, 'csv', () => {});
    expect(places).toEqual([null, 'one', 'two']);
    expect(count).toBe(3);
    expect((await file.text()).match(/NO_STOCK,None of \d/g)).toEqual(
      ['1', '2', '3'].map((id) => `NO_STOCK,None of ${id}`),
    );
    expect(reaches).toEqual([
      { found: 2, from: '2026-01-30T00:00:00.000Z' },
      { found: 2, from: '2026-01-30T00:00:00.000Z' },
      { found: 3, from: '2026-01-01T00:00:00.000Z' },
    ]);
  });

  test('are asked for again when the server says when, and no page is left out or taken twice', async () => {
    const { places, read } = serverOf(new Map([0, 2, 3].map((call) => [call, limited()])));
    const { file } = await exportedFile(
      searchedRows(read, () => {}, never),
      'ndjson',
      () => {},
    );
    expect(places).toEqual([null, null, 'one', 'one', 'one', 'two']);
    const lines = (await file.text()).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([found('1'), found('2'), found('3')]);
  });

  test('are no file when the search fails in the middle, or is refused again and again', async () => {
    const gone = serverOf(new Map([[2, new ApiError(503, { detail: 'The database is away.' })]]));
    const rows = searchedRows(gone.read, () => {}, never);
    await expect(exportedFile(rows, 'csv', () => {})).rejects.toThrow('The database is away.');
    const busy = serverOf(new Map(Array.from({ length: 50 }, (_, call) => [call, limited()])));
    await expect(searchedRows(busy.read, () => {}, never).next()).rejects.toThrow('Call again in 0 s.');
    expect(busy.places.length).toBeLessThan(10);
  });

  test.each([
    ['before it waits', queueMicrotask],
    ['while it waits', setImmediate],
  ])('are asked for no longer once it is cancelled: %s', async (_, soon) => {
    const stopping = new AbortController();
    const long = new ApiError(429, {}, 3_600_000);
    const { places, read } = serverOf(new Map([[1, long]]));
    const rows = searchedRows(
      (place) => {
        if (place !== null) soon(() => stopping.abort());
        return read(place);
      },
      () => {},
      stopping.signal,
    );
    await expect(exportedFile(rows, 'csv', () => {})).rejects.toThrow('aborted');
    expect(places).toEqual([null, 'one']);
  });
});
