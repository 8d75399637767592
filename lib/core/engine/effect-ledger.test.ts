import { expect, test } from 'vitest';
import type { OutboundClient, OutboundOptions, OutboundResult } from '../../platform/outbound-http/contract';
import { EffectLedger } from './effect-ledger';
import { createMasker } from './masker';
import { MOST_EFFECTS } from './run-effect';

const STEP = { step: 'call', id: 'call', name: 'Call' };
const masker = createMasker([{ name: 'TOKEN', value: 'tok-8812-secret' }]);
const NOW = Date.UTC(2026, 0, 31);

const attempt = (status: number | null, code: string | null = null) => ({
  status,
  code,
  startedAt: '2026-01-31T12:00:00.000Z',
  durationMs: 1,
  waitMs: 0,
});

const answered = (...statuses: number[]): OutboundResult => ({
  response: {
    status: statuses.at(-1) ?? 200,
    headers: {},
    body: Buffer.alloc(0),
    truncated: false,
    url: 'https://api.example.com/',
    cookies: {},
    isRateLimited: false,
    retryAfterMs: null,
    timing: { dnsMs: 0, connectMs: 0, tlsMs: 0, firstByteMs: 0, downloadMs: 0 },
  },
  error: null,
  attempts: statuses.map((status) => attempt(status)),
});

const failed = (code: string, phase: string, before: number[] = []): OutboundResult => ({
  response: null,
  error: { code, message: 'm', phase, retryable: true, retryAfterMs: null },
  attempts: [...before.map((status) => attempt(status)), attempt(null, code)],
});

interface Asked {
  method?: string;
  url?: string;
  headers?: Array<[string, string]>;
  options?: OutboundOptions;
  result?: OutboundResult;
}

/** Sends a request through the ledger, to a client that returns that result. */
async function send(ledger: EffectLedger, asked: Asked = {}, step = STEP): Promise<void> {
  const { method = 'POST', url = 'https://api.example.com/orders?q=1', headers = [] } = asked;
  const { options = { idempotencyKey: `x1.${step.step}.0` }, result = answered(201) } = asked;
  const client: OutboundClient = { request: async () => result, close: async () => undefined };
  await ledger.client(client, step, () => NOW).request({ method, url, headers, body: null }, options);
}

const noted = (ledger: EffectLedger) => ledger.all(masker)?.list ?? [];

test('a request that writes is noted with where, how often and with which key; its query is not', async () => {
  const ledger = new EffectLedger();
  await send(ledger);
  expect(noted(ledger)).toEqual([
    {
      key: 'x1.call.0',
      blockId: 'call',
      blockName: 'Call',
      method: 'POST',
      host: 'api.example.com',
      path: '/orders',
      status: 201,
      attempts: 1,
      idempotencyKey: 'x1.call.0',
      sentAtMs: NOW,
    },
  ]);
});

test.each(['GET', 'HEAD', 'OPTIONS'])('%s writes nothing', async (method) => {
  const ledger = new EffectLedger();
  await send(ledger, { method });
  expect(ledger.all(masker)).toBeUndefined();
});

test('retries, and the same request with a new token, are one effect', async () => {
  const ledger = new EffectLedger();
  await send(ledger, { result: answered(503, 401) });
  await send(ledger, { result: answered(200) });
  expect(noted(ledger)).toMatchObject([{ attempts: 3, status: 200 }]);
});

test('an attempt that no server got is none', async () => {
  const ledger = new EffectLedger();
  await send(ledger, { result: failed('CONNECTION_REFUSED', 'connect') });
  await send(ledger, { result: failed('ADDRESS_NOT_ALLOWED', 'connect') });
  await send(ledger, { result: failed('TIMEOUT', 'connect') });
  expect(ledger.all(masker)).toBeUndefined();
  await send(ledger, { result: failed('CONNECTION_REFUSED', 'connect', [503]) });
  expect(noted(ledger)).toMatchObject([{ attempts: 1, status: 503 }]);
});

test('without an answer to the last attempt it is unknown', async () => {
  const ledger = new EffectLedger();
  await send(ledger, { result: failed('TIMEOUT', 'attempt', [503]) });
  expect(noted(ledger)).toMatchObject([{ attempts: 2, status: null }]);
});

test('an author’s key goes before that of the step, and PUT has none of its own', async () => {
  const ledger = new EffectLedger();
  await send(ledger, { headers: [['Idempotency-Key', 'order-1042']] });
  await send(ledger, { method: 'PUT' });
  await send(ledger, { method: 'PATCH', headers: [['idempotency-key', '']] });
  expect(noted(ledger).map(({ idempotencyKey }) => idempotencyKey)).toEqual(['order-1042', null, null]);
});

test('messages of a protocol, and requests that are harmless, are no effects', async () => {
  const ledger = new EffectLedger();
  await send(ledger, { options: {} });
  const retry = { when: 'always', max: 1, isHarmless: true } as const;
  await send(ledger, { options: { idempotencyKey: 'k', retry } });
  expect(ledger.all(masker)).toBeUndefined();
});

test('secrets in a path are masked', async () => {
  const ledger = new EffectLedger();
  await send(ledger, { url: 'https://api.example.com/hooks/tok-8812-secret' });
  const [effect] = noted(ledger);
  expect(effect?.path).not.toContain('tok-8812-secret');
  expect(effect?.path).toMatch(/^\/hooks\/./);
});

test('a run that goes on from its journal notes a request that is sent again once', async () => {
  const before = new EffectLedger();
  await send(before, { url: 'https://api.example.com/tok-8812-secret' });
  const kept = before.ofStep('call', masker);
  const after = new EffectLedger();
  after.restoreNoted('call', kept ?? { list: [], more: 0 });
  await send(after, { url: 'https://api.example.com/tok-8812-secret' });
  expect(noted(after)).toMatchObject([{ attempts: 2 }]);
});

test('a request of a try that died, and that is not sent again, is unknown', () => {
  const ledger = new EffectLedger();
  const request = { method: 'POST', url: 'https://api.example.com/orders', headers: [] };
  ledger.lost(STEP, { request, idempotencyKey: 'x1.call.0' }, NOW);
  expect(noted(ledger)).toMatchObject([{ status: null, attempts: 1, path: '/orders' }]);
});

test('a request under way is unknown too', () => {
  const ledger = new EffectLedger();
  const client: OutboundClient = {
    request: () => new Promise(() => undefined),
    close: async () => undefined,
  };
  const request = { method: 'POST', url: 'https://api.example.com/', headers: [], body: null };
  void ledger.client(client, STEP, () => NOW).request(request, { idempotencyKey: 'k' });
  expect(noted(ledger)).toMatchObject([{ status: null, attempts: 1 }]);
});

test('so many of a run are kept, and the rest are counted, also once their steps have ended', async () => {
  const ledger = new EffectLedger();
  for (let index = 0; index < MOST_EFFECTS + 50; index += 1) {
    const step = { ...STEP, step: `call@each:${index}` };
    const options = { idempotencyKey: `x1.${step.step}.0` };
    await send(ledger, { options, result: answered(503) }, step);
    await send(ledger, { options, result: answered(200) }, step);
    ledger.endStep(step.step, masker);
  }
  const all = ledger.all(masker);
  expect(all?.list).toHaveLength(MOST_EFFECTS);
  expect(all?.more).toBe(50);
});
