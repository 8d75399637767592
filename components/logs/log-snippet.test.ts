import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterEach, expect, it, vi } from 'vitest';
import { noteServerTime } from '@/lib/platform/http/server-clock';
import { groupSnippets, listSnippets } from './log-snippet';

afterEach(() => {
  vi.useRealTimers();
  noteServerTime(Date.now());
});

it.each([3, -3])('counts the last hour by the server’s clock on a machine that is %d h ahead', (hours) => {
  const serverMs = Date.parse('2026-11-29T12:00:00Z');
  vi.useFakeTimers({ now: serverMs + hours * 3_600_000 });
  noteServerTime(serverMs);
  const { curl } = listSnippets('http://localhost:3000', 'w1', { range: '1h' });
  expect(curl).toContain(`startDate=${encodeURIComponent('2026-11-29T11:00:00.000Z')}`);
});

it('writes the filters as the API takes them, safe inside shell quotes', () => {
  const { curl } = listSnippets('http://localhost:3000', 'w1', { level: 'error', model: "o'neil" });
  expect(curl).toContain("'http://localhost:3000/api/v1/logs?workspaceId=w1&level=error&model=o%27neil'");
  expect(curl).toContain('x-api-key: $MILLRACE_API_KEY');
});

it('counts by a grouping are asked for as they are shown', () => {
  const { curl, typescript } = groupSnippets('http://localhost:3000', 'w1', { level: 'error' }, 'workflow');
  const url = 'http://localhost:3000/api/v1/logs/groups?workspaceId=w1&by=workflow&level=error';
  expect([curl, typescript]).toEqual([expect.stringContaining(url), expect.stringContaining(url)]);
});

it('the copied TypeScript reads every page, and waits where the limit says so', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const cursor = new URL(request.url ?? '', 'http://x').searchParams.get('cursor');
    asked.push(`${cursor} ${request.headers['x-api-key']}`);
    if (asked.length === 2) return void response.writeHead(429, { 'retry-after': '0' }).end();
    const page = { null: { data: [1, 2], nextCursor: 'b' }, b: { data: [3], nextCursor: null } };
    response.end(JSON.stringify(page[String(cursor) as keyof typeof page]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { typescript } = listSnippets(origin, 'w1', {});
  const { diagnostics } = ts.transpileModule(typescript, { reportDiagnostics: true });
  expect(diagnostics).toEqual([]);
  const file = `${typescript}\nconsole.log(JSON.stringify(rows));`;
  const options = { env: { ...process.env, MILLRACE_API_KEY: 'k' } };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', file],
    options,
  );
  server.close();
  expect(JSON.parse(stdout)).toEqual([1, 2, 3]);
  expect(asked).toEqual(['null k', 'b k', 'b k']);
});
