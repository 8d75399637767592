import { z } from 'zod';
import { RehearsedCase, RehearsedRequest } from '../../core/rehearsal/rehearsal-shape';

/** The most cases of one rehearsal: more would take longer than somebody waits. */
export const MOST_CASES = 400;
const MAX_SEED = 2_147_483_647;

export const RehearsalSeed = z
  .number('Enter a whole number.')
  .int('Enter a whole number.')
  .min(0, 'At least 0.')
  .max(MAX_SEED, `At most ${MAX_SEED}.`);

const count = (description: string) =>
  z
    .number()
    .int()
    .meta({ description, examples: [26] });

export const Rehearsal = z
  .object({
    version: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'The version that was run; null: the draft.', examples: [3] }),
    seed: RehearsalSeed.meta({
      description: 'The same seed chooses the same places and waits again.',
      examples: [1],
    }),
    requests: z.array(RehearsedRequest).meta({ description: 'The rows of the table, in their order.' }),
    cases: z.array(RehearsedCase).meta({ description: 'Those that were rehearsed.' }),
    caseCount: count('All cases of the run, counted before the first is rehearsed.'),
    findingCount: count('Cases in which something should be mended.'),
    notes: z.array(z.string()).meta({
      description: 'What was left out, and why.',
      examples: [['2 requests were left out: a rehearsal has at most 400 cases.']],
    }),
  })
  .meta({ id: 'Rehearsal' });
export type Rehearsal = z.infer<typeof Rehearsal>;
