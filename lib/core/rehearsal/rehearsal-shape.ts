import { z } from 'zod';
import { ExpectedOutcome } from '../run-tests/expected';
import { Fault } from './fault';

const CASE_OUTCOMES = [
  'unaffected',
  'recovered',
  'handled',
  'changed',
  'error',
  'wrong-output',
  'sent-twice',
  'unknown',
] as const;

const FINDINGS = ['wrong-output', 'sent-twice', 'not-retried', 'blames-another'] as const;
export type Finding = (typeof FINDINGS)[number];

/** A request of the recorded run: a row of the table. */
export const RehearsedRequest = z
  .object({
    step: z.string().meta({ description: 'The block, and the iteration it ran in.', examples: ['fetch'] }),
    blockId: z.string().meta({ examples: ['fetch'] }),
    blockName: z.string().meta({ examples: ['Fetch'] }),
    method: z
      .string()
      .nullable()
      .meta({ examples: ['POST'] }),
    url: z
      .string()
      .nullable()
      .meta({ description: 'Without its query.', examples: ['https://example.com/orders'] }),
    canCatch: z.boolean().meta({
      description: 'True if something is connected to the error port of its block.',
      examples: [true],
    }),
  })
  .meta({ id: 'RehearsedRequest' });
export type RehearsedRequest = z.infer<typeof RehearsedRequest>;

/** One request with one fault, and what the run made of it. */
export const RehearsedCase = z
  .object({
    step: z.string().meta({ examples: ['fetch'] }),
    fault: Fault.meta({ examples: ['timeout'] }),
    path: z
      .string()
      .nullable()
      .meta({ description: 'The place in the response, of faults of one field.', examples: ['items[0].id'] }),
    outcome: z.enum(CASE_OUTCOMES).meta({
      description:
        '`unaffected`: the run ends as recorded; `recovered`: the request was repeated, and it does; ' +
        '`handled`: an error port, a condition or an error status caught it; `changed`: the run ends in ' +
        'success with another output, which follows from the other response; `error`: the run ends in an ' +
        'error; `wrong-output`: in success although something is missing; `sent-twice`: the server may have ' +
        'done the same thing twice; `unknown`: nothing recorded answers what the run asks next.',
      examples: ['handled'],
    }),
    finding: z
      .enum(FINDINGS)
      .nullable()
      .meta({
        description:
          'What should be mended: also `not-retried` for a passing fault that ends the run, and ' +
          '`blames-another` for a run that fails at another block than the one whose request failed.',
        examples: [null],
      }),
    words: z.string().meta({ examples: ['A timeout of “Fetch” is caught by its error port.'] }),
    attempts: z
      .number()
      .int()
      .meta({ description: 'Attempts of the request, the recorded one included.', examples: [4] }),
    ending: ExpectedOutcome,
  })
  .meta({ id: 'RehearsedCase' });
export type RehearsedCase = z.infer<typeof RehearsedCase>;
