/**
 * Puts the query `search` (without `?`) into the URL: as a new history entry, or replacing the current one.
 */
export function showSearch(search: string, how: 'push' | 'replace'): void {
  const address = search === '' ? window.location.pathname : `?${search}`;
  if (how === 'push') window.history.pushState(null, '', address);
  else window.history.replaceState(null, '', address);
}

/** Removes a parameter from the URL if it still has this value: a newer value stays. */
export function leaveParam(name: string, value: string): void {
  const params = new URLSearchParams(window.location.search);
  if (params.get(name) !== value) return;
  params.delete(name);
  showSearch(params.toString(), 'replace');
}
