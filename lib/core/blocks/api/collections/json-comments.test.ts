import { expect, test } from 'vitest';
import { costOf } from '../../../../platform/testing/cost-of';
import { withoutComments } from './json-comments';

test.each([
  ['{"a": 1 // one\n}', '{"a": 1 \n}'],
  ['{/* two\nlines */"a": [1, 2, ],}', '{"a": [1, 2 ]}'],
  ['{"url": "https://x.test/*a*/", "b": "\\"//"}', '{"url": "https://x.test/*a*/", "b": "\\"//"}'],
  ['{"a": {{COUNT}}, // bare\n}', '{"a": {{COUNT}} \n}'],
  ['{"a": "not closed, // {', '{"a": "not closed, // {'],
])('%s', (text, sent) => {
  expect(withoutComments(text)).toBe(sent);
});

test('long texts take time in proportion', () => {
  const long = `[${'/*/"\\,'.repeat(200_000)}`;
  expect(costOf(() => withoutComments(long))).toBeLessThan(2_000);
});
