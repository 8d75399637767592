import { expect, test } from 'vitest';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { costWithin } from './cost-within';

const span = (cost?: number | null, children: object[] = []) =>
  ({ cost, children }) as unknown as Pick<TraceSpan, 'cost' | 'children'>;

test.each([
  ['a block without a model', span(), null],
  ['an agent: its answers', span(undefined, [span(0.1), span(0.2), span()]), 0.3],
  ['a model without a price', span(undefined, [span(null)]), null],
  ['a loop of agents', span(undefined, [span(undefined, [span(0.1)]), span(undefined, [span(0)])]), 0.1],
])('the cost of %s', (_, of, usd) => expect(costWithin(of)).toBe(usd));
