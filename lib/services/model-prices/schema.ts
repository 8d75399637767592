import { z } from 'zod';

export const ModelName = z
  .string()
  .trim()
  .min(1, 'Enter the name of a model.')
  .max(200, 'At most 200 characters.')
  // A control character can't be stored, nor typed on purpose.
  .refine((name) => !/\p{Cc}/u.test(name), 'A name has no line breaks or control characters.');

const Usd = z.number('Enter a price.').min(0, 'At least 0.').max(1_000_000, 'At most 1,000,000.');

/** USD per million tokens. */
export const ModelPriceRates = z.strictObject({
  input: Usd,
  cacheRead: Usd.describe('Input read from the provider’s cache.'),
  cacheWrite: Usd.describe('Input written to the provider’s cache.'),
  output: Usd,
});

/** The price a workspace itself pays for a model; it overrides the public price table. */
export const ModelPrice = ModelPriceRates.extend({
  model: z.string(),
  /** ISO 8601. */
  updatedAt: z.string(),
}).meta({ id: 'ModelPrice' });
export type ModelPrice = z.infer<typeof ModelPrice>;
