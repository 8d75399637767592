import { z } from 'zod';
import { Count, Instant } from '../../platform/http/answer-schemas';

const Id = z.string().meta({ examples: ['0199f2b7-11c4-7d3e-b0a9-6d2c7e5f8a31'] });
const BlockIdText = z.string().meta({ examples: ['fetch'] });

const DRIFT_KINDS = ['null', 'type', 'missing', 'status', 'contentType'] as const;

const DriftReference = z.object({
  document: z.enum(['live', 'draft']).meta({ description: 'The live version, or the draft.' }),
  blockId: BlockIdText.meta({ description: 'The block that has the reference.' }),
  blockName: z.string().meta({ examples: ['send mail'] }),
  field: z.string().meta({ description: 'Of its config.', examples: ['body'] }),
  reference: z.string().meta({ examples: ['<fetch.data.customer.name>'] }),
  effect: z.enum(['breaks', 'changes', 'contains']).meta({
    description:
      '`breaks`: there is nothing to read where it points. `changes`: it reads another kind of value, or ' +
      'may read nothing. `contains`: it reads a value that holds the change.',
  }),
});

export const UpstreamChange = z
  .object({
    id: z.string().meta({ examples: ['5f1d7a84d0c94d1c9c2b7f0f3f3b9a10'] }),
    workflowId: Id,
    workflowName: z.string().meta({ examples: ['Import orders'] }),
    blockId: BlockIdText,
    blockName: z.string().meta({ examples: ['fetch'] }),
    environment: z.enum(['draft', 'live']).meta({ description: 'Of the runs it was seen in.' }),
    statusClass: z
      .string()
      .nullable()
      .meta({ description: 'Of the answers it is about; null of a status.', examples: ['2xx'] }),
    path: z.string().meta({
      description: 'As in references, `[]` for any item and `.*` for any key.',
      examples: ['data.items[].price'],
    }),
    kind: z.enum(DRIFT_KINDS).meta({ examples: ['missing'] }),
    before: z.array(z.string()).meta({
      description: 'What answers had so far, the most frequent first: types, statuses or content types.',
      examples: [['number']],
    }),
    now: z.string().meta({ description: 'What they have now; `missing` of a field.', examples: ['missing'] }),
    answersBefore: Count.meta({ description: 'Answers without it, before it came first.' }),
    answersSince: Count.meta({ description: 'Answers since, the first with it included.' }),
    answersWithIt: Count.meta({ description: 'How many of those have it.' }),
    ongoing: z.boolean().meta({ description: 'False once twenty answers in a row are without it again.' }),
    firstSeenAt: Instant,
    lastSeenAt: Instant,
    firstLogId: Id.meta({ description: 'Log of the first run with it; plans delete logs in time.' }),
    lastLogId: Id,
    references: z
      .array(DriftReference)
      .meta({ description: 'Of the same workflow, 50 at most for each document.' }),
  })
  .meta({ id: 'UpstreamChange' });
export type UpstreamChange = z.infer<typeof UpstreamChange>;

export const DriftState = z
  .object({
    watched: Count.meta({ description: 'Requests of blocks whose answers are known.' }),
    learning: Count.meta({ description: 'Requests with fewer than 30 answers so far.' }),
    pendingRuns: Count.meta({ description: 'Runs that have not been looked at yet.' }),
  })
  .meta({ id: 'DriftState' });
export type DriftState = z.infer<typeof DriftState>;
