import { describe, expect, test } from 'vitest';
import { blockDefinitions } from '../blocks/registry/definitions';
import type { TraceSpan } from '../engine/trace-span';
import type { AskedRequest } from './match-exchange';
import { MockAnswers } from './mock-answers';
import { exchangesOf } from './recorded-exchange';

const AT = '2026-01-31T12:00:00.000Z';

interface Recorded {
  method?: string;
  url?: string;
  pathParams?: Array<[string, string]>;
  params?: Array<[string, string]>;
  body?: object;
  status?: number | null;
  data?: unknown;
  headers?: object;
  change?: Partial<TraceSpan>;
}

/** The span of an API block that sent this and got that. */
function span(id: string, recorded: Recorded = {}): TraceSpan {
  const { method = 'GET', url = 'https://api.example.com/orders', pathParams = [], params = [] } = recorded;
  const { body = { kind: 'none' }, status = 200, data = { ok: true }, headers = {}, change } = recorded;
  return {
    id,
    parentId: null,
    blockId: id,
    name: id,
    type: 'api',
    status: 'success',
    startTime: AT,
    endTime: AT,
    durationMs: 0,
    input: { method, url, pathParams, params, headers: [], body },
    output: { status, data, headers, error: null },
    error: null,
    children: [],
    ...change,
  };
}

const answersOf = (...spans: TraceSpan[]) => new MockAnswers(exchangesOf(spans, blockDefinitions));

const asked = (change: Partial<AskedRequest> = {}): AskedRequest => ({
  method: 'GET',
  host: 'api.example.com',
  path: '/orders',
  search: '',
  body: '',
  ...change,
});

const json = (value: unknown) => ({ kind: 'json', value: JSON.stringify(value) });

test('a recorded request gets its recorded response, without the headers of its connection', () => {
  const headers = { 'content-type': 'application/json', 'content-length': '7', 'set-cookie': ['a=1'] };
  const answers = answersOf(span('list', { status: 203, data: [1], headers }));
  expect(answers.answer(asked())).toEqual({
    kind: 'answer',
    status: 203,
    headers: [
      ['content-type', 'application/json'],
      ['set-cookie', ['a=1']],
    ],
    body: '[1]',
  });
});

describe('what must match', () => {
  const answers = answersOf(
    span('find', {
      url: 'https://api.example.com/orders/:id/items?a=1',
      pathParams: [['id', '8812']],
      params: [['b', 'x y']],
    }),
    span('make', { method: 'POST', body: json({ total: 3, items: [{ id: 'a' }] }) }),
  );
  const kindOf = (change: Partial<AskedRequest>) => answers.answer(asked(change)).kind;
  const find = { path: '/orders/8812/items', search: 'b=x%20y&a=1' };
  const make = { method: 'POST', body: '{"items":[{"id":"a"}],"total":3}' };

  test('method, host, path, query and body do', () => {
    expect(kindOf(find)).toBe('answer');
    expect(kindOf({ ...find, search: 'a=1&b=x+y' })).toBe('answer');
    expect(kindOf(make)).toBe('answer');
    expect(kindOf({ ...find, method: 'DELETE' })).toBe('unanswered');
    expect(kindOf({ ...find, host: 'other.example.com' })).toBe('unanswered');
    expect(kindOf({ ...find, path: '/orders/8813/items' })).toBe('unanswered');
    expect(kindOf({ ...find, search: 'a=1' })).toBe('unanswered');
    expect(kindOf({ ...find, search: 'a=1&b=x+y&c=2' })).toBe('unanswered');
    expect(kindOf({ ...make, body: '{"items":[{"id":"b"}],"total":3}' })).toBe('unanswered');
    expect(kindOf({ ...make, body: '' })).toBe('unanswered');
  });
});

test('anything matches where the record has the name of a secret', () => {
  const answers = answersOf(
    span('hook', { url: 'https://api.example.com/hooks/{{TOKEN}}/in', params: [['key', '{{KEY}}']] }),
    span('make', { method: 'POST', body: json({ token: 'Bearer {{TOKEN}}' }) }),
  );
  expect(answers.answer(asked({ path: '/hooks/s3cr3t/in', search: 'key=abc' })).kind).toBe('answer');
  expect(answers.answer(asked({ path: '/hooks/s3cr3t/out', search: 'key=abc' })).kind).toBe('unanswered');
  const body = (token: string) => asked({ method: 'POST', body: JSON.stringify({ token }) });
  expect(answers.answer(body('Bearer s3cr3t')).kind).toBe('answer');
  expect(answers.answer(body('Basic s3cr3t')).kind).toBe('unanswered');
});

test('a request that was recorded several times gets its responses in order, then the last again', () => {
  const answers = answersOf(span('first', { data: 1 }), span('second', { data: 2 }));
  const next = () => answers.answer(asked());
  expect([next(), next(), next()]).toMatchObject([{ body: '1' }, { body: '2' }, { body: '2' }]);
});

test('without a record it says which recorded request is nearest', () => {
  const answers = answersOf(span('orders'), span('mails', { url: 'https://mail.example.com/' }));
  const answer = answers.answer(asked({ path: '/order' }));
  expect(answer).toMatchObject({ kind: 'unanswered', nearest: { sent: { blockName: 'orders' } } });
});

test('a failure without a response, and responses that are not whole, are told apart', () => {
  const refused = { code: 'CONNECTION_REFUSED', message: 'm' };
  const answers = answersOf(
    span('away', { url: 'https://a.example/', status: null, data: null, change: { error: refused } }),
    span('large', { url: 'https://b.example/', data: { truncated: true, bytes: 9, head: '' } }),
    span('pages', {
      url: 'https://c.example/',
      change: {
        attempts: [{ status: 200, code: null, startedAt: AT, durationMs: 1, waitMs: 0, page: 1 }],
      },
    }),
  );
  const of = (host: string) => answers.answer(asked({ host, path: '/' }));
  expect(of('a.example')).toEqual({ kind: 'none', code: 'CONNECTION_REFUSED' });
  expect(of('b.example')).toMatchObject({ kind: 'incomplete', why: expect.stringContaining('too large') });
  expect(of('c.example')).toMatchObject({ kind: 'incomplete', why: expect.stringContaining('pages') });
});
