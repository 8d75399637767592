import type {
  ModelAnswer,
  ModelClient,
  ModelMessage,
  ModelPrice,
  ModelRequest,
} from '../../../platform/models/contract';
import type { BlockPart } from '../block-part';
import { countTokens } from './count-tokens';

/** The price, warnings and span of one answer. */
export interface AskedStep {
  price: ModelPrice | null;
  warnings: string[];
  step: BlockPart;
}

/** Builds the span of one answer. `news`: the messages added since the step before. */
export async function describeStep(
  models: ModelClient,
  request: ModelRequest,
  answer: ModelAnswer,
  {
    number,
    news,
    startMs,
    endMs,
  }: { number: number; news: readonly ModelMessage[]; startMs: number; endMs: number },
): Promise<AskedStep> {
  const { usage, attempts } = answer;
  const price = usage === null ? null : await models.price(request, usage);
  const warnings = answer.ok ? [...answer.warnings] : [];
  if (answer.ok && usage === null) warnings.push('The provider reported no tokens, so nothing is counted.');
  if (usage !== null && price === null) warnings.push(withoutPrice(request.model));
  const step: BlockPart = {
    kind: 'model',
    name: `Step ${number}`,
    startMs,
    endMs,
    input: { messages: news.map(shownMessage) },
    output: answer.ok ? shownAnswer(answer) : null,
    error: answer.ok ? null : answer.error,
    attempts,
    model: request.model,
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(usage === null ? {} : { tokens: countTokens(usage), cost: price?.total ?? null }),
    ...(price === null ? {} : { costs: { input: price.input, output: price.output }, prices: price.source }),
  };
  return { price, warnings, step };
}

function shownAnswer({ turn, finishReason }: Extract<ModelAnswer, { ok: true }>): object {
  const { text: content, thinking, toolCalls } = turn;
  return { content, ...(thinking === undefined ? {} : { thinking }), toolCalls, finishReason };
}

export const withoutPrice = (model: string): string =>
  `No price is known for the model "${model}", so its cost is not counted. ` +
  'Enter its price under Settings, Model prices.';

function shownMessage(message: ModelMessage): unknown {
  if (message.role === 'model') return { role: 'model', text: message.turn.text };
  return message.role === 'tools' ? { role: 'tools', results: message.results } : message;
}
