import type { Policy } from '../../platform/http/handle';
import type { Actor } from './actor';

/**
 * A key of one workspace belongs to that workspace: everything it receives, from any caller, counts against
 * one share. Anybody else counts as a person, because only the body says which workspace it concerns.
 */
export const payersOf: Policy['payersOf'] = (caller) => {
  const { kind, roles, userId } = caller as Actor;
  const [workspaceId] = roles.keys();
  return kind === 'apiKey' && roles.size === 1 && workspaceId !== undefined
    ? [{ kind: 'workspace', id: workspaceId }]
    : [{ kind: 'account', id: userId }];
};
