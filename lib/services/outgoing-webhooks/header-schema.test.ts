import { expect, test } from 'vitest';
import { isOurHeader, OwnHeaders } from './header-schema';
import { deliveryHeaders } from './signature';

const refusalOf = (...headers: Array<[name: string, value: string]>): string | undefined =>
  OwnHeaders.safeParse(headers.map(([name, value]) => ({ name, value }))).error?.issues[0]?.message;

test('headers of gateways and authors are accepted, trimmed', () => {
  const given = [
    { name: ' X-Tenant ', value: ' acme ' },
    { name: 'Authorization', value: 'Bearer abc' },
    { name: 'User-Agent', value: 'mill' },
  ];
  expect(OwnHeaders.parse(given)[0]).toEqual({ name: 'X-Tenant', value: 'acme' });
  expect(OwnHeaders.parse(given)).toHaveLength(3);
});

test.each([
  ['service-signature', 'x', /set by the delivery itself/],
  ['Content-Type', 'text/plain', /set by the delivery itself/],
  ['Webhook-Id', '1', /set by the delivery itself/],
  ['ce-id', '1', /set by the delivery itself/],
  ['idempotency-key', '1', /set by the delivery itself/],
  ['Host', 'example.com', /taken from the URL/],
  ['Content-Length', '1', /set by the delivery itself/],
  ['Transfer-Encoding', 'chunked', /set by the connection itself/],
  ['Proxy-Authorization', 'x', /set by the connection itself/],
  ['X Y', '1', /not a valid header name/],
  ['X-A', 'line\nbreak', /line break/],
  ['X-A', '世界', /character headers can't carry/],
  ['', 'x', /Enter the name/],
  ['X-A', '  ', /Enter the value/],
  ['X-A', 'x'.repeat(2_049), /at most/],
])('%j: %j is refused with words', (name, value, words) => {
  expect(refusalOf([name, value])).toMatch(words);
});

test('a name is there once, whatever its case, and there are ten at most', () => {
  expect(refusalOf(['X-A', '1'], ['x-a', '2'])).toMatch(/x-a is there twice/);
  const many = Array.from({ length: 11 }, (_, n): [string, string] => [`X-${n}`, '1']);
  expect(refusalOf(...many)).toMatch(/At most 10/);
  expect(refusalOf(...many.slice(1))).toBeUndefined();
});

test('whatever a delivery sends by itself is not the author’s to set', () => {
  const all = { standardWebhooks: true, cloudEvents: true, own: [] };
  const body =
    '{"id":"e","type":"t","timestamp":1,"data":{"workflowId":"w","executionId":"x","status":"success"}}';
  const headers = deliveryHeaders({ deliveryId: 'd', body, secrets: ['s'], isTest: true, adds: all }, 0);
  expect(headers.length).toBeGreaterThan(14);
  expect(headers.filter(([name]) => !isOurHeader(name))).toEqual([]);
});

test('one of ours that was stored all the same is not sent', () => {
  const own = [
    ['service-event', 'forged'],
    ['X-Tenant', 'acme'],
  ] as const;
  const adds = { standardWebhooks: false, cloudEvents: false, own };
  const headers = deliveryHeaders({ deliveryId: 'd', body: '{}', secrets: [], isTest: false, adds }, 0);
  expect(headers.filter(([name]) => name === 'service-event')).toEqual([
    ['service-event', 'workflow.execution.completed'],
  ]);
  expect(headers).toContainEqual(['X-Tenant', 'acme']);
});
