import { z } from 'zod';
import { TRIGGERS } from '../../core/blocks/trigger';
import { Instant } from '../../platform/http/answer-schemas';

/** A wait that is to be answered from outside. */
export const OpenWait = z
  .object({
    kind: z.enum(['callback', 'approval']),
    title: z.string().meta({ examples: ['Pay the invoice?'] }),
    text: z.string().meta({ examples: ['Invoice 7 of 120 USD.'] }),
    blockId: z.string().meta({ examples: ['ask'] }),
    iteration: z
      .string()
      .optional()
      .meta({ description: 'Of a block in a container.', examples: ['each:3'] }),
    url: z.string().meta({
      description: 'The page to answer on; works once.',
      examples: ['https://millrace.example.com/wait/019a8f3c-6f0e-7c61-9b1d-5c8e2f7a4d10.mac'],
    }),
    startedAt: Instant.meta({ description: 'When it began to wait.' }),
    dueAt: Instant.nullable().meta({ description: 'When it expires; null: never.' }),
    workspaceId: z.string(),
    workspaceName: z.string().meta({ examples: ['Accounts'] }),
    workflowId: z.string(),
    workflowName: z.string(),
    executionId: z.string(),
    version: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'The published version that runs; null: the draft.' }),
    trigger: z.enum(TRIGGERS),
    runStartedAt: Instant,
  })
  .meta({ id: 'OpenWait' });
export type OpenWait = z.infer<typeof OpenWait>;

/** The content of the page of a Wait block's link. `state`: open, or the reason why it can't be answered. */
export const WaitPage = z
  .object({
    kind: z.enum(['callback', 'approval']),
    title: z.string(),
    text: z.string(),
    fields: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        type: z.enum(['text', 'number', 'boolean']),
        required: z.boolean(),
      }),
    ),
    state: z.enum(['open', 'answered', 'expired', 'ended']),
    decision: z.enum(['approved', 'rejected']).nullable(),
    expiresAt: z.string().nullable(),
    answeredAt: z.string().nullable(),
    run: z
      .object({
        workflowName: z.string().meta({ examples: ['Invoices'] }),
        startedAt: Instant,
        place: z
          .object({ workspaceId: z.string(), executionId: z.string() })
          .nullable()
          .meta({ description: 'Where the run is; for members of its workspace alone.' }),
      })
      .nullable()
      .meta({ description: 'The run that asks; null once it has ended.' }),
  })
  .meta({ id: 'WaitPage' });
export type WaitPage = z.infer<typeof WaitPage>;
