import { expect, test } from 'vitest';
import type { TraceSpan } from '../../core/engine/trace-span';
import { costOf } from './cost';

const span = (change: Partial<TraceSpan>): TraceSpan => ({
  id: 's',
  parentId: null,
  blockId: 's',
  name: 's',
  type: 'agent',
  status: 'success',
  startTime: '',
  endTime: '',
  durationMs: 1,
  input: null,
  output: null,
  error: null,
  children: [],
  ...change,
});
const tokens = (prompt: number, completion: number) => ({ prompt, completion, total: prompt + completion });

test('a model’s cost is parted into input and output as its spans say, children included', () => {
  const child = span({ model: 'm', cost: 3, costs: { input: 1, output: 2 }, tokens: tokens(10, 5) });
  const cost = costOf([
    span({
      model: 'm',
      cost: 0.75,
      costs: { input: 0.25, output: 0.5 },
      tokens: tokens(1, 2),
      children: [child],
    }),
    span({ cost: 1 }),
  ]);
  expect(cost).toEqual({
    total: 4.75,
    tokens: tokens(11, 7),
    models: { m: { input: 1.25, output: 2.5, total: 3.75, tokens: tokens(11, 7) } },
  });
});

test('a cost that its span doesn’t part is in the total only', () => {
  const cost = costOf([span({ model: 'm', cost: 4, tokens: tokens(30, 10) })]);
  expect(cost.models.m).toMatchObject({ input: 0, output: 0, total: 4 });
});

test('sums are exact decimals', () => {
  const cost = costOf([span({ model: 'm', cost: 0.014 }), span({ model: 'm', cost: 0.004 })]);
  expect([cost.total, cost.models.m?.total]).toEqual([0.018, 0.018]);
});

test('a model without a price is named beside the sum that it is not in', () => {
  const unpriced = span({ model: 'house', cost: null, tokens: tokens(5, 5) });
  const cost = costOf([unpriced, span({ model: 'm', cost: 0.5, tokens: tokens(1, 1) }), unpriced]);
  expect([cost.total, cost.unpriced]).toEqual([0.5, ['house']]);
  expect(costOf([span({ model: 'm', cost: 0, tokens: tokens(1, 1) })])).not.toHaveProperty('unpriced');
});
