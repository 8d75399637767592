import { localStore } from '../ui/browser-storage';
import { keepInStorage } from '../ui/keep-in-storage';

const KEY = 'last-workspace';

export const rememberWorkspace = (workspaceId: string): void =>
  keepInStorage(localStore, KEY, workspaceId, 'which workspace was open last');

/** Returns the workspace opened last on this machine if it is one of `ids`, else the first of them. */
export function preferredWorkspace(ids: readonly string[]): string | undefined {
  const last = localStore.getItem(KEY);
  return ids.find((id) => id === last) ?? ids[0];
}
