import { z } from 'zod';

/** More than any plan keeps. */
const MOST_DAYS = 3_650;

const days = () =>
  z
    .number('Give a whole number of days.')
    .int('Give a whole number of days.')
    .min(1, 'At least 1 day.')
    .max(MOST_DAYS, `At most ${MOST_DAYS.toLocaleString('en')} days.`)
    .nullable();

const logDays = () =>
  days().meta({
    description:
      'Days that logs are kept, from the start of their run; null: as long as the plan keeps them.',
    examples: [30],
  });
const payloadDays = () =>
  days().meta({
    description:
      'Days that inputs, outputs, traces, files and bodies of deliveries are kept, from the end of their run; null: ' +
      'as long as the log.',
    examples: [7],
  });

/** How long a workspace keeps what runs leave behind. */
export const Retention = z
  .object({
    logDays: logDays(),
    payloadDays: payloadDays(),
    planDays: z
      .number()
      .int()
      .meta({ description: 'Days that the plan keeps logs. Nothing is kept for longer.', examples: [90] }),
    keptDays: z
      .object({
        logs: z
          .number()
          .int()
          .meta({ examples: [30] }),
        payloads: z
          .number()
          .int()
          .meta({ examples: [7] }),
      })
      .meta({ description: 'What counts now, with the plan.' }),
  })
  .meta({ id: 'Retention' });
export type Retention = z.infer<typeof Retention>;

/** Settings as they are given: what is left out is the plan’s. */
export const NewRetention = z
  .strictObject({ logDays: logDays().default(null), payloadDays: payloadDays().default(null) })
  .superRefine((given, context) => {
    if (given.logDays === null || given.payloadDays === null || given.payloadDays <= given.logDays) return;
    const message = `Logs are deleted after ${given.logDays} days, and what they hold with them.`;
    context.addIssue({ code: 'custom', path: ['payloadDays'], message });
  });
export type NewRetention = z.infer<typeof NewRetention>;
