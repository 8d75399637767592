import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TraceSpan } from '../../core/engine/trace-span';
import { newId } from '../../platform/ids';
import { closeDatabase } from '../../platform/postgres/db';
import { refusalOf } from '../accounts/testing/refusals';
import { type LoggedWorkspace, mintLoggedWorkspace } from '../logs/testing/logged-workspace';
import { LogSearchRequest } from './schema';
import { searchLogs } from './search-logs';

let mill: LoggedWorkspace;
beforeAll(async () => {
  mill = await mintLoggedWorkspace();
});
afterAll(closeDatabase);

const span = (change: Partial<TraceSpan>): TraceSpan => ({
  id: newId(),
  parentId: null,
  blockId: 'b',
  name: 'orders',
  type: 'api',
  status: 'success',
  startTime: '2026-01-01T00:00:00.000Z',
  endTime: '2026-01-01T00:00:01.000Z',
  durationMs: 1,
  input: null,
  output: null,
  error: null,
  children: [],
  ...change,
});

async function recordSpans(spans: TraceSpan[], output: unknown = null) {
  const row = mill.run({ traceSpans: JSON.stringify(spans), finalOutput: JSON.stringify(output) });
  await mill.record([row]);
  return row.execution.logId;
}

const search = (q: string, change: Record<string, string> = {}) =>
  searchLogs(mill.reader, LogSearchRequest.parse({ workspaceId: mill.workspaceId, q, ...change }));
const idsOf = async (q: string) => (await search(q)).data.map(({ id }) => id);

describe('what is found', () => {
  test('inputs, outputs, errors of blocks at any depth, and the final output, in either case', async () => {
    const inner = span({ name: 'pay', error: { code: 'UPSTREAM', message: 'Card Declined by the bank' } });
    const nested = await recordSpans([span({ name: 'loop', children: [inner] })]);
    const deep = await recordSpans([span({ output: { data: { rows: [{ 'e-mail': 'Ada@Example.com' }] } } })]);
    const last = await recordSpans([], { total: 4_711 });
    expect((await search('card declined')).data).toMatchObject([
      { id: nested, match: { part: 'error', block: 'pay', path: 'message' } },
    ]);
    expect((await search('ada@example.com')).data).toMatchObject([
      {
        id: deep,
        match: {
          part: 'output',
          block: 'orders',
          path: 'data.rows[0].e-mail',
          excerpt: 'Ada@Example.com',
        },
      },
    ]);
    expect((await search('4711')).data).toMatchObject([
      { id: last, match: { part: 'finalOutput', block: null, path: 'total' } },
    ]);
  });

  test('text with quotes, backslashes and percent signs is taken literally', async () => {
    const text = 'say "50%" \\_ done';
    const id = await recordSpans([span({ input: { body: text } })]);
    await recordSpans([span({ input: { body: 'say 50 done' } })]);
    expect(await idsOf(text)).toEqual([id]);
    expect(await idsOf('"50%"')).toEqual([id]);
  });

  test('a pasted line break is found, whichever system wrote it', async () => {
    const unix = await recordSpans([span({ output: 'first line\nsecond row' })]);
    const windows = await recordSpans([span({ output: 'first line\r\nsecond row' })]);
    await recordSpans([span({ output: 'first line second row' })]);
    for (const pasted of ['line\nsecond', 'line\r\nsecond', 'line\rsecond'])
      expect((await idsOf(pasted)).toSorted()).toEqual([unix, windows].toSorted());
  });

  test('a letter with an accent is found, in one piece or in two', async () => {
    const composed = await recordSpans([span({ output: 'Ca\u0301fe \u00fcber'.normalize('NFC') })]);
    const apart = await recordSpans([span({ output: 'Ca\u0301fe \u00fcber'.normalize('NFD') })]);
    for (const typed of ['\u00fcber', 'u\u0308ber'])
      expect((await idsOf(typed)).toSorted()).toEqual([composed, apart].toSorted());
  });

  test('names of the log’s own members are not its content', async () => {
    const id = await recordSpans([span({ output: 'nothing' })]);
    expect(await idsOf('nothing')).toContain(id);
    expect(await idsOf('durationMs')).not.toContain(id);
    expect(await idsOf('parentId')).not.toContain(id);
  });

  test('an excerpt shows a little around the text', async () => {
    await recordSpans([span({ output: `${'a'.repeat(500)}NEEDLE${'b'.repeat(500)}` })]);
    const [found] = (await search('needle')).data;
    expect(found?.match?.excerpt).toBe(`…${'a'.repeat(60)}NEEDLE${'b'.repeat(60)}…`);
  });

  test('a log too large to be parsed is found, without a place', async () => {
    const id = await recordSpans([span({ output: `${'x'.repeat(1_100_000)}haystack` })]);
    expect((await search('haystack')).data).toMatchObject([{ id, match: null }]);
  });

  test('what ended a run is said of it, however large it is', async () => {
    const error = { code: 'NO_STOCK', message: 'None of item 8150 is left.' };
    const failed = (change: { traceSpans?: string }) =>
      mill.run({ level: 'error', error: JSON.stringify(error), ...change });
    const large = failed({ traceSpans: JSON.stringify([span({ output: 'x'.repeat(1_100_000) })]) });
    const small = failed({});
    await mill.record([large, small]);
    expect((await search('item 8150')).data).toMatchObject([
      { id: small.execution.logId, errorCode: error.code, errorMessage: error.message },
      { id: large.execution.logId, errorCode: error.code, errorMessage: error.message, match: null },
    ]);
  });
});

test('pages go on where the one before ended; the filters of the list hold', async () => {
  const own = await mintLoggedWorkspace();
  const rows = Array.from({ length: 160 }, (_, index) =>
    own.run({
      traceSpans: JSON.stringify([span({ output: index % 2 === 0 ? 'even marker' : 'odd' })]),
      level: index % 4 === 0 ? 'error' : 'info',
    }),
  );
  await own.record(rows);
  const walk = async (change: Record<string, string>) => {
    const seen: string[] = [];
    let [pages, searched] = [0, 0];
    for (let cursor: string | undefined; ; pages += 1) {
      const query = { workspaceId: own.workspaceId, q: 'MARKER', ...change, ...(cursor && { cursor }) };
      const page = await searchLogs(own.reader, LogSearchRequest.parse(query));
      seen.push(...page.data.map(({ id }) => id));
      searched += page.searched.executions;
      if (page.nextCursor === null) return { seen, pages: pages + 1, searched };
      cursor = page.nextCursor;
    }
  };
  const expected = (keep: (index: number) => boolean) =>
    rows
      .filter((_, index) => keep(index))
      .map(({ execution }) => execution.logId)
      .reverse();
  const all = await walk({});
  expect(all).toMatchObject({ seen: expected((index) => index % 2 === 0), searched: 160 });
  expect(all.pages).toBeGreaterThan(1);
  expect((await walk({ level: 'error' })).seen).toEqual(expected((index) => index % 4 === 0));
});

test('a stranger finds nothing, and many searches at once all end', async () => {
  const query = LogSearchRequest.parse({ workspaceId: mill.workspaceId, q: 'a' });
  expect(await refusalOf(searchLogs(mill.stranger, query))).toBe('forbidden');
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => refusalOf(search('needle'))));
  expect(new Set(outcomes)).toEqual(new Set(['done']));
});
