import { describe, expect, test } from 'vitest';
import type { ValueShape } from '@/lib/core/blocks/value-shape';
import { completeReference, completeVariable, placeAt, tokenAt } from './completion';
import type { ScopeBlock } from './known-value';

const scope: ScopeBlock[] = [
  {
    slug: 'api',
    name: 'API',
    icon: [],
    fields: [
      { name: 'data', type: 'any' },
      { name: 'status', type: 'number' },
    ],
    last: {
      from: 'log',
      output: { data: { items: [{ id: 7 }], 'first name': 'Ada', nothing: null }, status: 200 },
    },
  },
  { slug: 'start', name: 'start', icon: [], fields: [{ name: 'name', type: 'string' }] },
];
const labels = (query: string) => completeReference(scope, query).map((option) => option.label);

describe('the token at the caret', () => {
  test('is what follows an opening up to the caret, with the closing that is already there', () => {
    expect(tokenAt('a <api.da> b', 9)).toEqual({ kind: 'reference', start: 2, end: 10, query: 'api.da' });
    expect(tokenAt('a <', 3)).toEqual({ kind: 'reference', start: 2, end: 3, query: '' });
    expect(tokenAt('x {{TO}} y', 6)).toEqual({ kind: 'variable', start: 2, end: 8, query: 'TO' });
  });

  test('is none in ordinary text', () => {
    expect(tokenAt('a < b', 5)).toBeNull();
    expect(tokenAt('<div class', 10)).toBeNull();
    expect(tokenAt('<api.data>', 10)).toBeNull();
    expect(tokenAt('<3', 2)).toBeNull();
  });

  test('is none when it is escaped', () => {
    expect(tokenAt('\\<api', 5)).toBeNull();
    expect(tokenAt('\\\\<api', 6)?.query).toBe('api');
  });
});

describe('completion of references', () => {
  test('offers every field in scope, nearest block first', () => {
    expect(labels('')).toEqual(['api.data', 'api.status', 'start.name']);
  });

  test('puts what begins like the query before what contains it', () => {
    expect(labels('st')).toEqual(['start.name', 'api.status']);
  });

  test('finds what lies deeper by its name, or a word in it, after what begins so', () => {
    expect(labels('id')).toEqual(['api.data.items[0].id']);
    expect(labels('NAM')).toEqual(['start.name', "api.data['first name']"]);
    expect(labels('item')).toEqual(['api.data.items']);
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`k${n}`, { id: n }]));
    const [api] = scope;
    const many = [{ ...api!, last: { from: 'log' as const, output: { data: wide } } }];
    expect(completeReference(many, 'id').length).toBeLessThan(60);
  });

  test('goes into the last known value, by keys and indices', () => {
    expect(labels('api.data')).toEqual([
      'api.data',
      'api.data.items',
      "api.data['first name']",
      'api.data.nothing',
    ]);
    expect(labels('api.data.it')).toEqual(['api.data.items']);
    expect(labels('api.data.items[0].')).toEqual(['api.data.items[0].id']);
    expect(labels('API.data.items[')).toEqual(['API.data.items[0]']);
  });

  test('says type and last value', () => {
    const [data, status] = completeReference(scope, 'api.');
    expect(status).toMatchObject({ insert: '<api.status>', detail: 'number', preview: '200', enter: null });
    expect(data).toMatchObject({ detail: 'object', enter: '<api.data' });
  });

  test('goes into what a document describes while nothing has run, and adds it to what came', () => {
    const items: ValueShape = {
      type: 'object',
      fields: [
        { name: 'id', shape: { type: 'number' } },
        { name: 'born', shape: { type: 'string', description: 'Day of birth' }, optional: true },
      ],
    };
    const [api] = scope;
    const described = { ...api!, shapes: { data: { type: 'array' as const, items } } };
    const optionsOf = (block: ScopeBlock, query: string) =>
      completeReference([block], query).map(({ label, detail, origin, preview }) => [
        label,
        detail,
        origin,
        preview,
      ]);
    const { last: _, ...fresh } = described;
    expect(optionsOf(fresh, 'api.data')).toEqual([
      ['api.data', 'array', 'OpenAPI', null],
      ['api.data[0]', 'object', 'OpenAPI', null],
    ]);
    expect(optionsOf(fresh, 'api.data[3].')).toEqual([
      ['api.data[3].id', 'number', 'OpenAPI', null],
      ['api.data[3].born', 'string', 'OpenAPI', 'Day of birth'],
    ]);
    const sampled = { ...described, last: { from: 'sample' as const, output: { data: [{ id: 7 }] } } };
    expect(optionsOf(sampled, 'api.data[0].')).toEqual([
      ['api.data[0].id', 'number', 'sample', '7'],
      ['api.data[0].born', 'string', 'OpenAPI', 'Day of birth'],
    ]);
  });

  test('finds no inherited keys', () => {
    expect(placeAt(scope, 'api.data.constructor')).toBeNull();
    expect(placeAt(scope, 'api.data.items[-1].id')?.known.value).toBe(7);
  });
});

test('variables are offered by name', () => {
  expect(completeVariable(['TOKEN', 'OTHER'], 'tok').map((option) => option.insert)).toEqual(['{{TOKEN}}']);
});

test('a name that no variable has yet can be created where it is typed', () => {
  const labels = (names: string[] | undefined, query: string) =>
    completeVariable(names, query).map(({ label, creates }) => [label, creates]);
  expect(labels(['NEW_ONE'], 'NEW')).toEqual([
    ['NEW_ONE', undefined],
    ['Create NEW…', 'NEW'],
  ]);
  for (const [names, query] of [
    [['NEW'], 'NEW'],
    [[], 'lower'],
    [[], 'MILLRACE_X'],
    [undefined, 'NEW'],
  ] as const)
    expect(labels(names && [...names], query).filter(([, creates]) => creates !== undefined)).toEqual([]);
});
