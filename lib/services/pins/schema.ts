import { z } from 'zod';

export const MAX_PIN_BYTES = 1024 * 1024;
/** The limit of all pins of a workflow together: a run holds them in memory. */
export const MAX_PINS_BYTES = 4 * 1024 * 1024;

/** The source of a pinned output: typed, a run's log, sending the block alone, a received request. */
export const PIN_SOURCES = ['typed', 'run', 'sent', 'request'] as const;
export type PinSource = (typeof PIN_SOURCES)[number];

export const PinOutput = z.record(z.string(), z.unknown());

export const BlockPin = z
  .object({
    blockId: z.string(),
    output: PinOutput,
    source: z.enum(PIN_SOURCES),
    updatedAt: z.string(),
    updatedBy: z
      .string()
      .nullable()
      .meta({ description: 'The name of who pinned it; null once the account is gone.' }),
  })
  .meta({ id: 'BlockPin' });
export type BlockPin = z.infer<typeof BlockPin>;
