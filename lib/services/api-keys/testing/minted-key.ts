import { type Actor, SCOPES, type Scope } from '../../access/actor';
import { createApiKey } from '../create-api-key';
import type { KeyLimits } from '../key-limits';

export interface MintedKey {
  id: string;
  secret: string;
  /** What a call over HTTP sends. */
  headers: { 'x-api-key': string };
}

/** Makes an API key of this person for one workspace, with all scopes unless `scopes` names some. */
export async function mintKey(
  actor: Actor,
  workspaceId: string,
  choice: KeyLimits & { scopes?: readonly Scope[]; expiresAt?: string | null } = {},
): Promise<MintedKey> {
  const { scopes = SCOPES, expiresAt = null, ...limits } = choice;
  const { data, secret } = await createApiKey(actor, {
    name: 'k',
    scopes,
    workspaceIds: [workspaceId],
    expiresAt,
    ...limits,
  });
  return { id: data.id, secret, headers: { 'x-api-key': secret } };
}
