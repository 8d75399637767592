import { isMacOf, macOf } from '../../platform/encryption/encryption';
import { isId } from '../../platform/ids';

/** The content of an authorization request's `state`; both ids are visible to the provider. */
export interface AuthorizationState {
  authorizationId: string;
  workspaceId: string;
  /** True if the provider's page was opened in a window of its own, which closes itself at the end. */
  ownWindow: boolean;
}

const OWN_WINDOW = 'window';
const PURPOSE = 'connection state';

const signedPart = ({ authorizationId, workspaceId, ownWindow }: AuthorizationState) =>
  [authorizationId, workspaceId, ...(ownWindow ? [OWN_WINDOW] : [])].join('.');

/** Signs the state, so that the workspace can be trusted even when it was used before or has expired. */
export const writeState = (state: AuthorizationState): string =>
  `${signedPart(state)}.${macOf(PURPOSE, signedPart(state))}`;

/** Returns null for a text that this installation has not signed. */
export function readState(text: string): AuthorizationState | null {
  const parts = text.split('.');
  const ownWindow = parts.length === 4 && parts[2] === OWN_WINDOW;
  if (parts.length !== 3 && !ownWindow) return null;
  const [authorizationId = '', workspaceId = ''] = parts;
  const mac = parts.at(-1) ?? '';
  const state = { authorizationId, workspaceId, ownWindow };
  if (!isId(authorizationId) || !isId(workspaceId)) return null;
  return isMacOf(mac, PURPOSE, signedPart(state)) ? state : null;
}
