import type { TraceSpan } from '../../core/engine/trace-span';
import { addUsd } from '../../platform/text/usd';
import type { Cost } from './schema';

const none = (): Cost => ({ total: 0, tokens: { prompt: 0, completion: 0, total: 0 }, models: {} });

/** The JSON of a run without costs. */
export const ZERO_COST = JSON.stringify(none());

/** Limit of an index, which can't hold NUL characters either; a run's cost contains such names anyway. */
const MAX_MODEL_LENGTH = 255;

export const isIndexedModel = (model: string): boolean =>
  model.length <= MAX_MODEL_LENGTH && !model.includes('\0');

/** Returns the AI models in the JSON of a run's cost. */
export function modelsOf(cost: string): string[] {
  if (cost === ZERO_COST) return [];
  const { models = {} } = JSON.parse(cost) as Partial<Cost>;
  return Object.keys(models).filter(isIndexedModel);
}

/** Returns the cost of a run in USD, by model, from the spans that contain it. */
export function costOf(spans: readonly TraceSpan[]): Cost {
  const cost = none();
  for (const span of spans) addSpan(cost, span);
  return cost;
}

function addSpan(cost: Cost, span: TraceSpan): void {
  const { tokens, model } = span;
  const usd = span.cost ?? 0;
  cost.total = addUsd(cost.total, usd);
  if (tokens !== undefined) add(cost.tokens, tokens);
  if (model !== undefined) {
    cost.models[model] ??= { input: 0, output: 0, total: 0, tokens: { prompt: 0, completion: 0, total: 0 } };
    // A span with only a total adds to neither, because a share would be a guess.
    const { input, output } = span.costs ?? { input: 0, output: 0 };
    const sum = cost.models[model];
    sum.input = addUsd(sum.input, input);
    sum.output = addUsd(sum.output, output);
    sum.total = addUsd(sum.total, usd);
    if (tokens !== undefined) add(sum.tokens, tokens);
    if (tokens !== undefined && span.cost == null) noteUnpriced(cost, model);
  }
  for (const child of span.children) addSpan(cost, child);
}

/** Notes a model without a price. It is left out of all sums, and must not look as if it were free. */
function noteUnpriced(cost: Cost, model: string): void {
  cost.unpriced ??= [];
  if (!cost.unpriced.includes(model)) cost.unpriced.push(model);
}

function add(sum: Cost['tokens'], tokens: Cost['tokens']): void {
  sum.prompt += tokens.prompt;
  sum.completion += tokens.completion;
  sum.total += tokens.total;
}
