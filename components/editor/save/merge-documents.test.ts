import { expect, test } from 'vitest';
import { sameJson } from '@/lib/core/workflow/same-json';
import { removeBlocks, renameBlock, setConfigField } from '../document/edit-blocks';
import { lineDocument } from '../document/line-document.fixture';
import { changesBetween, mergeDocuments } from './merge-documents';

const base = lineDocument();

test('changes of different blocks are joined', () => {
  const mine = setConfigField(base, 'b', 'method', 'POST');
  const theirs = setConfigField(base, 'c', 'status', 201);
  const merged = mergeDocuments(base, mine, theirs);
  expect(merged?.blocks.b?.config.method).toBe('POST');
  expect(merged?.blocks.c?.config.status).toBe(201);
});

test('different changes of one block can’t be joined, the same change can', () => {
  const mine = setConfigField(base, 'b', 'method', 'POST');
  expect(mergeDocuments(base, mine, setConfigField(base, 'b', 'method', 'PUT'))).toBeNull();
  expect(sameJson(mergeDocuments(base, mine, setConfigField(base, 'b', 'method', 'POST')), mine)).toBe(true);
});

test('a block that one changed and the other removed can’t be joined', () => {
  const theirs = removeBlocks(base, new Set(['c']));
  expect(mergeDocuments(base, setConfigField(base, 'c', 'status', 201), theirs)).toBeNull();
});

test('settings that one side changed are kept, different changes of both can’t be joined', () => {
  const limited = (usd: number) => ({ ...base, settings: { agents: { usd } } });
  const other = setConfigField(base, 'b', 'method', 'POST');
  expect(mergeDocuments(base, limited(1), other)?.settings).toEqual({ agents: { usd: 1 } });
  expect(mergeDocuments(base, other, limited(1))?.settings).toEqual({ agents: { usd: 1 } });
  expect(mergeDocuments(limited(1), base, limited(1))).not.toHaveProperty('settings');
  expect(mergeDocuments(base, limited(1), limited(2))).toBeNull();
});

test('what one removed and the other left alone is gone, with its connections', () => {
  const mine = setConfigField(base, 'b', 'method', 'POST');
  const theirs = removeBlocks(base, new Set(['c']));
  const merged = mergeDocuments(base, mine, theirs);
  expect(Object.keys(merged?.blocks ?? {}).sort()).toEqual(['a', 'b']);
  expect(merged?.edges.map((edge) => edge.id)).toEqual(['e1']);
});

test('changes are told by name', () => {
  const after = renameBlock(removeBlocks(base, new Set(['c'])), 'a', 'input');
  expect(changesBetween(base, after)).toEqual({
    added: [],
    removed: ['answer'],
    changed: ['input', 'fetch user'],
    connections: 1,
  });
});

test('the order of keys is no difference', () => {
  expect(sameJson({ a: 1, b: [{ c: 2, d: undefined }] }, { b: [{ c: 2 }], a: 1 })).toBe(true);
  expect(sameJson({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
  expect(sameJson({ a: null }, {})).toBe(false);
  expect(sameJson([], {})).toBe(false);
});
