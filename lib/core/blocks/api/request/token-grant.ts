import type { Auth } from '../../auth';
import type { BlockError } from '../../block';

export type TokenGrant = Extract<Auth, { kind: 'oauth2ClientCredentials' }>;

export type TokenAnswer = { ok: true; token: string; lifetimeMs: number } | { ok: false; error: BlockError };
