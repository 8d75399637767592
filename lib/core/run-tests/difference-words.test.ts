import { expect, test } from 'vitest';
import { differenceWords } from './difference-words';
import type { TestDifference } from './test-difference';

const base: TestDifference = {
  kind: 'output',
  blockId: null,
  blockName: null,
  iteration: null,
  path: '',
  allowed: null,
  nearest: null,
};
const ofBlock = { ...base, blockId: 'b', blockName: 'Fetch' };
const get = (url: string) => ({ method: 'GET', url });

test.each<[Partial<TestDifference>, string]>([
  [{ path: 'items[0].id', expected: 3, actual: 4 }, 'The output at items[0].id is 4: expected 3.'],
  [{ expected: { a: 1 } }, 'The output is missing: expected {"a":1}.'],
  [{ path: 'x', actual: null }, 'The output at x should be absent and is null.'],
  [
    { kind: 'outcome', path: 'status', expected: 'success', actual: 'error' },
    'The outcome at status is "error": expected "success".',
  ],
  [
    { path: 'at', allowed: 'date', expected: '2026-01-31', actual: 'soon' },
    'The output at at is "soon": expected "2026-01-31" or another date of that form.',
  ],
  [{ kind: 'too-large' }, 'There are too many values to compare all of them.'],
])('%o', (difference, words) => {
  expect(differenceWords({ ...base, ...difference })).toBe(words);
});

test('requests are named by their block, method and address', () => {
  const words = (difference: Partial<TestDifference>) => differenceWords({ ...ofBlock, ...difference });
  expect(words({ kind: 'sent', path: 'body.n', iteration: 'each:3', expected: 1, actual: 2 })).toBe(
    'The request of “Fetch” (each:3) at body.n is 2: expected 1.',
  );
  expect(words({ kind: 'not-sent', expected: get('https://a.test/') })).toBe(
    '“Fetch” did not send its request.',
  );
  expect(words({ kind: 'also-sent', actual: get('https://a.test/') })).toBe(
    '“Fetch” sent a request that is not expected: GET https://a.test/.',
  );
  const nearest = { step: 'b', blockId: 'b', blockName: 'Fetch', request: get('https://a.test/1') };
  expect(words({ kind: 'unanswered', actual: get('https://a.test/2'), nearest })).toBe(
    '“Fetch” asks for something that no record answers: GET https://a.test/2. ' +
      'The nearest recorded request is GET https://a.test/1.',
  );
  expect(words({ kind: 'unanswered', actual: { model: 'm' } })).toBe(
    '“Fetch” asks for something that no record answers: {"model":"m"}.',
  );
});

test('long values are cut', () => {
  const words = differenceWords({ ...base, expected: 'x'.repeat(1_000), actual: 1 });
  expect(words.length).toBeLessThan(130);
});
