import { expect, test } from 'vitest';
import { findInDocument } from './find-in-document';
import { lineDocument } from './line-document.fixture';

const found = (text: string, maxHits = 100) =>
  findInDocument(lineDocument(), text, maxHits).map(({ blockId, field, match }) => [blockId, field, match]);

test('names, URLs, texts and references are found in any case, in the order of the canvas', () => {
  expect(found('USER')).toEqual([
    ['b', null, 'user'],
    ['b', 'url', 'user'],
    ['c', 'body', 'user'],
  ]);
  expect(found('<start.')).toEqual([
    ['b', 'url', '<start.'],
    ['b', 'headers', '<start.'],
  ]);
});

test('a block is found by its kind, unless its name says it already', () => {
  expect(found('response')).toEqual([['c', null, 'Response']]);
  expect(found('start')[0]).toEqual(['a', null, 'start']);
  expect(found('start').filter(([block]) => block === 'a')).toHaveLength(1);
});

test('the words around a hit are shown, cut where they are long', () => {
  const document = lineDocument();
  const url = `https://example.com/${'a'.repeat(100)}/needle/${'b'.repeat(200)}`;
  document.blocks.b = { ...document.blocks.b!, config: { url } };
  const [hit] = findInDocument(document, 'needle', 10);
  expect(hit).toMatchObject({ label: 'URL', match: 'needle' });
  expect(hit?.before).toMatch(/^…a+\/$/);
  expect(hit?.after).toHaveLength(80);
});

test('nothing is searched for without a text, and not more is found than asked for', () => {
  expect(found('  ')).toEqual([]);
  expect(found('e', 2)).toHaveLength(2);
});

test('what a form shows as dots is not shown', () => {
  const document = lineDocument();
  const auth = { kind: 'basic', username: 'needle', password: 'needle-secret' };
  document.blocks.b = { ...document.blocks.b!, config: { url: 'https://example.com', auth } };
  expect(findInDocument(document, 'needle', 10).map(({ match, after }) => match + after)).toEqual(['needle']);
});

test('a letter that is two in lower case moves no hit', () => {
  const document = lineDocument();
  document.blocks.a = { ...document.blocks.a!, name: 'İİİ end' };
  expect(findInDocument(document, 'end', 10)[0]).toMatchObject({ before: 'İİİ ', match: 'end', after: '' });
});

test('titles of groups and numbers are found', () => {
  const document = lineDocument();
  document.groups = [{ id: 'g', title: 'Fetching people', colour: 'blue', blockIds: ['b', 'c'] }];
  document.blocks.b = { ...document.blocks.b!, config: { timeoutMs: 45_000 } };
  expect(findInDocument(document, 'people', 10)).toMatchObject([
    { groupId: 'g', blockId: 'b', label: 'Group', match: 'people' },
  ]);
  expect(findInDocument(document, '45000', 10)).toMatchObject([{ blockId: 'b', field: 'timeoutMs' }]);
});
