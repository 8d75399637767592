import type { TraceSpan } from '../engine/trace-span';
import type { Cost } from './schema';

const none = (): Cost => ({ total: 0, tokens: { prompt: 0, completion: 0, total: 0 }, models: {} });

/** The JSON of a run that cost nothing. */
export const ZERO_COST = JSON.stringify(none());

/** What a run cost in USD, by model, from the spans that say so. */
export function costOf(spans: readonly TraceSpan[]): Cost {
  const cost = none();
  for (const span of spans) addSpan(cost, span);
  return cost;
}

function addSpan(cost: Cost, span: TraceSpan): void {
  const { tokens, model } = span;
  const spent = span.cost ?? 0;
  cost.total += spent;
  if (tokens !== undefined) add(cost.tokens, tokens);
  if (model !== undefined) {
    cost.models[model] ??= { input: 0, output: 0, total: 0, tokens: { prompt: 0, completion: 0, total: 0 } };
    cost.models[model].total += spent;
    if (tokens !== undefined) add(cost.models[model].tokens, tokens);
  }
  for (const child of span.children) addSpan(cost, child);
}

function add(sum: Cost['tokens'], tokens: Cost['tokens']): void {
  sum.prompt += tokens.prompt;
  sum.completion += tokens.completion;
  sum.total += tokens.total;
}
