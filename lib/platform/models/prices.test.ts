import fs from 'node:fs';
import { expect, it } from 'vitest';
import { PROVIDER_URLS } from './contract';
import { listPrice, ownPrice, PRICE_TABLE } from './prices';

const usage = { input: 600, cacheRead: 400, cacheWrite: 0, output: 200 };

it('the table is named with the version that is installed', () => {
  const { dependencies } = JSON.parse(fs.readFileSync('package.json', 'utf8'));
  expect(PRICE_TABLE).toBe(`@pydantic/genai-prices ${dependencies['@pydantic/genai-prices']}`);
});

// Calculated by hand, in USD per million tokens, from the prices in this version of the table.
it.each([
  // 600 × 2.5 + 400 × 1.25 | 200 × 10
  ['openai', 'gpt-4o', usage, 0.002, 0.002],
  // 500 × 3 + 400 × 0.3 + 100 × 3.75 | 200 × 15
  ['anthropic', 'claude-sonnet-4-5', { ...usage, input: 500, cacheWrite: 100 }, 0.001995, 0.003],
  // 600 × 0.3 + 400 × 0.03 | 200 × 2.5
  ['google', 'gemini-2.5-flash', usage, 0.000192, 0.0005],
] as const)('of %s, %s is priced to the cent of a cent', async (provider, model, counted, input, output) => {
  const price = await listPrice({ provider, model, baseUrl: PROVIDER_URLS[provider] }, counted);
  expect(price?.source).toBe(PRICE_TABLE);
  expect(price?.input).toBeCloseTo(input, 12);
  expect(price?.output).toBeCloseTo(output, 12);
  expect(price?.total).toBeCloseTo(input + output, 12);
});

it('a server is known by its address, and an unknown model or server has no price', async () => {
  const at = (baseUrl: string, model: string) => listPrice({ provider: 'openai', baseUrl, model }, usage);
  expect(await at('https://api.groq.com/openai/v1', 'llama-3.3-70b-versatile')).toMatchObject({
    source: PRICE_TABLE,
  });
  expect(await at('https://models.example.com/v1', 'gpt-4o')).toBeNull();
  expect(await at(PROVIDER_URLS.openai, 'no-such-model')).toBeNull();
});

it('a price of the workspace’s own is for each of the four buckets', () => {
  const price = { model: 'house', input: 1, cacheRead: 0.1, cacheWrite: 1.25, output: 4 };
  const counted = { input: 1_000_000, cacheRead: 2_000_000, cacheWrite: 4_000_000, output: 8_000_000 };
  expect(ownPrice(price, counted)).toEqual({ input: 6.2, output: 32, total: 38.2, source: 'workspace' });
});
