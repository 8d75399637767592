/**
 * Puts the query `search` (without `?`) into the address: as a new history entry, or in place of this one.
 */
export function showSearch(search: string, how: 'push' | 'replace'): void {
  const address = search === '' ? window.location.pathname : `?${search}`;
  if (how === 'push') window.history.pushState(null, '', address);
  else window.history.replaceState(null, '', address);
}

/** Takes a parameter out of the address while it still has this value: one that took its place stays. */
export function leaveParam(name: string, value: string): void {
  const params = new URLSearchParams(window.location.search);
  if (params.get(name) !== value) return;
  params.delete(name);
  showSearch(params.toString(), 'replace');
}
