import { z } from 'zod';

export const EVERY_UNITS = ['minutes', 'hours', 'days'] as const;

/** The times when runs start. Local times are `2026-12-24T18:00`, in `zone`, an IANA time zone. */
export const Schedule = z.object({
  kind: z.enum(['every', 'cron', 'once']).default('every'),
  /** `every`: the number of `unit`. */
  every: z.int('A whole number.').min(1, 'At least 1.').max(1_000, 'At most 1,000.').default(1),
  unit: z.enum(EVERY_UNITS).default('hours'),
  /** `every`: the local time to count from; empty: 2024-01-01T00:00, a Monday. */
  from: z.string().max(40, 'At most 40 characters.').default(''),
  /** Five fields, or six with seconds first. */
  cron: z.string().max(200, 'At most 200 characters.').default('0 9 * * *'),
  /** `once`: the local time. */
  at: z.string().max(40, 'At most 40 characters.').default(''),
  zone: z.string().max(60, 'At most 60 characters.').default('UTC'),
});
export type Schedule = z.infer<typeof Schedule>;

export const OVERLAP = ['skip', 'queue', 'allow'] as const;
export const MISSED = ['once', 'skip', 'catch-up'] as const;

/** `overlap`: the policy for a run that is due while one is unfinished. `missed`: see `MISSED_AFTER_MS`. */
export const ScheduleSettings = Schedule.extend({
  overlap: z.enum(OVERLAP).default('skip'),
  missed: z.enum(MISSED).default('once'),
});
export type ScheduleSettings = z.infer<typeof ScheduleSettings>;
