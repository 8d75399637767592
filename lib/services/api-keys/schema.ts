import { z } from 'zod';
import { singleLineText } from '../../platform/text/text-schemas';
import { SCOPES } from '../access/actor';

export const ApiKeyName = singleLineText(80);

const MAX_KEY_ADDRESSES = 20;
const MAX_KEY_WORKFLOWS = 100;

/** An address or a range in CIDR notation; the verb checks its numbers. */
const KeyAddress = z
  .string()
  .trim()
  .regex(
    /^[0-9a-fA-F.:]{2,45}(\/[0-9]{1,3})?$/,
    'Use an address or a range, such as 203.0.113.7 or 203.0.113.0/24.',
  );

/** What a key may be limited to beside its scopes and workspaces. */
export const KEY_LIMITS = {
  addresses: z
    .array(KeyAddress)
    .min(1, 'Enter at least one address, or null for no limit.')
    .max(MAX_KEY_ADDRESSES, `Use at most ${MAX_KEY_ADDRESSES} addresses and ranges.`)
    .nullable()
    .describe('Addresses and CIDR ranges, IPv4 and IPv6, from which it may be used. Null: from everywhere.'),
  workflowIds: z
    .array(z.string())
    .min(1, 'Choose at least one workflow, or null for no limit.')
    .max(MAX_KEY_WORKFLOWS, `Choose at most ${MAX_KEY_WORKFLOWS} workflows.`)
    .nullable()
    .describe('The only workflows that the key reaches. Null: all of its workspaces.'),
};

/** The time a rotated key keeps working alongside the new one. */
export const KEY_OVERLAPS = ['none', '1h', '24h', '7d'] as const;
export const KeyOverlap = z.enum(KEY_OVERLAPS);
export type KeyOverlap = z.infer<typeof KeyOverlap>;

/** A key as its owner sees it later: the last characters, never the key. Times are ISO 8601 in UTC. */
export const ApiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    lastFour: z.string(),
    scopes: z.array(z.enum(SCOPES)),
    workspaceIds: z.array(z.string()),
    /** Addresses and CIDR ranges from which it may be used; null: from everywhere. */
    addresses: z.array(z.string()).nullable(),
    /** The only workflows that it reaches; null: all of its workspaces. */
    workflowIds: z.array(z.string()).nullable(),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable(),
    expiresAt: z.string().nullable(),
    /** The time a new key replaced it; null for one in use. */
    rotatedAt: z.string().nullable(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof ApiKey>;
