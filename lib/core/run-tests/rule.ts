import { z } from 'zod';
import { readRulePath } from '../references/rule-path';
import { BlockId } from '../workflow/schema';

export const MOST_RULES = 100;
export const MAX_TOLERANCE = 1e15;

export const RULE_PARTS = ['outcome', 'output', 'sent'] as const;
export type RulePart = (typeof RULE_PARTS)[number];

export const ALLOWANCES = ['any', 'date', 'id', 'near', 'order'] as const;
export type Allowance = (typeof ALLOWANCES)[number];

const RulePath = z
  .string()
  .refine(
    (text) => readRulePath(text) !== null,
    'Write a path such as items[0].id, items[*].id or headers.x-trace; nothing for the whole value.',
  )
  .meta({
    description: 'A path inside that part, with `[*]` or `.*` for every index or key; empty: all of it.',
    examples: ['items[*].id'],
  });

/** It loosens what a test expects. A rule never makes a test stricter: equal values always match. */
export const ExpectationRule = z
  .strictObject({
    of: z.enum(RULE_PARTS).meta({
      description: '`outcome`: status and error; `output`: of the run; `sent`: the requests of its blocks.',
      examples: ['output'],
    }),
    blockId: BlockId.optional().meta({
      description: 'Of `sent`: the requests of this block alone; by default of all blocks.',
      examples: ['fetch'],
    }),
    path: RulePath.default(''),
    allow: z.enum(ALLOWANCES).meta({
      description:
        '`any`: the value is ignored; `date`, `id`: any of the same form; `near`: numbers within ' +
        '`tolerance`; `order`: the items of a list in any order.',
      examples: ['date'],
    }),
    tolerance: z
      .number('Enter a number.')
      .min(0, 'At least 0.')
      .max(MAX_TOLERANCE, `At most ${MAX_TOLERANCE}.`)
      .optional()
      .meta({ description: 'Of `near`: the largest difference that still matches.', examples: [0.01] }),
  })
  .refine(({ allow, tolerance }) => (allow === 'near') === (tolerance !== undefined), {
    path: ['tolerance'],
    error: '“near” needs a tolerance, and no other rule has one.',
  })
  .refine(({ of, blockId }) => of === 'sent' || blockId === undefined, {
    path: ['blockId'],
    error: 'Only rules of what is sent name a block.',
  });
export type ExpectationRule = z.infer<typeof ExpectationRule>;

export const ExpectationRules = z
  .array(ExpectationRule)
  .max(MOST_RULES, `A test may have ${MOST_RULES} rules. Let * stand for several steps.`)
  .meta({ examples: [[{ of: 'output', path: 'items[*].createdAt', allow: 'date' }]] });
