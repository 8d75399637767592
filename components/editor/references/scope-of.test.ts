import { expect, test } from 'vitest';
import { loopDocument } from '../document/loop-document.fixture';
import { completeReference } from './completion';
import type { LastOutput } from './last-outputs';
import { scopeOf } from './scope-of';

const document = loopDocument();
const list = [{ id: 7, name: 'Ada' }];
const outputs = new Map<string, LastOutput>([
  ['start', { output: { list }, at: null, from: 'sample', logId: null }],
]);
const slugs = (id: string, when?: 'before' | 'after') =>
  scopeOf(document, id, outputs, when).map(({ slug }) => slug);

test('inside containers, references reach the iterations around and what comes before the containers', () => {
  expect(slugs('call')).toEqual(['parallel', 'loop', 'inner', 'first', 'each', 'start']);
  expect(slugs('first')).toEqual(['loop', 'each', 'start']);
  expect(slugs('after')).toEqual(['each', 'start']);
});

test('a container’s own name gives its iteration inside and its results after it', () => {
  const fields = (id: string) => scopeOf(document, id, outputs).find(({ slug }) => slug === 'each')?.fields;
  expect(fields('first')?.map(({ name }) => name)).toEqual(['item', 'index', 'last']);
  expect(fields('after')?.map(({ name }) => name)).toContain('results');
});

test('what is resolved after an iteration may name the blocks inside; before it, only the iteration', () => {
  expect(slugs('each')).toEqual(['start']);
  expect(slugs('each', 'before')).toEqual(['loop', 'start']);
  expect(slugs('each', 'after')).toEqual(['loop', 'inner', 'first', 'start']);
});

test('the item is known from the list that a container goes through', () => {
  const scope = scopeOf(document, 'first', outputs);
  const item = completeReference(scope, 'loop.item').find(({ label }) => label === 'loop.item');
  expect(item?.preview).toBe('{"id":7,"name":"Ada"}');
  expect(completeReference(scope, 'loop.item.').map(({ insert }) => insert)).toContain('<loop.item.name>');
});
