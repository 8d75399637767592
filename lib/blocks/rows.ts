import { z } from 'zod';

/** A row of a key–value table. Rows that are off, or have no key, are left out of the request. */
export const Row = z.object({
  key: z.string().default(''),
  value: z.coerce.string().default(''),
  enabled: z.boolean().default(true),
  description: z.string().optional(),
});
export type Row = z.infer<typeof Row>;

export const Rows = z.array(Row).max(200, 'At most 200 rows.').default([]);
export type Rows = z.infer<typeof Rows>;
