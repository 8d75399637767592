/**
 * Puts the query `search` (without `?`) into the address: as a new history entry, or in place of this one.
 */
export function showSearch(search: string, how: 'push' | 'replace'): void {
  const address = search === '' ? window.location.pathname : `?${search}`;
  if (how === 'push') window.history.pushState(null, '', address);
  else window.history.replaceState(null, '', address);
}
