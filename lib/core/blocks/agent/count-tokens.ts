import type { TokenUsage } from '../../../platform/models/contract';
import type { TokenCounts } from '../block-part';

export const NO_USAGE: TokenUsage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };

export function countTokens(usage: TokenUsage): TokenCounts {
  const prompt = usage.input + usage.cacheRead + usage.cacheWrite;
  return { prompt, completion: usage.output, total: prompt + usage.output, ...usage };
}

export const addUsage = (a: TokenUsage, b: TokenUsage): TokenUsage => ({
  input: a.input + b.input,
  cacheRead: a.cacheRead + b.cacheRead,
  cacheWrite: a.cacheWrite + b.cacheWrite,
  output: a.output + b.output,
});
