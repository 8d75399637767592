'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { showSearch } from '../ui/show-search';
import { type LogFilters, readFilters, withFilters } from './log-filters';
import { isGrouping } from './log-groups-query';

/** View state besides the filters: the searched text, and the grouping shown instead of a list. */
export interface LogView {
  q?: string;
  group?: string;
}

/** Parameters that are no filters: they stay when the filters are cleared. */
const STAYS: ReadonlySet<string> = new Set(['log', 'columns']);

/** Keeps filters, search, grouping and the open log in the URL, so that reload, sharing and Back work. */
export function useLogAddress() {
  const search = useSearchParams();
  const filters = useMemo(() => readFilters(search), [search]);
  const openId = search.get('log');
  const q = search.get('q')?.trim() ?? '';
  const group = search.get('group');

  const setFilters = useCallback((change: LogFilters) => {
    showSearch(withFilters(window.location.search, change), 'replace');
  }, []);
  const setView = useCallback((view: LogView, change: LogFilters = {}) => {
    const params = new URLSearchParams(withFilters(window.location.search, change));
    for (const [name, value] of Object.entries(view)) {
      if (value) params.set(name, value);
      else params.delete(name);
    }
    showSearch(params.toString(), 'replace');
  }, []);
  const clearFilters = useCallback(() => {
    const kept = [...new URLSearchParams(window.location.search)].filter(([name]) => STAYS.has(name));
    showSearch(new URLSearchParams(kept).toString(), 'replace');
  }, []);
  const open = useCallback((id: string | null) => {
    const params = new URLSearchParams(window.location.search);
    const wasOpen = params.has('log');
    if (id === null) params.delete('log');
    else params.set('log', id);
    // Back closes the panel; moving from log to log adds no history entries.
    showSearch(params.toString(), id !== null && !wasOpen ? 'push' : 'replace');
  }, []);
  const grouping = q === '' && isGrouping(group) ? group : null;
  return { filters, q, grouping, openId, setFilters, setView, clearFilters, open };
}
