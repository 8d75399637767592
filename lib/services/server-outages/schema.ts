import { z } from 'zod';
import { OUTAGE_STATES } from '../runs/shapes/outage-state';

/** More blocks that wait are not counted. */
export const MOST_WAITING_COUNTED = 100_000;
/** The most waits that one call ends. */
export const MOST_FAILED = 10_000;

const AT = { examples: ['2026-01-31T12:00:00.000Z'] };

/** A server that is away, or may be, with the runs that wait for it. */
export const ServerOutage = z
  .object({
    id: z.string(),
    workspaceId: z.string(),
    server: z.string().meta({ description: 'Scheme, host and port.', examples: ['https://api.example.com'] }),
    status: z.enum(OUTAGE_STATES).meta({
      description:
        '`suspected`: a few requests have failed, others are still sent. `away`: blocks wait before they send. ' +
        '`returning`: it answers again, and what waits goes on, the oldest first.',
    }),
    since: z.string().meta({ description: 'The first of the requests that failed.', ...AT }),
    lastFailure: z.object({
      code: z.string().meta({ examples: ['CONNECTION_REFUSED'] }),
      status: z
        .number()
        .int()
        .nullable()
        .meta({ description: 'The HTTP status; null if no response came.', examples: [null] }),
    }),
    probes: z
      .number()
      .int()
      .meta({ description: 'How many probes have failed.', examples: [3] }),
    isProbing: z.boolean().meta({ description: 'True while a probe is under way.', examples: [false] }),
    nextProbeAt: z
      .string()
      .nullable()
      .meta({ description: 'Null while a probe is under way, and once the server answers again.', ...AT }),
    waiting: z
      .number()
      .int()
      .meta({
        description: `How many blocks wait for it, counted up to ${MOST_WAITING_COUNTED}.`,
        examples: [12],
      }),
  })
  .meta({ id: 'ServerOutage' });
export type ServerOutage = z.infer<typeof ServerOutage>;

/** The result of ending the waits for a server. */
export const FailedWaits = z
  .object({
    failed: z
      .number()
      .int()
      .meta({ examples: [12] }),
    waiting: z
      .number()
      .int()
      .meta({
        description: 'How many still wait: more than one call ends. Call again.',
        examples: [0],
      }),
  })
  .meta({ id: 'FailedWaits' });
export type FailedWaits = z.infer<typeof FailedWaits>;
