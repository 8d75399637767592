import { z } from 'zod';

/** A row of a key–value table. Rows that are off, or have no key, are not sent. */
export const Row = z.object({
  key: z.string().default(''),
  value: z.coerce.string().default(''),
  enabled: z.boolean().default(true),
  description: z.string().optional(),
  /** Its original spelling in an imported query or form; `writtenPair` says when it applies. */
  written: z.string().optional(),
});
export type Row = z.infer<typeof Row>;

const MAX_ROWS = 200;
const TOO_MANY_ROWS = `At most ${MAX_ROWS} rows.`;

export const Rows = z.array(Row).max(MAX_ROWS, TOO_MANY_ROWS).default([]);
export type Rows = z.infer<typeof Rows>;

/**
 * A part of a multipart body. A lone reference to bytes is sent as a file, and so is text with a
 * `filename`. Without a `contentType` a file has its own, and text none.
 */
export const PartRow = Row.extend({
  filename: z.string().optional(),
  contentType: z.string().optional(),
});
export type PartRow = z.infer<typeof PartRow>;

export const PartRows = z.array(PartRow).max(MAX_ROWS, TOO_MANY_ROWS).default([]);
