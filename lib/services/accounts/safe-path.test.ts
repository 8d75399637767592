import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safePathOf } from './safe-path';

const OURS = 'https://mill.example.com';

test.each([
  '/',
  '/w/1/logs?level=error',
  '/w/1/logs?search=%2F%2Fx&next=//y#part',
  '/invite/abc-DEF_1',
  '/docs#error-forbidden',
])('%s is kept', (path) => {
  expect(safePathOf(path, OURS)).toBe(path);
  expect(safePathOf(path)).toBe(path);
  expect(safePathOf(OURS + path, OURS)).toBe(path);
});

test.each([
  null,
  '',
  'w/1',
  'https://evil.test',
  'https://evil.test/w/1',
  '//evil.test',
  '///evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '\t//evil.test',
  ' //evil.test',
  '/%09/evil.test',
  '/%0a/evil.test',
  '/%5cevil.test',
  '/%5C%5Cevil.test',
  '/%2fevil.test',
  '/%252f/evil.test',
  '/%252fevil.test',
  '/.//evil.test',
  '/w/..//evil.test',
  '/%2e//evil.test',
  '/%',
  'javascript:alert(1)',
  'data:text/html,x',
  'https:evil.test',
  'https:/evil.test',
  'https://mill.example.com@evil.test/',
  'https://u:p@mill.example.com/',
  'https://mill.example.com.evil.test/',
  'https://mill.example.com:444/',
  'http://mill.example.com/',
  `/${'x'.repeat(2_000)}`,
])('%j leads to the start page', (wanted) => {
  expect(safePathOf(wanted, OURS)).toBe('/');
});

test('whatever is asked for, a browser that follows the answer stays here', () => {
  const part = fc.constantFrom(
    '/',
    '\\',
    '//',
    '%2f',
    '%5C',
    '%09',
    '\t',
    '\n',
    '.',
    '..',
    ':',
    '@',
    '?',
    '#',
    'evil.test',
    'https',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(part, fc.string({ maxLength: 3 })), { maxLength: 9 }), (parts) => {
      const path = safePathOf(parts.join(''), OURS);
      expect(new URL(path, OURS).origin).toBe(OURS);
      expect(new URL(decodeURIComponent(new URL(path, OURS).pathname), OURS).origin).toBe(OURS);
      expect(safePathOf(path, OURS)).toBe(path);
    }),
    { numRuns: 2_000 },
  );
});
