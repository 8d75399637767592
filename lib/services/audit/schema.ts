import { z } from 'zod';

export const AUDIT_ACTORS = ['user', 'apiKey', 'system'] as const;

/** The subjects of events: the first word of their actions. */
export const AUDIT_NOUNS = [
  'agent',
  'alert',
  'api_key',
  'approval',
  'budget',
  'bulk',
  'comment',
  'connection',
  'drift',
  'error_group',
  'folder',
  'invitation',
  'log_view',
  'logs',
  'member',
  'model-price',
  'plan',
  'proposal',
  'request_library',
  'schedule',
  'server',
  'test',
  'user',
  'variable',
  'webhook',
  'workflow',
  'workspace',
] as const;

export const AuditEvent = z
  .object({
    id: z.string(),
    createdAt: z.string(),
    actor: z
      .enum(AUDIT_ACTORS)
      .describe('`system`: the product did it by itself. `apiKey`: a key did, of the person in `user`.'),
    user: z
      .object({ id: z.string(), name: z.string().nullable() })
      .nullable()
      .describe('The name is null when the account is gone; null as a whole for `system`.'),
    apiKey: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
    action: z.string().describe('`noun.verb`, for example `webhook.disabled`.'),
    target: z.string().describe('Id or name of what was changed.'),
    targetName: z.string().nullable().describe('Its name, where the target is an id and the name is known.'),
    detail: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditEvent' });
export type AuditEvent = z.infer<typeof AuditEvent>;
