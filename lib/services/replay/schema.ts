import { z } from 'zod';
import { SpanError } from '../../core/engine/trace-span';
import { DIFFERENCE_KINDS } from '../../core/replay/difference';

export const MOST_SHADOW_RUNS = 1_000;

const Kind = z.enum(DIFFERENCE_KINDS).meta({
  description:
    '`branch`: the block ran, or did not; `request`: what it sends; `unanswered`: nothing recorded ' +
    'answers it, so what comes after is not known; `output`, `error`: of the block; ' +
    '`result`: of the run.',
  examples: ['request'],
});
const BlockId = z
  .string()
  .nullable()
  .meta({ description: 'Null: of the run.', examples: ['fetch'] });
const Outcome = z.enum(['same', 'different', 'unknown']).meta({ examples: ['different'] });
export const AGAIN_VERSIONS = ['original', 'live', 'draft'] as const;
export type AgainVersion = (typeof AGAIN_VERSIONS)[number];

export const RunDifference = z
  .object({
    kind: Kind,
    blockId: BlockId,
    blockName: z
      .string()
      .nullable()
      .meta({ examples: ['Fetch'] }),
    iteration: z
      .string()
      .optional()
      .meta({ description: 'Of a block in a container.', examples: ['each:3'] }),
    before: z.unknown().meta({ description: 'As recorded; shortened when large.', examples: [{ total: 3 }] }),
    after: z.unknown().meta({ description: 'As replayed; shortened when large.', examples: [{ total: 4 }] }),
  })
  .meta({ id: 'RunDifference' });
export type RunDifference = z.infer<typeof RunDifference>;

export const Replay = z
  .object({
    result: Outcome,
    version: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'The version that was run; null: the draft.', examples: [3] }),
    status: z.enum(['success', 'error']).meta({ examples: ['success'] }),
    output: z.unknown().meta({ examples: [{ total: 4 }] }),
    error: SpanError.nullable(),
    differences: z.array(RunDifference).meta({ description: 'The first 200.' }),
    differenceCount: z
      .number()
      .int()
      .meta({ examples: [1] }),
    doubts: z
      .array(
        z.object({
          kind: z.enum(['secret', 'masked', 'redacted', 'variable']).meta({ examples: ['secret'] }),
          blockId: z.string().meta({ examples: ['check'] }),
          message: z
            .string()
            .meta({ examples: ['“Check” works with {{TOKEN}}, whose value is not recorded.'] }),
        }),
      )
      .meta({ description: 'Why the result may be another although nothing was changed.' }),
  })
  .meta({ id: 'Replay' });
export type Replay = z.infer<typeof Replay>;

export const ShadowCounts = z.object({
  total: z
    .number()
    .int()
    .meta({ examples: [100] }),
  same: z
    .number()
    .int()
    .meta({ examples: [97] }),
  different: z
    .number()
    .int()
    .meta({ examples: [2] }),
  unknown: z
    .number()
    .int()
    .meta({ examples: [1] }),
  skipped: z
    .number()
    .int()
    .meta({ description: 'Runs too large to be replayed, or whose record was deleted.', examples: [0] }),
});

const ShadowGroup = z.object({
  kind: Kind,
  blockId: BlockId,
  blockName: z
    .string()
    .nullable()
    .meta({ examples: ['Fetch'] }),
  runs: z
    .number()
    .int()
    .meta({ examples: [2] }),
  logIds: z
    .array(z.string())
    .meta({ description: 'The first 20.', examples: [['019a8f3c-6f0e-7c61-9b1d-5c8e2f7a4d10']] }),
});

export const ShadowResult = ShadowCounts.extend({
  groups: z
    .array(ShadowGroup)
    .meta({ description: 'By what differs first in a run, the most frequent first.' }),
}).meta({ id: 'ShadowResult' });
export type ShadowResult = z.infer<typeof ShadowResult>;

export const ShadowEvent = z
  .discriminatedUnion('type', [
    ShadowCounts.extend({
      type: z.literal('progress').meta({ examples: ['progress'] }),
      done: z
        .number()
        .int()
        .meta({ examples: [40] }),
    }),
    ShadowResult.extend({ type: z.literal('finished').meta({ examples: ['finished'] }) }),
  ])
  .meta({ id: 'ShadowEvent' });
export type ShadowEvent = z.infer<typeof ShadowEvent>;
