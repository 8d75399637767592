import { z } from 'zod';
import { MOST_EFFECTS } from '../../core/engine/run-effect';

const Instant = z.string().meta({ format: 'date-time', examples: ['2026-01-31T12:00:00.000Z'] });
const Id = z.string().meta({ examples: ['019a8f3c-6f0e-7c61-9b1d-5c8e2f7a4d10'] });

const EFFECT_OUTCOMES = ['accepted', 'refused', 'unknown'] as const;

/** A request of a run that may have changed something at its server. */
export const Effect = z
  .object({
    logId: Id,
    executionId: Id,
    workflowId: Id,
    workflowName: z
      .string()
      .nullable()
      .meta({ description: 'Null once the workflow is deleted.', examples: ['Import orders'] }),
    runStartedAt: Instant,
    sentAt: Instant,
    blockId: z.string().meta({ examples: ['create'] }),
    blockName: z.string().meta({ examples: ['Create order'] }),
    method: z.string().meta({ examples: ['POST'] }),
    host: z
      .string()
      .meta({ description: 'With the port, unless it is the scheme’s own.', examples: ['api.example.com'] }),
    path: z.string().meta({ description: 'Without the query; secrets are masked.', examples: ['/orders'] }),
    outcome: z.enum(EFFECT_OUTCOMES).meta({
      description:
        '`accepted`: the status is 2xx. `refused`: it is another. `unknown`: no answer was seen, so that it may ' +
        'or may not have been carried out.',
      examples: ['accepted'],
    }),
    status: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'That of the last attempt; null without an answer.', examples: [201] }),
    attempts: z
      .number()
      .int()
      .meta({ description: 'How often it was sent. Several attempts are one effect.', examples: [1] }),
    idempotencyKey: z
      .string()
      .nullable()
      .meta({
        description: 'The `Idempotency-Key` that went with every attempt; null without one.',
        examples: ['019a8f3c-6f0e-7c61-9b1d-5c8e2f7a4d10.create.0'],
      }),
    runTotal: z
      .number()
      .int()
      .meta({
        description: `How many its run had. The first ${MOST_EFFECTS} of a run are kept, the others only counted.`,
        examples: [1],
      }),
  })
  .meta({ id: 'Effect' });
export type Effect = z.infer<typeof Effect>;
