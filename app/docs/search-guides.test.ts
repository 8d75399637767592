import { expect, test } from 'vitest';
import { anchorsOf } from '@/components/docs/guide-headings';
import { indexGuides, searchGuides } from '@/components/docs/search-guides';
import { guidePages, guideWords } from './guide-files';

const index = await indexGuides(guideWords);
const search = (text: string) => searchGuides(index, text).map(({ id }) => id);

test.each([
  ['roll back', '/docs/guide/versions-and-environments#roll-back'],
  ['rollback', '/docs/guide/versions-and-environments#roll-back'],
  ['verify webhook signature', '/docs/guide/receive-webhooks#the-signature'],
  ['page through a list', '/docs/guide/loops-and-scale#read-a-list-that-spans-many-pages'],
  ['How do I retry safely?', '/docs/guide/errors-and-retries#retry-a-post-safely'],
  ['poll without missing', '/docs/guide/polling-the-logs#poll-without-missing-a-run'],
  ['loopback', '/docs/guide/settings'],
  ['OUTBOUND_HEADERS_KB', '/docs/operations#requests-that-go-out'],
  ['http_status', '/docs/guide/error-codes#http_status'],
  ['workspaces take turns', '/docs/decisions/fairness'],
])('“%s” leads to %s, among the first three', (text, id) => {
  expect(search(text).slice(0, 3)).toContain(id);
});

test('a word is found from its first letters, and with one letter wrong', () => {
  const [whole] = search('pagination');
  expect(search('paginat')).toContain(whole);
  expect(search('pagenation')).toContain(whole);
});

test('words that no guide has find nothing, and neither do words without a subject', () => {
  expect(search('xylophonewaltz')).toEqual([]);
  expect(search('how do I')).toEqual([]);
  expect(search(' ')).toEqual([]);
});

test('each entry of the index is a heading of its page, once, without markup', () => {
  const anchors = new Set(
    guidePages.flatMap(({ path, text }) => [
      `/docs/${path}`,
      ...anchorsOf(text).map(({ anchor }) => `/docs/${path}#${anchor}`),
    ]),
  );
  expect(guideWords.filter(({ id }) => !anchors.has(id))).toEqual([]);
  expect(new Set(guideWords.map(({ id }) => id)).size).toBe(guideWords.length);
  expect(guideWords.every(({ words }) => !/[`|]|\]\(/.test(words))).toBe(true);
});
