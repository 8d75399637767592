import { z } from 'zod';

/** An instant as answers write it: UTC, with milliseconds. */
export const Instant = z.string().meta({ format: 'date-time', examples: ['2026-01-31T12:00:00.000Z'] });

/** How many there are. */
export const Count = z
  .number()
  .int()
  .meta({ examples: [12] });
