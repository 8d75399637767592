import { isMacOf, macOf } from '../../platform/encryption/encryption';
import { isId } from '../../platform/ids';

/** The content of an authorization request's `state`; both ids are visible to the provider. */
export interface AuthorizationState {
  authorizationId: string;
  workspaceId: string;
}

const PURPOSE = 'connection state';

const signedPart = ({ authorizationId, workspaceId }: AuthorizationState) =>
  `${authorizationId}.${workspaceId}`;

/** Signs the state, so that the workspace can be trusted even when it was used before or has expired. */
export const writeState = (state: AuthorizationState): string =>
  `${signedPart(state)}.${macOf(PURPOSE, signedPart(state))}`;

/** Returns null for a text that this installation has not signed. */
export function readState(text: string): AuthorizationState | null {
  const [authorizationId = '', workspaceId = '', mac = '', ...more] = text.split('.');
  const state = { authorizationId, workspaceId };
  if (more.length > 0 || !isId(authorizationId) || !isId(workspaceId)) return null;
  return isMacOf(mac, PURPOSE, signedPart(state)) ? state : null;
}
