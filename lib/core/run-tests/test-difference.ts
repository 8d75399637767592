import { z } from 'zod';
import { SentRequest } from './expected';
import { ALLOWANCES } from './rule';

const DIFFERENCE_KINDS = [
  'outcome',
  'output',
  'sent',
  'not-sent',
  'also-sent',
  'unanswered',
  'too-large',
] as const;

/** One thing that a run does not give as expected. Large values are shortened. */
export const TestDifference = z
  .object({
    kind: z.enum(DIFFERENCE_KINDS).meta({
      description:
        '`outcome`, `output`: of the run; `sent`: a request is another one; `not-sent`, `also-sent`: a ' +
        'request is missing, or new; `unanswered`: nothing recorded answers it, so what comes after is ' +
        'not compared; `too-large`: there were too many values to compare all of them.',
      examples: ['output'],
    }),
    blockId: z
      .string()
      .nullable()
      .meta({ description: 'Null: of the run.', examples: ['fetch'] }),
    blockName: z
      .string()
      .nullable()
      .meta({ examples: ['Fetch'] }),
    iteration: z
      .string()
      .nullable()
      .meta({ description: 'Of a block in a container.', examples: ['each:3'] }),
    path: z.string().meta({ description: 'Inside the part; empty: all of it.', examples: ['items[0].id'] }),
    allowed: z
      .enum(ALLOWANCES)
      .nullable()
      .meta({ description: 'The rule for this place, which it does not fulfil either.', examples: ['date'] }),
    expected: z
      .unknown()
      .optional()
      .meta({ description: 'Absent if there should be nothing.', examples: [3] }),
    actual: z
      .unknown()
      .optional()
      .meta({ description: 'Absent if there is nothing.', examples: [4] }),
    nearest: SentRequest.nullable().meta({
      description: 'Of `unanswered`: the recorded request that is most like it.',
    }),
  })
  .meta({ id: 'TestDifference' });
export type TestDifference = z.infer<typeof TestDifference>;
