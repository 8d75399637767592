import { expect, test } from 'vitest';
import { findGuides } from '@/components/docs/find-guides';
import { anchorsOf } from '@/components/docs/guide-headings';
import { guideIndex, guidePages, guideSections } from './guide-files';

const sections = guideSections.map(({ title, pages }) => ({
  title,
  pages: pages.map(({ path, title, headings }) => ({ address: `/docs/${path}`, title, headings })),
}));
const ALL = sections.flatMap(({ pages }) => pages);

const search = (text: string, index = guideIndex) =>
  findGuides(sections, index, text).flatMap(({ pages }) => pages);

test('without words to search for, each page is listed, without its headings', () => {
  expect(search('').map(({ address }) => address)).toEqual(ALL.map(({ address }) => address));
  expect(search(' ').every(({ headings }) => headings.length === 0)).toBe(true);
});

test('a word of a text leads to the page and to the heading that it stands under', () => {
  const [page] = search('OUTBOUND_HEADERS_KB').filter(({ address }) => address === '/docs/operations');
  expect(page?.headings).toEqual([{ title: 'Requests that go out', anchor: 'requests-that-go-out' }]);
  expect(search('OUTBOUND_HEADERS_KB', [])).toEqual([]);
});

test('a code of an error leads to its heading', () => {
  const [page] = search('http_status').filter(({ address }) => address === '/docs/guide/error-codes');
  expect(page?.headings).toContainEqual({ title: 'HTTP_STATUS', anchor: 'http_status' });
});

test('all words must be in the title or one section, in any order and case', () => {
  const found = search('Webhook VERIFY').map(({ address }) => address);
  expect(found).toContain('/docs/guide/receive-webhooks');
  expect(search('webhook nowherewritten')).toEqual([]);
});

test('a decision is found by its title', () => {
  expect(search('thrown away').map(({ address }) => address)).toContain('/docs/decisions/sandbox');
});

test('each entry of the index is a heading of its page', () => {
  const texts = new Map(guidePages.map(({ path, text }) => [`/docs/${path}`, text]));
  const lost = guideIndex.filter(
    ({ address, anchor }) =>
      anchor !== '' && !anchorsOf(texts.get(address) ?? '').some((heading) => heading.anchor === anchor),
  );
  expect(lost).toEqual([]);
  expect(guideIndex.every(({ words }) => !/[`|]|\]\(/.test(words))).toBe(true);
});
