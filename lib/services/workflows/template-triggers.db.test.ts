import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { pool } from '../../platform/postgres/db';
import { ensureHook } from '../incoming-webhooks/hook-address';
import { queueByHand } from '../runs/testing/run-by-hand';
import { publishWorkflow } from '../versions/publish-workflow';
import { SECRET_OF, startTemplateBench, type TemplateBench } from './testing/template-bench';

let bench: TemplateBench;

beforeAll(async () => {
  bench = await startTemplateBench();
});
afterEach(() => {
  bench.replies.clear();
  bench.asked();
});
afterAll(() => bench.close());

const replies = (given: Record<string, unknown>) => {
  for (const [request, reply] of Object.entries(given)) bench.replies.set(request, reply);
};

/** Publishes a template whose live version takes requests. @returns a function that sends one */
async function hooked(template: string, blockId: string) {
  const id = await bench.make(template);
  await publishWorkflow(bench.owner, { id });
  const { url } = (await ensureHook(bench.owner, { id, blockId })).data;
  return async (body: object, headers: Record<string, string>) => {
    const text = JSON.stringify(body);
    const response = await fetch(bench.api.origin + new URL(url).pathname, {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'application/json', ...headers },
    });
    const said = await response.text();
    return { status: response.status, body: said === '' ? null : JSON.parse(said) };
  };
}
const TOKEN = { 'x-token': SECRET_OF('WEBHOOK_TOKEN') };

/** Returns the URL of a Wait block's page in a message that was sent. */
async function linkIn(about: string): Promise<{ url: string; sent: string }> {
  const find = () => bench.upstream.received.findLast(({ body }) => decoded(body).includes(about));
  await expect.poll(find).toBeDefined();
  const sent = decoded(find()?.body ?? '');
  return { sent, url: /https?:\/\/[^\s"]+/.exec(sent)?.[0] ?? '' };
}
const decoded = (body: string) => decodeURIComponent(body.replaceAll('+', ' '));

const parked = (executionId: string) =>
  expect
    .poll(async () => {
      const text = 'SELECT wake_at FROM runtime.execution WHERE id = $1 AND owner IS NULL';
      const { rows } = await pool().query(text, [executionId]);
      return rows[0]?.wake_at ?? null;
    })
    .not.toBeNull();

async function answer(url: string, body: object): Promise<number> {
  const path = new URL(url).pathname.replace('/wait/', '/api/v1/waits/');
  return (await bench.api.call('POST', path, {}, body)).status;
}

test('enrich-webhook: answers with what it looked up, or 404', async () => {
  const send = await hooked('enrich-webhook', 'hook');
  replies({ 'GET /crm/customers/c7': { name: 'Ada' } });
  const event = { customerId: 'c7', what: 'paid' };
  expect(await send(event, TOKEN)).toEqual({
    status: 200,
    body: { event, customer: 'Ada', plan: 'free' },
  });
  expect(bench.asked()).toEqual(['GET /crm/customers/c7']);
  expect(await send({ customerId: 'other' }, TOKEN)).toMatchObject({ status: 404 });
  expect(await send(event, { 'x-token': 'wrong' })).toMatchObject({ status: 401 });
});

test('payment-events: what is signed is booked once', async () => {
  const send = await hooked('payment-events', 'hook');
  replies({ 'POST /ledger/entries': {} });
  const signed = (body: object) => ({
    'x-signature': createHmac('sha256', SECRET_OF('PAYMENTS_SECRET'))
      .update(JSON.stringify(body))
      .digest('hex'),
  });
  const event = { id: 'evt_1', type: 'payment.succeeded', amount: 12.5, currency: 'EUR' };
  const first = await send(event, signed(event));
  const again = await send(event, signed(event));
  expect([first.status, again.body.executionId]).toEqual([202, first.body.executionId]);
  const other = { ...event, id: 'evt_2', type: 'payment.failed' };
  expect(await send(other, signed(other))).toEqual({ status: 204, body: null });
  expect(await send(event, { 'x-signature': 'no' })).toMatchObject({ status: 401 });
  await bench.logged(first.body.executionId);
  expect(bench.upstream.received.at(-1)?.headers['idempotency-key']).toBe('evt_1');
  expect(bench.asked()).toEqual([
    'POST /ledger/entries {"payment": "evt_1", "amount": 12.5, "currency": "EUR"}',
  ]);
});

test('chat-with-orders: the model looks an order up and answers', async () => {
  const id = await bench.make('chat-with-orders');
  replies({ 'GET /shop/orders/A-1001': { state: 'shipped' } });
  const from = bench.models.questions.length;
  bench.script.next = (index) =>
    index === from
      ? { toolCalls: [{ name: 'find_order', arguments: { number: 'A-1001' } }] }
      : { text: 'It was shipped.' };
  const run = await queueByHand(bench.writer, {
    workflowId: id,
    entryBlock: 'chat',
    input: { message: 'Where is order A-1001?', conversationId: 'c', history: [] },
  });
  const { executionData } = await bench.logged(run.executionId);
  expect(executionData.finalOutput).toEqual({ value: 'It was shipped.' });
  expect(bench.asked()).toEqual(['GET /shop/orders/A-1001']);
  expect(bench.models.questions.at(-1)?.body).toContain('shipped');
});

test('approve-before-post: nothing is ordered before somebody approves', async () => {
  replies({ 'POST /chat': {}, 'POST /orders/orders': { id: 'o1' } });
  const input = { item: 'mill', amount: 5 };
  const workflowId = await bench.make('approve-before-post');
  const { executionId } = await queueByHand(bench.writer, { workflowId, input });
  const { url, sent } = await linkIn('mill for 5 USD needs a decision');
  expect(sent).toContain(url);
  await parked(executionId);
  expect(bench.asked()).toHaveLength(1);
  expect(await answer(url, { decision: 'approved', data: { comment: 'fine' } })).toBe(200);
  expect((await bench.logged(executionId)).executionData.finalOutput).toEqual({ id: 'o1' });
  expect(bench.asked()).toEqual(['POST /orders/orders {"item": "mill", "amount": 5, "comment": "fine"}']);
});

test('escalate-incident: the second is paged when the first doesn’t take it', async () => {
  const send = await hooked('escalate-incident', 'alarm');
  replies({ 'POST /pager/messages': {}, 'POST /chat': {} });
  const alarm = { id: 'i1', severity: 'critical', title: 'Mill is down' };
  const taken = await send(alarm, TOKEN);
  const { url } = await linkIn('Mill is down — take it');
  await parked(taken.body.executionId);
  expect(await answer(url, {})).toBe(200);
  await bench.logged(taken.body.executionId);
  expect(bench.asked().map(decoded)).toEqual([
    expect.stringMatching(/^POST \/pager\/messages to=/),
    'POST /chat {"text": "The incident “Mill is down” was taken."}',
  ]);
  const missed = await send({ ...alarm, id: 'i2' }, TOKEN);
  await parked(missed.body.executionId);
  const past = `now() - interval '1 second'`;
  const one = [missed.body.executionId];
  await pool().query(`UPDATE runtime.execution_wait SET due_at = ${past} WHERE execution_id = $1`, one);
  await pool().query(`UPDATE runtime.execution SET wake_at = ${past} WHERE id = $1`, one);
  await bench.logged(missed.body.executionId);
  expect(decoded(bench.asked().at(-1) ?? '')).toContain('nobody has taken it yet');
});
