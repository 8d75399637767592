import { z } from 'zod';
import { singleLineText } from '../../platform/text/text-schemas';
import { SCOPES } from '../access/actor';

export const ApiKeyName = singleLineText(80);

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
    createdAt: z.string(),
    lastUsedAt: z.string().nullable(),
    expiresAt: z.string().nullable(),
    /** The time a new key replaced it; null for one in use. */
    rotatedAt: z.string().nullable(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof ApiKey>;
