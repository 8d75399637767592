import { z } from 'zod';
import { readUrl } from '../../platform/read-url';
import { ShownExternalId } from '../external-ids/schema';
import { WaitingCallersChoice } from '../holds/schema';

/** The things that budgets count. */
export const MEASURES = ['requests', 'dollars', 'runs', 'failures-in-a-row'] as const;
export type Measure = (typeof MEASURES)[number];

/** The ends of a budget's hold: a person's release, or the end of the budget's window too. */
export const LIFTS = ['release', 'window-end'] as const;
export type Lift = (typeof LIFTS)[number];

const MAX_LIMIT = 1_000_000_000;
/** 30 days. */
const MAX_MINUTES = 43_200;

/** Scheme and default port are left out: sums of requests are kept by host. @returns null for what is no host */
export function hostOfServer(text: string): string | null {
  const typed = text.trim();
  const url = readUrl(typed.includes('://') ? typed : `https://${typed}`);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const isHostAlone = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  return isHostAlone && url.host !== '' && !/[*{}]/.test(url.host) ? url.host : null;
}

const Server = z
  .string()
  .max(255, 'At most 255 characters.')
  .refine((text) => hostOfServer(text) !== null, 'Give a host, such as api.example.com, without a path.')
  .transform((text) => hostOfServer(text) ?? text);

const SERVER = {
  description: 'Of `requests`: the host, with a port that is not the default; null: all servers.',
  examples: ['api.example.com'],
};

const shown = {
  workflowId: z.string().nullable().meta({ description: 'Null: everything of the workspace.' }),
  measure: z.enum(MEASURES).meta({
    description:
      'What is counted when a run ends: `requests`, each attempt; `dollars`, the cost of models; `runs`, without those ' +
      'in the editor; `failures-in-a-row`, up to the newest run.',
    examples: ['requests'],
  }),
  limit: z
    .number('Give a number.')
    .positive('More than 0. To stop all runs, hold the workflow.')
    .max(MAX_LIMIT, 'At most 1,000,000,000.')
    .meta({ description: 'Held once it is reached.', examples: [1_000] }),
  withinMinutes: z
    .number('Give whole minutes.')
    .int('Give whole minutes.')
    .min(1, 'At least a minute.')
    .max(MAX_MINUTES, `At most ${MAX_MINUTES} minutes, 30 days.`)
    .meta({ description: 'Length of its window. When one ends, the next begins with 0.', examples: [1_440] }),
  lift: z.enum(LIFTS).meta({
    description: 'What ends its hold: `release`, a person; `window-end`, also the end of the window.',
  }),
  waitingCallers: WaitingCallersChoice,
};

const settings = {
  workflowId: shown.workflowId.default(null),
  measure: shown.measure,
  server: Server.nullable().default(null).meta(SERVER),
  limit: shown.limit,
  withinMinutes: shown.withinMinutes,
  lift: shown.lift.default('release'),
  waitingCallers: shown.waitingCallers.default('refuse'),
};

interface Combined {
  measure: Measure;
  server: string | null;
  limit: number;
}

function refuseCombinations({ measure, server, limit }: Combined, context: z.RefinementCtx): void {
  const refuse = (path: keyof Combined, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  if (server !== null && measure !== 'requests') refuse('server', 'Only requests are counted by server.');
  if (measure !== 'dollars' && !Number.isInteger(limit)) refuse('limit', 'Give a whole number.');
}

export const BudgetSettings = z.strictObject(settings).superRefine(refuseCombinations);
export type BudgetSettings = z.infer<typeof BudgetSettings>;

export const NewBudget = z
  .strictObject({ workspaceId: z.string(), ...settings })
  .superRefine(refuseCombinations);
export type NewBudget = z.infer<typeof NewBudget>;

const Instant = z.string().meta({ examples: ['2026-01-31T12:00:00.000Z'] });

/** A limit of what runs use, which holds them when it is reached. */
export const Budget = z
  .object({
    id: z.string(),
    workspaceId: z.string(),
    externalId: ShownExternalId,
    workflowName: z
      .string()
      .nullable()
      .meta({ examples: ['Orders'] }),
    ...shown,
    server: z.string().nullable().meta(SERVER),
    counted: z.number().meta({ description: 'In the window that goes on.', examples: [412] }),
    windowStartedAt: Instant,
    windowEndsAt: Instant,
    reachedAt: Instant.nullable().meta({ description: 'Since when its runs are held; null: they are not.' }),
    createdAt: Instant,
  })
  .meta({ id: 'Budget' });
export type Budget = z.infer<typeof Budget>;
