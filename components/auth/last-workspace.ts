const KEY = 'last-workspace';

export const rememberWorkspace = (workspaceId: string) => localStorage.setItem(KEY, workspaceId);

/** The workspace opened last on this machine, where it is still one of `ids`; else the first of them. */
export function preferredWorkspace(ids: readonly string[]): string | undefined {
  const last = localStorage.getItem(KEY);
  return ids.find((id) => id === last) ?? ids[0];
}
