import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { routes } from './routes';
import { accessTable, MCP_MESSAGES, MCP_TOOLS } from './testing/access-table';
import { callOf, commandCallers, pythonCallers, typescriptCallers } from './testing/package-calls';

const PAGE = path.resolve(import.meta.dirname, '../../docs/decisions/keys-and-operations.md');
const MARKED = /<!-- operations -->\n([\s\S]*?)\n<!-- end of operations -->/;
const endpoints = routes.map(({ endpoint }) => endpoint);

test('the table of operations in docs/decisions/keys-and-operations.md is that of the code', () => {
  const written = MARKED.exec(readFileSync(PAGE, 'utf8'))?.[1];
  expect(written, 'Replace the table there with the expected one.').toBe(accessTable(routes));
});

test('an operation that no key may call says why, and a key operation names its scope', () => {
  const silent = endpoints.filter(
    ({ auth, scope, sessionOnly }) =>
      (auth === 'session' && sessionOnly === undefined) || (auth === 'key' && scope === undefined),
  );
  expect(silent.map(({ id }) => id)).toEqual([]);
  expect(endpoints.filter(({ auth, sessionOnly }) => auth !== 'session' && sessionOnly).length).toBe(0);
});

test('what a key operation is near to exists', () => {
  const known = new Set(endpoints.map(({ method, path: at }) => `${method} ${at}`));
  const named = endpoints.flatMap(({ sessionOnly }) => [
    ...(sessionOnly?.instead ?? '').matchAll(/(GET|POST|PUT|PATCH|DELETE)[^/]* (\/api\/[\w/{}-]+)/g),
  ]);
  expect(named.length).toBeGreaterThan(10);
  for (const [, method, at] of named) expect(known).toContain(`${method} ${at}`);
});

test('operations of keys are at documented paths', () => {
  const undocumented = endpoints.filter(({ auth, path: at }) => auth === 'key' && !at.startsWith('/api/v1/'));
  expect(undocumented.map(({ id }) => id)).toEqual([]);
});

test('what the packages call is found in their sources, and exists', () => {
  const known = new Set(endpoints.map(callOf));
  const packages = [commandCallers(routes), typescriptCallers(), pythonCallers()];
  for (const callers of packages) {
    expect(callers.size).toBeGreaterThan(30);
    for (const call of callers.keys()) expect(known).toContain(call);
  }
});

test('messages of MCP clients are those that the server answers', () => {
  const source = readFileSync(path.resolve(import.meta.dirname, '../services/mcp/answer-mcp.ts'), 'utf8');
  const ids = new Set(endpoints.map(({ id }) => id));
  for (const [id, message] of Object.entries(MCP_MESSAGES)) {
    expect(ids).toContain(id);
    expect(source).toContain(`'${message}'`);
  }
});

test('tools of agents are those of the server', () => {
  const room = path.resolve(import.meta.dirname, '../services/management-mcp');
  const files = readdirSync(room).filter((name) => name.endsWith('-tools.ts'));
  const source = files.map((name) => readFileSync(path.join(room, name), 'utf8')).join('');
  const ids = new Set(endpoints.map(({ id }) => id));
  for (const [id, tool] of Object.entries(MCP_TOOLS)) {
    expect(ids).toContain(id);
    expect(source).toContain(`name: '${tool}'`);
  }
});
