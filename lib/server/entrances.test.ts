import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { maxBodyBytesOf } from '../platform/http/handle';
import { formerRoutes, routes } from './routes';
import { entranceTable } from './testing/entrance-table';

const served = [...routes, ...formerRoutes];
const BUDGETS = path.resolve(import.meta.dirname, '../../docs/decisions/budgets.md');
const MARKED = /<!-- entrances -->\n([\s\S]*?)\n<!-- end of entrances -->/;

test('the table of entrances in docs/decisions/budgets.md is that of the code', () => {
  const written = MARKED.exec(readFileSync(BUDGETS, 'utf8'))?.[1];
  expect(written, 'Replace the table there with the expected one.').toBe(entranceTable(served));
});

const open = served.filter(({ endpoint }) => ['nobody', 'public'].includes(endpoint.auth));
const MAX_BYTES_OF_STRANGERS = 16 * 1024;

test.each(open.map((operation) => [operation.endpoint.id, operation] as const))(
  '%s, which strangers may call, finds its target before it reads more than a small form',
  (_, { endpoint, requireTarget }) => {
    if (endpoint.body === undefined || requireTarget !== undefined) return;
    expect(maxBodyBytesOf(endpoint)).toBeLessThanOrEqual(MAX_BYTES_OF_STRANGERS);
  },
);
