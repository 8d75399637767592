import { expect, test } from 'vitest';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { sentAgainWords } from '@/lib/core/replay/accepted-requests';
import type { Effect } from '@/lib/services/effects/schema';
import { sentAgain } from './sent-again';

const RUN = '019a8f3c-6f0e-7c61-9b1d-5c8e2f7a4d10';

/** A POST that its server accepted, sent so many seconds after the start. */
function posted(id: string, second: number): TraceSpan {
  const at = new Date(Date.UTC(2026, 0, 31, 12, 0, second)).toISOString();
  return {
    id,
    parentId: null,
    blockId: id,
    name: id,
    type: 'api',
    status: 'success',
    startTime: at,
    endTime: at,
    durationMs: 0,
    input: {
      method: 'POST',
      url: `https://api.example.com/${id}?q=1`,
      params: [],
      headers: [],
      body: { kind: 'none' },
    },
    output: { status: 201, data: null, headers: {}, error: null },
    error: null,
    children: [],
  };
}

const logOf = (traceSpans: TraceSpan[]) =>
  ({ executionId: RUN, executionData: { traceSpans } }) as unknown as Parameters<typeof sentAgain>[0];

const kept = (change: Partial<Effect>): Effect => ({
  logId: 'l',
  executionId: RUN,
  workflowId: 'w',
  workflowName: 'Orders',
  runStartedAt: '2026-01-31T12:00:00.000Z',
  sentAt: '2026-01-31T12:00:01.000Z',
  blockId: 'agent',
  blockName: 'agent',
  method: 'POST',
  host: 'api.example.com',
  path: '/refunds',
  outcome: 'accepted',
  status: 201,
  attempts: 1,
  idempotencyKey: `${RUN}.agent.0`,
  runTotal: 1,
  ...change,
});

test('the trace names what would be sent again, without the query', () => {
  const again = sentAgain(logOf([posted('orders', 0), posted('mails', 1)]), null, []);
  expect(sentAgainWords(again)).toBe(
    '2 requests that were accepted would be sent again: POST api.example.com/orders, POST api.example.com/mails',
  );
});

test('from a block on, requests before it are not sent again', () => {
  const log = logOf([posted('orders', 0), posted('mails', 1)]);
  expect(sentAgain(log, 'mails', []).map(({ path }) => path)).toEqual(['/mails']);
});

test('what is kept of a run counts if it is more than the trace shows', () => {
  expect(sentAgain(logOf([]), null, [kept({})]).map(({ path }) => path)).toEqual(['/refunds']);
});

test('a refused request, a safe method and a key of the author are no repetition', () => {
  const none = [
    kept({ outcome: 'refused', status: 422 }),
    kept({ outcome: 'unknown', status: null }),
    kept({ method: 'PUT' }),
    kept({ idempotencyKey: 'order-1042' }),
  ];
  expect(sentAgain(logOf([]), null, none)).toEqual([]);
  expect(sentAgainWords([])).toBeNull();
});
