import { expect, test } from 'vitest';
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

// The bound is ours, not that of a machine busy with other tests: the best of five counts.
test('long texts take time in proportion', { retry: 4 }, () => {
  const beganMs = performance.now();
  withoutComments(`[${'/*/"\\,'.repeat(200_000)}`);
  expect(performance.now() - beganMs).toBeLessThan(2_000);
});
