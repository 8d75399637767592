'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { showSearch } from '@/components/ui/show-search';

/** A version's number, or the draft. */
export type Side = number | 'draft';

/** The panel's content; it is closed without one. */
export type VersionsView =
  | { kind: 'list' }
  | { kind: 'one'; number: number }
  | { kind: 'compare'; before: Side; after: Side };

const NAME = 'versions';

/** Keeps the panel's view in the address, so that reload, share and the back button work. */
export function useVersionsAddress() {
  const search = useSearchParams();
  const view = useMemo(() => readVersionsView(search.get(NAME)), [search]);
  const go = useCallback((to: VersionsView | null, how: 'push' | 'replace' = 'push') => {
    const params = new URLSearchParams(window.location.search);
    params.delete(NAME);
    if (to !== null) params.set(NAME, toParameter(to));
    showSearch(params.toString(), how);
  }, []);
  return { view, go };
}

/** Parses `list`, `3`, or `3..draft`. */
export function readVersionsView(text: string | null): VersionsView | null {
  if (text === null || text === '') return null;
  const [first, second] = text.split('..').map(readSide);
  if (first !== undefined && second !== undefined) return { kind: 'compare', before: first, after: second };
  return typeof first === 'number' ? { kind: 'one', number: first } : { kind: 'list' };
}

function toParameter(view: VersionsView): string {
  if (view.kind === 'list') return 'list';
  return view.kind === 'one' ? String(view.number) : `${view.before}..${view.after}`;
}

function readSide(text: string): Side | undefined {
  if (text === 'draft') return 'draft';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
