import { z } from 'zod';
import { COVERAGE_KINDS } from '../../core/run-coverage/coverage-kinds';

/** Runs that are read, the newest first. */
export const MOST_RUNS = 200;
export const COVERED_DAYS = 30;

const count = (description: string) =>
  z
    .number()
    .int()
    .meta({ description, examples: [3] });

export const CoverageItem = z
  .object({
    kind: z.enum(COVERAGE_KINDS).meta({
      description:
        '`condition`: a condition of a block, or `else`; `branch`: another branch; `error-port`: where ' +
        'failures go on. Branches and error ports count if something is connected to them.',
      examples: ['error-port'],
    }),
    blockId: z.string().meta({ examples: ['fetch'] }),
    blockName: z.string().meta({ examples: ['Fetch'] }),
    port: z
      .string()
      .nullable()
      .meta({ description: 'Null: the block itself.', examples: ['error'] }),
    label: z
      .string()
      .nullable()
      .meta({ description: 'The name of the port.', examples: ['Error'] }),
    tests: count('Tests that pass it.'),
    runs: count('Runs that passed it.'),
  })
  .meta({ id: 'CoverageItem' });
export type CoverageItem = z.infer<typeof CoverageItem>;

export const Coverage = z
  .object({
    version: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'The version whose parts are counted; null: the draft.', examples: [null] }),
    items: z.array(CoverageItem).meta({ description: 'Blocks in the order of runs, each with its ports.' }),
    total: count('Parts of the workflow.'),
    passed: count('Parts that a test or a run has passed.'),
    runsRead: count('Runs of the last 30 days that were read.'),
    testsRun: count('Tests that were run.'),
    notes: z.array(z.string()).meta({
      description: 'What was left out, and why.',
      examples: [['Only the newest 200 runs of the last 30 days were read.']],
    }),
  })
  .meta({ id: 'Coverage' });
export type Coverage = z.infer<typeof Coverage>;
