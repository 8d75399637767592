import { expect, test } from 'vitest';
import { loopDocument } from '../document/loop-document.fixture';
import { readChips } from './chips';
import { completeReference } from './completion';
import type { LastOutput } from './last-outputs';
import { knownScope, resolvedNow } from './resolved-now';
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

test('a default is known before any run, and gives way to what a run, a pin or a sample says', () => {
  const fields = [
    { name: 'list', type: 'array', default: list },
    { name: 'page', type: 'number', default: 2 },
    { name: 'q', type: 'string' },
  ];
  const start = document.blocks.start!;
  const preset = {
    ...document,
    blocks: { ...document.blocks, start: { ...start, config: { ...start.config, fields } } },
  };
  const known = (last?: LastOutput) => {
    const scope = scopeOf(preset, 'first', new Map(last === undefined ? [] : [['start', last]]));
    const now = (text: string) => resolvedNow(text, 'text', knownScope(scope))?.map(({ text }) => text);
    const origin = (label: string) => {
      const options = completeReference(scope, label);
      return options.find((option) => option.label === label)?.origin;
    };
    return {
      page: now('<start.page>'),
      q: now('<start.q>'),
      item: now('<loop.item.name>'),
      from: [origin('start.page'), origin('loop.item')],
    };
  };
  const fromDefault = { page: ['2'], q: ['<start.q>'], item: ['Ada'], from: ['default', 'default'] };
  expect(known()).toEqual(fromDefault);
  const ran = { at: '2026-01-01', from: 'run', logId: null } as const;
  expect(known({ ...ran, output: { list: [{ name: 'Bea' }], page: 7, q: 'x' } })).toEqual({
    page: ['7'],
    q: ['x'],
    item: ['Bea'],
    from: ['this run', 'this run'],
  });
  // The input was added after the run.
  expect(known({ ...ran, output: { q: 'x' } })).toEqual({ ...fromDefault, q: ['x'] });
  // A run's value is too large to be shown.
  const large = { truncated: true, bytes: 9, head: '' };
  expect(known({ ...ran, output: { list, page: large, q: 'x' } }).page).toEqual(['<start.page>']);
});

test('a reference is not in doubt for what a default lacks', () => {
  const fields = [{ name: 'who', type: 'object', default: { id: 7 } }];
  const start = { ...document.blocks.start!, config: { fields } };
  const before = scopeOf({ ...document, blocks: { ...document.blocks, start } }, 'first', new Map());
  const blocks = new Map([['start', 'start']]);
  const scope = { self: { slug: 'first', name: 'first' }, blocks, before, variables: [] };
  const looks = readChips('<start.who.id> <start.who.name> <start.other>', scope).map(({ look }) => look);
  expect(looks).toEqual(['reference', 'reference', 'reference']);
});

test('what only later items have is known too, and so is a list that may be missing or is typed out', () => {
  const labels = (items: string, given: unknown) => {
    const each = { ...document.blocks.each!, config: { ...document.blocks.each!.config, items } };
    const changed = { ...document, blocks: { ...document.blocks, each } };
    const known = new Map<string, LastOutput>([
      ['start', { output: { list: given }, at: null, from: 'sample', logId: null }],
    ]);
    return completeReference(scopeOf(changed, 'first', known), 'loop.item.').map(({ insert }) => insert);
  };
  const rest = ['<loop.item.id>', '<loop.item.vip>'];
  const mixed = [{ id: 1 }, { id: 2, vip: true }];
  for (const items of ['<start.list>', '<start.list?>', '<start.list ?? []>'])
    expect(labels(items, mixed), items).toEqual(expect.arrayContaining(rest));
  expect(labels(JSON.stringify(mixed), [])).toEqual(expect.arrayContaining(rest));
  expect(labels('[not json', [])).not.toContain('<loop.item.id>');
});
