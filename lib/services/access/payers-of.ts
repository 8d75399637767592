import type { Policy } from '../../platform/http/handle';
import type { Actor } from './actor';

/**
 * A key of one workspace is that workspace's: whatever it receives, by whom, comes out of one share. Anybody
 * else pays as a person, because the body itself says which workspace it is about.
 */
export const payersOf: Policy['payersOf'] = (caller) => {
  const { kind, roles, userId } = caller as Actor;
  const [workspaceId] = roles.keys();
  return kind === 'apiKey' && roles.size === 1 && workspaceId !== undefined
    ? [{ kind: 'workspace', id: workspaceId }]
    : [{ kind: 'account', id: userId }];
};
