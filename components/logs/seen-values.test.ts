import { expect, test } from 'vitest';
import { valuesSeen } from './seen-values';

const NO_TOKENS = { prompt: 0, completion: 0, total: 0 };
const costOf = (...models: string[]) => ({
  total: 0,
  tokens: NO_TOKENS,
  models: Object.fromEntries(
    models.map((model) => [model, { input: 0, output: 0, total: 0, tokens: NO_TOKENS }]),
  ),
});

test('tags and models of the rows are offered, the most frequent ones first', () => {
  const seen = valuesSeen([
    { tags: ['eu'], cost: costOf('gpt-4o') },
    { tags: ['vip', 'eu'], cost: costOf('claude', 'gpt-4o') },
    { tags: [], cost: { total: 1 } },
  ]);
  expect(seen).toEqual({ tag: ['eu', 'vip'], 'all-tags': ['eu', 'vip'], model: ['gpt-4o', 'claude'] });
});
