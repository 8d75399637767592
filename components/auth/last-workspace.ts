const KEY = 'last-workspace';

export const rememberWorkspace = (workspaceId: string) => localStorage.setItem(KEY, workspaceId);

/** Returns the workspace opened last on this machine if it is one of `ids`, else the first of them. */
export function preferredWorkspace(ids: readonly string[]): string | undefined {
  const last = localStorage.getItem(KEY);
  return ids.find((id) => id === last) ?? ids[0];
}
