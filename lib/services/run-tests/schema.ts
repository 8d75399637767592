import { z } from 'zod';
import { RunTag } from '../../core/blocks/run-tags';
import { Expected } from '../../core/run-tests/expected';
import { ExpectationRule, ExpectationRules } from '../../core/run-tests/rule';
import { KeptRun } from '../../core/run-tests/test-content';
import { TestDifference } from '../../core/run-tests/test-difference';
import { singleLineText } from '../../platform/text/text-schemas';

/** The limit of one test, of its JSON: more would block the event loop while it runs. */
export const MAX_TEST_BYTES = 1024 * 1024;
/** The limit of all tests of a workspace together. */
export const MAX_TESTS_BYTES = 64 * 1024 * 1024;
const MAX_NAME_CHARACTERS = 120;
const MOST_TAGS = 10;
/** The largest number that the database holds for one. */
const LAST_VERSION = 2_147_483_647;

export const RunTestName = singleLineText(MAX_NAME_CHARACTERS);
export const RunTestTags = z
  .array(RunTag)
  .max(MOST_TAGS, `At most ${MOST_TAGS} tags a test.`)
  .overwrite((tags) => [...new Set(tags)]);

/** The version that tests run. */
export const TestedVersion = z
  .union([z.enum(['draft', 'live']), z.number().int().min(1).max(LAST_VERSION, 'There is no such version.')])
  .meta({ description: 'The draft, the live version, or a version by its number.', examples: ['draft'] });
export type TestedVersion = z.infer<typeof TestedVersion>;

export const RunTest = z
  .object({
    id: z.string(),
    workflowId: z.string(),
    logId: z.string().nullable().meta({
      description: 'Of the run that was kept; its log may be deleted by now. Null: it came as a file.',
    }),
    name: z.string().meta({ examples: ['An order with a discount'] }),
    tags: z.array(z.string()).meta({ examples: [['orders']] }),
    rules: z.array(ExpectationRule),
    revision: z
      .number()
      .int()
      .meta({ description: 'Counts changes of the test.', examples: [1] }),
    createdAt: z.string(),
    updatedAt: z.string().meta({ examples: ['2026-01-31T12:00:00.000Z'] }),
    createdBy: z
      .string()
      .nullable()
      .meta({ description: 'The name of who kept it; null once the account is gone.', examples: ['Ada'] }),
  })
  .meta({ id: 'RunTest' });
export type RunTest = z.infer<typeof RunTest>;

export const RunTestDetail = RunTest.extend({ expected: Expected, kept: KeptRun }).meta({
  id: 'RunTestDetail',
});
export type RunTestDetail = z.infer<typeof RunTestDetail>;

export const TestDoubt = z
  .object({
    kind: z.enum(['secret', 'masked', 'redacted', 'variable']).meta({ examples: ['secret'] }),
    blockId: z.string().meta({ examples: ['check'] }),
    message: z.string().meta({ examples: ['“Check” works with {{TOKEN}}, whose value is not recorded.'] }),
  })
  .meta({ id: 'TestDoubt' });

export const TestResult = z
  .object({
    testId: z.string(),
    name: z.string().meta({ examples: ['An order with a discount'] }),
    status: z.enum(['passed', 'failed']).meta({ examples: ['passed'] }),
    problem: z
      .string()
      .nullable()
      .meta({ description: 'Why it has no result, for example because it took too long.', examples: [null] }),
    differences: z.array(TestDifference).meta({ description: 'The first 50.' }),
    differenceCount: z
      .number()
      .int()
      .meta({ description: 'Of each value the first 1,000 count.', examples: [0] }),
    doubts: z
      .array(TestDoubt)
      .meta({ description: 'Why the result may be another although nothing was changed.' }),
  })
  .meta({ id: 'TestResult' });
export type TestResult = z.infer<typeof TestResult>;

const count = () =>
  z
    .number()
    .int()
    .meta({ examples: [3] });

export const TestRun = z
  .object({
    version: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'The version that was run; null: the draft.', examples: [null] }),
    total: count(),
    passed: count(),
    failed: count(),
    results: z.array(TestResult).meta({ description: 'By name.' }),
  })
  .meta({ id: 'TestRun' });
export type TestRun = z.infer<typeof TestRun>;

export const RuleSuggestion = z
  .object({
    rules: ExpectationRules,
    isComplete: z.boolean().meta({
      description: 'False if the runs differ in more than the rules of a test can say.',
      examples: [true],
    }),
  })
  .meta({ id: 'RuleSuggestion' });
export type RuleSuggestion = z.infer<typeof RuleSuggestion>;

/** Settings of a workspace about publishing. */
export const PublishingSettings = z
  .object({ needsTests: z.boolean().describe('Publishing is refused while tests of the workflow fail.') })
  .meta({ id: 'PublishingSettings' });
export type PublishingSettings = z.infer<typeof PublishingSettings>;
