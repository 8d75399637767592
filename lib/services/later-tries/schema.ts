import { z } from 'zod';
import { MOST_TRIES, NEVER_TRIED, TRIED_FAILURES } from '../runs/shapes/later-tries';

const MIN_WAIT_SECONDS = 60;
/** A day. */
const MAX_WAIT_SECONDS = 86_400;
const MOST_CODES = 20;
const CODE = /^[A-Z][A-Z0-9_]{0,63}$/;

const Wait = z
  .number('Give whole seconds.')
  .int('Give whole seconds.')
  .min(MIN_WAIT_SECONDS, 'At least 60 seconds. For shorter waits, use the retries of a block.')
  .max(MAX_WAIT_SECONDS, `At most ${MAX_WAIT_SECONDS} seconds, a day.`);

const Code = z
  .string()
  .trim()
  .regex(CODE, 'Give error codes as logs show them, such as TIMEOUT.')
  .refine((code) => !NEVER_TRIED.has(code), {
    error: ({ input }) => `Runs that fail with ${String(input)} are never tried again by rule.`,
  });

const Rule = z.strictObject({
  tries: z
    .number('Give a whole number.')
    .int('Give a whole number.')
    .min(1, 'At least 1. Without later tries, leave it out.')
    .max(MOST_TRIES, `At most ${MOST_TRIES}.`)
    .nullable()
    .meta({ description: 'Later tries of a run, at most; null: none.', examples: [3] }),
  waitsSeconds: z
    .array(Wait)
    .max(MOST_TRIES, `At most ${MOST_TRIES} waits.`)
    .meta({
      description: 'Seconds before each try, counted from the failure before it; the last one repeats.',
      examples: [[300, 3_600]],
    }),
  failures: z.enum(TRIED_FAILURES).meta({
    description:
      'Which failures: `all`; `temporary`, those that may pass by themselves (no response, 429, 5xx); `codes`, those ' +
      'with one of `codes`.',
    examples: ['codes'],
  }),
  codes: z
    .array(Code)
    .max(MOST_CODES, `At most ${MOST_CODES} codes.`)
    .meta({ description: 'Error codes, with `failures: codes`.', examples: [['TIMEOUT']] }),
});

/** The rule by which runs that failed are tried again. */
export const LaterTries = Rule.meta({ id: 'LaterTries' });
export type LaterTries = z.infer<typeof LaterTries>;

export const NO_LATER_TRIES: LaterTries = { tries: null, waitsSeconds: [], failures: 'all', codes: [] };

/** The rule as it is given: what is left out is none. What can never have an effect is refused. */
export const NewLaterTries = z
  .strictObject({
    tries: Rule.shape.tries.default(NO_LATER_TRIES.tries),
    waitsSeconds: Rule.shape.waitsSeconds.default(NO_LATER_TRIES.waitsSeconds),
    failures: Rule.shape.failures.default(NO_LATER_TRIES.failures),
    codes: Rule.shape.codes.default(NO_LATER_TRIES.codes),
  })
  .superRefine(({ tries, waitsSeconds, failures, codes }, context) => {
    const refuse = (path: keyof LaterTries, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (tries === null) {
      if (waitsSeconds.length > 0) refuse('tries', 'Say how many later tries there are.');
    } else if (waitsSeconds.length === 0)
      refuse('waitsSeconds', 'Give the seconds before the first later try.');
    else if (tries >= 1 && waitsSeconds.length > tries)
      refuse('waitsSeconds', `${waitsSeconds.length} waits, but at most ${tries} later tries.`);
    if (failures === 'codes' && codes.length === 0) refuse('codes', 'Give at least one error code.');
    if (failures !== 'codes' && codes.length > 0)
      refuse('codes', 'Codes have an effect only with failures set to “codes”.');
  });

/** The rule, and how many later tries of the workflow wait now. */
export const LaterTriesNow = Rule.extend({
  waiting: z
    .number()
    .int()
    .meta({ description: 'Later tries that have not begun, counted up to 10,000.', examples: [2] }),
}).meta({ id: 'LaterTriesNow' });
export type LaterTriesNow = z.infer<typeof LaterTriesNow>;
