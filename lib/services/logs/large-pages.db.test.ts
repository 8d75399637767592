import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase } from '../../platform/postgres/db';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import type { LogSummary } from './schema';
import { type LoggedWorkspace, mintLoggedWorkspace } from './testing/logged-workspace';

let api: TestApi;
let mill: LoggedWorkspace;
beforeAll(async () => {
  api = await startTestApi();
  mill = await mintLoggedWorkspace();
});
afterAll(async () => {
  await api.close();
  await closeDatabase();
});

const MIB = 1024 * 1024;
const textOf = (mib: number): string => JSON.stringify({ text: 'x'.repeat(mib * MIB) });

interface Page {
  data: LogSummary[];
  nextCursor: string | null;
  resumeCursor?: string;
}

async function pageOf(query: string): Promise<Page> {
  const { status, body } = await api.call(
    'GET',
    `/api/v1/logs?workspaceId=${mill.workspaceId}${query}`,
    mill.headers,
  );
  expect(status).toBe(200);
  return body as unknown as Page;
}

/** Returns the ids of each page of a walk, and where the next walk goes on. */
async function walk(query: string, from = ''): Promise<{ pages: string[][]; resume: string }> {
  const pages: string[][] = [];
  for (let cursor = from; ; ) {
    const { data, nextCursor, resumeCursor = '' } = await pageOf(`${query}&cursor=${cursor}`);
    pages.push(data.map(({ id }) => id));
    if (nextCursor === null) return { pages, resume: resumeCursor };
    cursor = nextCursor;
  }
}

test('a page ends before its traces and outputs take more than 8 MB, and the next one goes on there', async () => {
  const record = async (sizes: number[]) => {
    const runs = sizes.map((mib) => mill.run({ finalOutput: textOf(mib) }));
    await mill.record(runs);
    return runs.map(({ execution }) => execution.logId);
  };
  const [a, b, c, large, d] = await record([3, 3, 3, 9, 1]);
  const ids = [a, b, c, large, d];

  const { pages, resume } = await walk('&includeFinalOutput=true&order=asc');
  expect(pages).toEqual([[a, b], [c], [large], [d]]);
  expect((await walk('&includeFinalOutput=true&includeTraceSpans=true')).pages).toEqual([
    [d],
    [large],
    [c, b],
    [a],
  ]);
  expect((await walk('&includeFinalOutput=true&order=asc&limit=1')).pages).toEqual(ids.map((id) => [id]));
  expect((await walk('&includeTraceSpans=true&details=full&order=asc')).pages).toEqual([ids]);
  const [first] = (await pageOf('&includeFinalOutput=true&order=asc')).data;
  expect(first?.finalOutput).toEqual(JSON.parse(textOf(3)));

  const later = await record([5, 5]);
  expect((await walk('&includeFinalOutput=true&order=asc', resume)).pages).toEqual(later.map((id) => [id]));
});

test('long errors count as well', async () => {
  const failing = await mintLoggedWorkspace();
  const error = JSON.stringify({ code: 'HTTP_FAILED', message: 'x'.repeat(3 * MIB) });
  const runs = [1, 2, 3].map(() => failing.run({ level: 'error', error }));
  await failing.record(runs);
  const path = `/api/v1/logs?workspaceId=${failing.workspaceId}&details=full&order=asc`;
  const { data, nextCursor } = (await api.call('GET', path, failing.headers)).body as unknown as Page;
  expect(data.map(({ id }) => id)).toEqual(runs.slice(0, 2).map(({ execution }) => execution.logId));
  expect(data[0]?.error).toEqual(JSON.parse(error));
  expect(nextCursor).not.toBeNull();
});

test('an export of large logs has them all', async () => {
  const response = await fetch(
    `${api.origin}/api/v1/logs?workspaceId=${mill.workspaceId}&includeFinalOutput=true`,
    { headers: { ...mill.headers, accept: 'application/x-ndjson' } },
  );
  const lines = (await response.text()).trim().split('\n');
  expect(lines).toHaveLength(7 + 1);
});
