import { z } from 'zod';
import { BEYOND, DEBOUNCED_INPUTS } from '../runs/shapes/run-limits';

/** More at once is what a server's own limit decides. */
const MAX_AT_ONCE = 1_000;
const MAX_KEY_EXPRESSION = 500;
/** A day. */
const MAX_DEBOUNCE_SECONDS = 86_400;

const count = () =>
  z
    .number('Give a whole number.')
    .int('Give a whole number.')
    .min(1, 'At least 1. To stop all runs, hold the workflow.')
    .max(MAX_AT_ONCE, `At most ${MAX_AT_ONCE}.`);

const Rules = z.strictObject({
  atOnce: count()
    .nullable()
    .meta({ description: 'Runs at once in all; null: any number.', examples: [10] }),
  perKey: count()
    .nullable()
    .meta({ description: 'Runs at once with the same key; null: any number.', examples: [1] }),
  key: z
    .string()
    .trim()
    .min(1, 'Give a reference such as <start.customer>, or null.')
    .max(MAX_KEY_EXPRESSION, `At most ${MAX_KEY_EXPRESSION} characters.`)
    .nullable()
    .meta({
      description:
        'What tells runs apart: a text with references to what starts them. It is read once, when a run is ' +
        'accepted. Starts without a value share a key.',
      examples: ['<start.customer>'],
    }),
  beyond: z.enum(BEYOND).meta({
    description:
      'What becomes of starts beyond the limit: `wait`, in order; `replace`, the newest waits and the one of its ' +
      'key that waited before is not run; `skip`, it is not run and its log says so; `refuse`, 429.',
  }),
  debounceSeconds: z
    .number('Give a whole number of seconds.')
    .int('Give a whole number of seconds.')
    .min(1, 'At least 1 second.')
    .max(MAX_DEBOUNCE_SECONDS, `At most ${MAX_DEBOUNCE_SECONDS} seconds, a day.`)
    .nullable()
    .meta({
      description:
        'Starts of a key within this many seconds of the first become one run; null: each has its own.',
      examples: [30],
    }),
  debounceInputs: z.enum(DEBOUNCED_INPUTS).meta({
    description:
      'The input of that run: `last`, that of the last start; `all`, the same with the inputs of all starts in ' +
      'order as `inputs`.',
  }),
});

/** The limits of the runs of a workflow that go on at once. */
export const RunLimits = Rules.meta({ id: 'RunLimits' });
export type RunLimits = z.infer<typeof RunLimits>;

export const NO_LIMITS: RunLimits = {
  atOnce: null,
  perKey: null,
  key: null,
  beyond: 'wait',
  debounceSeconds: null,
  debounceInputs: 'last',
};

/** Settings as they are given: what is left out is none. Combinations that can never have an effect are refused. */
export const NewRunLimits = z
  .strictObject({
    atOnce: Rules.shape.atOnce.default(NO_LIMITS.atOnce),
    perKey: Rules.shape.perKey.default(NO_LIMITS.perKey),
    key: Rules.shape.key.default(NO_LIMITS.key),
    beyond: Rules.shape.beyond.default(NO_LIMITS.beyond),
    debounceSeconds: Rules.shape.debounceSeconds.default(NO_LIMITS.debounceSeconds),
    debounceInputs: Rules.shape.debounceInputs.default(NO_LIMITS.debounceInputs),
  })
  .superRefine(({ atOnce, perKey, key, beyond, debounceSeconds }, context) => {
    const refuse = (path: keyof RunLimits, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (perKey !== null && key === null)
      refuse('key', 'Say what the key is, for example <start.customer>: runs are counted for each of them.');
    if (perKey !== null && atOnce !== null && perKey > atOnce)
      refuse('perKey', `This can never be reached: at most ${atOnce} run at once in all.`);
    if (key !== null && atOnce === null && perKey === null && debounceSeconds === null)
      refuse('key', 'Nothing uses this key. Set runs at once for each key, or a time to debounce.');
    if (beyond !== 'wait' && atOnce === null && perKey === null)
      refuse('beyond', 'There is no limit that starts could be beyond. Set how many run at once.');
  });

/** The settings, and how many runs they keep waiting now. */
export const RunLimitsNow = Rules.extend({
  waiting: z
    .number()
    .int()
    .meta({ description: 'Runs that wait for their turn, counted up to 10,000.', examples: [3] }),
  running: z
    .number()
    .int()
    .meta({ description: 'Runs that have their turn, counted up to 10,000.', examples: [1] }),
}).meta({ id: 'RunLimitsNow' });
export type RunLimitsNow = z.infer<typeof RunLimitsNow>;
