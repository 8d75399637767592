'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { showSearch } from '../ui/show-search';
import { type LogFilters, readFilters, withFilters } from './log-filters';

/** Filters and the open log live in the address: reload, share and back button all work. */
export function useLogAddress() {
  const search = useSearchParams();
  const filters = useMemo(() => readFilters(search), [search]);
  const openId = search.get('log');

  const setFilters = useCallback((change: LogFilters) => {
    showSearch(withFilters(window.location.search, change), 'replace');
  }, []);
  const clearFilters = useCallback(() => {
    const log = new URLSearchParams(window.location.search).get('log');
    showSearch(log ? `log=${encodeURIComponent(log)}` : '', 'replace');
  }, []);
  const open = useCallback((id: string | null) => {
    const params = new URLSearchParams(window.location.search);
    const wasOpen = params.has('log');
    if (id === null) params.delete('log');
    else params.set('log', id);
    // Back closes the panel; walking from log to log leaves no trail.
    showSearch(params.toString(), id !== null && !wasOpen ? 'push' : 'replace');
  }, []);
  return { filters, openId, setFilters, clearFilters, open };
}
