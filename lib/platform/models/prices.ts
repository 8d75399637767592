import { addUsd, exactUsd } from '../text/usd';
import type { ModelPrice, ModelRequest, TokenUsage } from './contract';
import { PROVIDER_URLS } from './contract';

/** Of the pinned package; a test holds them together. */
export const PRICE_TABLE = '@pydantic/genai-prices 0.1.8';
const OWN_PRICES = 'workspace';
const TOKENS_PER_UNIT = 1_000_000;

/** A workspace's own price of a model, in USD per million tokens. */
export interface OwnPrice {
  model: string;
  input: number;
  cacheRead: number;
  cacheWrite: number;
  output: number;
}

/** What tokens cost by the workspace's own prices. */
export function ownPrice(price: OwnPrice, usage: TokenUsage): ModelPrice {
  const input =
    (usage.input * price.input + usage.cacheRead * price.cacheRead + usage.cacheWrite * price.cacheWrite) /
    TOKENS_PER_UNIT;
  const output = (usage.output * price.output) / TOKENS_PER_UNIT;
  return priceOf(input, output, OWN_PRICES);
}

/**
 * What tokens cost by the public table; null for a model, or a server, that is not in it. A server is known
 * by its address: a model's name says nothing of what somebody else's server asks for it.
 */
export async function listPrice(
  { provider, baseUrl, model }: Pick<ModelRequest, 'provider' | 'baseUrl' | 'model'>,
  usage: TokenUsage,
): Promise<ModelPrice | null> {
  const { calcPrice } = await import('@pydantic/genai-prices');
  const isOwn = baseUrl === PROVIDER_URLS[provider];
  const tokens = {
    input_tokens: usage.input + usage.cacheRead + usage.cacheWrite,
    cache_read_tokens: usage.cacheRead,
    cache_write_tokens: usage.cacheWrite,
    output_tokens: usage.output,
  };
  const found = priceOrNull(() =>
    calcPrice(tokens, model, isOwn ? { providerId: provider } : { providerApiUrl: baseUrl }),
  );
  if (found === null) return null;
  return priceOf(found.input_price, found.output_price, PRICE_TABLE);
}

/** To a billionth of a dollar each, so that what stands in a log adds up to its sums. */
function priceOf(input: number, output: number, source: string): ModelPrice {
  return { input: exactUsd(input), output: exactUsd(output), total: addUsd(input, output), source };
}

/** The table throws for tokens of a kind that a model has no price for. */
function priceOrNull<Price>(calculate: () => Price | null): Price | null {
  try {
    return calculate();
  } catch {
    return null;
  }
}
