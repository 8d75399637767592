import { expect, test } from 'vitest';
import { safeUrl } from './safe-url';

test.each([
  ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
  ['http://example.com', 'http://example.com/'],
  ['mailto:ada@example.com', 'mailto:ada@example.com'],
  ['HTTPS://EXAMPLE.COM/', 'https://example.com/'],
])('%s is a link', (written, url) => {
  expect(safeUrl(written)).toBe(url);
});

test.each([
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://example.com/x',
  '/settings',
  '//example.com',
  '#note',
  'https://paypal.com@evil.example/',
  'not an address',
  '',
  `https://example.com/${'a'.repeat(2_000)}`,
])('%s is no link', (written) => {
  expect(safeUrl(written)).toBeNull();
});
