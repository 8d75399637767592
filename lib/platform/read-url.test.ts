import { expect, test } from 'vitest';
import { readUrl } from './read-url';
import { explainBadUrl } from './text/explain-bad-url';

/** V8 compiles a function in another way once it has been called some thousand times. */
const OFTEN = 20_000;

test('a host with an umlaut is one, however often it has been read', () => {
  const url = 'https://bücher.example/ä?ö#ü';
  let denied = 0;
  for (let call = 0; call < OFTEN; call += 1) if (explainBadUrl(url) !== null) denied += 1;
  expect(denied).toBe(0);
  expect(readUrl(url)?.host).toBe('xn--bcher-kva.example');
});

test('relative addresses are resolved, and what is no URL is null', () => {
  expect(readUrl('../b?c', 'https://example.com/x/y')?.href).toBe('https://example.com/b?c');
  expect(readUrl('b')).toBeNull();
  expect(readUrl('https://a b/')).toBeNull();
});
