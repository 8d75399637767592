import { describe, expect, test } from 'vitest';
import { completeReference, completeVariable, type ScopeBlock, tokenAt, valueAt } from './completion';

const scope: ScopeBlock[] = [
  {
    slug: 'api',
    name: 'API',
    icon: 'globe',
    fields: [
      { name: 'data', type: 'any' },
      { name: 'status', type: 'number' },
    ],
    value: { data: { items: [{ id: 7 }], 'first name': 'Ada', nothing: null }, status: 200 },
  },
  { slug: 'start', name: 'start', icon: 'play', fields: [{ name: 'name', type: 'string' }] },
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

  test('finds no inherited keys', () => {
    expect(valueAt(scope, 'api.data.constructor')).toBeUndefined();
    expect(valueAt(scope, 'api.data.items[-1].id')).toBe(7);
  });
});

test('variables are offered by name', () => {
  expect(completeVariable(['TOKEN', 'OTHER'], 'tok').map((option) => option.insert)).toEqual(['{{TOKEN}}']);
});
