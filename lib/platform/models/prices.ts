import { addUsd, exactUsd } from '../text/usd';
import type { ModelPrice, ModelRequest, TokenUsage } from './contract';
import { PROVIDER_URLS } from './contract';

/** The version of the pinned package; a test keeps them in step. */
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

/** Returns the cost of tokens by the workspace's own prices. */
export function ownPrice(price: OwnPrice, usage: TokenUsage): ModelPrice {
  const input =
    (usage.input * price.input + usage.cacheRead * price.cacheRead + usage.cacheWrite * price.cacheWrite) /
    TOKENS_PER_UNIT;
  const output = (usage.output * price.output) / TOKENS_PER_UNIT;
  return priceOf(input, output, OWN_PRICES);
}

/**
 * Returns the cost of tokens by the public table; null for a model, or a server, that is not in it. A
 * server is identified by its address: a model's name does not determine the price on another server.
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

/** Rounds each to a billionth of a dollar, so that the values in a log add up to its sums. */
function priceOf(input: number, output: number, source: string): ModelPrice {
  return { input: exactUsd(input), output: exactUsd(output), total: addUsd(input, output), source };
}

/** Returns null if the table throws, which it does for token kinds without a price for the model. */
function priceOrNull<Price>(calculate: () => Price | null): Price | null {
  try {
    return calculate();
  } catch {
    return null;
  }
}
