import { expect, test } from 'vitest';
import { expectSteadyGrowth } from '../../platform/testing/growth';
import { countChanges, diffDocuments } from './diff-documents';
import { WorkflowDocument } from './schema';

const at = { x: 0, y: 0 };
const block = (id: string, config: Record<string, unknown> = {}, more: Record<string, unknown> = {}) => ({
  id,
  type: 'api',
  name: id,
  position: at,
  config,
  ...more,
});
const edge = (source: string, target: string, id = `${source}-${target}`) => ({ id, source, target });
const documentOf = (blocks: Array<{ id: string }>, edges: object[] = [], more: object = {}) =>
  WorkflowDocument.parse({
    blocks: Object.fromEntries(blocks.map((one) => [one.id, one])),
    edges,
    ...more,
  });

test('a document and its copy with other orders of keys are the same', () => {
  const before = documentOf([block('a', { url: 'u', method: 'GET' }), block('b')], [edge('a', 'b')]);
  const after = documentOf([block('b'), block('a', { method: 'GET', url: 'u' })], [edge('a', 'b')]);
  expect(diffDocuments(before, after)).toEqual({ blocks: [], edges: [], settings: [], groups: [] });
});

test('blocks that were added, removed and changed are named, each with what changed', () => {
  const before = documentOf([block('a', { url: 'one' }), block('b')]);
  const after = documentOf([block('a', { url: 'two' }, { name: 'first', enabled: false }), block('c')]);
  const { blocks } = diffDocuments(before, after);
  expect(blocks.map(({ id, name, kind }) => [id, name, kind])).toEqual([
    ['a', 'first', 'changed'],
    ['c', 'c', 'added'],
    ['b', 'b', 'removed'],
  ]);
  expect(new Set(blocks[0]?.fields)).toEqual(
    new Set([
      { path: 'name', before: 'a', after: 'first' },
      { path: 'enabled', before: true, after: false },
      { path: 'config.url', before: 'one', after: 'two' },
    ]),
  );
});

test('a block that only has another place or size is moved, and that is no change of what runs', () => {
  const before = documentOf([block('a'), block('b')]);
  const after = documentOf([
    block('a', {}, { position: { x: 40, y: 0 } }),
    block('b', {}, { size: { width: 400, height: 300 } }),
  ]);
  const diff = diffDocuments(before, after);
  expect(diff.blocks.map(({ id, kind }) => [id, kind])).toEqual([
    ['a', 'moved'],
    ['b', 'moved'],
  ]);
  expect(countChanges(diff)).toBe(0);
});

test('a block that is moved and changed is changed, without its place', () => {
  const before = documentOf([block('a', { url: 'one' })]);
  const after = documentOf([block('a', { url: 'two' }, { position: { x: 40, y: 0 } })]);
  expect(diffDocuments(before, after).blocks[0]).toMatchObject({
    kind: 'changed',
    fields: [{ path: 'config.url', before: 'one', after: 'two' }],
  });
});

test('into which container a block lies is a change', () => {
  const before = documentOf([block('a'), block('l')]);
  const after = documentOf([block('a', {}, { parentId: 'l' }), block('l')]);
  expect(diffDocuments(before, after).blocks).toMatchObject([
    { id: 'a', kind: 'changed', fields: [{ path: 'parentId', before: undefined, after: 'l' }] },
  ]);
});

test('rows are compared member by member; those that came or went are there on one side only', () => {
  const rows = (...values: string[]) => ({ headers: values.map((value) => ({ key: 'X', value })) });
  const diff = diffDocuments(
    documentOf([block('a', rows('1', '2'))]),
    documentOf([block('a', rows('1', '3', '4'))]),
  );
  expect(diff.blocks[0]?.fields).toEqual([
    { path: 'config.headers[1].value', before: '2', after: '3' },
    { path: 'config.headers[2]', before: undefined, after: { key: 'X', value: '4' } },
  ]);
});

test('connections are told by their ends, with the names of their blocks', () => {
  const blocks = [block('a'), block('b'), block('c')];
  const before = documentOf(blocks, [edge('a', 'b'), edge('b', 'c')]);
  const after = documentOf(blocks, [edge('a', 'b', 'drawn-again'), edge('a', 'c')]);
  const diff = diffDocuments(before, after);
  expect(diff.edges.map(({ kind, from, to }) => [kind, from, to])).toEqual([
    ['added', 'a', 'c'],
    ['removed', 'b', 'c'],
  ]);
  expect(countChanges(diff)).toBe(2);
});

test('settings of the workflow are compared too', () => {
  const before = documentOf([], [], { settings: { agents: { usd: 1 } } });
  const after = documentOf([], [], { settings: { agents: { usd: 2 } } });
  expect(diffDocuments(before, after).settings).toEqual([
    { path: 'settings.agents.usd', before: 1, after: 2 },
  ]);
  expect(diffDocuments(before, documentOf([])).settings).toEqual([
    { path: 'settings', before: { agents: { usd: 1 } }, after: undefined },
  ]);
});

test('keys that objects inherit are values like others', () => {
  const before = documentOf([block('a', {})]);
  const after = documentOf([block('a', { constructor: 'x' })]);
  expect(diffDocuments(before, after).blocks[0]?.fields).toEqual([
    { path: 'config.constructor', before: undefined, after: 'x' },
  ]);
});

test('a difference deep inside is found in one pass over what is around it', async () => {
  const deep = (size: number, end: number) => {
    let value: unknown = [...Array.from({ length: 40 * size }, (_, index) => ({ index })), end];
    for (let level = 0; level < size; level += 1) value = { value };
    return documentOf([block('a', { value })]);
  };
  await expectSteadyGrowth((size) => {
    const [before, after] = [deep(size, 1), deep(size, 2)];
    return () => diffDocuments(before, after);
  }, 50);
});
