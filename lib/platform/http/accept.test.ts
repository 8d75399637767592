import { expect, test } from 'vitest';
import { prefers } from './accept';

test.each([
  [undefined, false],
  ['*/*', false],
  ['application/*', false],
  ['application/x-ndjson', true],
  ['Application/X-NDJSON; charset=utf-8', true],
  ['application/json, application/x-ndjson;q=0.9', false],
  ['application/json;q=0.5, application/x-ndjson;q=0.9', true],
  ['application/x-ndjson;q=0', false],
  ['application/x-ndjson;q=many', false],
])('%s: %s', (accept, wanted) => {
  expect(prefers(accept, 'application/x-ndjson', 'application/json')).toBe(wanted);
});
