import { z } from 'zod';
import { Trigger } from '../../core/blocks/trigger';
import { DisabledReason } from './schema';

const Instant = z.string().meta({ format: 'date-time', examples: ['2026-01-31T12:00:00.000Z'] });
const Path = (example: string) => z.string().meta({ examples: [example] });
const RUN_LINKS = z.object({
  log: Path('/v1/logs/019a8f3c-72d9-7b55-a1f0-3e9d4c6b8a22').describe('There once the run has ended.'),
  execution: Path('/v1/logs/executions/019a8f3c-6f0e-7c61-9b1d-5c8e2f7a4d10').describe('The same.'),
});

/** The head that all events have. `example`: an id that no other kind of thing has. */
const head = <const Type extends string>(type: Type, example: string) => ({
  id: z
    .string()
    .meta({ examples: [example] })
    .describe('One for each event, also over several subscriptions.'),
  type: z.literal(type),
  timestamp: z.number().int().describe('When it happened, milliseconds since 1970.'),
});

export const RunStartedEvent = z
  .object({
    ...head('run.started', '019a8f50-1a01-7b10-8c21-0d31e42f5a01'),
    data: z.object({
      workflowId: z.string(),
      executionId: z.string(),
      trigger: Trigger,
      version: z.number().int().nullable().describe('The published version that runs; null: the draft.'),
      startedAt: Instant,
      tags: z.array(z.string().meta({ examples: ['order-1042'] })).describe('Those that its caller set.'),
    }),
    links: RUN_LINKS,
  })
  .meta({ id: 'RunStartedEvent' });
export type RunStartedEvent = z.infer<typeof RunStartedEvent>;

export const RunWaitingEvent = z
  .object({
    ...head('run.waiting', '019a8f50-2b02-7c11-8d22-1e32f53a6b02'),
    data: z.object({
      workflowId: z.string(),
      executionId: z.string(),
      trigger: Trigger,
      blockId: z.string().meta({ examples: ['ask'] }),
      iteration: z
        .string()
        .optional()
        .meta({ examples: ['each:3'] })
        .describe('Of a block in a container.'),
      kind: z.enum(['time', 'callback', 'approval']).describe('What ends the wait.'),
      startedAt: Instant.describe('When it began to wait.'),
      dueAt: Instant.nullable().describe('When it ends by itself; null: never.'),
    }),
    links: RUN_LINKS,
  })
  .meta({ id: 'RunWaitingEvent' });
export type RunWaitingEvent = z.infer<typeof RunWaitingEvent>;

export const WorkflowPublishedEvent = z
  .object({
    ...head('workflow.published', '019a8f50-3c03-7d12-8e23-2f43a64b7c03'),
    data: z.object({
      workflowId: z.string(),
      version: z.number().int().describe('The version that is live now.'),
      previousVersion: z.number().int().nullable().describe('The one that was; null: none was.'),
      note: z.string().meta({ examples: ['Retries orders'] }),
      userId: z.string().describe('Who made it live.'),
    }),
    links: z.object({
      workflow: Path('/v1/workflows/0199f2b7-11c4-7d3e-b0a9-6d2c7e5f8a31'),
      version: Path('/v1/workflows/0199f2b7-11c4-7d3e-b0a9-6d2c7e5f8a31/versions/3'),
    }),
  })
  .meta({ id: 'WorkflowPublishedEvent' });
export type WorkflowPublishedEvent = z.infer<typeof WorkflowPublishedEvent>;

export const WebhookDisabledEvent = z
  .object({
    ...head('webhook.disabled', '019a8f50-4d04-7e13-8f24-3a54b75c8d04'),
    data: z.object({
      webhookId: z.string(),
      name: z
        .string()
        .meta({ examples: ['Billing'] })
        .describe('May be empty.'),
      workflowId: z.string().nullable().describe('Null: it covers all workflows.'),
      reason: DisabledReason.describe(
        '`failing`: no delivery succeeded for days. `gone`: the receiver answered 410 twice in a row.',
      ),
    }),
    links: z.object({ webhook: Path('/v1/webhooks/0199f2c0-4be2-7c18-93d5-8f1a6e0b7d53') }),
  })
  .meta({ id: 'WebhookDisabledEvent' });
export type WebhookDisabledEvent = z.infer<typeof WebhookDisabledEvent>;

export const AlertFiredEvent = z
  .object({
    ...head('alert.fired', '019a8f50-5e05-7f14-8a25-4b65c86d9e05'),
    data: z.object({
      alertId: z.string().meta({ examples: ['0199f2d3-5c81-7e09-a4b7-2d6f9c1e8a30'] }),
      name: z.string().meta({ examples: ['Failed orders'] }),
      workflowIds: z.array(z.string()).describe('What the rule is about; empty: all workflows.'),
      summary: z.string().meta({ examples: ['3 runs failed within 5 minutes.'] }),
      value: z.number().nullable().describe('What was counted, or the sum in USD.'),
      url: z
        .string()
        .meta({ examples: ['https://millrace.example.com/w/01998c1e-52a3-7f0b-8a44-0f6f2b1c9e77/logs'] })
        .describe('The page of what the rule examined.'),
    }),
    links: z.object({ alert: Path('/v1/alerts/0199f2d3-5c81-7e09-a4b7-2d6f9c1e8a30') }),
  })
  .meta({ id: 'AlertFiredEvent' });
export type AlertFiredEvent = z.infer<typeof AlertFiredEvent>;
