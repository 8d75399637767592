import { expect, test } from 'vitest';
import { ExactNumber } from '../../../platform/text/exact-number';
import { sentByApi } from './sent-by-api';

const base = { method: 'POST', url: 'https://a.test/items', timeoutMs: 5, retry: { max: 3 } };

test('what leaves is named by its keys; settings of the block are left out', () => {
  const input = {
    ...base,
    pathParams: [['id', '7']],
    params: [
      ['tag', 'a'],
      ['tag', 'b', 'tag=b'],
    ],
    headers: [['X-Token', '{{TOKEN}}']],
    auth: { kind: 'bearer', token: '***' },
    body: { kind: 'json', value: '{"id": 12345678901234567890, "list": [1]}' },
  };
  expect(sentByApi(input)).toEqual({
    method: 'POST',
    url: 'https://a.test/items',
    path: { id: '7' },
    query: { tag: ['a', 'b'] },
    headers: { 'x-token': '{{TOKEN}}' },
    auth: { kind: 'bearer', token: '***' },
    bodyKind: 'json',
    body: { id: new ExactNumber('12345678901234567890'), list: [1] },
  });
});

test('empty rows, no authentication and the body of a GET are no part of a request', () => {
  const input = { ...base, params: [], headers: [], auth: { kind: 'none' } };
  const body = { kind: 'json', value: '{}' };
  expect(sentByApi({ ...input, method: 'GET', body })).toEqual({ method: 'GET', url: base.url });
  expect(sentByApi({ ...input, body: { kind: 'none' } })).toEqual({ method: 'POST', url: base.url });
});

test.each([
  [
    { kind: 'form', rows: [['a', '1']] },
    { bodyKind: 'form', body: { a: '1' } },
  ],
  [
    { kind: 'multipart', rows: [['f', { text: 'x', contentType: null, filename: 'x.txt' }]] },
    { bodyKind: 'multipart', body: { f: { text: 'x', contentType: null, filename: 'x.txt' } } },
  ],
  [
    { kind: 'raw', value: 'text', contentType: 'text/plain' },
    { bodyKind: 'raw', body: 'text' },
  ],
  [
    { kind: 'graphql', query: '{ a }', variables: '{"n": 1}' },
    { bodyKind: 'graphql', body: { query: '{ a }', variables: { n: 1 } } },
  ],
  [
    { kind: 'json', value: 'not JSON' },
    { bodyKind: 'json', body: 'not JSON' },
  ],
])('a body of each kind: %o', (body, sent) => {
  expect(sentByApi({ ...base, body })).toEqual({ method: 'POST', url: base.url, ...sent });
});

test('an input without these members gives nothing', () => {
  expect(sentByApi({ other: 1 })).toEqual({ method: undefined, url: undefined });
});
